/* SPDX-License-Identifier: MIT
 * The baseline of x86-64; included by base/simd.h only. */
#ifndef GZ_BASE_SIMD_SSE2_H
#define GZ_BASE_SIMD_SSE2_H

#include <emmintrin.h>
#include <string.h>

typedef __m128 gz_f32x4;

static inline gz_f32x4 gz_f32x4_splat(float s) { return _mm_set1_ps(s); }
static inline gz_f32x4 gz_f32x4_load(const float *p) { return _mm_load_ps(p); }
static inline void gz_f32x4_store(float *p, gz_f32x4 a) { _mm_store_ps(p, a); }
static inline gz_f32x4 gz_f32x4_add(gz_f32x4 a, gz_f32x4 b) { return _mm_add_ps(a, b); }
static inline gz_f32x4 gz_f32x4_sub(gz_f32x4 a, gz_f32x4 b) { return _mm_sub_ps(a, b); }
static inline gz_f32x4 gz_f32x4_mul(gz_f32x4 a, gz_f32x4 b) { return _mm_mul_ps(a, b); }
static inline gz_f32x4 gz_f32x4_div(gz_f32x4 a, gz_f32x4 b) { return _mm_div_ps(a, b); }
static inline gz_f32x4 gz_f32x4_sqrt(gz_f32x4 a) { return _mm_sqrt_ps(a); }
/* The instructions return their second operand on ties and NaN, hence the order. */
static inline gz_f32x4 gz_f32x4_min(gz_f32x4 a, gz_f32x4 b) { return _mm_min_ps(b, a); }
static inline gz_f32x4 gz_f32x4_max(gz_f32x4 a, gz_f32x4 b) { return _mm_max_ps(b, a); }
static inline gz_f32x4 gz_f32x4_or(gz_f32x4 a, gz_f32x4 b) { return _mm_or_ps(a, b); }
static inline gz_f32x4 gz_f32x4_take(const void *p) { return _mm_loadu_ps(p); }
static inline gz_f32x4 gz_f32x4_three(const void *p) {
    int32_t last;
    memcpy(&last, (const char *)p + 8, sizeof last);
    return _mm_castsi128_ps(_mm_unpacklo_epi64(_mm_loadl_epi64(p), _mm_cvtsi32_si128(last)));
}
static inline gz_f32x4 gz_f32x4_lows(gz_f32x4 a, gz_f32x4 b) { return _mm_unpacklo_ps(a, b); }
static inline gz_f32x4 gz_f32x4_highs(gz_f32x4 a, gz_f32x4 b) { return _mm_unpackhi_ps(a, b); }
static inline gz_f32x4 gz_f32x4_first_halves(gz_f32x4 a, gz_f32x4 b) { return _mm_movelh_ps(a, b); }
static inline gz_f32x4 gz_f32x4_second_halves(gz_f32x4 a, gz_f32x4 b) { return _mm_movehl_ps(b, a); }
static inline gz_f32x4 gz_f32x4_make(float x, float y, float z, float w) {
    return _mm_setr_ps(x, y, z, w);
}
static inline gz_f32x4 gz_f32x4_turned(gz_f32x4 a) {
    return _mm_shuffle_ps(a, a, _MM_SHUFFLE(3, 0, 2, 1));
}
static inline gz_f32x4 gz_f32x4_abs(gz_f32x4 a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
static inline float gz_f32x4_low(gz_f32x4 a) { return _mm_cvtss_f32(a); }
static inline gz_f32x4 gz_f32x4_repeat(gz_f32x4 a, int lane) {
    return lane == 0   ? _mm_shuffle_ps(a, a, 0x00)
           : lane == 1 ? _mm_shuffle_ps(a, a, 0x55)
           : lane == 2 ? _mm_shuffle_ps(a, a, 0xaa)
                       : _mm_shuffle_ps(a, a, 0xff);
}
static inline int gz_f32x4_equal_bits(gz_f32x4 a, gz_f32x4 b) {
    return _mm_movemask_ps(_mm_cmpeq_ps(a, b));
}
static inline int gz_f32x4_less_bits(gz_f32x4 a, gz_f32x4 b) {
    return _mm_movemask_ps(_mm_cmplt_ps(a, b));
}
static inline gz_f32x4 gz_f32x4_when_less(gz_f32x4 a, gz_f32x4 b, gz_f32x4 c) {
    return _mm_and_ps(_mm_cmplt_ps(a, b), c);
}
static inline gz_f32x4 gz_f32x4_or_less(gz_f32x4 mark, gz_f32x4 a, gz_f32x4 b) {
    return _mm_or_ps(mark, _mm_cmplt_ps(a, b));
}
static inline int gz_f32x4_marked_bits(gz_f32x4 mark) { return _mm_movemask_ps(mark); }
static inline int gz_f32x4_top_bits(const uint32_t *p) {
    return _mm_movemask_ps(_mm_castsi128_ps(_mm_loadu_si128((const __m128i *)p)));
}
static inline void gz_f32x4_store_ints(int32_t *p, gz_f32x4 a) {
    _mm_storeu_si128((__m128i *)p, _mm_cvttps_epi32(a));
}
static inline void gz_f32x4_store_bytes(uint8_t *p, gz_f32x4 a) {
    __m128i words = _mm_packs_epi32(_mm_cvttps_epi32(a), _mm_setzero_si128());
    int32_t bytes = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
    memcpy(p, &bytes, sizeof bytes);
}
static inline gz_f32x4 gz_f32x4_of_bytes(const int8_t *p) {
    int32_t four;
    memcpy(&four, p, sizeof four);
    __m128i bytes = _mm_cvtsi32_si128(four), words = _mm_unpacklo_epi8(bytes, bytes);
    return _mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(words, words), 24));
}

