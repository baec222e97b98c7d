/* SPDX-License-Identifier: MIT
 * Refitting a node with AVX2; included by tree/refit.c only. A box is one register, its lanes those of
 * gz_box4, and a node's are put into lanes all at once. The bits are those of the baseline. */
GZ_INLINE_AVX2 __m256i links_of(const gz_node *node) {
    return _mm256_load_si256((const __m256i *)(const void *)node->link);
}
/* All bits of the lanes that are leaves. */
GZ_INLINE_AVX2 __m256i leaf_lanes(__m256i links) {
    __m256i none = _mm256_cmpeq_epi32(links, _mm256_set1_epi32(-1));
    return _mm256_andnot_si256(none, _mm256_srai_epi32(links, 31));
}
GZ_INLINE_AVX2 void put_places(gz_refit_lanes *lanes, int k, __m256i boxes) {
    _mm256_store_si256((__m256i *)(void *)lanes->place[k], _mm256_slli_epi32(boxes, 5));
}

/* The sum of lanes below 256. */
GZ_INLINE_AVX2 uint32_t sum_of_bytes(__m256i a) {
    __m256i quarters = _mm256_sad_epu8(a, _mm256_setzero_si256());
    __m128i halves =
        _mm_add_epi32(_mm256_castsi256_si128(quarters), _mm256_extracti128_si256(quarters, 1));
    return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi32(halves, _mm_unpackhi_epi64(halves, halves)));
}

GZ_INLINE_AVX2 uint32_t list_node_avx2(const gz_node *node, uint32_t at, gz_refit_lanes *lanes,
                                       uint32_t *from) {
    _Static_assert(sizeof(gz_box4) == 1 << 5, "places are bytes");
    __m256i links = links_of(node), leaves = leaf_lanes(links), one = _mm256_set1_epi32(1);
    uint32_t leaf_bits = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(leaves));
    uint32_t begin = leaf_bits ? gz_link_first(node->link[gz_lowest_bit(leaf_bits)]) : 0;
    __m256i more = _mm256_and_si256(_mm256_srli_epi32(links, 27), _mm256_set1_epi32(15));
    __m256i first = _mm256_and_si256(links, _mm256_set1_epi32(0x07ffffff));
    first = _mm256_add_epi32(first, _mm256_set1_epi32((int)(at - begin)));
    __m256i last = _mm256_and_si256(_mm256_add_epi32(first, more), leaves);
    first = _mm256_and_si256(first, leaves);
    put_places(lanes, 0, first);
    first = _mm256_add_epi32(first, one);
    put_places(lanes, 1, _mm256_min_epu32(first, last));
    first = _mm256_add_epi32(first, one);
    put_places(lanes, 2, _mm256_min_epu32(first, last));
    put_places(lanes, 3, last);
    *from = begin;
    return sum_of_bytes(_mm256_and_si256(_mm256_add_epi32(more, one), leaves));
}

GZ_INLINE_AVX2 void copy_items_avx2(uint32_t *to, const uint32_t *from, size_t count) {
    for (size_t i = 0; i < count; i += 8)
        _mm256_storeu_si256((__m256i *)(void *)(to + i),
                            _mm256_loadu_si256((const __m256i *)(const void *)(from + i)));
}

GZ_INLINE_AVX2 __m256 found_row(const gz_box4 *found, const gz_refit_lanes *lanes, int k, int lane) {
    return _mm256_load_ps((const float *)(const void *)found_at(found, lanes, k, lane));
}
GZ_INLINE_AVX2 __m256 lane_row(const gz_box4 *found, const gz_refit_lanes *lanes, int i) {
    __m256 first = found_row(found, lanes, 0, i), second = found_row(found, lanes, 1, i);
    __m256 third = found_row(found, lanes, 2, i), last = found_row(found, lanes, 3, i);
    return _mm256_min_ps(_mm256_min_ps(first, second), _mm256_min_ps(third, last));
}

