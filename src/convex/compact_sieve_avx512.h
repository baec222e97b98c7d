/* SPDX-License-Identifier: MIT
 * The bodies of compact_sieve.c for 64 facets in four registers; included by it only. What others do
 * for each open block of eight is done for two blocks at a time, one of which may be closed or none at
 * all: its lanes count for nothing, so the bits are the same. */

typedef float rows_of_16[GZ_COMPACT_PROBES][16]; /* sieve->at for sixteen facets */

/* The products of sixteen vectors with a point. */
GZ_INLINE_AVX512 __m512 products_avx512(__m512 x, __m512 y, __m512 z, __m512 px, __m512 py, __m512 pz) {
    __m512 xy = _mm512_add_ps(_mm512_mul_ps(x, px), _mm512_mul_ps(y, py));
    return _mm512_add_ps(xy, _mm512_mul_ps(z, pz));
}
GZ_INLINE_AVX512 __m512 dots_avx512(const float *x, const float *y, const float *z, __m512 px,
                                    __m512 py, __m512 pz) {
    return products_avx512(_mm512_load_ps(x), _mm512_load_ps(y), _mm512_load_ps(z), px, py, pz);
}

GZ_INLINE_AVX512 float top_avx512(__m512 a) {
    __m256 high = _mm512_extractf32x8_ps(a, 1);
    return gz_f32x8_top(_mm256_max_ps(_mm512_castps512_ps256(a), high));
}
GZ_INLINE_AVX512 float bottom_avx512(__m512 a) {
    __m256 b = _mm256_min_ps(_mm512_castps512_ps256(a), _mm512_extractf32x8_ps(a, 1));
    __m128 c = _mm_min_ps(_mm256_castps256_ps128(b), _mm256_extractf128_ps(b, 1));
    c = _mm_min_ps(c, _mm_movehl_ps(c, c));
    return _mm_cvtss_f32(_mm_min_ss(c, _mm_shuffle_ps(c, c, 1)));
}

/* All facets of open blocks. */
GZ_INLINE_AVX512 uint64_t open_lanes(const gz_compact_sieve *sieve) {
    return (sieve->open << 8) - sieve->open;
}
/* All that are there, without the padding. */
GZ_INLINE_AVX512 uint64_t facet_lanes(const gz_compact_sieve *sieve) {
    return UINT64_MAX >> (GZ_COMPACT_FACETS - sieve->facets->count);
}
/* The blocks of which some facet is among the given ones. */
GZ_INLINE_AVX512 uint64_t blocks_of(uint64_t facets) {
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    return (((facets & low) + low) | facets) >> 7 & ~low >> 7;
}
/* The lanes of the sixteen facets that the lowest belongs to. */
GZ_INLINE_AVX512 uint64_t lanes_of_16(uint32_t i) { return UINT64_C(0xffff) << i; }

GZ_INLINE_AVX512 void find_avx512(gz_compact_sieve *sieve, __m512 least) {
    float lowest = bottom_avx512(least);
    const __m512 wanted = _mm512_set1_ps(lowest);
    uint64_t found = 0;
    for (uint64_t left = open_lanes(sieve); left != 0;) {
        uint32_t i = gz_lowest_bit(left) & 48;
        left &= ~lanes_of_16(i);
        __m512 bound = _mm512_load_ps(sieve->bound + i);
        found |= (uint64_t)_mm512_cmp_ps_mask(wanted, bound, _CMP_EQ_OQ) << i;
    }
    sieve->least = found ? gz_lowest_bit(found) : 0;
    sieve->least_bound = lowest;
}

GZ_INLINE_AVX512 uint64_t near_lanes(gz_compact_sieve *sieve, const slim3 *lead, float limit) {
    const gz_planes planes = sieve->facets->planes;
    const __m512 wide_limit = _mm512_set1_ps(limit);
    const __m512 x = _mm512_set1_ps(lead->x), y = _mm512_set1_ps(lead->y), z = _mm512_set1_ps(lead->z);
    rows_of_16 *at = (rows_of_16 *)sieve->at;
    uint64_t near = 0;
    for (uint32_t i = 0; i < planes.padded; i += 16) {
        __m512 dot = dots_avx512(planes.x + i, planes.y + i, planes.z + i, x, y, z);
        __m512 below = _mm512_sub_ps(_mm512_load_ps(planes.height + i), dot);
        _mm512_store_ps(at[i / 16][0], dot);
        near |= (uint64_t)_mm512_cmp_ps_mask(below, wide_limit, _CMP_LT_OQ) << i;
    }
    return near & facet_lanes(sieve);
}

