/* SPDX-License-Identifier: MIT */
#include "base/bits.h"
#include "base/simd.h"
#include "shape/polytope.h"

#define KERNEL corner_baseline
#define VALUES values_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f32x4##op
#define LANES 4
#include "shape/cells_kernel.h"
#undef KERNEL
#undef VALUES
#undef KERNEL_TARGET
#undef WIDE
#undef LANES

#if defined(GZ_HAVE_AVX2)
#define KERNEL corner_avx2
#define VALUES values_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f32x8##op
#define LANES 8
#include "shape/cells_kernel.h"
#undef KERNEL
#undef VALUES
#undef KERNEL_TARGET
#undef WIDE
#undef LANES
#endif

int gz_cells_corners(gz_corner corners[GZ_CELLS_CORNERS]) {
    int count = 0;
    corners[count++] = corner_baseline;
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) corners[count++] = corner_avx2;
#endif
    return count;
}