/* gz_node_bounds as one register. */
GZ_INLINE_AVX2 __m256 bounds_row(const gz_node *node) {
    __m256 least[3], sign = _mm256_set1_ps(-0.0f);
    for (int k = 0; k < 3; ++k) {
        __m256 lo = _mm256_load_ps(node->lo[k]);
        __m256 minus_hi = _mm256_xor_ps(_mm256_load_ps(node->hi[k]), sign);
        least[k] = _mm256_min_ps(_mm256_permute2f128_ps(lo, minus_hi, 0x20),
                                 _mm256_permute2f128_ps(lo, minus_hi, 0x31));
    }
    __m256 x = least[0], y = least[1], z = least[2];
    __m256 xz = _mm256_min_ps(_mm256_unpacklo_ps(x, z), _mm256_unpackhi_ps(x, z)); /* x z x z */
    __m256 yy = _mm256_min_ps(_mm256_unpacklo_ps(y, y), _mm256_unpackhi_ps(y, y)); /* y y y' y' */
    return _mm256_min_ps(_mm256_unpacklo_ps(xz, yy), _mm256_unpackhi_ps(xz, yy));  /* x y z y */
}

GZ_INLINE_AVX2 gz_box4 row_box(__m256 row) {
    return (gz_box4){_mm256_castps256_ps128(row), _mm256_extractf128_ps(row, 1)};
}

/* One coordinate of eight boxes in units, rounded down (-1) or up; only of leaves. */
GZ_INLINE_AVX2 __m256 to_units(__m256 x, int sign, double origin, double scale, __m256i leaves) {
    __m256d o = _mm256_set1_pd(origin), s = _mm256_set1_pd(scale);
    __m256d low = _mm256_cvtps_pd(_mm256_castps256_ps128(x));
    __m256d high = _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1));
    low = _mm256_mul_pd(_mm256_sub_pd(low, o), s);
    high = _mm256_mul_pd(_mm256_sub_pd(high, o), s);
    __m256 v = _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
    __m256 size = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), v), unit = _mm256_set1_ps(0x1p-23f);
    __m256 slack = _mm256_add_ps(_mm256_mul_ps(size, unit), _mm256_set1_ps(0x1p-149f));
    v = sign < 0 ? _mm256_sub_ps(v, slack) : _mm256_add_ps(v, slack);
    return _mm256_blendv_ps(x, v, _mm256_castsi256_ps(leaves));
}

/* x, y and z of eight boxes. */
GZ_INLINE_AVX2 void turn(const __m256 rows[4], __m256 out[3]) {
    __m256 even = _mm256_unpacklo_ps(rows[0], rows[2]), odd = _mm256_unpacklo_ps(rows[1], rows[3]);
    out[0] = _mm256_unpacklo_ps(even, odd);
    out[1] = _mm256_unpackhi_ps(even, odd);
    even = _mm256_unpackhi_ps(rows[0], rows[2]), odd = _mm256_unpackhi_ps(rows[1], rows[3]);
    out[2] = _mm256_unpacklo_ps(even, odd);
}

/* Units are taken on before anything is stored: what is written and read at once has to wait. */
GZ_INLINE_AVX2 void fit_leaves_avx2(gz_node *node, const gz_refit_lanes *lanes, const gz_box4 *found,
                                    const gz_units *leaf_units) {
    __m256 least[4], minus_most[4], lo[3], minus_hi[3], zero = _mm256_setzero_ps();
    for (int i = 0; i < 4; ++i) {
        __m256 a = lane_row(found, lanes, i);
        __m256 b = lane_row(found, lanes, i + 4);
        least[i] = _mm256_permute2f128_ps(a, b, 0x20);
        minus_most[i] = _mm256_permute2f128_ps(a, b, 0x31);
    }
    turn(least, lo);
    turn(minus_most, minus_hi);
    __m256i leaves = leaf_lanes(links_of(node));
    for (int k = 0; k < 3; ++k) {
        __m256 low = _mm256_add_ps(lo[k], zero), high = _mm256_sub_ps(zero, minus_hi[k]);
        if (leaf_units) {
            low = to_units(low, -1, leaf_units->origin[k], leaf_units->scale, leaves);
            high = to_units(high, 1, leaf_units->origin[k], leaf_units->scale, leaves);
        }
        _mm256_store_ps(node->lo[k], low);
        _mm256_store_ps(node->hi[k], high);
    }
}

GZ_INLINE_AVX2 void fit_rest_avx2(const graze_tree *tree, gz_node *node) {
    uint32_t inner = ~(uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(links_of(node))) & 0xff;
    for (; inner; inner &= inner - 1) {
        int i = (int)gz_lowest_bit(inner);
        set_lane(node, i, row_box(bounds_row(&tree->nodes[node->link[i]])));
    }
}

