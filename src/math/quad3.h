/* SPDX-License-Identifier: MIT
 * As math/split3.h, with the three doubles of a vector in one register of AVX2, and the same bits. What
 * is behind a vector in memory is taken along and means nothing. For functions marked GZ_TARGET_AVX2.
 */
#ifndef GZ_MATH_QUAD3_H
#define GZ_MATH_QUAD3_H

#include "base/simd.h"
#include "math/vec3.h"

#if defined(GZ_HAVE_AVX2) && defined(GRAZE_DOUBLE)

typedef gz_f64x4_avx2 quad3;

GZ_INLINE_AVX2 quad3 quad3_take(const void *p) { return _mm256_loadu_pd(p); }
GZ_INLINE_AVX2 quad3 quad3_splat(double s) { return _mm256_set1_pd(s); }
GZ_INLINE_AVX2 quad3 quad3_add(quad3 a, quad3 b) { return _mm256_add_pd(a, b); }
GZ_INLINE_AVX2 quad3 quad3_sub(quad3 a, quad3 b) { return _mm256_sub_pd(a, b); }
GZ_INLINE_AVX2 quad3 quad3_mul(quad3 a, quad3 b) { return _mm256_mul_pd(a, b); }
GZ_INLINE_AVX2 quad3 quad3_abs(quad3 a) { return gz_f64x4_avx2_abs(a); }
GZ_INLINE_AVX2 void quad3_put(vec3 *out, quad3 v) {
    _mm_storeu_pd(&out->x, _mm256_castpd256_pd128(v));
    _mm_store_sd(&out->z, _mm256_extractf128_pd(v, 1));
}
/* Is every component of a less than that of b, and of c than that of d? */
GZ_INLINE_AVX2 bool quad3_both_less(quad3 a, quad3 b, quad3 c, quad3 d) {
    __m256d first = _mm256_cmp_pd(a, b, _CMP_LT_OQ), second = _mm256_cmp_pd(c, d, _CMP_LT_OQ);
    return (~_mm256_movemask_pd(_mm256_and_pd(first, second)) & 7) == 0;
}
/* (x + y) + z of each. */
GZ_INLINE_AVX2 void quad3_sums(quad3 a, quad3 b, quad3 c, quad3 d, double sums[4]) {
    __m256d low = _mm256_unpacklo_pd(a, b), next_low = _mm256_unpacklo_pd(c, d);
    __m256d ab = _mm256_add_pd(low, _mm256_unpackhi_pd(a, b));
    __m256d cd = _mm256_add_pd(next_low, _mm256_unpackhi_pd(c, d));
    __m256d z = _mm256_permute2f128_pd(low, next_low, 0x31);
    _mm256_storeu_pd(sums, _mm256_add_pd(_mm256_permute2f128_pd(ab, cd, 0x20), z));
}
GZ_INLINE_AVX2 quad3 quad3_turn(const quad3 m[3], quad3 v) {
    __m256d x = _mm256_permute4x64_pd(v, 0x00), y = _mm256_permute4x64_pd(v, 0x55);
    __m256d xy = _mm256_add_pd(_mm256_mul_pd(m[0], x), _mm256_mul_pd(m[1], y));
    return _mm256_add_pd(xy, _mm256_mul_pd(m[2], _mm256_permute4x64_pd(v, 0xaa)));
}
GZ_INLINE_AVX2 quad3 quad3_turn_back(const quad3 m[3], quad3 v) {
    return gz_f64x4_avx2_sums(_mm256_mul_pd(m[0], v), _mm256_mul_pd(m[1], v), _mm256_mul_pd(m[2], v));
}
GZ_INLINE_AVX2 quad3 quad3_squares(const quad3 m[3]) {
    __m256d xy = _mm256_add_pd(_mm256_mul_pd(m[0], m[0]), _mm256_mul_pd(m[1], m[1]));
    return _mm256_add_pd(xy, _mm256_mul_pd(m[2], m[2]));
}

#endif

#endif