typedef __m128d gz_f64x2;

static inline gz_f64x2 gz_f64x2_splat(double s) { return _mm_set1_pd(s); }
static inline gz_f64x2 gz_f64x2_load(const double *p) { return _mm_load_pd(p); }
static inline void gz_f64x2_store(double *p, gz_f64x2 a) { _mm_store_pd(p, a); }
static inline gz_f64x2 gz_f64x2_add(gz_f64x2 a, gz_f64x2 b) { return _mm_add_pd(a, b); }
static inline gz_f64x2 gz_f64x2_sub(gz_f64x2 a, gz_f64x2 b) { return _mm_sub_pd(a, b); }
static inline gz_f64x2 gz_f64x2_mul(gz_f64x2 a, gz_f64x2 b) { return _mm_mul_pd(a, b); }
static inline gz_f64x2 gz_f64x2_div(gz_f64x2 a, gz_f64x2 b) { return _mm_div_pd(a, b); }
static inline gz_f64x2 gz_f64x2_sqrt(gz_f64x2 a) { return _mm_sqrt_pd(a); }
/* The instructions return their second operand on ties and NaN, hence the order. */
static inline gz_f64x2 gz_f64x2_min(gz_f64x2 a, gz_f64x2 b) { return _mm_min_pd(b, a); }
static inline gz_f64x2 gz_f64x2_max(gz_f64x2 a, gz_f64x2 b) { return _mm_max_pd(b, a); }
static inline gz_f64x2 gz_f64x2_or(gz_f64x2 a, gz_f64x2 b) { return _mm_or_pd(a, b); }
static inline gz_f64x2 gz_f64x2_take(const void *p) { return _mm_loadu_pd(p); }
static inline gz_f64x2 gz_f64x2_lows(gz_f64x2 a, gz_f64x2 b) { return _mm_unpacklo_pd(a, b); }
static inline gz_f64x2 gz_f64x2_highs(gz_f64x2 a, gz_f64x2 b) { return _mm_unpackhi_pd(a, b); }
static inline gz_f64x2 gz_f64x2_of_first(gz_f32x4 a) { return _mm_cvtps_pd(a); }
static inline gz_f64x2 gz_f64x2_of_second(gz_f32x4 a) { return _mm_cvtps_pd(_mm_movehl_ps(a, a)); }
static inline gz_f32x4 gz_f32x4_of_doubles(gz_f64x2 a, gz_f64x2 b) {
    return _mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b));
}
static inline double gz_f64x2_low(gz_f64x2 a) { return _mm_cvtsd_f64(a); }
static inline gz_f64x2 gz_f64x2_repeat(gz_f64x2 a, int lane) {
    return lane == 0 ? _mm_unpacklo_pd(a, a) : _mm_unpackhi_pd(a, a);
}
static inline int gz_f64x2_equal_bits(gz_f64x2 a, gz_f64x2 b) {
    return _mm_movemask_pd(_mm_cmpeq_pd(a, b));
}
static inline int gz_f64x2_less_bits(gz_f64x2 a, gz_f64x2 b) {
    return _mm_movemask_pd(_mm_cmplt_pd(a, b));
}
static inline gz_f64x2 gz_f64x2_when_less(gz_f64x2 a, gz_f64x2 b, gz_f64x2 c) {
    return _mm_and_pd(_mm_cmplt_pd(a, b), c);
}
static inline gz_f64x2 gz_f64x2_choose_less(gz_f64x2 a, gz_f64x2 b, gz_f64x2 c, gz_f64x2 d) {
    __m128d less = _mm_cmplt_pd(a, b);
    return _mm_or_pd(_mm_and_pd(less, c), _mm_andnot_pd(less, d));
}
static inline gz_f64x2 gz_f64x2_make(double x, double y) { return _mm_setr_pd(x, y); }
static inline gz_f64x2 gz_f64x2_abs(gz_f64x2 a) { return _mm_andnot_pd(_mm_set1_pd(-0.0), a); }

#endif
