/* SPDX-License-Identifier: MIT
 * Convex solids described a second time, for tests: formulas for the height of the supporting plane in
 * long double, and points of the solid by its parametrisation. Nothing here calls a support mapping of
 * the library; the library's shape of the same description is made by the public constructors. */
#ifndef GRAZE_ORACLE_SOLID_H
#define GRAZE_ORACLE_SOLID_H

#include "oracle/ld3.h"

typedef enum solid_kind {
    SOLID_POINTS, /* hull of 1 to 8 points: point, segment, triangle, tetrahedron or polytope */
    SOLID_SPHERE,
    SOLID_BOX,
    SOLID_CONE,
    SOLID_CYLINDER,
    SOLID_CAPSULE,
    SOLID_ELLIPSOID,
    SOLID_CUSTOM, /* a box by a user's support function */
    SOLID_ROUNDED,
    SOLID_SUM,
    SOLID_HULL,
    SOLID_IMAGE,
    SOLID_KIND_COUNT
} solid_kind;

#define SOLID_POINTS_MOST 8
#define SOLID_PARTS_MOST 4

typedef struct solid {
    solid_kind kind;
    graze_vec3 size; /* radii, half extents; (radius, height, 0); the radius of a rounded one in x */
    graze_vec3 points[SOLID_POINTS_MOST];
    const graze_vec3 *cloud; /* points kept elsewhere, any number; NULL: those above */
    int count;               /* of points or parts */
    const struct solid *parts[SOLID_PARTS_MOST];
    graze_pose pose;
} solid;

static inline const graze_vec3 *solid_points(const solid *s) { return s->cloud ? s->cloud : s->points; }

/* max v . x over the solid, to the precision of long double. */
long double solid_height(const solid *s, ld3 v);
/* A point of the solid that attains it (solid_support.c). */
ld3 solid_support(const solid *s, ld3 v);
/* The pose's basis, or its transpose, times x. */
ld3 solid_turn(const graze_pose *pose, ld3 x, bool transposed);
/* A point of the solid; often on its boundary, now and then at a corner or a rim. */
ld3 solid_sample(const solid *s, graze_random *random);
/* The library's shape of it, to be released; aborts if a constructor refuses. */
graze_shape *solid_shape(const solid *s);

/* Room for a tree of solids. */
typedef struct solid_tree {
    solid nodes[128];
    int count;
} solid_tree;
/* A random solid of the kind: sizes about scale with ratios up to 1000, zero once in ten; wrappers
 * go at most depth levels deep. The tree is emptied first. */
const solid *solid_random(solid_tree *tree, solid_kind kind, int depth, graze_real scale,
                          graze_random *random);

/* A size from 1e-6 to 1e6. */
graze_real solid_scale(graze_random *random);

/* A direction for tests: uniform, along axes, nearly along axes, in coordinate planes, huge, tiny. */
graze_vec3 solid_direction(graze_random *random);

#endif
