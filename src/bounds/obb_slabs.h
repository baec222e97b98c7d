/* SPDX-License-Identifier: MIT
 * Oriented boxes from intervals along their axes. */
#ifndef GZ_BOUNDS_OBB_SLABS_H
#define GZ_BOUNDS_OBB_SLABS_H

#include "bounds/principal.h"
#include "math/wide3.h"

/* What a box with these axes must hold: intervals along them, relative to an origin. */
typedef struct gz_obb_slabs {
    mat3 axes; /* orthonormal up to the rounding of each number */
    vec3 origin;
    double lo[3], hi[3];
    double
        size; /* of what the intervals were computed from: they are off by GZ_BOUNDS_ROUNDING of it */
} gz_obb_slabs;

/* Nothing yet. The axes (orthonormal in double) are rounded to real. */
gz_obb_slabs gz_obb_slabs_make(const wide_mat3 *axes, vec3 origin);
void gz_obb_slabs_add_point(gz_obb_slabs *slabs, vec3 p);
void gz_obb_slabs_add_box(gz_obb_slabs *slabs, const graze_obb *box);
/* The least box, rounded outwards; GRAZE_OUT_OF_RANGE beyond the range of real. */
graze_status gz_obb_slabs_box(const gz_obb_slabs *slabs, graze_obb *out);
/* The volume in units of size^3, for comparisons. */
double gz_obb_slabs_volume(const gz_obb_slabs *slabs, double size);

/* The axes made orthonormal again, handedness kept: false if they are off by more than GZ_ROTATION. */
bool gz_orthonormal_axes(const mat3 *given, wide_mat3 *axes);

#endif
