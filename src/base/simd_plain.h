/* SPDX-License-Identifier: MIT
 * Plain C for every other machine, and the reference for the tests; included by base/simd.h only. */
#ifndef GZ_BASE_SIMD_PLAIN_H
#define GZ_BASE_SIMD_PLAIN_H

#include <math.h>
#include <string.h>

typedef struct gz_f32x4 {
    float lane[4];
} gz_f32x4;
typedef struct gz_f64x2 {
    double lane[2];
} gz_f64x2;

/* A function whose lane i is the expression; a, b, s and p as in base/simd.h. */
#define GZ_LANES(type, count, name, parameters, expression)                                            \
    static inline type name parameters {                                                               \
        type result;                                                                                   \
        for (int i = 0; i < count; ++i) result.lane[i] = (expression);                                 \
        return result;                                                                                 \
    }
/* A function that gathers one condition a lane into bits. */
#define GZ_LANE_BITS(type, count, name, condition)                                                     \
    static inline int name(type a, type b) {                                                           \
        int bits = 0;                                                                                  \
        for (int i = 0; i < count; ++i) bits |= (int)(condition) << i;                                 \
        return bits;                                                                                   \
    }

GZ_LANES(gz_f32x4, 4, gz_f32x4_splat, (float s), s)
GZ_LANES(gz_f32x4, 4, gz_f32x4_load, (const float *p), p[i])
GZ_LANES(gz_f32x4, 4, gz_f32x4_add, (gz_f32x4 a, gz_f32x4 b), a.lane[i] + b.lane[i])
GZ_LANES(gz_f32x4, 4, gz_f32x4_sub, (gz_f32x4 a, gz_f32x4 b), a.lane[i] - b.lane[i])
GZ_LANES(gz_f32x4, 4, gz_f32x4_mul, (gz_f32x4 a, gz_f32x4 b), a.lane[i] * b.lane[i])
GZ_LANES(gz_f32x4, 4, gz_f32x4_div, (gz_f32x4 a, gz_f32x4 b), a.lane[i] / b.lane[i])
GZ_LANES(gz_f32x4, 4, gz_f32x4_sqrt, (gz_f32x4 a), sqrtf(a.lane[i]))
GZ_LANES(gz_f32x4, 4, gz_f32x4_min, (gz_f32x4 a, gz_f32x4 b),
         b.lane[i] < a.lane[i] ? b.lane[i] : a.lane[i])
GZ_LANES(gz_f32x4, 4, gz_f32x4_max, (gz_f32x4 a, gz_f32x4 b),
         b.lane[i] > a.lane[i] ? b.lane[i] : a.lane[i])
GZ_LANES(gz_f32x4, 4, gz_f32x4_or, (gz_f32x4 a, gz_f32x4 b), gz_or_float(a.lane[i], b.lane[i]))
static inline gz_f32x4 gz_f32x4_take(const void *p) {
    gz_f32x4 a;
    memcpy(&a, p, sizeof a);
    return a;
}
static inline gz_f32x4 gz_f32x4_three(const void *p) {
    gz_f32x4 a = {{0, 0, 0, 0}};
    memcpy(&a, p, 3 * sizeof *a.lane);
    return a;
}
GZ_LANES(gz_f32x4, 4, gz_f32x4_repeat, (gz_f32x4 a, int lane), a.lane[lane])
GZ_LANES(gz_f32x4, 4, gz_f32x4_lows, (gz_f32x4 a, gz_f32x4 b), i % 2 ? b.lane[i / 2] : a.lane[i / 2])
GZ_LANES(gz_f32x4, 4, gz_f32x4_highs, (gz_f32x4 a, gz_f32x4 b),
         i % 2 ? b.lane[2 + i / 2] : a.lane[2 + i / 2])
GZ_LANES(gz_f32x4, 4, gz_f32x4_first_halves, (gz_f32x4 a, gz_f32x4 b),
         i < 2 ? a.lane[i] : b.lane[i - 2])
GZ_LANES(gz_f32x4, 4, gz_f32x4_second_halves, (gz_f32x4 a, gz_f32x4 b),
         i < 2 ? a.lane[i + 2] : b.lane[i])
static inline gz_f32x4 gz_f32x4_make(float x, float y, float z, float w) {
    return (gz_f32x4){{x, y, z, w}};
}
static inline gz_f32x4 gz_f32x4_turned(gz_f32x4 a) {
    return (gz_f32x4){{a.lane[1], a.lane[2], a.lane[0], a.lane[3]}};
}
GZ_LANES(gz_f32x4, 4, gz_f32x4_abs, (gz_f32x4 a), fabsf(a.lane[i]))
static inline float gz_f32x4_low(gz_f32x4 a) { return a.lane[0]; }
GZ_LANE_BITS(gz_f32x4, 4, gz_f32x4_equal_bits, a.lane[i] == b.lane[i])
GZ_LANE_BITS(gz_f32x4, 4, gz_f32x4_less_bits, a.lane[i] < b.lane[i])
GZ_LANES(gz_f32x4, 4, gz_f32x4_when_less, (gz_f32x4 a, gz_f32x4 b, gz_f32x4 c),
         a.lane[i] < b.lane[i] ? c.lane[i] : 0)
