/* SPDX-License-Identifier: MIT */
#include "convex/few.h"

#include "base/bits.h"
#include "shape/polytope.h"

/* Four reals of a cloud. */
#if defined(GRAZE_DOUBLE)
#define REALS(p) WIDE(_load)(p)
#else
#define REALS(p) WIDE(_widen)(gz_f32x4_load(p))
#endif

#define KERNEL(name) name##_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f64x4##op
#include "convex/few_kernel.h"
#undef KERNEL
#undef KERNEL_TARGET
#undef WIDE

#if defined(GZ_HAVE_AVX2)
#define KERNEL(name) name##_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f64x4_avx2##op
#include "convex/few_kernel.h"
#endif

int gz_few_list(const gz_few_kernel *kernels[GZ_FEW_KERNELS]) {
    int count = 0;
    kernels[count++] = &kernel_baseline;
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) kernels[count++] = &kernel_avx2;
#endif
    return count;
}

const gz_few_kernel *gz_few_choose(void) {
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) return &kernel_avx2;
#endif
    return &kernel_baseline;
}
