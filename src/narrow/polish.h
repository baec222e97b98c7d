/* SPDX-License-Identifier: MIT
 * A pair of triangles that is near the nearest leads to it: one mesh is searched around the nearest
 * point of the other, then the other way round, until nothing nearer turns up. That takes a few
 * microseconds and finds a local optimum, often the answer; what is left for the walk through both
 * trees is the proof. */
#ifndef GZ_NARROW_POLISH_H
#define GZ_NARROW_POLISH_H

#include "narrow/mesh_distance.h"

typedef struct gz_polish {
    const gz_near_kernel *kernel;
    double into_a[3][3], into_b[3][3]; /* inverses of the maps of gz_nearest */
} gz_polish;

void gz_polish_begin(const gz_nearest *nearest, const gz_near_kernel *kernel, gz_polish *out);
/* For two simple meshes, of which a pair is known. */
void gz_polish_run(const gz_polish *polish, gz_nearest *nearest, gz_triangle_pairs *lanes);

#endif
