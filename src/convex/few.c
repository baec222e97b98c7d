/* SPDX-License-Identifier: MIT */
#include "convex/few.h"

#include "base/bits.h"
#include "shape/polytope.h"

/* Four reals of a cloud. */
static inline gz_f64x4 gz_f64x4_reals(const real *p) {
#if defined(GRAZE_DOUBLE)
    return gz_f64x4_load(p);
#else
    return gz_f64x4_widen(gz_f32x4_load(p));
#endif
}

#define ENTER enter_baseline
#define ENTER_DUO enter_duo_baseline
#define REACH reach_baseline
#define LOOK look_baseline
#define REACHES reaches_baseline
#define TURN turn_baseline
#define HIGHEST highest_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f64x4##op
#include "convex/few_kernel.h"
#undef ENTER
#undef ENTER_DUO
#undef REACH
#undef LOOK
#undef REACHES
#undef TURN
#undef HIGHEST
#undef KERNEL_TARGET
#undef WIDE

#if defined(GZ_HAVE_AVX2)
GZ_INLINE_AVX2 gz_f64x4_avx2 gz_f64x4_avx2_reals(const real *p) {
#if defined(GRAZE_DOUBLE)
    return gz_f64x4_avx2_load(p);
#else
    return gz_f64x4_avx2_widen(gz_f32x4_load(p));
#endif
}

#define ENTER enter_avx2
#define ENTER_DUO enter_duo_avx2
#define REACH reach_avx2
#define LOOK look_avx2
#define REACHES reaches_avx2
#define TURN turn_avx2
#define HIGHEST highest_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f64x4_avx2##op
#include "convex/few_kernel.h"
#undef ENTER
#undef ENTER_DUO
#undef REACH
#undef LOOK
#undef REACHES
#undef TURN
#undef HIGHEST
#undef KERNEL_TARGET
#undef WIDE
#endif

int gz_few_list(const gz_few_kernel *kernels[GZ_FEW_KERNELS]) {
    int count = 0;
    kernels[count++] = &gz_f64x4_kernel;
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) kernels[count++] = &gz_f64x4_avx2_kernel;
#endif
    return count;
}

const gz_few_kernel *gz_few_choose(void) {
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) return &gz_f64x4_avx2_kernel;
#endif
    return &gz_f64x4_kernel;
}
