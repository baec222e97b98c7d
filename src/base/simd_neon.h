/* SPDX-License-Identifier: MIT
 * 64-bit ARM; included by base/simd.h only. */
#ifndef GZ_BASE_SIMD_NEON_H
#define GZ_BASE_SIMD_NEON_H

#include <arm_neon.h>

typedef float32x4_t gz_f32x4;

static inline gz_f32x4 gz_f32x4_splat(float s) { return vdupq_n_f32(s); }
static inline gz_f32x4 gz_f32x4_load(const float *p) { return vld1q_f32(p); }
static inline void gz_f32x4_store(float *p, gz_f32x4 a) { vst1q_f32(p, a); }
static inline gz_f32x4 gz_f32x4_add(gz_f32x4 a, gz_f32x4 b) { return vaddq_f32(a, b); }
static inline gz_f32x4 gz_f32x4_sub(gz_f32x4 a, gz_f32x4 b) { return vsubq_f32(a, b); }
static inline gz_f32x4 gz_f32x4_mul(gz_f32x4 a, gz_f32x4 b) { return vmulq_f32(a, b); }
static inline gz_f32x4 gz_f32x4_div(gz_f32x4 a, gz_f32x4 b) { return vdivq_f32(a, b); }
static inline gz_f32x4 gz_f32x4_sqrt(gz_f32x4 a) { return vsqrtq_f32(a); }
/* Not vminq and vmaxq: those treat NaN and zeros in their own way. */
static inline gz_f32x4 gz_f32x4_min(gz_f32x4 a, gz_f32x4 b) { return vbslq_f32(vcltq_f32(b, a), b, a); }
static inline gz_f32x4 gz_f32x4_max(gz_f32x4 a, gz_f32x4 b) { return vbslq_f32(vcgtq_f32(b, a), b, a); }
static inline gz_f32x4 gz_f32x4_or(gz_f32x4 a, gz_f32x4 b) {
    return vreinterpretq_f32_u32(vorrq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
}
static inline gz_f32x4 gz_f32x4_take(const void *p) { return vld1q_f32(p); }
static inline gz_f32x4 gz_f32x4_three(const void *p) {
    const float *at = p;
    return vcombine_f32(vld1_f32(at), vld1_lane_f32(at + 2, vdup_n_f32(0), 0));
}
static inline gz_f32x4 gz_f32x4_lows(gz_f32x4 a, gz_f32x4 b) { return vzip1q_f32(a, b); }
static inline gz_f32x4 gz_f32x4_highs(gz_f32x4 a, gz_f32x4 b) { return vzip2q_f32(a, b); }
static inline gz_f32x4 gz_f32x4_first_halves(gz_f32x4 a, gz_f32x4 b) {
    return vcombine_f32(vget_low_f32(a), vget_low_f32(b));
}
static inline gz_f32x4 gz_f32x4_second_halves(gz_f32x4 a, gz_f32x4 b) {
    return vcombine_f32(vget_high_f32(a), vget_high_f32(b));
}
static inline gz_f32x4 gz_f32x4_make(float x, float y, float z, float w) {
    const float lanes[4] = {x, y, z, w};
    return vld1q_f32(lanes);
}
static inline gz_f32x4 gz_f32x4_turned(gz_f32x4 a) {
    float32x4_t next = vextq_f32(a, a, 1); /* a1 a2 a3 a0 */
    return vcombine_f32(vget_low_f32(next), vrev64_f32(vget_high_f32(next)));
}
static inline gz_f32x4 gz_f32x4_abs(gz_f32x4 a) { return vabsq_f32(a); }
static inline float gz_f32x4_low(gz_f32x4 a) { return vgetq_lane_f32(a, 0); }
static inline gz_f32x4 gz_f32x4_repeat(gz_f32x4 a, int lane) {
    return lane == 0   ? vdupq_laneq_f32(a, 0)
           : lane == 1 ? vdupq_laneq_f32(a, 1)
           : lane == 2 ? vdupq_laneq_f32(a, 2)
                       : vdupq_laneq_f32(a, 3);
}
static inline int gz_f32x4_bits(uint32x4_t lanes) {
    static const uint32_t weights[] = {1, 2, 4, 8};
    return (int)vaddvq_u32(vandq_u32(lanes, vld1q_u32(weights)));
}
static inline int gz_f32x4_equal_bits(gz_f32x4 a, gz_f32x4 b) { return gz_f32x4_bits(vceqq_f32(a, b)); }
static inline int gz_f32x4_less_bits(gz_f32x4 a, gz_f32x4 b) { return gz_f32x4_bits(vcltq_f32(a, b)); }
static inline gz_f32x4 gz_f32x4_when_less(gz_f32x4 a, gz_f32x4 b, gz_f32x4 c) {
    return vbslq_f32(vcltq_f32(a, b), c, vdupq_n_f32(0));
}
static inline gz_f32x4 gz_f32x4_or_less(gz_f32x4 mark, gz_f32x4 a, gz_f32x4 b) {
    return vreinterpretq_f32_u32(vorrq_u32(vreinterpretq_u32_f32(mark), vcltq_f32(a, b)));
}
static inline int gz_f32x4_marked_bits(gz_f32x4 mark) {
    return gz_f32x4_bits(vtstq_u32(vreinterpretq_u32_f32(mark), vreinterpretq_u32_f32(mark)));
}
static inline int gz_f32x4_top_bits(const uint32_t *p) {
    return gz_f32x4_bits(vcltzq_s32(vreinterpretq_s32_u32(vld1q_u32(p))));
}
static inline void gz_f32x4_store_ints(int32_t *p, gz_f32x4 a) { vst1q_s32(p, vcvtq_s32_f32(a)); }
static inline void gz_f32x4_store_bytes(uint8_t *p, gz_f32x4 a) {
    uint16x4_t words = vmovn_u32(vcvtq_u32_f32(a));
    uint8x8_t bytes = vmovn_u16(vcombine_u16(words, words));
    for (int i = 0; i < 4; ++i) p[i] = (uint8_t)(vget_lane_u32(vreinterpret_u32_u8(bytes), 0) >> 8 * i);
}
static inline gz_f32x4 gz_f32x4_of_bytes(const int8_t *p) {
    const int32_t lanes[4] = {p[0], p[1], p[2], p[3]};
    return vcvtq_f32_s32(vld1q_s32(lanes));
}

typedef float64x2_t gz_f64x2;

static inline gz_f64x2 gz_f64x2_splat(double s) { return vdupq_n_f64(s); }
static inline gz_f64x2 gz_f64x2_load(const double *p) { return vld1q_f64(p); }
static inline void gz_f64x2_store(double *p, gz_f64x2 a) { vst1q_f64(p, a); }
static inline gz_f64x2 gz_f64x2_add(gz_f64x2 a, gz_f64x2 b) { return vaddq_f64(a, b); }
static inline gz_f64x2 gz_f64x2_sub(gz_f64x2 a, gz_f64x2 b) { return vsubq_f64(a, b); }
static inline gz_f64x2 gz_f64x2_mul(gz_f64x2 a, gz_f64x2 b) { return vmulq_f64(a, b); }
static inline gz_f64x2 gz_f64x2_div(gz_f64x2 a, gz_f64x2 b) { return vdivq_f64(a, b); }
static inline gz_f64x2 gz_f64x2_sqrt(gz_f64x2 a) { return vsqrtq_f64(a); }
/* Not vminq and vmaxq: those treat NaN and zeros in their own way. */
static inline gz_f64x2 gz_f64x2_min(gz_f64x2 a, gz_f64x2 b) { return vbslq_f64(vcltq_f64(b, a), b, a); }
static inline gz_f64x2 gz_f64x2_max(gz_f64x2 a, gz_f64x2 b) { return vbslq_f64(vcgtq_f64(b, a), b, a); }
static inline gz_f64x2 gz_f64x2_or(gz_f64x2 a, gz_f64x2 b) {
    return vreinterpretq_f64_u64(vorrq_u64(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b)));
}
static inline gz_f64x2 gz_f64x2_take(const void *p) { return vld1q_f64(p); }
static inline gz_f64x2 gz_f64x2_lows(gz_f64x2 a, gz_f64x2 b) { return vzip1q_f64(a, b); }
static inline gz_f64x2 gz_f64x2_highs(gz_f64x2 a, gz_f64x2 b) { return vzip2q_f64(a, b); }
static inline gz_f64x2 gz_f64x2_of_first(gz_f32x4 a) { return vcvt_f64_f32(vget_low_f32(a)); }
static inline gz_f64x2 gz_f64x2_of_second(gz_f32x4 a) { return vcvt_high_f64_f32(a); }
static inline gz_f32x4 gz_f32x4_of_doubles(gz_f64x2 a, gz_f64x2 b) {
    return vcombine_f32(vcvt_f32_f64(a), vcvt_f32_f64(b));
}
static inline double gz_f64x2_low(gz_f64x2 a) { return vgetq_lane_f64(a, 0); }
static inline gz_f64x2 gz_f64x2_repeat(gz_f64x2 a, int lane) {
    return lane == 0 ? vdupq_laneq_f64(a, 0) : vdupq_laneq_f64(a, 1);
}
static inline int gz_f64x2_bits(uint64x2_t lanes) {
    static const uint64_t weights[] = {1, 2};
    return (int)vaddvq_u64(vandq_u64(lanes, vld1q_u64(weights)));
}
static inline int gz_f64x2_equal_bits(gz_f64x2 a, gz_f64x2 b) { return gz_f64x2_bits(vceqq_f64(a, b)); }
static inline int gz_f64x2_less_bits(gz_f64x2 a, gz_f64x2 b) { return gz_f64x2_bits(vcltq_f64(a, b)); }
static inline gz_f64x2 gz_f64x2_when_less(gz_f64x2 a, gz_f64x2 b, gz_f64x2 c) {
    return vbslq_f64(vcltq_f64(a, b), c, vdupq_n_f64(0));
}
static inline gz_f64x2 gz_f64x2_choose_less(gz_f64x2 a, gz_f64x2 b, gz_f64x2 c, gz_f64x2 d) {
    return vbslq_f64(vcltq_f64(a, b), c, d);
}
static inline gz_f64x2 gz_f64x2_make(double x, double y) {
    return vcombine_f64(vdup_n_f64(x), vdup_n_f64(y));
}
static inline gz_f64x2 gz_f64x2_abs(gz_f64x2 a) { return vabsq_f64(a); }

#endif
