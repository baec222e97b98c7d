/* SPDX-License-Identifier: MIT
 * The order of several records along an axis, as whole numbers, of which all can be sorted at once.
 */
#ifndef GZ_TREE_SPLIT_ORDER_H
#define GZ_TREE_SPLIT_ORDER_H

#include <string.h>

#include "tree/box4.h"

enum { SEVERAL = 16 };

/* A key is the bits of a centre, in the order of whole numbers, but for the last five: the place of the
 * record and whether it stands for two items. So no two are equal. Those of records that are not there
 * come last and have the place of the first. */
enum { KEY_PLACE = 15, KEY_PAIR = 16, KEY_TAGS = 31, KEY_NONE = 0x7fffffe0 };
static inline int32_t key_of(const gz_tree_record *record, int place, int axis) {
    float center = record->lo[axis] - record->minus_hi[axis];
    int32_t bits, pair = record->tagged_count & 2 ? KEY_PAIR : 0;
    memcpy(&bits, &center, sizeof bits);
    bits ^= bits < 0 ? INT32_MAX : 0;
    return (bits & ~KEY_TAGS) | pair | place;
}

/* What is added to boxes, from SEVERAL on to those that are not there. */
#define NO_4 INFINITY, INFINITY, INFINITY, INFINITY
static const float several_absent[2 * SEVERAL] = {[SEVERAL] = NO_4, NO_4, NO_4, NO_4};
#undef NO_4
/* How many of SEVERAL are before a cut, and how many behind it, or 0 where there is none. */
static const float several_before[SEVERAL] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const float several_behind[2 * SEVERAL] = {16, 15, 14, 13, 12, 11, 10, 9,
                                                  8,  7,  6,  5,  4,  3,  2,  1};

/* The keys in order; bit i of the result: that record stands for two items. */
static inline uint32_t row4_order(const gz_tree_record *from, int count, int axis, int32_t *order) {
    int32_t key[SEVERAL];
    uint32_t pairs = 0;
    for (int i = 0; i < count; ++i) key[i] = key_of(&from[i], i, axis);
    for (int i = 0; i < count; ++i) {
        int rank = 0;
        for (int k = 0; k < count; ++k) rank += key[k] < key[i];
        order[rank] = key[i];
        pairs |= (uint32_t)(key[i] & KEY_PAIR) >> 4 << rank;
    }
    for (int i = count; i < SEVERAL; ++i) order[i] = KEY_NONE;
    return pairs;
}

#if defined(GZ_HAVE_AVX2)
/* Each lane and another: the lesser one, where `more` has a bit the greater. */
#define SWAP_8(v, other, more)                                                                         \
    do {                                                                                               \
        __m256i w_ = other;                                                                            \
        v = _mm256_blend_epi32(_mm256_min_epi32(v, w_), _mm256_max_epi32(v, w_), more);                \
    } while (0)

GZ_INLINE_AVX2 __m256i reversed_8(__m256i v) {
    return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0));
}
/* Batcher's network: quarters of a row that rises and falls, all eight, and a row of sixteen of which
 * this is one half. */
GZ_INLINE_AVX2 __m256i end_order_8(__m256i v) {
    SWAP_8(v, _mm256_shuffle_epi32(v, 0x4e), 0xcc);
    SWAP_8(v, _mm256_shuffle_epi32(v, 0xb1), 0xaa);
    return v;
}
GZ_INLINE_AVX2 __m256i order_8(__m256i v) {
    SWAP_8(v, _mm256_shuffle_epi32(v, 0xb1), 0xaa);
    SWAP_8(v, _mm256_shuffle_epi32(v, 0x1b), 0xcc);
    SWAP_8(v, _mm256_shuffle_epi32(v, 0xb1), 0xaa);
    SWAP_8(v, reversed_8(v), 0xf0);
    return end_order_8(v);
}
GZ_INLINE_AVX2 __m256i end_order_16(__m256i v) {
    SWAP_8(v, _mm256_permute2x128_si256(v, v, 1), 0xf0);
    return end_order_8(v);
}

/* The keys of records first, first + 1, ... */
GZ_INLINE_AVX2 __m128i keys_4(const gz_tree_record *from, int count, int first, int axis) {
    float lo[4], minus_hi[4];
    int32_t tag[4];
    for (int i = 0; i < 4; ++i) {
        int at = first + i <= SEVERAL / 2 || first + i < count ? first + i : 0;
        lo[i] = from[at].lo[axis];
        minus_hi[i] = from[at].minus_hi[axis];
        tag[i] = (int32_t)from[at].tagged_count;
    }
    __m128 center = _mm_sub_ps(_mm_setr_ps(lo[0], lo[1], lo[2], lo[3]),
                               _mm_setr_ps(minus_hi[0], minus_hi[1], minus_hi[2], minus_hi[3]));
    __m128i bits = _mm_castps_si128(center), tags = _mm_setr_epi32(tag[0], tag[1], tag[2], tag[3]);
    __m128i place = _mm_add_epi32(_mm_setr_epi32(0, 1, 2, 3), _mm_set1_epi32(first));
    tags = _mm_slli_epi32(_mm_and_si128(tags, _mm_set1_epi32(2)), 3);
    bits = _mm_xor_si128(bits, _mm_srli_epi32(_mm_srai_epi32(bits, 31), 1));
    bits = _mm_andnot_si128(_mm_set1_epi32(KEY_TAGS), bits);
    bits = _mm_or_si128(bits, _mm_or_si128(tags, place));
    __m128i there = _mm_cmpgt_epi32(_mm_set1_epi32(count), place);
    return _mm_blendv_epi8(_mm_set1_epi32(KEY_NONE), bits, there);
}
GZ_INLINE_AVX2 __m256i keys_8(const gz_tree_record *from, int count, int first, int axis) {
    return _mm256_setr_m128i(keys_4(from, count, first, axis), keys_4(from, count, first + 4, axis));
}
GZ_INLINE_AVX2 uint32_t pairs_8(__m256i v) {
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_slli_epi32(v, 27)));
}
GZ_INLINE_AVX2 uint32_t row8_order(const gz_tree_record *from, int count, int axis, int32_t *order) {
    __m256i v = order_8(keys_8(from, count, 0, axis));
    __m256i w = reversed_8(order_8(keys_8(from, count, 8, axis)));
    __m256i low = end_order_16(_mm256_min_epi32(v, w)), high = end_order_16(_mm256_max_epi32(v, w));
    _mm256_store_si256((__m256i *)(void *)order, low);
    _mm256_store_si256((__m256i *)(void *)(order + 8), high);
    return pairs_8(low) | pairs_8(high) << 8;
}
#endif

#endif
