/* SPDX-License-Identifier: MIT
 * What the tests of the maths share: numbers of every size, and vectors and matrices in long double
 * (64 bits, exponents to 16383) as an oracle that neither rounds nor overflows where we do. */
#ifndef GRAZE_TESTS_MATH_HELP_H
#define GRAZE_TESTS_MATH_HELP_H

#include <float.h>
#include <math.h>

#include "harness.h"

#if defined(GRAZE_DOUBLE)
#define LOWEST_EXPONENT (-1074)
#define NORMAL_EXPONENT (-1022)
#define HIGHEST_EXPONENT 1023
#else
#define LOWEST_EXPONENT (-149)
#define NORMAL_EXPONENT (-126)
#define HIGHEST_EXPONENT 127
#endif
#define EPS ((long double)GRAZE_EPSILON)
#define NOT_A_NUMBER ((graze_real)NAN)
#define INFINITE ((graze_real)INFINITY)

/* m 2^e with 1 <= m < 2, a random sign and an exponent uniform in lowest..highest. */
static inline graze_real random_size(graze_random *random, int lowest, int highest) {
    int exponent = lowest + (int)(graze_random_bits(random) % (uint64_t)(highest - lowest + 1));
    long double mantissa = 1 + (long double)(graze_random_bits(random) >> 41) * 0x1p-23L;
    graze_real x = (graze_real)ldexpl(mantissa, exponent);
    return graze_random_bits(random) & 1 ? -x : x;
}

/* Components uniform in -1..1 times one power of two. */
static inline graze_vec3 random_vec3(graze_random *random, int exponent) {
    graze_vec3 v;
    v.x = (graze_real)ldexpl((long double)graze_random_uniform(random, -1, 1), exponent);
    v.y = (graze_real)ldexpl((long double)graze_random_uniform(random, -1, 1), exponent);
    v.z = (graze_real)ldexpl((long double)graze_random_uniform(random, -1, 1), exponent);
    return v;
}

static inline graze_mat3 random_mat3(graze_random *random) {
    graze_mat3 m;
    for (int i = 0; i < 3; ++i) m.col[i] = random_vec3(random, 0);
    return m;
}

typedef struct lvec {
    long double c[3];
} lvec;
typedef struct lmat {
    lvec col[3];
} lmat;

static inline lvec wide(graze_vec3 v) {
    return (lvec){{(long double)v.x, (long double)v.y, (long double)v.z}};
}
static inline lmat wide_mat(const graze_mat3 *m) {
    return (lmat){{wide(m->col[0]), wide(m->col[1]), wide(m->col[2])}};
}
static inline long double l_dot(lvec a, lvec b) {
    return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2];
}
static inline long double l_length(lvec a) { return sqrtl(l_dot(a, a)); }
/* a + s b. */
static inline lvec l_add(lvec a, long double s, lvec b) {
    return (lvec){{a.c[0] + s * b.c[0], a.c[1] + s * b.c[1], a.c[2] + s * b.c[2]}};
}
static inline lvec l_cross(lvec a, lvec b) {
    return (lvec){{a.c[1] * b.c[2] - a.c[2] * b.c[1], a.c[2] * b.c[0] - a.c[0] * b.c[2],
                   a.c[0] * b.c[1] - a.c[1] * b.c[0]}};
}
static inline lvec l_apply(const lmat *m, lvec v) {
    lvec out = {{0, 0, 0}};
    for (int i = 0; i < 3; ++i) out = l_add(out, v.c[i], m->col[i]);
    return out;
}
static inline lmat l_mul(const lmat *a, const lmat *b) {
    return (lmat){{l_apply(a, b->col[0]), l_apply(a, b->col[1]), l_apply(a, b->col[2])}};
}
/* By the permutation formula: not the way the library goes. */
static inline long double l_det(const lmat *m) {
    static const int permutation[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                          {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    long double sum = 0;
    for (int p = 0; p < 6; ++p) {
        long double product = p < 3 ? 1 : -1;
        for (int i = 0; i < 3; ++i) product *= m->col[i].c[permutation[p][i]];
        sum += product;
    }
    return sum;
}
/* The product of the column lengths over |det|: 1 for right angles, infinite for flat ones. */
static inline long double l_flatness(const lmat *m) {
    return l_length(m->col[0]) * l_length(m->col[1]) * l_length(m->col[2]) / fabsl(l_det(m));
}
static inline long double l_distance(lvec a, lvec b) { return l_length(l_add(a, -1, b)); }

/* The matrix of a rotation about an axis by Rodrigues' formula, in long double. */
static inline lmat l_rotation(lvec axis, long double angle) {
    long double length = l_length(axis), c = cosl(angle), s = sinl(angle);
    lvec u = {{axis.c[0] / length, axis.c[1] / length, axis.c[2] / length}};
    lmat m;
    for (int i = 0; i < 3; ++i) {
        lvec e = {{i == 0, i == 1, i == 2}};
        lvec along = {{u.c[0] * u.c[i], u.c[1] * u.c[i], u.c[2] * u.c[i]}};
        lvec turned = l_add((lvec){{c * e.c[0], c * e.c[1], c * e.c[2]}}, 1 - c, along);
        m.col[i] = l_add(turned, s, l_cross(u, e));
    }
    return m;
}
/* The largest difference between two entries. */
static inline long double l_mat_difference(const lmat *a, const lmat *b) {
    long double worst = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) worst = fmaxl(worst, fabsl(a->col[i].c[j] - b->col[i].c[j]));
    return worst;
}

/* Fills an output before a call that must fail, and checks that the call left it alone. */
#define POISON(x) memset(&(x), 0x5a, sizeof(x))
static inline bool is_poisoned(const void *memory, size_t size) {
    const unsigned char *byte = memory;
    for (size_t i = 0; i < size; ++i)
        if (byte[i] != 0x5a) return false;
    return true;
}
/* The call must return the status and leave the output out as it is. */
#define REFUSES(call, status, out)                                                                     \
    do {                                                                                               \
        POISON(out);                                                                                   \
        assert_int_equal((call), (status));                                                            \
        assert_true(is_poisoned(&(out), sizeof(out)));                                                 \
    } while (0)

#endif
