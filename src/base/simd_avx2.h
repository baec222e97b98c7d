/* SPDX-License-Identifier: MIT
 * Eight floats or four doubles in one register, for functions marked GZ_TARGET_AVX2; included by
 * base/simd.h only. Note that AVX2 alone has no fused multiply-add. */
#ifndef GZ_BASE_SIMD_AVX2_H
#define GZ_BASE_SIMD_AVX2_H

#include <immintrin.h>

#define GZ_TARGET_AVX2 __attribute__((target("avx2")))
#define GZ_INLINE_AVX2 static inline __attribute__((always_inline, target("avx2")))

/* Sixteen floats or 64 bytes in one register, by intrinsics alone, on machines that look up bytes in
 * tables of 64 and pack those that are wanted. */
#if !defined(GRAZE_NO_AVX512)
#define GZ_HAVE_AVX512 1
#define GZ_AVX512 "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt"
#define GZ_TARGET_AVX512 __attribute__((target(GZ_AVX512)))
#define GZ_INLINE_AVX512 static inline __attribute__((always_inline, target(GZ_AVX512)))
#endif

typedef __m256 gz_f32x8;

GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_splat(float s) { return _mm256_set1_ps(s); }
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_load(const float *p) { return _mm256_load_ps(p); }
GZ_INLINE_AVX2 void gz_f32x8_store(float *p, gz_f32x8 a) { _mm256_store_ps(p, a); }
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_add(gz_f32x8 a, gz_f32x8 b) { return _mm256_add_ps(a, b); }
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_sub(gz_f32x8 a, gz_f32x8 b) { return _mm256_sub_ps(a, b); }
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_mul(gz_f32x8 a, gz_f32x8 b) { return _mm256_mul_ps(a, b); }
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_div(gz_f32x8 a, gz_f32x8 b) { return _mm256_div_ps(a, b); }
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_sqrt(gz_f32x8 a) { return _mm256_sqrt_ps(a); }
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_min(gz_f32x8 a, gz_f32x8 b) { return _mm256_min_ps(b, a); }
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_max(gz_f32x8 a, gz_f32x8 b) { return _mm256_max_ps(b, a); }
GZ_INLINE_AVX2 int gz_f32x8_equal_bits(gz_f32x8 a, gz_f32x8 b) {
    return _mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_EQ_OQ));
}
GZ_INLINE_AVX2 int gz_f32x8_less_bits(gz_f32x8 a, gz_f32x8 b) {
    return _mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ));
}
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_when_less(gz_f32x8 a, gz_f32x8 b, gz_f32x8 c) {
    return _mm256_and_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ), c);
}
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_or_less(gz_f32x8 mark, gz_f32x8 a, gz_f32x8 b) {
    return _mm256_or_ps(mark, _mm256_cmp_ps(a, b, _CMP_LT_OQ));
}
GZ_INLINE_AVX2 int gz_f32x8_marked_bits(gz_f32x8 mark) { return _mm256_movemask_ps(mark); }
GZ_INLINE_AVX2 int gz_f32x8_top_bits(const uint32_t *p) {
    return _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_loadu_si256((const __m256i *)p)));
}
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_two_quads(const float *p, const float *q) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p)), _mm_loadu_ps(q), 1);
}
GZ_INLINE_AVX2 void gz_f32x8_quads(const float *p, const uint8_t *at, size_t step, gz_f32x8 out[4]) {
    __m256 a = gz_f32x8_two_quads(p + at[0] * step, p + at[4] * step);
    __m256 b = gz_f32x8_two_quads(p + at[1] * step, p + at[5] * step);
    __m256 c = gz_f32x8_two_quads(p + at[2] * step, p + at[6] * step);
    __m256 d = gz_f32x8_two_quads(p + at[3] * step, p + at[7] * step);
    __m256 low = _mm256_unpacklo_ps(a, b), high = _mm256_unpackhi_ps(a, b);
    __m256 next_low = _mm256_unpacklo_ps(c, d), next_high = _mm256_unpackhi_ps(c, d);
    out[0] = _mm256_shuffle_ps(low, next_low, 0x44);
    out[1] = _mm256_shuffle_ps(low, next_low, 0xee);
    out[2] = _mm256_shuffle_ps(high, next_high, 0x44);
    out[3] = _mm256_shuffle_ps(high, next_high, 0xee);
}
GZ_INLINE_AVX2 void gz_f32x8_store_bytes(uint8_t *p, gz_f32x8 a) {
    __m256i lanes = _mm256_cvttps_epi32(a);
    __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    _mm_storel_epi64((__m128i *)p, _mm_packus_epi16(words, words));
}
GZ_INLINE_AVX2 gz_f32x8 gz_f32x8_of_bytes(const int8_t *p) {
    return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)p)));
}

