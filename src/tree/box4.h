/* SPDX-License-Identifier: MIT
 * A box in registers: the least corner, and the greatest one with its signs turned, so that one
 * operation, the minimum, joins boxes. Zeros are positive, so that joining in any order gives the same
 * bits. Fourth lanes mean nothing. */
#ifndef GZ_TREE_BOX4_H
#define GZ_TREE_BOX4_H

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "tree/tree.h"

typedef struct gz_box4 {
    gz_f32x4 lo, minus_hi;
} gz_box4;

static inline gz_box4 gz_box4_make(gz_f32x4 lo, gz_f32x4 hi) {
    gz_f32x4 zero = gz_f32x4_splat(0);
    gz_box4 box;
    box.lo = gz_f32x4_add(lo, zero);
    box.minus_hi = gz_f32x4_sub(zero, hi);
    return box;
}
static inline gz_box4 gz_box4_nothing(void) {
    gz_box4 box;
    box.lo = box.minus_hi = gz_f32x4_splat(INFINITY);
    return box;
}
static inline gz_box4 gz_box4_join(gz_box4 a, gz_box4 b) {
    gz_box4 box;
    box.lo = gz_f32x4_min(a.lo, b.lo);
    box.minus_hi = gz_f32x4_min(a.minus_hi, b.minus_hi);
    return box;
}

#if defined(GRAZE_DOUBLE)
/* The box from lo to hi in the tree's units: gz_units_down and gz_units_up, three coordinates at once.
 */
static inline gz_f32x4 gz_box4_in_units(const gz_units *units, gz_f64x4 p) {
    const double *o = units->origin;
    gz_f64x4 origin = gz_f64x4_make(o[0], o[1], o[2], 0), scale = gz_f64x4_splat(units->scale);
    gz_f64x4 v = gz_f64x4_mul(gz_f64x4_sub(p, origin), scale);
    return gz_f32x4_of_doubles(v.lo, v.hi);
}
static inline gz_f32x4 gz_box4_slack(gz_f32x4 a) {
    gz_f32x4 size = gz_f32x4_max(a, gz_f32x4_sub(gz_f32x4_splat(0), a));
    return gz_f32x4_add(gz_f32x4_mul(size, gz_f32x4_splat(0x1p-23f)), gz_f32x4_splat(0x1p-149f));
}
static inline gz_box4 gz_box4_round(const gz_units *units, gz_f64x4 lo, gz_f64x4 hi) {
    gz_f32x4 low = gz_box4_in_units(units, lo), high = gz_box4_in_units(units, hi);
    return gz_box4_make(gz_f32x4_sub(low, gz_box4_slack(low)), gz_f32x4_add(high, gz_box4_slack(high)));
}
static inline gz_box4 gz_box4_to_units(const gz_units *units, gz_box4 box) {
    gz_f32x4 hi = gz_f32x4_sub(gz_f32x4_splat(0), box.minus_hi);
    return gz_box4_round(units, gz_f64x4_widen(box.lo), gz_f64x4_widen(hi));
}
#if defined(GZ_HAVE_AVX2)
/* The same bits, but zeros may have either sign in the given box: none are left. */
GZ_INLINE_AVX2 gz_box4 gz_box4_to_units_avx2(const gz_units *units, gz_box4 box) {
    const double *o = units->origin;
    __m256d origin = _mm256_setr_pd(o[0], o[1], o[2], 0), scale = _mm256_set1_pd(units->scale);
    __m256d least = _mm256_sub_pd(_mm256_cvtps_pd(box.lo), origin);
    __m256d minus_most = _mm256_add_pd(_mm256_cvtps_pd(box.minus_hi), origin);
    __m128 lo = _mm256_cvtpd_ps(_mm256_mul_pd(least, scale));
    __m128 minus_hi = _mm256_cvtpd_ps(_mm256_mul_pd(minus_most, scale));
    return (gz_box4){_mm_sub_ps(lo, gz_box4_slack(lo)), _mm_sub_ps(minus_hi, gz_box4_slack(minus_hi))};
}
#endif
#else
/* Floats are in units already. */
static inline gz_box4 gz_box4_to_units(const gz_units *units, gz_box4 box) {
    (void)units;
    return box;
}
#if defined(GZ_HAVE_AVX2)
/* But zeros may have either sign in the given box. */
GZ_INLINE_AVX2 gz_box4 gz_box4_to_units_avx2(const gz_units *units, gz_box4 box) {
    (void)units;
    return (gz_box4){_mm_add_ps(box.lo, _mm_setzero_ps()), _mm_add_ps(box.minus_hi, _mm_setzero_ps())};
}
#endif
#endif

/* What a tree is built of: the box of an item or of several in a row, in the tree's units, the number
 * of the first, and how many there are. Both numbers are bits of floats of ordinary size, because
 * arithmetic on lanes that mean nothing takes time if they are denormal. */
typedef struct gz_tree_record {
    _Alignas(32) float lo[3];
    uint32_t tagged_item;
    float minus_hi[3];
    uint32_t tagged_count;
} gz_tree_record;

