/* SPDX-License-Identifier: MIT */
#include "narrow/triangles.h"

#include "base/simd.h"
#include "base/tolerance.h"

#define COMPLETE complete_baseline
#define CANDIDATES candidates_baseline
#define MAY_TOUCH may_touch_baseline
#define SIDES sides_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f64x4##op
#include "narrow/triangles_kernel.h"
#undef COMPLETE
#undef CANDIDATES
#undef MAY_TOUCH
#undef SIDES
#undef KERNEL_TARGET
#undef WIDE

#if defined(GZ_HAVE_AVX2)
#define COMPLETE complete_avx2
#define CANDIDATES candidates_avx2
#define MAY_TOUCH may_touch_avx2
#define SIDES sides_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f64x4_avx2##op
#include "narrow/triangles_kernel.h"
#endif

const gz_triangles_kernel *gz_triangles_choose(void) {
    static const gz_triangles_kernel baseline = {complete_baseline, candidates_baseline};
#if defined(GZ_HAVE_AVX2)
    static const gz_triangles_kernel avx2 = {complete_avx2, candidates_avx2};
    if (gz_simd_has_avx2()) return &avx2;
#endif
    return &baseline;
}
