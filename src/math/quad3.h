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
GZ_INLINE_AVX2 quad3 quad3_or(quad3 a, quad3 b) { return _mm256_or_pd(a, b); }
GZ_INLINE_AVX2 void quad3_put(vec3 *out, quad3 v) {
    _mm_storeu_pd(&out->x, _mm256_castpd256_pd128(v));
    _mm_store_sd(&out->z, _mm256_extractf128_pd(v, 1));
}
/* Is every component of a less than that of b, and of c than that of d? */
GZ_INLINE_AVX2 bool quad3_both_less(quad3 a, quad3 b, quad3 c, quad3 d) {
    __m256d first = _mm256_cmp_pd(a, b, _CMP_LT_OQ), second = _mm256_cmp_pd(c, d, _CMP_LT_OQ);
    return (~_mm256_movemask_pd(_mm256_and_pd(first, second)) & 7) == 0;
}
/* (x + y) + z */
GZ_INLINE_AVX2 double quad3_sum(quad3 a) {
    __m128d xy = _mm256_castpd256_pd128(a);
    return _mm_cvtsd_f64(
        _mm_add_sd(_mm_add_sd(xy, _mm_unpackhi_pd(xy, xy)), _mm256_extractf128_pd(a, 1)));
}
/* The columns of a matrix times what is at v. */
GZ_INLINE_AVX2 quad3 quad3_turn(const quad3 m[3], const vec3 *v) {
    __m256d x = _mm256_mul_pd(m[0], _mm256_broadcast_sd(&v->x));
    __m256d y = _mm256_mul_pd(m[1], _mm256_broadcast_sd(&v->y));
    return _mm256_add_pd(_mm256_add_pd(x, y), _mm256_mul_pd(m[2], _mm256_broadcast_sd(&v->z)));
}

#endif

#endif
