/* SPDX-License-Identifier: MIT
 * Vectors made unit. */
#ifndef GZ_PRIMITIVE_UNIT_H
#define GZ_PRIMITIVE_UNIT_H

#include "math/wide3.h"

/* v made unit, for a v with squares in range; `other` if v is zero. */
static inline wide3 gz_wide_unit(wide3 v, wide3 other) {
    double length = wide3_length(v);
    return length > 0 ? wide3_scale(v, 1 / length) : other;
}

/* v made unit whose length is nearly the one given, without waiting for a root: 1 / sqrt(1 + off) = 1 -
 * off / 2 + 3 off^2 / 8 - 5 off^3 / 16 ... Where it is not, v with care, or the other vector made unit
 * if v is zero. */
static inline wide3 gz_wide_unit_near(wide3 v, double length, wide3 other) {
    wide3 u = wide3_scale(v, 1 / length);
    double off = wide3_length_squared(u) - 1;
    if (fabs(off) < 0x1p-17) return wide3_scale(u, 1 - off * (0.5 - 0.375 * off));
    return gz_wide_unit(v, gz_wide_unit(other, wide3_make(1, 0, 0)));
}

#endif
