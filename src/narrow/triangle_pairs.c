/* SPDX-License-Identifier: MIT */
#include "narrow/triangle_pairs.h"

#include "base/simd.h"
#include "base/tolerance.h"

#define DISTANCES distances_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f64x4##op
#include "narrow/triangle_pairs_kernel.h"
#undef DISTANCES
#undef KERNEL_TARGET
#undef WIDE

#if defined(GZ_HAVE_AVX2)
#define DISTANCES distances_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f64x4_avx2##op
#include "narrow/triangle_pairs_kernel.h"
#endif

gz_triangle_distances gz_triangle_distances_choose(void) {
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) return distances_avx2;
#endif
    return distances_baseline;
}
