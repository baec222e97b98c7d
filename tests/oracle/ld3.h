/* SPDX-License-Identifier: MIT
 * Vectors in long double, the arithmetic of the oracles. */
#ifndef GRAZE_ORACLE_LD3_H
#define GRAZE_ORACLE_LD3_H

#include <math.h>

#include "graze/graze.h"

typedef struct ld3 {
    long double x, y, z;
} ld3;

static inline ld3 ld3_from(graze_vec3 v) {
    return (ld3){(long double)v.x, (long double)v.y, (long double)v.z};
}
static inline ld3 ld3_add(ld3 a, ld3 b) { return (ld3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline ld3 ld3_sub(ld3 a, ld3 b) { return (ld3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline ld3 ld3_scale(ld3 a, long double s) { return (ld3){a.x * s, a.y * s, a.z * s}; }
static inline ld3 ld3_add_scaled(ld3 a, long double s, ld3 b) { return ld3_add(a, ld3_scale(b, s)); }
static inline long double ld3_dot(ld3 a, ld3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline ld3 ld3_cross(ld3 a, ld3 b) {
    return (ld3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline long double ld3_length(ld3 a) { return sqrtl(ld3_dot(a, a)); }
static inline long double ld3_distance(ld3 a, ld3 b) { return ld3_length(ld3_sub(a, b)); }
/* The unit vector; zero stays zero. */
static inline ld3 ld3_unit(ld3 a) {
    long double length = ld3_length(a);
    return length > 0 ? ld3_scale(a, 1 / length) : a;
}

#endif
