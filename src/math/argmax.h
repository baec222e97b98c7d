/* SPDX-License-Identifier: MIT
 * Which of many points lies farthest along a direction: the scan behind small polytopes (B:2942-2948).
 *
 * Points are kept as three arrays aligned to GZ_ALIGNMENT and padded to a multiple of GZ_CLOUD_LANES
 * with copies of point 0. Every kernel computes (x vx + y vy) + z vz lane by lane and takes the lowest
 * index of the largest value, so all kernels give the same answer, bit for bit. */
#ifndef GZ_MATH_ARGMAX_H
#define GZ_MATH_ARGMAX_H

#include "math/vec3.h"

#define GZ_CLOUD_LANES 8u /* the widest kernel; both precisions pad alike */

typedef struct gz_cloud {
    const real *x, *y, *z;
    uint32_t padded; /* how many entries each array has; 0 = no points */
} gz_cloud;

static inline uint32_t gz_cloud_padded(uint32_t count) {
    return (count + GZ_CLOUD_LANES - 1) / GZ_CLOUD_LANES * GZ_CLOUD_LANES;
}
/* Bytes of the arrays for so many points. */
static inline size_t gz_cloud_bytes(uint32_t count) {
    return (size_t)gz_cloud_padded(count) * 3 * sizeof(real);
}
/* Fills the block (gz_cloud_bytes(count) bytes, aligned) with points - center, count >= 1. */
gz_cloud gz_cloud_make(void *block, const vec3 *points, uint32_t count, vec3 center);

static inline vec3 gz_cloud_point(const gz_cloud *cloud, uint32_t i) {
    return vec3_make(cloud->x[i], cloud->y[i], cloud->z[i]);
}

/* The lowest index of the largest dot product with (x, y, z), which must be finite and not overflow. */
typedef uint32_t (*gz_argmax)(const gz_cloud *cloud, real x, real y, real z);

/* The fastest kernel of this machine. Asked once, when a shape is made. */
gz_argmax gz_argmax_choose(void);

/* All kernels that this machine runs, for tests and benchmarks. */
typedef struct gz_argmax_kernel {
    const char *name;
    gz_argmax scan;
} gz_argmax_kernel;
#define GZ_ARGMAX_KERNELS 3
int gz_argmax_list(gz_argmax_kernel kernels[GZ_ARGMAX_KERNELS]);

#endif
