/* SPDX-License-Identifier: MIT */
#include "math/cloud_spans.h"

#include "base/simd.h"

#define KERNEL spans_baseline
#define KERNEL_TARGET
#if defined(GRAZE_DOUBLE)
#define WIDE(op) gz_f64x4##op
#else
#define WIDE(op) gz_f32x4##op
#endif
#define LANES 4
#include "math/cloud_spans_kernel.h"
#undef KERNEL
#undef KERNEL_TARGET
#undef WIDE
#undef LANES

#if defined(GZ_HAVE_AVX2)
#define KERNEL spans_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#if defined(GRAZE_DOUBLE)
#define WIDE(op) gz_f64x4_avx2##op
#define LANES 4
#else
#define WIDE(op) gz_f32x8##op
#define LANES 8
#endif
#include "math/cloud_spans_kernel.h"
#undef KERNEL
#undef KERNEL_TARGET
#undef WIDE
#undef LANES
#endif

void gz_cloud_spans(const gz_cloud *cloud, const mat3 *rows, vec3 *least, vec3 *most) {
    real low[3], high[3];
#if defined(GZ_HAVE_AVX2)
    (gz_simd_has_avx2() ? spans_avx2 : spans_baseline)(cloud, rows, low, high);
#else
    spans_baseline(cloud, rows, low, high);
#endif
    *least = vec3_make(low[0], low[1], low[2]);
    *most = vec3_make(high[0], high[1], high[2]);
}
