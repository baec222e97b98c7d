/* SPDX-License-Identifier: MIT */
#include "hull/cone.h"

#include "base/memory.h"
#include "base/bits.h"
#include "base/simd.h"

/* The least positive number: where heights have the right sign, all below it are not above. */
#define LEAST 0x1p-1074

#define ARRAYS 8

bool gz_hull_cone_begin(gz_hull_cone *cone, const gz_hull_point *apex, uint32_t count) {
    uint32_t padded = (count + GZ_CONE_LANES - 1) / GZ_CONE_LANES * GZ_CONE_LANES;
    if (padded > cone->capacity) {
        uint32_t capacity = padded + padded / 2 / GZ_CONE_LANES * GZ_CONE_LANES + 8 * GZ_CONE_LANES;
        double *block = gz_allocate_array(ARRAYS * (size_t)capacity, sizeof *block);
        if (!block) return false;
        gz_hull_cone_free(cone);
        cone->nx = block;
        cone->ny = block + capacity;
        cone->nz = cone->ny + capacity;
        cone->over = cone->nz + capacity;
        cone->under = cone->over + capacity;
        cone->ax = cone->under + capacity;
        cone->ay = cone->ax + capacity;
        cone->az = cone->ay + capacity;
        cone->capacity = capacity;
    }
    cone->apart = apex == NULL;
    cone->apex[0] = apex ? apex->x : 0;
    cone->apex[1] = apex ? apex->y : 0;
    cone->apex[2] = apex ? apex->z : 0;
    cone->count = padded;
    for (uint32_t k = count; k < padded; ++k) {
        cone->nx[k] = cone->ny[k] = cone->nz[k] = 0;
        cone->ax[k] = cone->ay[k] = cone->az[k] = 0;
        cone->over[k] = cone->under[k] = 1;
    }
    return true;
}

void gz_hull_cone_free(gz_hull_cone *cone) {
    gz_release(cone->nx, ARRAYS * (size_t)cone->capacity * sizeof *cone->nx);
    cone->nx = NULL;
    cone->capacity = 0;
}

void gz_hull_cone_set(gz_hull_cone *cone, uint32_t side, const gz_hull_plane *plane) {
    cone->nx[side] = plane->n[0];
    cone->ny[side] = plane->n[1];
    cone->nz[side] = plane->n[2];
    cone->over[side] = plane->bound;
    cone->under[side] = plane->bound > 0 ? -plane->bound : side > 0 || cone->apart ? LEAST : 0;
    if (!cone->apart) return;
    cone->ax[side] = plane->a[0];
    cone->ay[side] = plane->a[1];
    cone->az[side] = plane->a[2];
}

#define CHUNK 32u /* sides whose answers fit into one word */

#define KERNEL sort_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f64x4##op
#include "hull/cone_kernel.h"
#undef KERNEL
#undef KERNEL_TARGET
#undef WIDE

#if defined(GZ_HAVE_AVX2)
#define KERNEL sort_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f64x4_avx2##op
#include "hull/cone_kernel.h"
#undef KERNEL
#undef KERNEL_TARGET
#undef WIDE
#endif

void gz_hull_cone_sort(const gz_hull_cone *cone, const gz_hull_point *points, const uint32_t *indices,
                       uint32_t count, gz_cone_hit *hits) {
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) {
        sort_avx2(cone, points, indices, count, hits);
        return;
    }
#endif
    sort_baseline(cone, points, indices, count, hits);
}
