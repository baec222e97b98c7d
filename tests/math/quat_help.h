/* SPDX-License-Identifier: MIT
 * Quaternions in long double, for the tests. */
#ifndef GRAZE_TESTS_QUAT_HELP_H
#define GRAZE_TESTS_QUAT_HELP_H

#include "math_help.h"

typedef struct lquat {
    long double c[4]; /* x, y, z, w */
} lquat;

static inline lquat wide_quat(graze_quat q) {
    return (lquat){{(long double)q.x, (long double)q.y, (long double)q.z, (long double)q.w}};
}
static inline long double lq_dot(lquat a, lquat b) {
    return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2] + a.c[3] * b.c[3];
}
static inline long double lq_length(lquat a) { return sqrtl(lq_dot(a, a)); }
/* s a + t b. */
static inline lquat lq_combine(long double s, lquat a, long double t, lquat b) {
    lquat out;
    for (int i = 0; i < 4; ++i) out.c[i] = s * a.c[i] + t * b.c[i];
    return out;
}
static inline lquat lq_unit(lquat a) { return lq_combine(1 / lq_length(a), a, 0, a); }
static inline long double lq_distance(lquat a, lquat b) { return lq_length(lq_combine(1, a, -1, b)); }
/* The distance up to the sign: zero for equal rotations. */
static inline long double lq_rotation_distance(lquat a, lquat b) {
    return fminl(lq_distance(a, b), lq_length(lq_combine(1, a, 1, b)));
}
/* From Hamilton's table: unit[i] * unit[j] = sign * unit[k]. */
static inline lquat lq_mul(lquat a, lquat b) {
    static const int unit[4][4] = {{3, 2, 1, 0}, {2, 3, 0, 1}, {1, 0, 3, 2}, {0, 1, 2, 3}};
    static const int sign[4][4] = {{-1, 1, -1, 1}, {-1, -1, 1, 1}, {1, -1, -1, 1}, {1, 1, 1, 1}};
    lquat out = {{0, 0, 0, 0}};
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) out.c[unit[i][j]] += sign[i][j] * a.c[i] * b.c[j];
    return out;
}
static inline lquat lq_axis_angle(lvec axis, long double angle) {
    long double s = sinl(angle / 2) / l_length(axis);
    return (lquat){{axis.c[0] * s, axis.c[1] * s, axis.c[2] * s, cosl(angle / 2)}};
}
static inline bool same_quat(graze_quat a, graze_quat b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
/* Four components uniform in -1..1 times one power of two. */
static inline graze_quat random_quat(graze_random *random, int exponent) {
    graze_vec3 v = random_vec3(random, exponent);
    return graze_quat_make(v.x, v.y, v.z, random_vec3(random, exponent).x);
}

#endif
