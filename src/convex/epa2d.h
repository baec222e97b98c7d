/* SPDX-License-Identifier: MIT
 * The expanding polytope in the plane (E1, algorithm 4.6, B:3310-3396), on a fan of normals.
 *
 * A convex figure is given by its support mapping. Looked for is the least height h(n) = max n . y of
 * its support lines over the unit normals n of a fan: how deep the origin lies in the figure, if it
 * leaves it within the fan. The heights may be negative as well (then the origin is outside): so a ball
 * can be taken out of a round figure and added again afterwards.
 *
 * The state is a chain of support points y, each with its normal. Its edges, and where the origin is
 * outside its corners, bound h from below; the least of them is split by the support point of its own
 * normal, until that is no higher. */
#ifndef GZ_CONVEX_EPA2D_H
#define GZ_CONVEX_EPA2D_H

#include "base/common.h"

typedef struct gz_planar {
    double x, y;
} gz_planar;

static inline double gz_planar_dot(gz_planar a, gz_planar b) { return a.x * b.x + a.y * b.y; }
static inline double gz_planar_cross(gz_planar a, gz_planar b) { return a.x * b.y - a.y * b.x; }
static inline gz_planar gz_planar_sub(gz_planar a, gz_planar b) {
    return (gz_planar){a.x - b.x, a.y - b.y};
}
static inline gz_planar gz_planar_add_scaled(gz_planar a, double s, gz_planar b) {
    return (gz_planar){a.x + s * b.x, a.y + s * b.y};
}

/* A piece of the boundary between two support points; the boundary is walked clockwise. */
typedef struct gz_arc {
    gz_planar n0, n1, y0, y1; /* n0 . y0 and n1 . y1 are the heights along the unit n0 and n1 */
    gz_planar normal;         /* unit: where the bound is least */
    double bound;             /* h >= this between n0 and n1, at least near its least value */
    double share;             /* bound * normal = (1 - share) y0 + share y1, if the arc is the least */
} gz_arc;

typedef enum gz_epa2d_end {
    GZ_EPA2D_NOTHING, /* no height below the ceiling within the fan */
    GZ_EPA2D_FOUND,
    GZ_EPA2D_LIMIT /* rounds or room used up, or the watcher said so */
} gz_epa2d_end;

typedef struct gz_epa2d {
    gz_arc arc;   /* the last one looked at: no height in the fan is below its bound */
    gz_planar w;  /* support point of its normal */
    double upper; /* the height along its normal */
    double least; /* the least height seen so far */
    int rounds;
    gz_epa2d_end end;
} gz_epa2d;

enum { GZ_EPA2D_FAN = 5 };

typedef struct gz_figure {
    gz_planar (*support)(const void *figure, gz_planar unit_normal);
    /* Is lower..upper narrow enough? */
    bool (*narrow)(const void *figure, double lower, double upper);
    /* Sees every round; false: stop. NULL: nobody watches. */
    bool (*watch)(const void *figure, const gz_epa2d *state);
} gz_figure;

/* From n[0] clockwise to n[count - 1], at most GZ_EPA2D_FAN, neighbours at most a right angle apart;
 * the ends of the fan themselves are the caller's to look at. Heights not below the ceiling are of no
 * interest. */
gz_epa2d gz_epa2d_run(const gz_figure *figure, const gz_planar *n, int count, double ceiling,
                      int rounds);

#endif
