/* SPDX-License-Identifier: MIT
 * What is accepted as a sphere, a box, an oriented box. */
#ifndef GZ_BOUNDS_CHECK_H
#define GZ_BOUNDS_CHECK_H

#include "graze/shape.h"
#include "math/vec3.h"

static inline bool gz_sphere_is_valid(const graze_sphere *s) {
    return s && vec3_is_finite(s->center) && graze_is_finite(s->radius) && s->radius >= 0;
}

static inline bool gz_aabb_is_valid(const graze_aabb *b) {
    return b && vec3_is_finite(b->lo) && vec3_is_finite(b->hi) && graze_vec3_less_equal(b->lo, b->hi);
}

static inline bool gz_obb_is_valid(const graze_obb *b) {
    return b && vec3_is_finite(b->center) && graze_mat3_is_finite(&b->axes) &&
           vec3_is_finite(b->half) && graze_vec3_less_equal(vec3_zero(), b->half);
}

/* Whether the volume reaches no farther than shapes may: no square of a size overflows then. */
static inline bool gz_is_in_reach(vec3 middle, real size) {
    return vec3_max_abs(middle) <= GRAZE_SHAPE_REACH && size <= GRAZE_SHAPE_REACH;
}

static inline graze_status gz_sphere_check(const graze_sphere *s) {
    if (!gz_sphere_is_valid(s)) return GRAZE_INVALID_ARGUMENT;
    return gz_is_in_reach(s->center, s->radius) ? GRAZE_OK : GRAZE_OUT_OF_RANGE;
}

static inline graze_status gz_aabb_check(const graze_aabb *b) {
    if (!gz_aabb_is_valid(b)) return GRAZE_INVALID_ARGUMENT;
    return gz_is_in_reach(b->lo, vec3_max_abs(b->hi)) ? GRAZE_OK : GRAZE_OUT_OF_RANGE;
}

static inline graze_status gz_obb_check(const graze_obb *b) {
    if (!gz_obb_is_valid(b)) return GRAZE_INVALID_ARGUMENT;
    return gz_is_in_reach(b->center, vec3_max_abs(b->half)) ? GRAZE_OK : GRAZE_OUT_OF_RANGE;
}

#endif
