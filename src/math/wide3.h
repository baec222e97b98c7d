/* SPDX-License-Identifier: MIT
 * Vectors in double whatever the build. GJK works in them: in the float build its simplices then carry
 * no rounding that matters, so answers are as good as the float shapes and poses allow. */
#ifndef GZ_MATH_WIDE3_H
#define GZ_MATH_WIDE3_H

#include <math.h>

#include "math/vec3.h"

typedef struct wide3 {
    double x, y, z;
} wide3;

typedef struct wide_mat3 {
    wide3 col[3];
} wide_mat3;

static inline wide3 wide3_make(double x, double y, double z) { return (wide3){x, y, z}; }
static inline wide3 wide3_from(vec3 v) { return wide3_make((double)v.x, (double)v.y, (double)v.z); }
/* x rounded to real, for good: gcc 12 leaves the rounding out where it sees two numbers rounded to
 * float and widened again side by side. */
static inline real wide_round(double x) {
    real rounded = (real)x;
#if defined(__GNUC__) && !defined(__clang__) && !defined(GRAZE_DOUBLE)
#if defined(__SSE2__)
    __asm__("" : "+x"(rounded));
#else
    __asm__("" : "+m"(rounded));
#endif
#endif
    return rounded;
}
static inline vec3 wide3_round(wide3 v) {
    return vec3_make(wide_round(v.x), wide_round(v.y), wide_round(v.z));
}
/* v, component by component. A processor cannot hand over two numbers that it has just stored one by
 * one to a load of both at once before they have reached the cache, and compilers like to make such
 * loads. This keeps them from it, where a vector comes straight from a function or a branch that wrote
 * it. */
static inline wide3 wide3_fresh(wide3 v) {
#if defined(__GNUC__) && defined(__SSE2__)
    __asm__("" : "+x"(v.x), "+x"(v.y), "+x"(v.z));
#endif
    return v;
}
static inline wide3 wide3_add(wide3 a, wide3 b) { return wide3_make(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline wide3 wide3_sub(wide3 a, wide3 b) { return wide3_make(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline wide3 wide3_neg(wide3 a) { return wide3_make(-a.x, -a.y, -a.z); }
static inline wide3 wide3_scale(wide3 a, double s) { return wide3_make(a.x * s, a.y * s, a.z * s); }
static inline wide3 wide3_add_scaled(wide3 a, double s, wide3 b) {
    return wide3_make(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
static inline double wide3_dot(wide3 a, wide3 b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
static inline wide3 wide3_cross(wide3 a, wide3 b) {
    return wide3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double wide3_triple(wide3 a, wide3 b, wide3 c) { return wide3_dot(a, wide3_cross(b, c)); }
static inline double wide3_length_squared(wide3 a) { return wide3_dot(a, a); }
static inline double wide3_length(wide3 a) { return sqrt(wide3_dot(a, a)); }
static inline bool wide3_equal(wide3 a, wide3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
static inline double wide3_max_abs(wide3 a) {
    double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    double m = y > x ? y : x;
    return z > m ? z : m;
}

static inline wide_mat3 wide_mat3_from(const mat3 *m) {
    return (wide_mat3){{wide3_from(m->col[0]), wide3_from(m->col[1]), wide3_from(m->col[2])}};
}
static inline wide3 wide_mat3_mul_vec(const wide_mat3 *m, wide3 v) {
    wide3 xy = wide3_add_scaled(wide3_scale(m->col[0], v.x), v.y, m->col[1]);
    return wide3_add_scaled(xy, v.z, m->col[2]);
}
static inline wide3 wide_mat3_tmul_vec(const wide_mat3 *m, wide3 v) {
    return wide3_make(wide3_dot(m->col[0], v), wide3_dot(m->col[1], v), wide3_dot(m->col[2], v));
}
/* The same with a matrix as it is given, for who needs each once. */
static inline wide3 wide3_turn(const mat3 *m, wide3 v) {
    wide3 xy = wide3_add_scaled(wide3_scale(wide3_from(m->col[0]), v.x), v.y, wide3_from(m->col[1]));
    return wide3_add_scaled(xy, v.z, wide3_from(m->col[2]));
}
static inline wide3 wide3_turn_back(const mat3 *m, wide3 v) {
    return wide3_make(wide3_dot(wide3_from(m->col[0]), v), wide3_dot(wide3_from(m->col[1]), v),
                      wide3_dot(wide3_from(m->col[2]), v));
}

#endif