GZ_TARGET_AVX512 static void open_avx512(gz_compact_sieve *sieve, const slim3 *lead, float limit) {
    const gz_planes planes = sieve->facets->planes;
    rows_of_16 *at = (rows_of_16 *)sieve->at;
    const __m512 most = _mm512_set1_ps(FLT_MAX);
    __m512 lowest = most;
    sieve->open = blocks_of(near_lanes(sieve, lead, limit));
    gz_f32x8_place_samples(sieve);
    const uint64_t there = facet_lanes(sieve);
    for (uint64_t left = open_lanes(sieve); left != 0;) {
        uint32_t i = gz_lowest_bit(left) & 48;
        const __mmask16 counts = (__mmask16)((left & there) >> i);
        left &= ~lanes_of_16(i);
        const __m512 x = _mm512_load_ps(planes.x + i), y = _mm512_load_ps(planes.y + i),
                     z = _mm512_load_ps(planes.z + i);
        float(*rows)[16] = at[i / 16];
        __m512 least = _mm512_load_ps(rows[0]);
        for (uint32_t k = 1; k < GZ_COMPACT_SAMPLES; ++k) {
            __m512 dot = products_avx512(x, y, z, _mm512_set1_ps(sieve->x[k]),
                                         _mm512_set1_ps(sieve->y[k]), _mm512_set1_ps(sieve->z[k]));
            _mm512_store_ps(rows[k], dot);
            least = _mm512_min_ps(dot, least);
        }
        __m512 bound = _mm512_mask_sub_ps(most, counts, _mm512_load_ps(planes.height + i), least);
        _mm512_store_ps(sieve->bound + i, bound);
        lowest = _mm512_min_ps(bound, lowest);
    }
    find_avx512(sieve, lowest);
}

GZ_INLINE_AVX512 void narrow_avx512(gz_compact_sieve *sieve, const slim3 *point, uint32_t place) {
    const gz_planes planes = sieve->facets->planes;
    const __m512 x = _mm512_set1_ps(point->x), y = _mm512_set1_ps(point->y),
                 z = _mm512_set1_ps(point->z);
    rows_of_16 *at = (rows_of_16 *)sieve->at;
    __m512 lowest = _mm512_set1_ps(FLT_MAX);
    for (uint64_t left = open_lanes(sieve); left != 0;) {
        uint32_t i = gz_lowest_bit(left) & 48;
        left &= ~lanes_of_16(i);
        __m512 dot = dots_avx512(planes.x + i, planes.y + i, planes.z + i, x, y, z);
        __m512 below = _mm512_sub_ps(_mm512_load_ps(planes.height + i), dot);
        __m512 bound = _mm512_max_ps(below, _mm512_load_ps(sieve->bound + i));
        _mm512_store_ps(at[i / 16][place], dot);
        _mm512_store_ps(sieve->bound + i, bound);
        lowest = _mm512_min_ps(bound, lowest);
    }
    find_avx512(sieve, lowest);
}

GZ_INLINE_AVX512 void reach_along(const gz_compact *compact, __m512 x, __m512 y, __m512 z, float slack,
                                  gz_compact_depth *out) {
    __m512 dots[GZ_COMPACT_VERTICES / 16], most = _mm512_set1_ps(-FLT_MAX);
    for (uint32_t i = 0; i < compact->padded; i += 16) {
        dots[i / 16] = dots_avx512(compact->x + i, compact->y + i, compact->z + i, x, y, z);
        most = _mm512_max_ps(dots[i / 16], most);
    }
    float top = top_avx512(most);
    const __m512 near = _mm512_set1_ps(top - slack);
    uint64_t found = 0;
    for (uint32_t i = 0; i < compact->padded; i += 16)
        found |= (uint64_t)_mm512_cmp_ps_mask(near, dots[i / 16], _CMP_LT_OQ) << i;
    set_reach(found & UINT64_MAX >> (GZ_COMPACT_VERTICES - compact->count), top, out);
}

GZ_TARGET_AVX512 static void reach_avx512(const gz_compact *compact, const slim3 *along, float slack,
                                          gz_compact_depth *out) {
    reach_along(compact, _mm512_set1_ps(along->x), _mm512_set1_ps(along->y), _mm512_set1_ps(along->z),
                slack, out);
}

GZ_TARGET_AVX512 static void look_avx512(gz_compact_sieve *sieve, float slack, gz_compact_depth *out) {
    uint32_t facet = sieve->least;
    slim3 along, point;
    sieve->bound[facet] = FLT_MAX;
    set_along(sieve, facet, &along);
    reach_along(sieve->other->compact, _mm512_set1_ps(along.x), _mm512_set1_ps(along.y),
                _mm512_set1_ps(along.z), slack, out);
    out->depth += height_over_shift(sieve, facet);
    gz_compact_place(sieve, out->vertex, &point);
    narrow_avx512(sieve, &point, next_place(sieve));
}