GZ_INLINE_AVX2 float gz_f32x8_top(gz_f32x8 a) {
    __m128 m = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    m = _mm_max_ps(m, _mm_movehl_ps(m, m));
    return _mm_cvtss_f32(_mm_max_ss(m, _mm_shuffle_ps(m, m, 1)));
}

typedef __m256d gz_f64x4_avx2;

GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_splat(double s) { return _mm256_set1_pd(s); }
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_load(const double *p) { return _mm256_load_pd(p); }
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_widen(__m128 a) { return _mm256_cvtps_pd(a); }
GZ_INLINE_AVX2 void gz_f64x4_avx2_store(double *p, gz_f64x4_avx2 a) { _mm256_store_pd(p, a); }
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_add(gz_f64x4_avx2 a, gz_f64x4_avx2 b) {
    return _mm256_add_pd(a, b);
}
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_sub(gz_f64x4_avx2 a, gz_f64x4_avx2 b) {
    return _mm256_sub_pd(a, b);
}
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_mul(gz_f64x4_avx2 a, gz_f64x4_avx2 b) {
    return _mm256_mul_pd(a, b);
}
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_div(gz_f64x4_avx2 a, gz_f64x4_avx2 b) {
    return _mm256_div_pd(a, b);
}
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_sqrt(gz_f64x4_avx2 a) { return _mm256_sqrt_pd(a); }
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_min(gz_f64x4_avx2 a, gz_f64x4_avx2 b) {
    return _mm256_min_pd(b, a);
}
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_max(gz_f64x4_avx2 a, gz_f64x4_avx2 b) {
    return _mm256_max_pd(b, a);
}
GZ_INLINE_AVX2 int gz_f64x4_avx2_equal_bits(gz_f64x4_avx2 a, gz_f64x4_avx2 b) {
    return _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_EQ_OQ));
}
GZ_INLINE_AVX2 int gz_f64x4_avx2_less_bits(gz_f64x4_avx2 a, gz_f64x4_avx2 b) {
    return _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LT_OQ));
}
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_when_less(gz_f64x4_avx2 a, gz_f64x4_avx2 b,
                                                     gz_f64x4_avx2 c) {
    return _mm256_and_pd(_mm256_cmp_pd(a, b, _CMP_LT_OQ), c);
}
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_choose_less(gz_f64x4_avx2 a, gz_f64x4_avx2 b,
                                                       gz_f64x4_avx2 c, gz_f64x4_avx2 d) {
    return _mm256_blendv_pd(d, c, _mm256_cmp_pd(a, b, _CMP_LT_OQ));
}
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_make(double x, double y, double z, double w) {
    return _mm256_setr_pd(x, y, z, w);
}
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_abs(gz_f64x4_avx2 a) {
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
}
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_turned(gz_f64x4_avx2 a) {
    return _mm256_permute4x64_pd(a, _MM_SHUFFLE(3, 0, 2, 1));
}
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_sums(gz_f64x4_avx2 a, gz_f64x4_avx2 b, gz_f64x4_avx2 c) {
    __m256d ab = _mm256_add_pd(_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
    __m256d cc = _mm256_add_pd(c, _mm256_permute_pd(c, 0xf));
    __m256d first = _mm256_permute2f128_pd(ab, cc, 0x20);
    return _mm256_add_pd(first, _mm256_permute2f128_pd(_mm256_unpacklo_pd(a, b), c, 0x31));
}
GZ_INLINE_AVX2 double gz_f64x4_avx2_top(gz_f64x4_avx2 a) {
    __m128d m = _mm_max_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_max_sd(m, _mm_unpackhi_pd(m, m)));
}

#endif
