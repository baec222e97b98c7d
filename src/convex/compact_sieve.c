/* SPDX-License-Identifier: MIT */
#include "convex/compact_sieve.h"

#include <float.h>
#include <string.h>

#include "base/bits.h"
#include "base/memory.h"
#include "base/simd.h"

/* The facet is looked at. The padding repeats the last facet. */
static inline void set_done(gz_compact_sieve *sieve, uint32_t facet) {
    sieve->bound[facet] = FLT_MAX;
    if (facet + 1 < sieve->facets->count) return;
    for (uint32_t f = facet + 1; f < sieve->facets->planes.padded; ++f) sieve->bound[f] = FLT_MAX;
}

/* height - n . (columns q + shift) is greatest for the q whose product with -columns^T n is. */
static inline void set_along(const gz_compact_sieve *sieve, uint32_t facet, slim3 *along) {
    const gz_planes *planes = &sieve->facets->planes;
    const slim3 *c = sieve->columns;
    float x = planes->x[facet], y = planes->y[facet], z = planes->z[facet];
    along->x = -((c[0].x * x + c[0].y * y) + c[0].z * z);
    along->y = -((c[1].x * x + c[1].y * y) + c[1].z * z);
    along->z = -((c[2].x * x + c[2].y * y) + c[2].z * z);
}
static inline float height_over_shift(const gz_compact_sieve *sieve, uint32_t facet) {
    const gz_planes *planes = &sieve->facets->planes;
    const slim3 *shift = sieve->shift;
    float xy = planes->x[facet] * shift->x + planes->y[facet] * shift->y;
    return planes->height[facet] - (xy + planes->z[facet] * shift->z);
}

static inline void set_reach(uint64_t found, float top, gz_compact_depth *out) {
    out->depth = top;
    out->vertex = gz_lowest_bit(found);
    out->alone = (found & (found - 1)) == 0;
}

/* Where the next point goes. Places are used again when there are no more. */
static inline uint32_t next_place(gz_compact_sieve *sieve) {
    uint32_t place = sieve->probe_count;
    if (place == GZ_COMPACT_LAST) return GZ_COMPACT_SAMPLES;
    ++sieve->probe_count;
    return place;
}

#define REACH reach_baseline
#define OPEN open_baseline
#define LOOK look_baseline
#define MASKS masks_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f32x4##op
#define LANES 4
#include "convex/compact_sieve_kernel.h"
#undef REACH
#undef OPEN
#undef LOOK
#undef MASKS
#undef KERNEL_TARGET
#undef WIDE
#undef LANES

/* What the lists are followed by. */
static inline uint32_t end_list(uint8_t *edges, uint32_t count) {
    memset(edges + count, 0, 8);
    return count;
}

static uint32_t edges_baseline(gz_compact_sieve *sieve, const slim3 *lead, float limit,
                               uint8_t *edges) {
    masks_baseline(sieve, lead, limit);
    const gz_compact *compact = sieve->facets->compact;
    const uint8_t *low = sieve->masks[0], *high = sieve->masks[1];
    uint32_t count = 0;
    for (uint32_t e = 0; e < sieve->facets->edge_count; ++e) {
        uint32_t f = compact->beside[0][e], g = compact->beside[1][e];
        edges[count] = (uint8_t)e;
        count += ((low[f] & low[g]) | (high[f] & high[g])) == 0;
    }
    return end_list(edges, count);
}

static const gz_compact_kernel baseline = {reach_baseline, open_baseline, look_baseline,
                                           edges_baseline};

#if defined(GZ_HAVE_AVX2)
#define REACH reach_avx2
#define OPEN open_avx2
#define LOOK look_avx2
#define MASKS masks_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f32x8##op
#define LANES 8
#include "convex/compact_sieve_kernel.h"

/* The bytes of a table of 64 at 32 places: four shuffles look up the low four bits of the place, the
 * other two choose. */
GZ_INLINE_AVX2 __m256i bytes_at(const uint8_t *table, __m256i place) {
    const __m128i *parts = (const __m128i *)table;
    __m256i by_bit_4 = _mm256_slli_epi16(place, 3), by_bit_5 = _mm256_slli_epi16(place, 2), found[4];
    for (int i = 0; i < 4; ++i)
        found[i] = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_load_si128(parts + i)), place);
    return _mm256_blendv_epi8(_mm256_blendv_epi8(found[0], found[1], by_bit_4),
                              _mm256_blendv_epi8(found[2], found[3], by_bit_4), by_bit_5);
}

/* Adds the numbers of the bits, from first on, four at a time: how many there are nobody could predict.
 * What is behind the last is written over. */
static inline uint32_t append(uint8_t *edges, uint32_t count, uint32_t first, uint64_t bits) {
    const uint64_t end = UINT64_C(1) << 63;
    while (bits != 0)
        for (int i = 0; i < 4; ++i) {
            edges[count] = (uint8_t)(first + gz_lowest_bit(bits | end));
            count += bits != 0;
            bits &= bits - (bits != 0);
        }
    return count;
}

/* The same, 32 edges at a time. */
GZ_TARGET_AVX2 static uint32_t edges_avx2(gz_compact_sieve *sieve, const slim3 *lead, float limit,
                                          uint8_t *edges) {
    memset(sieve->masks[1], 0, sizeof sieve->masks[1]); /* whole tables are read */
    masks_avx2(sieve, lead, limit);
    const gz_compact *compact = sieve->facets->compact;
    uint32_t edge_count = sieve->facets->edge_count;
    uint64_t left[GZ_COMPACT_EDGES / 64] = {0};
    for (uint32_t e = 0; e < edge_count; e += 32) {
        __m256i f = _mm256_loadu_si256((const __m256i *)(compact->beside[0] + e));
        __m256i g = _mm256_loadu_si256((const __m256i *)(compact->beside[1] + e));
        __m256i low = _mm256_and_si256(bytes_at(sieve->masks[0], f), bytes_at(sieve->masks[0], g));
        __m256i high = _mm256_and_si256(bytes_at(sieve->masks[1], f), bytes_at(sieve->masks[1], g));
        __m256i none = _mm256_cmpeq_epi8(_mm256_or_si256(low, high), _mm256_setzero_si256());
        left[e / 64] |= (uint64_t)(uint32_t)_mm256_movemask_epi8(none) << e % 64;
    }
    if (edge_count % 64 != 0) left[edge_count / 64] &= (UINT64_C(1) << edge_count % 64) - 1;
    return end_list(edges, append(edges, append(edges, 0, 0, left[0]), 64, left[1]));
}

static const gz_compact_kernel avx2 = {reach_avx2, open_avx2, look_avx2, edges_avx2};
#endif

#if defined(GZ_HAVE_AVX512)
#include "convex/compact_sieve_avx512.h"

static const gz_compact_kernel avx512 = {reach_avx512, open_avx512, look_avx512, edges_avx512};
#endif

const gz_compact_kernel *gz_compact_choose(void) {
#if defined(GZ_HAVE_AVX512)
    if (gz_simd_has_avx512()) return &avx512;
#endif
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) return &avx2;
#endif
    return &baseline;
}
