/* SPDX-License-Identifier: MIT */
#include "convex/ray_planes.h"

#include <float.h>

#include "base/bits.h"
#include "base/simd.h"

/* The way's largest component is 1. Planes that it approaches slower than this count as parallel. */
#define LEAST_SPEED 1e-20f
/* A plane that the ray leaves is made one that it entered this long ago, and the other way round. */
#define FOR_EVER 1e12f

/* When the plane is crossed inward, minus when it is crossed outward: as in the kernels, which need no
 * branches for it. */
static float time_in(float below, float away) {
    float least = away * FOR_EVER, slow = -away > LEAST_SPEED ? -away : LEAST_SPEED;
    return -(least > below ? least : below) / slow;
}

static float along(const gz_planes *planes, uint32_t i, slim3 v) {
    return (planes->x[i] * v.x + planes->y[i] * v.y) + planes->z[i] * v.z;
}

/* The facets in the two blocks, each of which holds the one looked for. */
static gz_ray_clip choose(const gz_planes *planes, slim3 point, slim3 way, uint32_t block_in,
                          uint32_t block_out, uint32_t lanes) {
    gz_ray_clip clip = {block_in, block_out, false};
    float in = -FLT_MAX, out = -FLT_MAX;
    for (uint32_t k = 0; k < lanes; ++k) {
        uint32_t i = block_in + k, j = block_out + k;
        float enters = time_in(planes->height[i] - along(planes, i, point), along(planes, i, way));
        float leaves = time_in(planes->height[j] - along(planes, j, point), -along(planes, j, way));
        if (enters > in) {
            in = enters;
            clip.entered = i;
        }
        if (leaves > out) {
            out = leaves;
            clip.left = j;
        }
    }
    clip.crossed = in <= -out;
    return clip;
}

#define PLACE place_baseline
#define CLIP clip_baseline
#define NEXT_NEAR next_near_baseline
#define KERNEL_TARGET
#define WIDE(op) gz_f32x4##op
#define LANES 4
#include "convex/ray_planes_kernel.h"
#undef PLACE
#undef CLIP
#undef NEXT_NEAR
#undef KERNEL_TARGET
#undef WIDE
#undef LANES

#if defined(GZ_HAVE_AVX2)
#define PLACE place_avx2
#define CLIP clip_avx2
#define NEXT_NEAR next_near_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define WIDE(op) gz_f32x8##op
#define LANES 8
#include "convex/ray_planes_kernel.h"
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

gz_ray_clip gz_ray_clip_planes(const gz_planes *planes, slim3 point, slim3 way) {
    return CHOOSE(clip)(planes, point, way);
}

uint32_t gz_ray_next_near(const gz_planes *planes, slim3 point, float slack, uint32_t from) {
    return CHOOSE(next_near)(planes, point, slack, from);
}
