/* SPDX-License-Identifier: MIT
 * A vector of A and one of B side by side, in double: what is done to the one is done to the other, for
 * formulas that need the same of both operands of a pair. Every lane rounds as wide3 does. */
#ifndef GZ_MATH_BOTH3_H
#define GZ_MATH_BOTH3_H

#include "base/simd.h"
#include "math/wide3.h"

typedef struct both3 {
    gz_f64x2 x, y, z;
} both3;

static inline both3 both3_make(gz_f64x2 x, gz_f64x2 y, gz_f64x2 z) {
    both3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}
static inline both3 both3_from(wide3 a, wide3 b) {
    return both3_make(gz_f64x2_make(a.x, b.x), gz_f64x2_make(a.y, b.y), gz_f64x2_make(a.z, b.z));
}
static inline wide3 both3_first(both3 v) {
    return wide3_make(gz_f64x2_low(v.x), gz_f64x2_low(v.y), gz_f64x2_low(v.z));
}
static inline wide3 both3_second(both3 v) {
    return both3_first(
        both3_make(gz_f64x2_repeat(v.x, 1), gz_f64x2_repeat(v.y, 1), gz_f64x2_repeat(v.z, 1)));
}
/* That of A less that of B. */
static inline wide3 both3_difference(both3 v) { return wide3_sub(both3_first(v), both3_second(v)); }

/* The columns of matrices times v, and their products with v. */
static inline both3 both3_turn(const both3 m[3], both3 v) {
#define ROW(c)                                                                                         \
    gz_f64x2_add(gz_f64x2_add(gz_f64x2_mul(m[0].c, v.x), gz_f64x2_mul(m[1].c, v.y)),                   \
                 gz_f64x2_mul(m[2].c, v.z))
    return both3_make(ROW(x), ROW(y), ROW(z));
#undef ROW
}
static inline gz_f64x2 both3_dot(both3 a, both3 b) {
    return gz_f64x2_add(gz_f64x2_add(gz_f64x2_mul(a.x, b.x), gz_f64x2_mul(a.y, b.y)),
                        gz_f64x2_mul(a.z, b.z));
}
static inline both3 both3_turn_back(const both3 m[3], both3 v) {
    return both3_make(both3_dot(m[0], v), both3_dot(m[1], v), both3_dot(m[2], v));
}

/* Twelve numbers of A and of B, e.g. those of two poses, as four vectors. */
static inline void both3_take(const real *a, const real *b, both3 out[4]) {
    gz_f64x2 all[12];
#if defined(GRAZE_DOUBLE)
    for (int i = 0; i < 6; ++i) {
        gz_f64x2 p = gz_f64x2_take(a + 2 * i), q = gz_f64x2_take(b + 2 * i);
        all[2 * i] = gz_f64x2_lows(p, q);
        all[2 * i + 1] = gz_f64x2_highs(p, q);
    }
#else
    for (int i = 0; i < 3; ++i) {
        gz_f32x4 p = gz_f32x4_take(a + 4 * i), q = gz_f32x4_take(b + 4 * i);
        gz_f32x4 low = gz_f32x4_lows(p, q), high = gz_f32x4_highs(p, q);
        all[4 * i] = gz_f64x2_of_first(low);
        all[4 * i + 1] = gz_f64x2_of_second(low);
        all[4 * i + 2] = gz_f64x2_of_first(high);
        all[4 * i + 3] = gz_f64x2_of_second(high);
    }
#endif
    for (int i = 0; i < 4; ++i) out[i] = both3_make(all[3 * i], all[3 * i + 1], all[3 * i + 2]);
}

#endif
