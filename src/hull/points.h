/* SPDX-License-Identifier: MIT
 * The input of a hull: the points as given, for exact decisions, and a scaled copy in double for
 * quick ones.
 *
 * The copy is the input times a power of two that brings the largest |coordinate| near 1, so nothing
 * overflows. Scaling is exact but for coordinates some 2^1000 times smaller than the largest; they
 * are off by at most 2^-1075, which the filters below allow for. */
#ifndef GZ_HULL_POINTS_H
#define GZ_HULL_POINTS_H

#include <string.h>

#include "base/common.h"
#include "base/tolerance.h"
#include "graze/hull.h"

typedef struct gz_hull_point {
    double x, y, z; /* scaled */
    uint32_t link;  /* scratch of whoever walks the vertices: a facet, a rank, a count */
    uint32_t unused;
} gz_hull_point;

typedef struct gz_hull_points {
    const unsigned char *data; /* as given */
    size_t stride;
    uint32_t count;
    gz_hull_point *at;
    double scale, unscale; /* scaled = given * scale; both powers of two */
    double range[3];       /* of the box, scaled, rounded to nearest */
    int long_axis;         /* of the box; the lowest on ties */
    uint32_t ends[2];      /* the first point of least and of greatest coordinate along it */
    bool lossless;         /* scaling rounded nothing */
    bool on_grid;          /* scaled differences and their 3x3 determinants are exact in double */
} gz_hull_points;

/* Reads and checks the input of the constructors: GRAZE_INVALID_ARGUMENT as they promise, or
 * GRAZE_OUT_OF_MEMORY. The data must outlive the points. */
graze_status gz_hull_points_read(const void *data, size_t count, size_t stride, gz_hull_points *out);
void gz_hull_points_free(gz_hull_points *points);

/* Point i as given, in double: exact. */
static inline void gz_hull_point_given(const gz_hull_points *points, uint32_t i, double out[3]) {
    real given[3];
    memcpy(given, points->data + i * points->stride, sizeof given);
    for (int k = 0; k < 3; ++k) out[k] = (double)given[k];
}

/* Whether points i and j coincide; the two zeros are equal. */
static inline bool gz_hull_point_equal(const gz_hull_points *points, uint32_t i, uint32_t j) {
    double a[3], b[3];
    gz_hull_point_given(points, i, a);
    gz_hull_point_given(points, j, b);
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* gz_orient3d of four points as given. */
double gz_hull_orient(const gz_hull_points *points, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/* A plane through three points with the error of its heights. For any point of the input,
 *
 *     height = n . (x - a),  n = (b - a) x (c - a)
 *
 * computed in double differs from the determinant of the given points (scaled) by at most bound: the
 * filter of gz_orient3d with the range of the box in the place of |x - a|, so that it is one number
 * for all points. It is 0 where heights have the right sign: if the points are on a grid, or if the
 * plane is x = constant, y = constant or z = constant exactly; then n is a unit vector. */
typedef struct gz_hull_plane {
    double n[3], a[3];
    double bound;
} gz_hull_plane;

/* If the differences from the origin have no component along the axis and the sign of that of n is
 * certain: makes n the axis. */
static inline void gz_hull_plane_align(gz_hull_plane *plane, int axis, double bound) {
    if (!(fabs(plane->n[axis]) > bound)) return;
    double sign = plane->n[axis] > 0 ? 1 : -1;
    plane->n[0] = plane->n[1] = plane->n[2] = 0;
    plane->n[axis] = sign;
    plane->bound = 0;
}

static inline void gz_hull_plane_make(const gz_hull_points *points, uint32_t a, uint32_t b, uint32_t c,
                                      gz_hull_plane *out) {
    const gz_hull_point *o = &points->at[a], *p = &points->at[b], *q = &points->at[c];
    double ux = p->x - o->x, uy = p->y - o->y, uz = p->z - o->z;
    double vx = q->x - o->x, vy = q->y - o->y, vz = q->z - o->z;
    double yz = uy * vz, zy = uz * vy, zx = uz * vx, xz = ux * vz, xy = ux * vy, yx = uy * vx;
    out->n[0] = yz - zy;
    out->n[1] = zx - xz;
    out->n[2] = xy - yx;
    out->a[0] = o->x;
    out->a[1] = o->y;
    out->a[2] = o->z;
    if (points->on_grid) {
        out->bound = 0;
        return;
    }
    double mx = fabs(yz) + fabs(zy), my = fabs(zx) + fabs(xz), mz = fabs(xy) + fabs(yx);
    double sum = mx * points->range[0] + my * points->range[1] + mz * points->range[2];
    out->bound = GZ_ORIENT3D_FILTER * sum + GZ_HULL_FLOOR;
    bool flat[3] = {ux == 0 && vx == 0, uy == 0 && vy == 0, uz == 0 && vz == 0};
    if (!points->lossless || !(flat[0] || flat[1] || flat[2])) return;
    int axis = flat[0] ? 0 : flat[1] ? 1 : 2;
    gz_hull_plane_align(out, axis, GZ_ORIENT3D_FILTER * (mx + my + mz) + GZ_HULL_FLOOR);
}

static inline double gz_hull_height(const gz_hull_plane *plane, const gz_hull_point *x) {
    return (plane->n[0] * (x->x - plane->a[0]) + plane->n[1] * (x->y - plane->a[1])) +
           plane->n[2] * (x->z - plane->a[2]);
}

#endif
