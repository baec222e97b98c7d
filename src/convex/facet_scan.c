/* SPDX-License-Identifier: MIT */
#include "convex/facet_scan.h"

#include <float.h>

#include "base/bits.h"
#include "base/memory.h"
#include "base/simd.h"

/* Lowest first; one store where the machine keeps them so. */
static inline void store_bytes(uint8_t *to, uint64_t x) {
    for (int i = 0; i < 8; ++i) to[i] = (uint8_t)(x >> 8 * i);
}

#define SPREAD spread_baseline
#define POINTS points_baseline
#define BOUNDS bounds_baseline
#define NARROW narrow_baseline
#define MASKS masks_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f32x4##op
#define LANES 4
#include "convex/facet_scan_kernel.h"
#undef SPREAD
#undef POINTS
#undef BOUNDS
#undef NARROW
#undef MASKS
#undef KERNEL_TARGET
#undef WIDE
#undef LANES

#if defined(GZ_HAVE_AVX2)
#define SPREAD spread_avx2
#define POINTS points_avx2
#define BOUNDS bounds_avx2
#define NARROW narrow_avx2
#define MASKS masks_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f32x8##op
#define LANES 8
#include "convex/facet_scan_kernel.h"
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

static uint32_t window_size(const gz_facet_scan *scan, uint32_t begin) {
    uint32_t left = scan->facets->planes.padded - begin;
    return left < GZ_FACET_WINDOW ? left : GZ_FACET_WINDOW;
}

void gz_facet_scan_points(gz_facet_scan *scan, const gz_facets *other, const slim3 columns[3],
                          slim3 shift) {
    CHOOSE(points)(scan, other, columns, shift);
}

uint32_t gz_facet_bounds(const gz_facet_scan *scan, uint32_t window, float limit,
                         gz_facet_sieve *sieve) {
    sieve->window = window;
    sieve->block_count = 0;
    if (window >= scan->facets->count) return 0;
    return CHOOSE(bounds)(scan, window_size(scan, window), limit, sieve);
}

void gz_facet_masks(const gz_facet_scan *scan, uint32_t window, float limit, gz_facet_sieve *sieve) {
    sieve->window = window;
    CHOOSE(masks)(scan, window_size(scan, window), limit, sieve);
}

uint32_t gz_facet_narrow(const gz_facet_scan *scan, slim3 point, gz_facet_sieve *sieve) {
    return CHOOSE(narrow)(scan, point, sieve);
}
