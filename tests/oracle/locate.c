/* SPDX-License-Identifier: MIT
 * Cutting planes: keep a growing set of support points. The LP gives the direction that best
 * separates the point from their hull; the support point in that direction either confirms the
 * separation for the whole shape, or joins the set. */
#include "oracle/locate.h"

#include <math.h>
#include <stdlib.h>

#include "oracle/seidel_lp.h"

enum { ROUNDS = 200 };

static graze_vec3 support(const graze_placed *placed, long double x, long double y, long double z) {
    graze_vec3 direction = graze_vec3_make((graze_real)x, (graze_real)y, (graze_real)z), point;
    if (graze_placed_support(placed, direction, &point) != GRAZE_OK) abort();
    return point;
}

oracle_place oracle_locate(const graze_placed *placed, graze_vec3 point, long double band,
                           graze_random *random) {
    graze_vec3 y[ROUNDS + 6];
    int count = 0;
    for (int k = 0; k < 3; ++k) {
        y[count++] = support(placed, k == 0, k == 1, k == 2);
        y[count++] = support(placed, -(k == 0), -(k == 1), -(k == 2));
    }
    for (int i = 0; i < ROUNDS; ++i) {
        long double v[3];
        long double sum_distance = oracle_separation(y, count, point, random, v);
        if (sum_distance <= band) return ORACLE_INSIDE;
        graze_vec3 w = support(placed, v[0], v[1], v[2]);
        long double ahead = v[0] * ((long double)w.x - point.x) + v[1] * ((long double)w.y - point.y) +
                            v[2] * ((long double)w.z - point.z);
        long double length = sqrtl(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        if (-ahead > band * length) return ORACLE_OUTSIDE;
        y[count++] = w;
    }
    return ORACLE_UNSURE;
}
