/* SPDX-License-Identifier: MIT
 * The units in which a tree keeps its boxes:
 *
 *     stored = (x - origin) * scale, rounded outwards to float
 *
 * with origin 0 and scale 1 in the float build, where floats do not round; the double build takes the
 * middle of all boxes and a power of two that brings them to size one. */
#ifndef GZ_TREE_UNITS_H
#define GZ_TREE_UNITS_H

#include <math.h>

#include "base/common.h"

typedef struct gz_units {
    double origin[3], scale;
} gz_units;

/* For what reaches from lo to hi. */
gz_units gz_units_for(const double lo[3], const double hi[3]);

static inline double gz_units_of(const gz_units *units, int axis, double x) {
    return (x - units->origin[axis]) * units->scale;
}
static inline double gz_units_back(const gz_units *units, int axis, double x) {
    return x / units->scale + units->origin[axis];
}

/* x rounded to float, for good (math/wide3.h, wide_round). */
static inline float gz_round_to_float(double x) {
    float rounded = (float)x;
#if defined(__GNUC__) && !defined(__clang__)
#if defined(__SSE2__)
    __asm__("" : "+x"(rounded));
#else
    __asm__("" : "+m"(rounded));
#endif
#endif
    return rounded;
}

/* One or two floats below f, or above: |f| 2^-23 is one to two units of f, and 2^-149 serves where that
 * underflows. */
static inline float gz_float_below(float f) { return f - (fabsf(f) * 0x1p-23f + 0x1p-149f); }
static inline float gz_float_above(float f) { return f + (fabsf(f) * 0x1p-23f + 0x1p-149f); }

/* A float that is not above x, the coordinate along an axis, and one that is not below it. In the
 * double build the difference from the origin may have rounded, too, so they are always moved. */
static inline float gz_units_down(const gz_units *units, int axis, double x) {
    double v = gz_units_of(units, axis, x);
    float f = gz_round_to_float(v);
    bool exact = sizeof(real) == sizeof(float) && (double)f <= v;
    return exact ? f : gz_float_below(f);
}
static inline float gz_units_up(const gz_units *units, int axis, double x) {
    double v = gz_units_of(units, axis, x);
    float f = gz_round_to_float(v);
    bool exact = sizeof(real) == sizeof(float) && (double)f >= v;
    return exact ? f : gz_float_above(f);
}

/* The same for what need not be near the tree: beyond the range of float the bounds are infinite on the
 * far side and 2^126 on the near one. */
static inline float gz_units_down_any(const gz_units *units, int axis, double x) {
    double v = gz_units_of(units, axis, x);
    if (v > 0x1p126) return 0x1p126f;
    return v < -0x1p126 ? -INFINITY : gz_units_down(units, axis, x);
}
static inline float gz_units_up_any(const gz_units *units, int axis, double x) {
    double v = gz_units_of(units, axis, x);
    if (v < -0x1p126) return -0x1p126f;
    return v > 0x1p126 ? INFINITY : gz_units_up(units, axis, x);
}

#endif