/* -- what nodes cost, as in gz_node_measure ------------------------------------------------------- */

/* What follows from the bounds, of eight nodes at once; returns the inverses of the longest sides. */
GZ_INLINE_AVX2 __m256 wholes_of(const gz_node *last, uint32_t count,
                                gz_node_surfaces out[GZ_REFIT_NODES]) {
    _Alignas(32) float sides[GZ_REFIT_NODES], wholes[GZ_REFIT_NODES];
    __m256 minus[4], w[3], sign = _mm256_set1_ps(-0.0f), least = _mm256_set1_ps(0x1p-100f);
    for (uint32_t k = 0; k < 4; ++k) {
        __m256 a = bounds_row(last - (k < count ? k : 0));
        __m256 b = bounds_row(last - (k + 4 < count ? k + 4 : 0));
        minus[k] =
            _mm256_add_ps(_mm256_permute2f128_ps(a, b, 0x20), _mm256_permute2f128_ps(a, b, 0x31));
    }
    turn(minus, w);
    for (int k = 0; k < 3; ++k) w[k] = _mm256_xor_ps(w[k], sign);
    __m256 side = _mm256_max_ps(_mm256_max_ps(w[0], w[1]), w[2]);
    __m256 unit = _mm256_div_ps(_mm256_set1_ps(1), side);
    unit = _mm256_and_ps(unit, _mm256_cmp_ps(side, least, _CMP_GT_OQ));
    for (int k = 0; k < 3; ++k) w[k] = _mm256_mul_ps(w[k], unit);
    __m256 xy_yz = _mm256_add_ps(_mm256_mul_ps(w[0], w[1]), _mm256_mul_ps(w[1], w[2]));
    _mm256_store_ps(sides, side);
    _mm256_store_ps(wholes, _mm256_add_ps(xy_yz, _mm256_mul_ps(w[2], w[0])));
    for (int k = 0; k < GZ_REFIT_NODES; ++k)
        out[k] = (gz_node_surfaces){.side = sides[k], .whole = wholes[k]};
    return unit;
}

GZ_INLINE_AVX2 float sum_across(__m256 a) {
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

GZ_INLINE_AVX2 void measure_lanes(const gz_node *node, float unit, const float *costs,
                                  gz_node_surfaces *out) {
    __m256i links = links_of(node);
    __m256i more = _mm256_and_si256(_mm256_srli_epi32(links, 27), _mm256_set1_epi32(15));
    __m256 leaf = _mm256_castsi256_ps(_mm256_srai_epi32(links, 31));
    __m256 counts = _mm256_cvtepi32_ps(_mm256_add_epi32(more, _mm256_set1_epi32(1)));
    __m256 items = _mm256_and_ps(counts, leaf), w[3];
    for (int k = 0; k < 3; ++k)
        w[k] = _mm256_mul_ps(_mm256_sub_ps(_mm256_load_ps(node->hi[k]), _mm256_load_ps(node->lo[k])),
                             _mm256_set1_ps(unit));
    __m256 xy_yz = _mm256_add_ps(_mm256_mul_ps(w[0], w[1]), _mm256_mul_ps(w[1], w[2]));
    __m256 used = _mm256_cmp_ps(_mm256_load_ps(node->lo[0]), _mm256_set1_ps(INFINITY), _CMP_LT_OQ);
    __m256 area = _mm256_and_ps(used, _mm256_add_ps(xy_yz, _mm256_mul_ps(w[2], w[0])));
    out->below = out->leaves = sum_across(_mm256_mul_ps(area, items));
    if (_mm256_movemask_ps(leaf) != 0xff) {
        _Alignas(32) float areas[GZ_TREE_WIDTH];
        _mm256_store_ps(areas, area);
        out->below = gz_node_below(node, areas, out->leaves, costs);
    }
    out->lanes = gz_bit_count((uint64_t)_mm256_movemask_ps(used));
}

GZ_INLINE_AVX2 void measure_avx2(const gz_node *last, uint32_t count, const float *costs,
                                 gz_node_surfaces out[GZ_REFIT_NODES]) {
    _Alignas(32) float unit[GZ_REFIT_NODES];
    _mm256_store_ps(unit, wholes_of(last, count, out));
    for (uint32_t k = 0; k < count; ++k) measure_lanes(last - k, unit[k], costs, &out[k]);
}
