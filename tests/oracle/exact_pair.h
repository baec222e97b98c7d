/* SPDX-License-Identifier: MIT
 * Pairs of simple shapes whose signed distance has a closed form, and the check of both depth queries
 * against it: as the pair stands, swapped, and moved. */
#ifndef GRAZE_ORACLE_EXACT_PAIR_H
#define GRAZE_ORACLE_EXACT_PAIR_H

#include "harness.h"
#include "oracle/signed_check.h"

/* Two shapes and what must come out. */
typedef struct exact {
    graze_placed a, b;
    long double sd;
    ld3 axis;         /* the normal, if not zero */
    bool either_sign; /* or its opposite */
    bool across;      /* the axis is at right angles to the normal instead */
} exact;

static inline graze_real between(graze_random *random, double lo, double hi) {
    return graze_random_uniform(random, (graze_real)lo, (graze_real)hi);
}

static inline graze_vec3 xyz(graze_real x, graze_real y, graze_real z) {
    return graze_vec3_make(x, y, z);
}

/* Points of the lattice plane z = x - 2 y; exactly coplanar. */
static inline graze_vec3 in_plane(graze_random *random) {
    int x = (int)(graze_random_bits(random) % 17) - 8, y = (int)(graze_random_bits(random) % 17) - 8;
    return xyz((graze_real)x / 8, (graze_real)y / 8, (graze_real)(x - 2 * y) / 8);
}

/* -- shapes, ours to release -- */

static inline graze_shape *made(graze_status status, graze_shape **shape) {
    assert_int_equal(status, GRAZE_OK);
    return *shape;
}
static inline graze_shape *point(graze_vec3 p) {
    graze_shape *s = NULL;
    return made(graze_shape_point(p, &s), &s);
}
static inline graze_shape *segment(graze_vec3 p, graze_vec3 q) {
    graze_shape *s = NULL;
    return made(graze_shape_segment(p, q, &s), &s);
}
static inline graze_shape *triangle(graze_vec3 p, graze_vec3 q, graze_vec3 r) {
    graze_shape *s = NULL;
    return made(graze_shape_triangle(p, q, r, &s), &s);
}
static inline graze_shape *sphere(graze_real r) {
    graze_shape *s = NULL;
    return made(graze_shape_sphere(r, &s), &s);
}
static inline graze_shape *box(graze_vec3 half) {
    graze_shape *s = NULL;
    return made(graze_shape_box(half, &s), &s);
}
static inline graze_shape *cone(graze_real r, graze_real height) {
    graze_shape *s = NULL;
    return made(graze_shape_cone(r, height, &s), &s);
}
static inline graze_shape *cylinder(graze_real r, graze_real height) {
    graze_shape *s = NULL;
    return made(graze_shape_cylinder(r, height, &s), &s);
}
static inline graze_shape *capsule(graze_real r, graze_real height) {
    graze_shape *s = NULL;
    return made(graze_shape_capsule(r, height, &s), &s);
}
static inline graze_shape *ellipsoid(graze_vec3 radii) {
    graze_shape *s = NULL;
    return made(graze_shape_ellipsoid(radii, &s), &s);
}

static inline exact of_two(graze_shape *a, graze_shape *b, graze_vec3 b_at) {
    return (exact){.a = {a, graze_pose_identity(), 0},
                   .b = {b, graze_pose_at(b_at.x, b_at.y, b_at.z), 0}};
}

static inline void drop(exact *e) {
    graze_shape_release((graze_shape *)e->a.shape);
    if (e->b.shape != e->a.shape) graze_shape_release((graze_shape *)e->b.shape);
}

/* -- what must come out -- */

/* Whether answers may end at the limit because the difference is nearly round about the origin; they
 * must be right all the same. */
typedef enum roundness { NEVER_ROUND, MAYBE_ROUND } roundness;

/* Asks both queries, at default and tightest accuracy; unsure: how far sd may be off. too_round counts
 * answers that ended at the limit for roundness. */
void exact_check_once(const exact *e, long double unsure, uint64_t seed, long number,
                      graze_random *random, long *too_round);
/* The same as the pair stands, swapped, and with both moved by one rigid motion. */
void exact_check(const exact *e, long double unsure, uint64_t seed, long number, graze_random *random,
                 long *too_round);

/* Makes count pairs, checks and releases them. */
typedef exact make_exact(long number, graze_random *random);
void exact_check_family(make_exact *make, roundness how_round, long count, uint64_t base);

#endif
