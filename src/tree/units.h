/* SPDX-License-Identifier: MIT
 * The units in which a tree keeps its boxes:
 *
 *     stored = (x - origin) * scale, rounded outwards to float
 *
 * with origin 0 and scale 1 in the float build, where floats do not round; the double build takes the
 * middle of all boxes and a power of two that brings them to size one. */
#ifndef GZ_TREE_UNITS_H
#define GZ_TREE_UNITS_H

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

/* A float that is not above x, the coordinate along an axis. In the double build the difference from
 * the origin may have rounded, too, so that it is always one or two floats below: |f| 2^-23 is one to
 * two units of f, and 2^-149 serves where that underflows. */
static inline float gz_units_down(const gz_units *units, int axis, double x) {
    double v = gz_units_of(units, axis, x);
    float f = (float)v;
#if !defined(GRAZE_DOUBLE)
    if ((double)f <= v) return f;
#endif
    float size = f < 0 ? -f : f;
    return f - (size * 0x1p-23f + 0x1p-149f);
}
static inline float gz_units_up(const gz_units *units, int axis, double x) {
    double v = gz_units_of(units, axis, x);
    float f = (float)v;
#if !defined(GRAZE_DOUBLE)
    if ((double)f >= v) return f;
#endif
    float size = f < 0 ? -f : f;
    return f + (size * 0x1p-23f + 0x1p-149f);
}

#endif
