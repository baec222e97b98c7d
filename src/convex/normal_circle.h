/* SPDX-License-Identifier: MIT
 * The least height of C's support planes over the unit normals of a great circle.
 *
 * Seen along the circle's axis, C is a figure of the plane: the sum of a rectangle, a disc and what a
 * cylinder or cone projects to. Its boundary consists of straight edges and of arcs of an ellipse: so
 * its height is a function of known pieces. Between two kinks
 *
 *     h(n) = y . n,  y = corner + disc n + rim(n),
 *
 * rim(n) the farthest point of the projected rim. The second derivative of h along the circle is
 * rho - h, rho the radius of curvature at y: where that is not negative there is but one minimum, which
 * Newton's method finds, and h is nowhere less. Elsewhere points of C bound h from below: y . n >= l
 * holds between two normals if it holds at both, for any l > 0. */
#ifndef GZ_CONVEX_NORMAL_CIRCLE_H
#define GZ_CONVEX_NORMAL_CIRCLE_H

#include "convex/depth.h"
#include "convex/epa2d.h"
#include "convex/revolution.h"

/* What is known of the least height of C's support planes. */
typedef struct gz_least_height {
    double upper; /* the height along normal, the least so far */
    double lower; /* what has been looked at is at least this high, or as high as upper */
    wide3 normal;
    const gz_goal *goal;
    double error; /* differences in height below this do not matter */
    int looks;    /* how many are left */
} gz_least_height;

static inline void gz_least_note(gz_least_height *least, double height, wide3 normal) {
    if (height >= least->upper) return;
    least->upper = height;
    least->normal = normal;
}

/* A bound that is as good as asked for is as good as any; false if it is not. */
static inline bool gz_least_settle(gz_least_height *least, double bound) {
    if (bound >= least->upper) return true;
    if (!gz_depth_narrow(bound, least->upper, least->goal)) return false;
    if (bound < least->lower) least->lower = bound;
    return true;
}

/* A normal, the rim's point along it from the rim's centre, and the radius of curvature there. */
typedef struct gz_circle_node {
    gz_planar n, rim;
    double rho;
} gz_circle_node;

/* What lies between a node and the next: y at both ends. */
typedef struct gz_circle_arc {
    gz_planar corner, from, to;
    bool round; /* false: a corner, and the height is least at one of the ends */
} gz_circle_arc;

/* Four sides of the rectangle, two normals upright on the axis, two on the slope of a cone. */
enum { GZ_CIRCLE_NODES = 8 };

typedef struct gz_normal_circle {
    wide3 s, t;      /* unit, at right angles: the normals are n.x s + n.y t */
    gz_planar shift; /* of the figure */
    gz_planar half;  /* of the rectangle, which stands upright on s and t; may be zero */
    double disc;     /* radius */
    gz_planar axis;  /* of the cylinder or cone, projected; s and t are such that it is not negative */
    double along;    /* what its unit vector has along the circle's axis */
    double radius;   /* of the cylinder or cone */
    double height;   /* half */
    double sine, cosine; /* of the angle between the slope and the axis; 0 and 1 for a cylinder */
    int count;
    gz_circle_node nodes[GZ_CIRCLE_NODES + 1]; /* counterclockwise; the first again at the end */
    gz_circle_arc arcs[GZ_CIRCLE_NODES];
} gz_normal_circle;

/* Finds the kinks and looks along them. Everything above count must be filled in. */
void gz_circle_begin(gz_normal_circle *circle, gz_least_height *least);
/* Looks between them. False: no looks are left. */
bool gz_circle_search(const gz_normal_circle *circle, gz_least_height *least);

#endif
