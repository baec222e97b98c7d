/* SPDX-License-Identifier: MIT
 * A thin layer over the vector units: gz_f32x4, gz_f64x2 and gz_f64x4 everywhere (SSE2, NEON or plain
 * C), gz_f32x8 and gz_f64x4_avx2 in functions marked GZ_TARGET_AVX2 where GZ_HAVE_AVX2 is defined.
 * Whether the machine has AVX2 is asked at run time (gz_simd_has_avx2), and so it is with intrinsics of
 * AVX-512, in functions marked GZ_TARGET_AVX512; the default build needs only the baseline.
 *
 * Every operation rounds each lane exactly as the scalar one does, so results are the same bits with
 * any of them. For each type T:
 *     T_splat(s)  T_load(p)  T_store(p, a)     p aligned to the size of T
 *     T_add T_sub T_mul T_div T_sqrt
 *     T_min(a, b) = b < a ? b : a   T_max(a, b) = b > a ? b : a     as graze_min and graze_max
 *     T_equal_bits(a, b)  T_less_bits(a, b)    bit i is set iff lane i compares true
 *     T_when_less(a, b, c)     c in the lanes where a < b, 0 in the others
 * for types of float
 *     T_or_less(mark, a, b)    mark, and the lanes where a < b are marked; splat(0) marks none
 *     T_marked_bits(mark)      bit i is set iff lane i is marked
 *     T_top_bits(p)            bit i is set iff the uint32_t p[i] has its top bit set
 *     T_quads(p, at, step, out)   lane i of out[k], k < 4, is p[at[i] * step + k]; at is a
 *                              const uint8_t *
 *     T_store_bytes(p, a)      as bytes; lanes are whole numbers of 0 to 255, p is a uint8_t *
 *     T_of_bytes(p)            whole numbers; p is a const int8_t *
 * and for gz_f32x4 and gz_f64x2:
 *     T_take(p)   as T_load, from any place    T_low(a)   lane 0
 *     T_repeat(a, i)   lane i (a constant) in all lanes
 *     T_or(a, b)   the bits of both
 *     T_lows(a, b)   a0 b0 (a1 b1)   T_highs(a, b)   (a2 b2 a3 b3), a1 b1
 *     gz_f32x4_gather(p, at, step)   lane i is p[at[i] * step]; at is a const uint8_t *
 *     gz_f32x4_store_ints(p, a)   without what is behind the point; p is an int32_t *
 *     gz_f32x4_first_halves(a, b)   a0 a1 b0 b1   gz_f32x4_second_halves(a, b)   a2 a3 b2 b3
 *     gz_f32x4_make(x, y, z, w)   gz_f32x4_turned(a)   a1 a2 a0 a3   gz_f32x4_abs(a)
 *     gz_f32x4_three(p)   three floats from any place, and zero; gz_f64x4_three(p): three doubles
 *     gz_f64x2_of_first(a)  gz_f64x2_of_second(a)   two floats as doubles
 *     gz_f32x4_of_doubles(a, b)   a0 a1 b0 b1, rounded
 *     T_top(a)    the largest lane (not for gz_f64x2); none may be NaN, of two zeros it may be either
 * and for four doubles, as three and one more:
 *     T_choose_less(a, b, c, d)   c in the lanes where a < b, d in the others
 *     T_make(x, y, z, w)   T_abs(a)   T_turned(a)   a1 a2 a0 a3   T_widen(a)   four floats
 *     T_sums(a, b, c)      (a0 + a1) + a2, the same of b and of c; what the last lane holds is nobody's
 * business
 */
#ifndef GZ_BASE_SIMD_H
#define GZ_BASE_SIMD_H

#include <string.h>

#include "base/bits.h"
#include "base/common.h"

#if defined(GRAZE_NO_SIMD)
#define GZ_SIMD_NAME "plain"
#include "base/simd_plain.h"
#elif defined(__SSE2__) || defined(_M_X64)
#define GZ_SIMD_NAME "sse2"
#include "base/simd_sse2.h"
#if defined(__GNUC__) && !defined(GRAZE_NO_AVX2)
#define GZ_HAVE_AVX2 1
#include "base/simd_avx2.h"
#endif
#elif defined(__ARM_NEON) && defined(__aarch64__)
#define GZ_SIMD_NAME "neon"
#include "base/simd_neon.h"
#else
#define GZ_SIMD_NAME "plain"
#include "base/simd_plain.h"
#endif

