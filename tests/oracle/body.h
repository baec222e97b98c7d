/* SPDX-License-Identifier: MIT
 * Test bodies: a shape of any of the library's kinds together with its description as a solid, placed
 * in the world and seen in long double from an origin of one's choice (so that nothing is lost far
 * away). Nothing here calls a support mapping of the library. */
#ifndef GRAZE_ORACLE_BODY_H
#define GRAZE_ORACLE_BODY_H

#include "oracle/solid.h"

#define BODY_POINTS_MOST 300

/* A body must stay where it was made: the solid points into it. */
typedef struct body {
    graze_shape_kind kind;
    graze_shape *shape;
    const solid *solid; /* NULL: a half-space, all x with normal . x <= offset */
    graze_vec3 normal;
    graze_real offset;
    solid_tree tree;
    graze_vec3 points[BODY_POINTS_MOST];
} body;

/* A random body of the kind, its sizes about scale with ratios up to 1000, now and then zero or flat.
 */
void body_make(body *b, graze_shape_kind kind, graze_real scale, graze_random *random);
void body_release(body *b);

typedef struct placed_body {
    const body *body;
    graze_pose pose;
    ld3 origin; /* the pose's, from the origin chosen */
    long double margin;
    ld3 sweep; /* it moves along this and covers all of its way; zero: at rest */
} placed_body;

placed_body body_place(const body *b, const graze_placed *placed, graze_vec3 from);
/* max v . x, margin included; not for half-spaces. */
long double placed_body_height(const placed_body *p, ld3 v);
/* A point that attains it. */
ld3 placed_body_support(const placed_body *p, ld3 v);
/* What its pose stretches lengths by, at most; and a bound on the distance of its points from the
 * pose's origin: the local one times that, and the margin. */
long double placed_body_stretch(const placed_body *p);
long double placed_body_reach(const placed_body *p);

/* The half-space: its unit outward normal in the world, and how far a point is outside (margin
 * included; negative inside). */
ld3 placed_ground_normal(const placed_body *p);
long double placed_ground_distance(const placed_body *p, ld3 x);

#endif
