/* SPDX-License-Identifier: MIT */
#include "math/argmax.h"

#include "base/bits.h"
#include "base/memory.h"
#include "base/simd.h"

#define GZ_ARGMAX_CHUNK 64u /* a bit each in one word; a multiple of GZ_CLOUD_LANES */
#define GZ_ALIGNED _Alignas(GZ_ALIGNMENT)

gz_cloud gz_cloud_make(void *block, const vec3 *points, uint32_t count, vec3 center) {
    uint32_t padded = gz_cloud_padded(count);
    real *x = block, *y = x + padded, *z = y + padded;
    for (uint32_t i = 0; i < count; ++i) {
        vec3 p = vec3_sub(points[i], center);
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
    }
    const vec3 first = vec3_sub(points[0], center);
    for (uint32_t i = count; i < padded; ++i) {
        x[i] = first.x;
        y[i] = first.y;
        z[i] = first.z;
    }
    return (gz_cloud){x, y, z, padded};
}

static uint32_t argmax_scalar(const gz_cloud *cloud, real x, real y, real z) {
    const vec3 v = vec3_make(x, y, z);
    uint32_t best_index = 0;
    real best = vec3_dot(gz_cloud_point(cloud, 0), v);
    for (uint32_t i = 1; i < cloud->padded; ++i) {
        real dot = vec3_dot(gz_cloud_point(cloud, i), v);
        if (dot > best) {
            best = dot;
            best_index = i;
        }
    }
    return best_index;
}

#define KERNEL argmax_baseline
#define KERNEL_BLOCK block_baseline
#define KERNEL_CHUNKS chunks_baseline
#define KERNEL_TARGET
#if defined(GRAZE_DOUBLE)
#define WIDE(op) gz_f64x4##op
#else
#define WIDE(op) gz_f32x4##op
#endif
#define LANES 4
#include "math/argmax_kernel.h"
#undef KERNEL
#undef KERNEL_BLOCK
#undef KERNEL_CHUNKS
#undef KERNEL_TARGET
#undef WIDE
#undef LANES

#if defined(GZ_HAVE_AVX2)
#define KERNEL argmax_avx2
#define KERNEL_BLOCK block_avx2
#define KERNEL_CHUNKS chunks_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#if defined(GRAZE_DOUBLE)
#define WIDE(op) gz_f64x4_avx2##op
#define LANES 4
#else
#define WIDE(op) gz_f32x8##op
#define LANES 8
#endif
#include "math/argmax_kernel.h"
#undef KERNEL
#undef KERNEL_BLOCK
#undef KERNEL_CHUNKS
#undef KERNEL_TARGET
#undef WIDE
#undef LANES
#endif

int gz_argmax_list(gz_argmax_kernel kernels[GZ_ARGMAX_KERNELS]) {
    int count = 0;
    kernels[count++] = (gz_argmax_kernel){"scalar", argmax_scalar};
    kernels[count++] = (gz_argmax_kernel){GZ_SIMD_NAME, argmax_baseline};
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) kernels[count++] = (gz_argmax_kernel){"avx2", argmax_avx2};
#endif
    return count;
}

gz_argmax gz_argmax_choose(void) {
    gz_argmax_kernel kernels[GZ_ARGMAX_KERNELS];
    int count = gz_argmax_list(kernels);
    return kernels[count - 1].scan;
}
