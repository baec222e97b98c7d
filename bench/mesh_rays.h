/* SPDX-License-Identifier: MIT
 * Rays at the bumpy sphere, from outside through its inside, the same for every library. */
#ifndef GRAZE_BENCH_MESH_RAYS_H
#define GRAZE_BENCH_MESH_RAYS_H

#include "mesh_models.h"

enum { BENCH_RAYS = 8192 };

typedef struct bench_ray {
    float origin[3], direction[3];
} bench_ray;

static inline double bench_ray_number(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-53;
}

/* From a sphere of radius 3 to a ball of radius 0.9: all hit, most of them more than two triangles. */
static inline bench_ray *bench_rays(void) {
    bench_ray *rays = (bench_ray *)malloc(BENCH_RAYS * sizeof *rays);
    if (!rays) exit(1);
    uint64_t state = 8;
    for (int i = 0; i < BENCH_RAYS; ++i) {
        double p[2][3];
        for (int end = 0; end < 2; ++end) {
            double squared;
            do {
                squared = 0;
                for (int k = 0; k < 3; ++k) {
                    p[end][k] = 2 * bench_ray_number(&state) - 1;
                    squared += p[end][k] * p[end][k];
                }
            } while (squared > 1 || squared < 1e-6);
            double size = end == 0 ? 3 / sqrt(squared) : 0.9;
            for (int k = 0; k < 3; ++k) p[end][k] *= size;
        }
        for (int k = 0; k < 3; ++k) {
            rays[i].origin[k] = (float)p[0][k];
            rays[i].direction[k] = (float)(p[1][k] - p[0][k]);
        }
    }
    return rays;
}

/* One answer about a ray: the parameter of the closest hit, or whether there is any. */
typedef double (*bench_caster)(const void *context, const bench_ray *ray);

/* All rays once, in nanoseconds a ray; *sum is that of the answers. */
static inline double bench_cast(bench_caster cast, const void *context, const bench_ray *rays,
                                double *sum) {
    double start = bench_seconds();
    *sum = 0;
    for (int k = 0; k < BENCH_RAYS; ++k) *sum += cast(context, &rays[k]);
    return (bench_seconds() - start) / BENCH_RAYS * 1e9;
}

#endif
