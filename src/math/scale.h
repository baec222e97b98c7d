/* SPDX-License-Identifier: MIT
 * Exact scaling by powers of two, from the bits of a double: no C library, the same everywhere.
 * A float fits into a double with room to spare, so one version serves both builds. */
#ifndef GZ_MATH_SCALE_H
#define GZ_MATH_SCALE_H

#include <string.h>

#include "math/vec3.h"

static inline uint64_t gz_bits_of_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double gz_bits_as_double(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 2^e for -1022 <= e <= 1023. */
static inline double gz_power_of_two(int e) { return gz_bits_as_double((uint64_t)(e + 1023) << 52); }

/* The e with 2^e <= |d| < 2^(e + 1), denormals included; 0 for zero, 1024 for infinity and NaN. */
static inline int gz_exponent(double d) {
    int bias = 1023;
    if (d == 0) return 0;
    if (d < 0x1p-1022 && d > -0x1p-1022) {
        d *= 0x1p54;
        bias += 54;
    }
    return (int)(gz_bits_of_double(d) >> 52 & 0x7ff) - bias;
}

/* A bound of the square root of a finite d >= 0 from above, at most 6.1 % too large, for who has no use
 * for a better one: half the exponent, and half the mantissa, which is the chord 1 + f / 2 of sqrt(1 +
 * f) or 3 / 2 + f / 2 of sqrt(2 + 2 f). The last bit is cut off. */
static inline double gz_rough_root(double d) {
    return gz_bits_as_double((gz_bits_of_double(d) + ((uint64_t)1023 << 52)) >> 1);
}

/* d * 2^e for any e, rounded once, and only if the result overflows or becomes denormal. Going down
 * in steps of 2^-969 = 2^(53 - 1022) a step rounds only where the end result is zero anyway. */
static inline double gz_scale_double(double d, int e) {
    if (e > 4000) e = 4000;
    if (e < -4000) e = -4000;
    for (; e > 1023; e -= 1023) d *= 0x1p1023;
    for (; e < -1022; e += 969) d *= 0x1p-969;
    return d * gz_power_of_two(e);
}

static inline real gz_scale(real x, int e) { return (real)gz_scale_double((double)x, e); }

static inline vec3 gz_vec3_scale(vec3 v, int e) {
    return vec3_make(gz_scale(v.x, e), gz_scale(v.y, e), gz_scale(v.z, e));
}

/* True if squares of numbers up to m in size, and sums of a few of them, stay in range while what
 * underflows is below the rounding error of the square of m itself. */
static inline bool gz_squares_are_safe(real m) {
    return m < GZ_DIRECTION_LIMIT && m > 1 / GZ_DIRECTION_LIMIT;
}

#endif
