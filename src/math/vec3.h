/* SPDX-License-Identifier: MIT
 * Short names for the public vector maths, and the few helpers that only we need. */
#ifndef GZ_MATH_VEC3_H
#define GZ_MATH_VEC3_H

#include "base/common.h"
#include "graze/math.h"

typedef graze_vec3 vec3;
typedef graze_mat3 mat3;

#define vec3_make graze_vec3_make
#define vec3_zero graze_vec3_zero
#define vec3_add graze_vec3_add
#define vec3_sub graze_vec3_sub
#define vec3_neg graze_vec3_neg
#define vec3_scale graze_vec3_scale
#define vec3_add_scaled graze_vec3_add_scaled
#define vec3_mul graze_vec3_mul
#define vec3_dot graze_vec3_dot
#define vec3_cross graze_vec3_cross
#define vec3_triple graze_vec3_triple
#define vec3_length graze_vec3_length
#define vec3_length_squared graze_vec3_length_squared
#define vec3_min graze_vec3_min
#define vec3_max graze_vec3_max
#define vec3_abs graze_vec3_abs
#define vec3_max_abs graze_vec3_max_abs
#define vec3_is_finite graze_vec3_is_finite

/* graze_sign from a table: support mappings ask for signs that nobody could predict, and compilers make
 * branches of everything else. */
static inline real gz_sign(real x) {
    static const real sign[2] = {1, -1};
    return sign[x < 0];
}

/* Above this, or below its inverse, gz_direction rescales: squares of what lies between are safe. */
#if defined(GRAZE_DOUBLE)
#define GZ_DIRECTION_LIMIT 1e100
#else
#define GZ_DIRECTION_LIMIT 1e12f
#endif

/* v times a power of two such that its largest |component| lies in [1, 2); zero stays zero. Exact
 * but for components that become denormal. */
vec3 gz_direction_rescaled(vec3 v);

/* v, rescaled only if its squares might leave the range. Directions may be scaled freely, so
 * support mappings call this first and then use plain dot products. */
static inline vec3 gz_direction(vec3 v) {
    real m = vec3_max_abs(v);
    if (m < GZ_DIRECTION_LIMIT && m > 1 / GZ_DIRECTION_LIMIT) return v;
    return gz_direction_rescaled(v);
}

/* The unit vector along a vector that gz_direction returned; e1 for zero, so that support mappings
 * return a point of the boundary even then. */
static inline vec3 gz_unit(vec3 direction) {
    real squared = vec3_length_squared(direction);
    if (squared == 0) return vec3_make(1, 0, 0);
    return vec3_scale(direction, 1 / graze_sqrt(squared));
}

#endif
