/* SPDX-License-Identifier: MIT
 * Vectors of reals in registers, for short straight formulas that are asked very often: four floats, of
 * which the last means nothing, or two doubles and one. */
#ifndef GZ_MATH_SPLIT3_H
#define GZ_MATH_SPLIT3_H

#include "base/simd.h"
#include "math/vec3.h"

#if defined(GRAZE_DOUBLE)

typedef struct split3 {
    gz_f64x2 xy;
    double z;
} split3;

static inline split3 split3_make(gz_f64x2 xy, double z) {
    split3 v;
    v.xy = xy;
    v.z = z;
    return v;
}
static inline split3 split3_take(const void *p) {
    double z;
    memcpy(&z, (const char *)p + 2 * sizeof z, sizeof z);
    return split3_make(gz_f64x2_take(p), z);
}
static inline void split3_put(vec3 *out, split3 v) {
    *out = vec3_make(gz_f64x2_low(v.xy), gz_f64x2_low(gz_f64x2_repeat(v.xy, 1)), v.z);
}
static inline split3 split3_splat(double s) { return split3_make(gz_f64x2_splat(s), s); }
static inline split3 split3_add(split3 a, split3 b) {
    return split3_make(gz_f64x2_add(a.xy, b.xy), a.z + b.z);
}
static inline split3 split3_sub(split3 a, split3 b) {
    return split3_make(gz_f64x2_sub(a.xy, b.xy), a.z - b.z);
}
static inline split3 split3_mul(split3 a, split3 b) {
    return split3_make(gz_f64x2_mul(a.xy, b.xy), a.z * b.z);
}
static inline split3 split3_min(split3 a, split3 b) {
    return split3_make(gz_f64x2_min(a.xy, b.xy), b.z < a.z ? b.z : a.z);
}
static inline split3 split3_max(split3 a, split3 b) {
    return split3_make(gz_f64x2_max(a.xy, b.xy), b.z > a.z ? b.z : a.z);
}
/* Is every component less? */
static inline bool split3_less(split3 a, split3 b) {
    return (gz_f64x2_less_bits(a.xy, b.xy) == 3) & (a.z < b.z);
}
/* (x + y) + z of each. */
static inline void split3_sums(split3 a, split3 b, split3 c, split3 d, real sums[4]) {
    gz_f64x2 p = gz_f64x2_add(gz_f64x2_lows(a.xy, b.xy), gz_f64x2_highs(a.xy, b.xy));
    gz_f64x2 q = gz_f64x2_add(gz_f64x2_lows(c.xy, d.xy), gz_f64x2_highs(c.xy, d.xy));
    sums[0] = gz_f64x2_low(p) + a.z;
    sums[1] = gz_f64x2_low(gz_f64x2_repeat(p, 1)) + b.z;
    sums[2] = gz_f64x2_low(q) + c.z;
    sums[3] = gz_f64x2_low(gz_f64x2_repeat(q, 1)) + d.z;
}
/* The columns of a matrix times v, and their products with v. */
static inline split3 split3_turn(const split3 m[3], split3 v) {
    gz_f64x2 x = gz_f64x2_repeat(v.xy, 0), y = gz_f64x2_repeat(v.xy, 1);
    gz_f64x2 xy = gz_f64x2_add(gz_f64x2_mul(m[0].xy, x), gz_f64x2_mul(m[1].xy, y));
    double z = m[0].z * gz_f64x2_low(x) + m[1].z * gz_f64x2_low(y);
    return split3_make(gz_f64x2_add(xy, gz_f64x2_mul(m[2].xy, gz_f64x2_splat(v.z))), z + m[2].z * v.z);
}
static inline split3 split3_turn_back(const split3 m[3], split3 v) {
    gz_f64x2 p = gz_f64x2_mul(m[0].xy, v.xy), q = gz_f64x2_mul(m[1].xy, v.xy);
    gz_f64x2 r = gz_f64x2_mul(m[2].xy, v.xy);
    gz_f64x2 xy = gz_f64x2_add(gz_f64x2_lows(p, q), gz_f64x2_highs(p, q));
    gz_f64x2 z = gz_f64x2_lows(gz_f64x2_splat(m[0].z), gz_f64x2_splat(m[1].z));
    return split3_make(gz_f64x2_add(xy, gz_f64x2_mul(z, gz_f64x2_splat(v.z))),
                       gz_f64x2_low(gz_f64x2_add(r, gz_f64x2_repeat(r, 1))) + m[2].z * v.z);
}