/* Bit i of a byte: the point in row i lies below the top of that of sixteen facets. */
GZ_INLINE_AVX512 __m512i flags_avx512(const float (*rows)[16], uint32_t count, __m512 top) {
    static const int32_t bits[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    __m512i flags = _mm512_setzero_si512();
    for (uint32_t k = 0; k < count; ++k) {
        __mmask16 deep = _mm512_cmp_ps_mask(top, _mm512_load_ps(rows[k]), _CMP_GT_OQ);
        flags = _mm512_or_si512(flags, _mm512_maskz_set1_epi32(deep, bits[k]));
    }
    return _mm512_broadcast_i32x4(_mm512_cvtepi32_epi8(flags));
}

/* The edges from first on whose facets have no flag in common. */
GZ_INLINE_AVX512 uint64_t edges_left(const gz_compact *compact, uint32_t first, __m512i low,
                                     __m512i high) {
    __m512i f = _mm512_loadu_si512(compact->beside[0] + first);
    __m512i g = _mm512_loadu_si512(compact->beside[1] + first);
    __m512i both_low =
        _mm512_and_si512(_mm512_permutexvar_epi8(f, low), _mm512_permutexvar_epi8(g, low));
    __m512i both_high =
        _mm512_and_si512(_mm512_permutexvar_epi8(f, high), _mm512_permutexvar_epi8(g, high));
    __m512i both = _mm512_or_si512(both_low, both_high);
    return _mm512_testn_epi8_mask(both, both);
}

/* Adds the numbers of the bits, from first on. */
GZ_INLINE_AVX512 uint32_t append_avx512(uint8_t *edges, uint32_t count, uint32_t first, uint64_t bits) {
    static const _Alignas(64) uint8_t numbers[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    __m512i all = _mm512_add_epi8(_mm512_load_si512(numbers), _mm512_set1_epi8((char)first));
    _mm512_storeu_si512(edges + count, _mm512_maskz_compress_epi8(bits, all));
    return count + (uint32_t)_mm_popcnt_u64(bits);
}

GZ_TARGET_AVX512 static uint32_t edges_avx512(gz_compact_sieve *sieve, const slim3 *lead, float limit,
                                              uint8_t *edges) {
    const gz_facets *facets = sieve->facets;
    const gz_planes planes = facets->planes;
    const rows_of_16 *at = (const rows_of_16 *)sieve->at;
    const __m512 wide_limit = _mm512_set1_ps(limit);
    const __m512 x = _mm512_set1_ps(lead->x), y = _mm512_set1_ps(lead->y), z = _mm512_set1_ps(lead->z);
    uint32_t looked = sieve->probe_count - GZ_COMPACT_SAMPLES, edge_count = facets->edge_count;
    uint64_t deep = 0;
    for (uint32_t i = 0; i < planes.padded; i += 16) {
        __m512 dot = dots_avx512(planes.x + i, planes.y + i, planes.z + i, x, y, z);
        __m512 top = _mm512_sub_ps(_mm512_load_ps(planes.height + i), wide_limit);
        deep |= (uint64_t)_mm512_cmp_ps_mask(dot, top, _CMP_LT_OQ) << i;
    }
    __m512i low = _mm512_set1_epi8(1); /* the lead lies deep below closed blocks */
    __m512i high = _mm512_maskz_set1_epi8(deep, (char)128);
    for (uint64_t left = open_lanes(sieve); left != 0;) {
        uint32_t i = gz_lowest_bit(left) & 48;
        const __mmask64 here = left & lanes_of_16(i);
        left &= ~lanes_of_16(i);
        __m512 top = _mm512_sub_ps(_mm512_load_ps(planes.height + i), wide_limit);
        const float(*rows)[16] = at[i / 16];
        low = _mm512_mask_mov_epi8(low, here, flags_avx512(rows, GZ_COMPACT_SAMPLES, top));
        if (looked == 0) continue;
        __m512i more = flags_avx512(rows + GZ_COMPACT_SAMPLES, looked, top);
        high = _mm512_or_si512(high, _mm512_maskz_mov_epi8(here, more));
    }
    uint64_t left = edges_left(facets->compact, 0, low, high);
    if (edge_count <= 64) left &= UINT64_MAX >> (64 - edge_count);
    uint32_t count = append_avx512(edges, 0, 0, left);
    if (edge_count <= 64) return end_list(edges, count);
    left = edges_left(facets->compact, 64, low, high) & UINT64_MAX >> (128 - edge_count);
    return end_list(edges, append_avx512(edges, count, 64, left));
}
