/* SPDX-License-Identifier: MIT
 * Does a volume hold a point? In rationals, for volumes and points as they are given. */
#ifndef GRAZE_TESTS_BOUNDS_EXACT_HOLD_H
#define GRAZE_TESTS_BOUNDS_EXACT_HOLD_H

#include <gmp.h>

#include "harness.h"
#include "oracle/ld3.h"

static mpq_t rational[24];

static inline void exact_hold_start(void) {
    static bool started = false;
    for (int i = 0; i < 24 && !started; ++i) mpq_init(rational[i]);
    started = true;
}

static inline void put(int at, graze_real x) { mpq_set_d(rational[at], (double)x); }

/* rational[at + k] = component k of p - from. */
static inline void put_difference(int at, graze_vec3 p, graze_vec3 from) {
    for (int k = 0; k < 3; ++k) {
        put(at + k, graze_vec3_get(p, k));
        put(23, graze_vec3_get(from, k));
        mpq_sub(rational[at + k], rational[at + k], rational[23]);
    }
}

/* |p - center|^2 <= radius^2. A comparison in long double settles what is not close. */
static inline bool sphere_holds(const graze_sphere *s, graze_vec3 p) {
    ld3 way = ld3_sub(ld3_from(p), ld3_from(s->center));
    long double squared = ld3_dot(way, way), radius = (long double)s->radius;
    if (fabsl(squared - radius * radius) > 1e-16L * squared) return squared <= radius * radius;
    exact_hold_start();
    put_difference(0, p, s->center);
    mpq_set_ui(rational[3], 0, 1);
    for (int k = 0; k < 3; ++k) {
        mpq_mul(rational[4], rational[k], rational[k]);
        mpq_add(rational[3], rational[3], rational[4]);
    }
    put(4, s->radius);
    mpq_mul(rational[4], rational[4], rational[4]);
    return mpq_cmp(rational[3], rational[4]) <= 0;
}

/* rational[to] = the determinant of three columns of three, the columns starting at a, b, c. */
static inline void determinant(int to, int a, int b, int c) {
    mpq_set_ui(rational[to], 0, 1);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        mpq_mul(rational[21], rational[b + j], rational[c + k]);
        mpq_mul(rational[22], rational[b + k], rational[c + j]);
        mpq_sub(rational[21], rational[21], rational[22]);
        mpq_mul(rational[21], rational[21], rational[a + i]);
        mpq_add(rational[to], rational[to], rational[21]);
    }
}

/* p = center + sum of t_i axis_i with |t_i| <= half_i, the t_i by Cramer's rule. */
static inline bool obb_holds(const graze_obb *b, graze_vec3 p) {
    exact_hold_start();
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) put(3 * i + k, graze_vec3_get(b->axes.col[i], k));
    put_difference(9, p, b->center);
    determinant(12, 0, 3, 6);
    determinant(13, 9, 3, 6);
    determinant(14, 0, 9, 6);
    determinant(15, 0, 3, 9);
    for (int i = 0; i < 3; ++i) {
        mpq_div(rational[13 + i], rational[13 + i], rational[12]);
        mpq_abs(rational[13 + i], rational[13 + i]);
        put(16, graze_vec3_get(b->half, i));
        if (mpq_cmp(rational[13 + i], rational[16]) > 0) return false;
    }
    return true;
}

/* Every slab: lo <= axis . p <= hi. */
static inline bool kdop_holds(const graze_kdop *d, graze_vec3 p) {
    exact_hold_start();
    for (int i = 0; i < (int)d->sides / 2; ++i) {
        graze_vec3 axis = graze_kdop_axis(d->sides, i);
        mpq_set_ui(rational[0], 0, 1);
        for (int k = 0; k < 3; ++k) {
            put(1, graze_vec3_get(axis, k));
            put(2, graze_vec3_get(p, k));
            mpq_mul(rational[1], rational[1], rational[2]);
            mpq_add(rational[0], rational[0], rational[1]);
        }
        put(1, d->lo[i]);
        put(2, d->hi[i]);
        if (mpq_cmp(rational[0], rational[1]) < 0 || mpq_cmp(rational[0], rational[2]) > 0)
            return false;
    }
    return true;
}

#endif
