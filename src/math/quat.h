/* SPDX-License-Identifier: MIT
 * Quaternions as vectors of four components. */
#ifndef GZ_MATH_QUAT_H
#define GZ_MATH_QUAT_H

#include "math/vec3.h"

static inline vec3 gz_quat_vector(graze_quat q) { return vec3_make(q.x, q.y, q.z); }
static inline graze_quat gz_quat_negate(graze_quat q) {
    return graze_quat_make(-q.x, -q.y, -q.z, -q.w);
}
static inline real gz_quat_dot(graze_quat p, graze_quat q) {
    return (p.x * q.x + p.y * q.y) + (p.z * q.z + p.w * q.w);
}
/* s p + t q. */
static inline graze_quat gz_quat_combine(real s, graze_quat p, real t, graze_quat q) {
    return graze_quat_make(s * p.x + t * q.x, s * p.y + t * q.y, s * p.z + t * q.z, s * p.w + t * q.w);
}
/* The length, safe against overflow and underflow of the squares. */
real gz_quat_length(graze_quat q);

#endif
