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
static inline split3 split3_max(split3 a, split3 b) {
    return split3_make(gz_f64x2_max(a.xy, b.xy), b.z > a.z ? b.z : a.z);
}
/* Bit by bit. */
static inline split3 split3_or(split3 a, split3 b) {
    return split3_make(gz_f64x2_or(a.xy, b.xy), gz_or_double(a.z, b.z));
}
/* Is every component less? */
static inline bool split3_less(split3 a, split3 b) {
    return (gz_f64x2_less_bits(a.xy, b.xy) == 3) & (a.z < b.z);
}
/* (x + y) + z */
static inline real split3_sum(split3 v) {
    return (gz_f64x2_low(v.xy) + gz_f64x2_low(gz_f64x2_repeat(v.xy, 1))) + v.z;
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
static inline split3 split3_max(split3 a, split3 b) { return gz_f32x4_max(a, b); }
static inline split3 split3_or(split3 a, split3 b) { return gz_f32x4_or(a, b); }
static inline bool split3_less(split3 a, split3 b) { return (gz_f32x4_less_bits(a, b) & 7) == 7; }
static inline real split3_sum(split3 v) {
    return (gz_f32x4_low(v) + gz_f32x4_low(gz_f32x4_repeat(v, 1))) +
           gz_f32x4_low(gz_f32x4_second_halves(v, v));
}

#endif

/* Is every component of a less than that of b, and of c than that of d? */
static inline bool split3_both_less(split3 a, split3 b, split3 c, split3 d) {
    return ((int)split3_less(a, b) & (int)split3_less(c, d)) != 0; /* without a branch */
}

/* |x|, |y|, |z| */
static inline split3 split3_abs(split3 v) { return split3_max(v, split3_sub(split3_splat(0), v)); }

/* The columns of a matrix times what is at v. */
static inline split3 split3_turn(const split3 m[3], const vec3 *v) {
    split3 x = split3_mul(m[0], split3_splat(v->x)), y = split3_mul(m[1], split3_splat(v->y));
    return split3_add(split3_add(x, y), split3_mul(m[2], split3_splat(v->z)));
}

#endif
