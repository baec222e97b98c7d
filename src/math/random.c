/* SPDX-License-Identifier: MIT
 * Random numbers from a counter and a mixing function (Steele, Lea, Flood 2014: SplitMix). All draws
 * are made in double and rounded once, so float and double see the same sequence. */
#include "math/rounding.h"

uint64_t graze_random_bits(graze_random *random) {
    if (!random) return 0;
    random->state += UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / golden ratio, odd: period 2^64 */
    uint64_t mixed = random->state;
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

real graze_random_uniform(graze_random *random, real lo, real hi) {
    double fraction = (double)(graze_random_bits(random) >> 11) * 0x1p-53; /* 0 <= fraction < 1 */
    if (!graze_is_finite(lo) || !graze_is_finite(hi) || !(lo < hi)) return lo;
    double span = (double)hi - (double)lo;
    if (span - span != 0) { /* overflow: the halves cannot */
        double half = 0.5 * (double)lo + fraction * (0.5 * (double)hi - 0.5 * (double)lo);
        real doubled = (real)(2 * half);
        return doubled < hi ? doubled : gz_next_down(hi);
    }
    real rounded = (real)((double)lo + fraction * span);
    return rounded < hi ? rounded : gz_next_down(hi);
}

/* A point uniform in the open unit disk without its centre, and its squared distance from the
 * centre. Coordinates are odd multiples of 2^-53, so no axis or zero is favoured. The generator runs
 * through all 2^64 values, so the rejection ends; four in five draws pass. */
static double draw_in_disk(graze_random *random, double *x, double *y) {
    for (;;) {
        *x = (double)(int64_t)(graze_random_bits(random) >> 11 | 1) * 0x1p-52 - 1;
        *y = (double)(int64_t)(graze_random_bits(random) >> 11 | 1) * 0x1p-52 - 1;
        double squared = *x * *x + *y * *y;
        if (squared < 1) return squared;
    }
}

/* Marsaglia 1972: the squared distance s is uniform in 0..1, so 1 - 2 s is uniform in -1..1, which is
 * what a coordinate of a uniform direction is (Archimedes). */
vec3 graze_random_direction(graze_random *random) {
    if (!random) return vec3_make(1, 0, 0);
    double x, y;
    double squared = draw_in_disk(random, &x, &y);
    double scale = 2 * sqrt(1 - squared);
    return vec3_make((real)(x * scale), (real)(y * scale), (real)(1 - 2 * squared));
}

/* Uniform on the 3-sphere from two disks (Marsaglia 1972), which is Shoemake's method (B:4431) with
 * its sines and cosines drawn by rejection. */
graze_quat graze_random_rotation(graze_random *random) {
    if (!random) return graze_quat_identity();
    double x, y, z, w;
    double first = draw_in_disk(random, &x, &y);
    double second = draw_in_disk(random, &z, &w);
    double scale = sqrt((1 - first) / second);
    return graze_quat_make((real)x, (real)y, (real)(z * scale), (real)(w * scale));
}
