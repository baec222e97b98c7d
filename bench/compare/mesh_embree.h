/* SPDX-License-Identifier: MIT
 * Embree, one ray at a time, for bench/mesh_ray.c. */
#ifndef GRAZE_BENCH_MESH_EMBREE_H
#define GRAZE_BENCH_MESH_EMBREE_H

#include "mesh_rays.h"

typedef struct bench_embree bench_embree;

/* robust: with the flag of that name, which keeps rays from leaking through edges. */
bench_embree *bench_embree_make(const bench_model *model, bool robust, double *build_seconds);
void bench_embree_release(bench_embree *embree);
double bench_embree_closest(const void *embree, const bench_ray *ray);
double bench_embree_any(const void *embree, const bench_ray *ray);
double bench_embree_bytes(const void *embree); /* by Embree's own account */

#endif