#else

typedef gz_f32x4 split3;

static inline split3 split3_take(const void *p) { return gz_f32x4_take(p); }
static inline void split3_put(vec3 *out, split3 v) {
    *out = vec3_make(gz_f32x4_low(v), gz_f32x4_low(gz_f32x4_repeat(v, 1)),
                     gz_f32x4_low(gz_f32x4_repeat(v, 2)));
}
static inline split3 split3_splat(float s) { return gz_f32x4_splat(s); }
static inline split3 split3_add(split3 a, split3 b) { return gz_f32x4_add(a, b); }
static inline split3 split3_sub(split3 a, split3 b) { return gz_f32x4_sub(a, b); }
static inline split3 split3_mul(split3 a, split3 b) { return gz_f32x4_mul(a, b); }
static inline split3 split3_min(split3 a, split3 b) { return gz_f32x4_min(a, b); }
static inline split3 split3_max(split3 a, split3 b) { return gz_f32x4_max(a, b); }
static inline bool split3_less(split3 a, split3 b) { return (gz_f32x4_less_bits(a, b) & 7) == 7; }
static inline void split3_sums(split3 a, split3 b, split3 c, split3 d, real sums[4]) {
    gz_f32x4 ab = gz_f32x4_lows(a, b), cd = gz_f32x4_lows(c, d);
    gz_f32x4 xy = gz_f32x4_add(gz_f32x4_first_halves(ab, cd), gz_f32x4_second_halves(ab, cd));
    gz_f32x4 z = gz_f32x4_first_halves(gz_f32x4_highs(a, b), gz_f32x4_highs(c, d));
    gz_f32x4 sum = gz_f32x4_add(xy, z);
    sums[0] = gz_f32x4_low(sum);
    sums[1] = gz_f32x4_low(gz_f32x4_repeat(sum, 1));
    sums[2] = gz_f32x4_low(gz_f32x4_repeat(sum, 2));
    sums[3] = gz_f32x4_low(gz_f32x4_repeat(sum, 3));
}
static inline split3 split3_turn(const split3 m[3], split3 v) {
    gz_f32x4 x = gz_f32x4_mul(m[0], gz_f32x4_repeat(v, 0));
    gz_f32x4 y = gz_f32x4_mul(m[1], gz_f32x4_repeat(v, 1));
    return gz_f32x4_add(gz_f32x4_add(x, y), gz_f32x4_mul(m[2], gz_f32x4_repeat(v, 2)));
}
static inline split3 split3_turn_back(const split3 m[3], split3 v) {
    gz_f32x4 p = gz_f32x4_mul(m[0], v), q = gz_f32x4_mul(m[1], v), r = gz_f32x4_mul(m[2], v);
    gz_f32x4 pq = gz_f32x4_lows(p, q), rr = gz_f32x4_lows(r, r);
    gz_f32x4 xy = gz_f32x4_add(gz_f32x4_first_halves(pq, rr), gz_f32x4_second_halves(pq, rr));
    return gz_f32x4_add(xy, gz_f32x4_first_halves(gz_f32x4_highs(p, q), gz_f32x4_highs(r, r)));
}

#endif

/* Is every component of a less than that of b, and of c than that of d? */
static inline bool split3_both_less(split3 a, split3 b, split3 c, split3 d) {
    return ((int)split3_less(a, b) & (int)split3_less(c, d)) != 0; /* without a branch */
}

/* |x|, |y|, |z| */
static inline split3 split3_abs(split3 v) { return split3_max(v, split3_sub(split3_splat(0), v)); }

/* The sum of the squares of the columns, component by component. */
static inline split3 split3_squares(const split3 m[3]) {
    split3 xy = split3_add(split3_mul(m[0], m[0]), split3_mul(m[1], m[1]));
    return split3_add(xy, split3_mul(m[2], m[2]));
}

#endif
