/* SPDX-License-Identifier: MIT
 * A line against a convex solid in closed form, in long double and the solid's own frame: quadratic
 * equations and clipping by planes. Knows nothing of support mappings. */
#ifndef GRAZE_ORACLE_RAY_SOLID_H
#define GRAZE_ORACLE_RAY_SOLID_H

#include "oracle/solid.h"

typedef enum ray_solid_kind {
    RAY_SPHERE, /* radius in size.x */
    RAY_BOX,    /* half extents */
    RAY_CYLINDER,
    RAY_CONE,
    RAY_CAPSULE, /* these three: radius in size.x, height in size.y, axis y */
    RAY_ELLIPSOID,
    RAY_HALF_SPACE, /* the first plane */
    RAY_TRIANGLE,   /* three corners */
    RAY_POLYTOPE,   /* planes */
    RAY_SOLID_KINDS
} ray_solid_kind;

typedef struct ray_plane {
    ld3 normal; /* unit, outward; inside is normal . x <= offset */
    long double offset;
} ray_plane;

enum { RAY_PLANES_MOST = 128 };

typedef struct ray_solid {
    ray_solid_kind kind;
    ld3 size;
    ld3 corner[3];
    ray_plane plane[RAY_PLANES_MOST];
    int planes;
} ray_solid;

const char *ray_solid_name(ray_solid_kind kind);

static inline ld3 ld3_along(ld3 o, ld3 d, long double t) { return ld3_add(o, ld3_scale(d, t)); }

/* The times (of all real ones) at which o + t d, d not zero, is in the solid; false if there are none.
 */
bool ray_solid_interval(const ray_solid *s, ld3 o, ld3 d, long double *in, long double *out);

/* Positive outside, zero on the boundary, negative inside; never changes faster than x moves, so a
 * point is at least |excess| away from the boundary. The triangle has no inside. */
long double ray_solid_excess(const ray_solid *s, ld3 x);
/* How far inside a triangle's edges a point is, seen along its normal; negative outside. */
long double ray_solid_edge_slack(const ray_solid *triangle, ld3 x);
/* The outward normal (not unit) at a boundary point, and how much nearer the next face is than not: 0
 * on an edge. Not for triangles. */
ld3 ray_solid_normal(const ray_solid *s, ld3 x, long double *clear);

/* The Euclidean distance of a point from a sphere, box, cylinder, cone, capsule, half-space or
 * triangle; 0 inside. */
long double ray_solid_distance(const ray_solid *s, ld3 x);

#endif
