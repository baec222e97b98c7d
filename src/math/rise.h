/* SPDX-License-Identifier: MIT
 * Is q farther along v than p? Decided exactly, so that climbing along such steps always ends and ends
 * at the true top. A filter answers nearly always; what it leaves open is summed exactly. */
#ifndef GZ_MATH_RISE_H
#define GZ_MATH_RISE_H

#include "base/tolerance.h"
#include "math/vec3.h"

/* The sign of v . (q - p), exactly: -1, 0 or 1. For any finite input. */
int gz_rise_exact(vec3 v, vec3 p, vec3 q);

/* v . (q - p) as computed, and in *bound what it may be off by. No product of a component of v with a
 * difference may overflow; GZ_RISE_FILTER and GZ_RISE_FLOOR are derived in tolerance.h. */
static inline real gz_rise(vec3 v, vec3 p, vec3 q, real *bound) {
    vec3 t = graze_vec3_mul(v, vec3_sub(q, p));
    real size = (graze_abs(t.x) + graze_abs(t.y)) + graze_abs(t.z);
    *bound = GZ_RISE_FILTER * size + GZ_RISE_FLOOR;
    return (t.x + t.y) + t.z;
}

/* v . q > v . p, exactly. */
static inline bool gz_rises(vec3 v, vec3 p, vec3 q) {
    real bound, rise = gz_rise(v, p, q, &bound);
    if (graze_abs(rise) > bound) return rise > 0;
    return gz_rise_exact(v, p, q) > 0;
}

#endif
