/* SPDX-License-Identifier: MIT
 * Eight boxes side by side, compared with one at once. The functions come twice, for every machine and
 * for those with AVX2; both give the same bits. */
#ifndef GZ_BROAD_BOX8_H
#define GZ_BROAD_BOX8_H

#include "base/bits.h"
#include "base/simd.h"
#include "broad/slim_box.h"

enum { GZ_BOX8_WIDTH = 8 };

typedef struct gz_box8 {
    _Alignas(32) float lo[3][8], hi[3][8];
} gz_box8;

static inline gz_slim_box gz_box8_get(const gz_box8 *boxes, uint32_t i) {
    return (gz_slim_box){{boxes->lo[0][i], boxes->lo[1][i], boxes->lo[2][i]},
                         {boxes->hi[0][i], boxes->hi[1][i], boxes->hi[2][i]}};
}

static inline void gz_box8_set(gz_box8 *boxes, uint32_t i, const gz_slim_box *box) {
    for (int k = 0; k < 3; ++k) {
        boxes->lo[k][i] = box->lo[k];
        boxes->hi[k][i] = box->hi[k];
    }
}

/* The box round all eight; empty places hold gz_slim_nothing. */
static inline gz_slim_box gz_box8_merged(const gz_box8 *boxes) {
    gz_slim_box out;
    for (int k = 0; k < 3; ++k) {
        gz_f32x4 lo = gz_f32x4_min(gz_f32x4_load(boxes->lo[k]), gz_f32x4_load(boxes->lo[k] + 4));
        gz_f32x4 hi = gz_f32x4_max(gz_f32x4_load(boxes->hi[k]), gz_f32x4_load(boxes->hi[k] + 4));
        lo = gz_f32x4_min(lo, gz_f32x4_second_halves(lo, lo));
        hi = gz_f32x4_max(hi, gz_f32x4_second_halves(hi, hi));
        out.lo[k] = gz_f32x4_low(gz_f32x4_min(lo, gz_f32x4_repeat(lo, 1)));
        out.hi[k] = gz_f32x4_low(gz_f32x4_max(hi, gz_f32x4_repeat(hi, 1)));
    }
    return out;
}

/* Bit i is set iff the box overlaps boxes[i]. */
static inline uint32_t gz_box8_overlaps_baseline(const gz_box8 *boxes, const gz_slim_box *box) {
    int apart = 0;
    for (int k = 0; k < 3; ++k)
        for (int half = 0; half < 8; half += 4) {
            gz_f32x4 lo = gz_f32x4_load(boxes->lo[k] + half), hi = gz_f32x4_load(boxes->hi[k] + half);
            int bits = gz_f32x4_less_bits(gz_f32x4_splat(box->hi[k]), lo) |
                       gz_f32x4_less_bits(hi, gz_f32x4_splat(box->lo[k]));
            apart |= bits << half;
        }
    return (uint32_t)apart ^ 0xff;
}

#if defined(GZ_HAVE_AVX2)
GZ_INLINE_AVX2 uint32_t gz_box8_overlaps_avx2(const gz_box8 *boxes, const gz_slim_box *box) {
    __m256 apart = _mm256_setzero_ps();
    for (int k = 0; k < 3; ++k) {
        __m256 lo = _mm256_load_ps(boxes->lo[k]), hi = _mm256_load_ps(boxes->hi[k]);
        __m256 above = _mm256_cmp_ps(_mm256_broadcast_ss(&box->hi[k]), lo, _CMP_LT_OQ);
        __m256 below = _mm256_cmp_ps(hi, _mm256_broadcast_ss(&box->lo[k]), _CMP_LT_OQ);
        apart = _mm256_or_ps(apart, _mm256_or_ps(above, below));
    }
    return (uint32_t)_mm256_movemask_ps(apart) ^ 0xff;
}
#endif

#endif