GZ_LANES(gz_f32x4, 4, gz_f32x4_or_less, (gz_f32x4 mark, gz_f32x4 a, gz_f32x4 b),
         a.lane[i] < b.lane[i] ? -1 : mark.lane[i])
static inline int gz_f32x4_marked_bits(gz_f32x4 mark) {
    int bits = 0;
    for (int i = 0; i < 4; ++i) bits |= (int)(mark.lane[i] < 0) << i;
    return bits;
}
static inline int gz_f32x4_top_bits(const uint32_t *p) {
    int bits = 0;
    for (int i = 0; i < 4; ++i) bits |= (int)(p[i] >> 31) << i;
    return bits;
}
static inline void gz_f32x4_store_ints(int32_t *p, gz_f32x4 a) {
    for (int i = 0; i < 4; ++i) p[i] = (int32_t)a.lane[i];
}
static inline void gz_f32x4_store_bytes(uint8_t *p, gz_f32x4 a) {
    for (int i = 0; i < 4; ++i) p[i] = (uint8_t)a.lane[i];
}
GZ_LANES(gz_f32x4, 4, gz_f32x4_of_bytes, (const int8_t *p), (float)p[i])
static inline void gz_f32x4_store(float *p, gz_f32x4 a) {
    for (int i = 0; i < 4; ++i) p[i] = a.lane[i];
}

GZ_LANES(gz_f64x2, 2, gz_f64x2_splat, (double s), s)
GZ_LANES(gz_f64x2, 2, gz_f64x2_load, (const double *p), p[i])
GZ_LANES(gz_f64x2, 2, gz_f64x2_add, (gz_f64x2 a, gz_f64x2 b), a.lane[i] + b.lane[i])
GZ_LANES(gz_f64x2, 2, gz_f64x2_sub, (gz_f64x2 a, gz_f64x2 b), a.lane[i] - b.lane[i])
GZ_LANES(gz_f64x2, 2, gz_f64x2_mul, (gz_f64x2 a, gz_f64x2 b), a.lane[i] * b.lane[i])
GZ_LANES(gz_f64x2, 2, gz_f64x2_div, (gz_f64x2 a, gz_f64x2 b), a.lane[i] / b.lane[i])
GZ_LANES(gz_f64x2, 2, gz_f64x2_sqrt, (gz_f64x2 a), sqrt(a.lane[i]))
GZ_LANES(gz_f64x2, 2, gz_f64x2_min, (gz_f64x2 a, gz_f64x2 b),
         b.lane[i] < a.lane[i] ? b.lane[i] : a.lane[i])
GZ_LANES(gz_f64x2, 2, gz_f64x2_max, (gz_f64x2 a, gz_f64x2 b),
         b.lane[i] > a.lane[i] ? b.lane[i] : a.lane[i])
GZ_LANES(gz_f64x2, 2, gz_f64x2_or, (gz_f64x2 a, gz_f64x2 b), gz_or_double(a.lane[i], b.lane[i]))
static inline gz_f64x2 gz_f64x2_take(const void *p) {
    gz_f64x2 a;
    memcpy(&a, p, sizeof a);
    return a;
}
GZ_LANES(gz_f64x2, 2, gz_f64x2_repeat, (gz_f64x2 a, int lane), a.lane[lane])
GZ_LANES(gz_f64x2, 2, gz_f64x2_lows, (gz_f64x2 a, gz_f64x2 b), i ? b.lane[0] : a.lane[0])
GZ_LANES(gz_f64x2, 2, gz_f64x2_highs, (gz_f64x2 a, gz_f64x2 b), i ? b.lane[1] : a.lane[1])
GZ_LANES(gz_f64x2, 2, gz_f64x2_of_first, (gz_f32x4 a), (double)a.lane[i])
GZ_LANES(gz_f64x2, 2, gz_f64x2_of_second, (gz_f32x4 a), (double)a.lane[i + 2])
GZ_LANES(gz_f32x4, 4, gz_f32x4_of_doubles, (gz_f64x2 a, gz_f64x2 b),
         (float)(i < 2 ? a.lane[i] : b.lane[i - 2]))
static inline double gz_f64x2_low(gz_f64x2 a) { return a.lane[0]; }
GZ_LANE_BITS(gz_f64x2, 2, gz_f64x2_equal_bits, a.lane[i] == b.lane[i])
GZ_LANE_BITS(gz_f64x2, 2, gz_f64x2_less_bits, a.lane[i] < b.lane[i])
GZ_LANES(gz_f64x2, 2, gz_f64x2_when_less, (gz_f64x2 a, gz_f64x2 b, gz_f64x2 c),
         a.lane[i] < b.lane[i] ? c.lane[i] : 0)
GZ_LANES(gz_f64x2, 2, gz_f64x2_choose_less, (gz_f64x2 a, gz_f64x2 b, gz_f64x2 c, gz_f64x2 d),
         a.lane[i] < b.lane[i] ? c.lane[i] : d.lane[i])
GZ_LANES(gz_f64x2, 2, gz_f64x2_make, (double x, double y), i ? y : x)
GZ_LANES(gz_f64x2, 2, gz_f64x2_abs, (gz_f64x2 a), fabs(a.lane[i]))
static inline void gz_f64x2_store(double *p, gz_f64x2 a) {
    for (int i = 0; i < 2; ++i) p[i] = a.lane[i];
}

#undef GZ_LANES
#undef GZ_LANE_BITS

#endif