/* Does this machine run functions marked GZ_TARGET_AVX2? False where they are not compiled. */
static inline bool gz_simd_has_avx2(void) {
#if defined(GZ_HAVE_AVX2)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

/* The same for functions marked GZ_TARGET_AVX512, where GZ_HAVE_AVX512 is defined. */
static inline bool gz_simd_has_avx512(void) {
#if defined(GZ_HAVE_AVX512)
    return __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

/* Four doubles as two pairs. */
typedef struct gz_f64x4 {
    gz_f64x2 lo, hi;
} gz_f64x4;

static inline gz_f64x4 gz_f64x4_pair(gz_f64x2 lo, gz_f64x2 hi) {
    gz_f64x4 a;
    a.lo = lo;
    a.hi = hi;
    return a;
}
static inline gz_f64x4 gz_f64x4_splat(double s) {
    return gz_f64x4_pair(gz_f64x2_splat(s), gz_f64x2_splat(s));
}
static inline gz_f64x4 gz_f64x4_load(const double *p) {
    return gz_f64x4_pair(gz_f64x2_load(p), gz_f64x2_load(p + 2));
}
static inline gz_f64x4 gz_f64x4_three(const void *p) {
    double last;
    memcpy(&last, (const char *)p + 2 * sizeof last, sizeof last);
    return gz_f64x4_pair(gz_f64x2_take(p), gz_f64x2_make(last, 0));
}
static inline gz_f64x4 gz_f64x4_widen(gz_f32x4 a) {
    return gz_f64x4_pair(gz_f64x2_of_first(a), gz_f64x2_of_second(a));
}
static inline void gz_f64x4_store(double *p, gz_f64x4 a) {
    gz_f64x2_store(p, a.lo);
    gz_f64x2_store(p + 2, a.hi);
}
static inline gz_f64x4 gz_f64x4_add(gz_f64x4 a, gz_f64x4 b) {
    return gz_f64x4_pair(gz_f64x2_add(a.lo, b.lo), gz_f64x2_add(a.hi, b.hi));
}
static inline gz_f64x4 gz_f64x4_sub(gz_f64x4 a, gz_f64x4 b) {
    return gz_f64x4_pair(gz_f64x2_sub(a.lo, b.lo), gz_f64x2_sub(a.hi, b.hi));
}
static inline gz_f64x4 gz_f64x4_mul(gz_f64x4 a, gz_f64x4 b) {
    return gz_f64x4_pair(gz_f64x2_mul(a.lo, b.lo), gz_f64x2_mul(a.hi, b.hi));
}
static inline gz_f64x4 gz_f64x4_div(gz_f64x4 a, gz_f64x4 b) {
    return gz_f64x4_pair(gz_f64x2_div(a.lo, b.lo), gz_f64x2_div(a.hi, b.hi));
}
static inline gz_f64x4 gz_f64x4_sqrt(gz_f64x4 a) {
    return gz_f64x4_pair(gz_f64x2_sqrt(a.lo), gz_f64x2_sqrt(a.hi));
}
static inline gz_f64x4 gz_f64x4_min(gz_f64x4 a, gz_f64x4 b) {
    return gz_f64x4_pair(gz_f64x2_min(a.lo, b.lo), gz_f64x2_min(a.hi, b.hi));
}
static inline gz_f64x4 gz_f64x4_max(gz_f64x4 a, gz_f64x4 b) {
    return gz_f64x4_pair(gz_f64x2_max(a.lo, b.lo), gz_f64x2_max(a.hi, b.hi));
}
static inline int gz_f64x4_equal_bits(gz_f64x4 a, gz_f64x4 b) {
    return gz_f64x2_equal_bits(a.lo, b.lo) | gz_f64x2_equal_bits(a.hi, b.hi) << 2;
}
static inline int gz_f64x4_less_bits(gz_f64x4 a, gz_f64x4 b) {
    return gz_f64x2_less_bits(a.lo, b.lo) | gz_f64x2_less_bits(a.hi, b.hi) << 2;
}

static inline gz_f64x4 gz_f64x4_when_less(gz_f64x4 a, gz_f64x4 b, gz_f64x4 c) {
    return gz_f64x4_pair(gz_f64x2_when_less(a.lo, b.lo, c.lo), gz_f64x2_when_less(a.hi, b.hi, c.hi));
}
static inline gz_f64x4 gz_f64x4_choose_less(gz_f64x4 a, gz_f64x4 b, gz_f64x4 c, gz_f64x4 d) {
    return gz_f64x4_pair(gz_f64x2_choose_less(a.lo, b.lo, c.lo, d.lo),
                         gz_f64x2_choose_less(a.hi, b.hi, c.hi, d.hi));
}
static inline gz_f64x4 gz_f64x4_make(double x, double y, double z, double w) {
    return gz_f64x4_pair(gz_f64x2_make(x, y), gz_f64x2_make(z, w));
}
static inline gz_f64x4 gz_f64x4_abs(gz_f64x4 a) {
    return gz_f64x4_pair(gz_f64x2_abs(a.lo), gz_f64x2_abs(a.hi));
}
static inline gz_f64x4 gz_f64x4_turned(gz_f64x4 a) {
    return gz_f64x4_pair(gz_f64x2_lows(gz_f64x2_repeat(a.lo, 1), a.hi),
                         gz_f64x2_make(gz_f64x2_low(a.lo), gz_f64x2_low(gz_f64x2_repeat(a.hi, 1))));
}
static inline gz_f64x4 gz_f64x4_sums(gz_f64x4 a, gz_f64x4 b, gz_f64x4 c) {
    gz_f64x2 ab = gz_f64x2_add(gz_f64x2_lows(a.lo, b.lo), gz_f64x2_highs(a.lo, b.lo));
    gz_f64x2 cc = gz_f64x2_add(c.lo, gz_f64x2_repeat(c.lo, 1));
    return gz_f64x4_pair(gz_f64x2_add(ab, gz_f64x2_lows(a.hi, b.hi)), gz_f64x2_add(cc, c.hi));
}

static inline double gz_f64x4_top(gz_f64x4 a) {
    _Alignas(16) double lane[2];
    gz_f64x2_store(lane, gz_f64x2_max(a.lo, a.hi));
    return lane[1] > lane[0] ? lane[1] : lane[0];
}

static inline gz_f32x4 gz_f32x4_gather(const float *p, const uint8_t *at, size_t step) {
    const float lanes[4] = {p[at[0] * step], p[at[1] * step], p[at[2] * step], p[at[3] * step]};
    return gz_f32x4_take(lanes);
}

static inline void gz_f32x4_quads(const float *p, const uint8_t *at, size_t step, gz_f32x4 out[4]) {
    gz_f32x4 a = gz_f32x4_take(p + at[0] * step), b = gz_f32x4_take(p + at[1] * step);
    gz_f32x4 c = gz_f32x4_take(p + at[2] * step), d = gz_f32x4_take(p + at[3] * step);
    gz_f32x4 low = gz_f32x4_lows(a, b), high = gz_f32x4_highs(a, b);
    gz_f32x4 next_low = gz_f32x4_lows(c, d), next_high = gz_f32x4_highs(c, d);
    out[0] = gz_f32x4_first_halves(low, next_low);
    out[1] = gz_f32x4_second_halves(low, next_low);
    out[2] = gz_f32x4_first_halves(high, next_high);
    out[3] = gz_f32x4_second_halves(high, next_high);
}

static inline float gz_f32x4_top(gz_f32x4 a) {
    gz_f32x4 two = gz_f32x4_max(gz_f32x4_second_halves(a, a), a);
    float even = gz_f32x4_low(two), odd = gz_f32x4_low(gz_f32x4_repeat(two, 1));
    return odd > even ? odd : even;
}

#endif
