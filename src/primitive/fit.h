/* SPDX-License-Identifier: MIT
 * Points relative to a centre (subtract early), scaled so that squares and their squares stay in
 * range. In the float build everything fits in a double as it is. */
#ifndef GZ_PRIMITIVE_FIT_H
#define GZ_PRIMITIVE_FIT_H

#include "math/wide3.h"

double gz_fit_rescaled(const wide3 *points, int count, wide3 center, double size, wide3 *out);

/* out[i] = scale (points[i] - center), up to one rounding; returns the scale, a power of two, nearly
 * always 1. size: a radius or half extent (>= 0) that must stay in range too. */
static inline double gz_fit(const wide3 *points, int count, wide3 center, double size, wide3 *out) {
    for (int i = 0; i < count; ++i) out[i] = wide3_sub(points[i], center);
#if defined(GRAZE_DOUBLE)
    double largest = size;
    for (int i = 0; i < count; ++i) {
        double m = wide3_max_abs(out[i]);
        largest = m > largest ? m : largest;
    }
    if (!(largest < 0x1p200 && largest > 0x1p-200) && largest != 0)
        return gz_fit_rescaled(points, count, center, size, out);
#else
    (void)size;
#endif
    return 1;
}

/* The direction of a ray times 2^-*exponent, nearly always *exponent = 0: what was t along the
 * direction given is t 2^*exponent along the one returned. */
wide3 gz_fit_direction_rescaled(wide3 direction, int *exponent);
static inline wide3 gz_fit_wide_direction(wide3 d, int *exponent) {
    *exponent = 0;
#if defined(GRAZE_DOUBLE)
    double largest = wide3_max_abs(d);
    if (!(largest < 0x1p200 && largest > 0x1p-200) && largest != 0)
        return gz_fit_direction_rescaled(d, exponent);
#endif
    return d;
}
static inline wide3 gz_fit_direction(vec3 direction, int *exponent) {
    return gz_fit_wide_direction(wide3_from(direction), exponent);
}

#endif