#define GZ_RECORD_TAG 0x40000000u
static inline uint32_t gz_tree_record_item(const gz_tree_record *record) {
    return record->tagged_item & ~GZ_RECORD_TAG;
}
static inline uint32_t gz_tree_record_count(const gz_tree_record *record) {
    return record->tagged_count & ~GZ_RECORD_TAG;
}

static inline void gz_tree_record_set(gz_tree_record *record, gz_box4 box, uint32_t item,
                                      uint32_t count) {
    float *rows = (float *)(void *)record;
    gz_f32x4_store(rows, box.lo);
    gz_f32x4_store(rows + 4, box.minus_hi);
    record->tagged_item = item | GZ_RECORD_TAG;
    record->tagged_count = count | GZ_RECORD_TAG;
}
static inline gz_box4 gz_tree_record_box(const gz_tree_record *record) {
    gz_box4 box;
    box.lo = gz_f32x4_load(record->lo);
    box.minus_hi = gz_f32x4_load(record->minus_hi);
    return box;
}

static inline float gz_box4_half_surface(gz_box4 box) {
    gz_f32x4 minus_width = gz_f32x4_add(box.lo, box.minus_hi);
    float x = gz_f32x4_low(minus_width), y = gz_f32x4_low(gz_f32x4_repeat(minus_width, 1));
    float z = gz_f32x4_low(gz_f32x4_repeat(minus_width, 2));
    return x * y + y * z + z * x;
}

/* The box around all lanes of a node: lanes are joined four by four, then across. */
static inline gz_f32x4 gz_least_across(gz_f32x4 x, gz_f32x4 y, gz_f32x4 z) {
    gz_f32x4 xz_low = gz_f32x4_lows(x, z),
             xz_high = gz_f32x4_highs(x, z);     /* x0 z0 x1 z1, x2 z2 x3 z3 */
    gz_f32x4 xz = gz_f32x4_min(xz_low, xz_high); /* x z x z */
    gz_f32x4 yy = gz_f32x4_min(gz_f32x4_lows(y, y), gz_f32x4_highs(y, y)); /* y y y' y' */
    gz_f32x4 low = gz_f32x4_lows(xz, yy), high = gz_f32x4_highs(xz, yy);   /* x y z y */
    return gz_f32x4_min(low, high);
}
static inline gz_box4 gz_node_bounds(const gz_node *node) {
    gz_f32x4 least[6];
    gz_f32x4 zero = gz_f32x4_splat(0);
    for (int k = 0; k < 3; ++k) {
        least[k] = gz_f32x4_min(gz_f32x4_load(node->lo[k]), gz_f32x4_load(node->lo[k] + 4));
        gz_f32x4 most = gz_f32x4_max(gz_f32x4_load(node->hi[k]), gz_f32x4_load(node->hi[k] + 4));
        least[3 + k] = gz_f32x4_sub(zero, most);
    }
    gz_box4 box;
    box.lo = gz_least_across(least[0], least[1], least[2]);
    box.minus_hi = gz_least_across(least[3], least[4], least[5]);
    return box;
}

static inline void gz_tree_set_bounds(graze_tree *tree, gz_box4 box) {
    _Alignas(16) float corner[4];
    gz_f32x4_store(corner, box.lo);
    memcpy(tree->lo, corner, sizeof tree->lo);
    gz_f32x4_store(corner, gz_f32x4_sub(gz_f32x4_splat(0), box.minus_hi));
    memcpy(tree->hi, corner, sizeof tree->hi);
}

/* Puts boxes into lanes of a node; those above count are nothing. */
static inline void gz_node_set_boxes(gz_node *node, const gz_box4 boxes[GZ_TREE_WIDTH]) {
    gz_f32x4 zero = gz_f32x4_splat(0);
    for (int half = 0; half < GZ_TREE_WIDTH; half += 4) {
        const gz_box4 *b = boxes + half;
        gz_f32x4 a = gz_f32x4_lows(b[0].lo, b[2].lo), c = gz_f32x4_lows(b[1].lo, b[3].lo);
        gz_f32x4_store(node->lo[0] + half, gz_f32x4_lows(a, c));
        gz_f32x4_store(node->lo[1] + half, gz_f32x4_highs(a, c));
        a = gz_f32x4_highs(b[0].lo, b[2].lo), c = gz_f32x4_highs(b[1].lo, b[3].lo);
        gz_f32x4_store(node->lo[2] + half, gz_f32x4_lows(a, c));
        a = gz_f32x4_lows(b[0].minus_hi, b[2].minus_hi),
        c = gz_f32x4_lows(b[1].minus_hi, b[3].minus_hi);
        gz_f32x4_store(node->hi[0] + half, gz_f32x4_sub(zero, gz_f32x4_lows(a, c)));
        gz_f32x4_store(node->hi[1] + half, gz_f32x4_sub(zero, gz_f32x4_highs(a, c)));
        a = gz_f32x4_highs(b[0].minus_hi, b[2].minus_hi),
        c = gz_f32x4_highs(b[1].minus_hi, b[3].minus_hi);
        gz_f32x4_store(node->hi[2] + half, gz_f32x4_sub(zero, gz_f32x4_lows(a, c)));
    }
}

#endif
