/* SPDX-License-Identifier: MIT
 * From double to real without losing anything: bounds of what was computed in double and is off by no
 * more than slack. */
#ifndef GZ_BOUNDS_OUTWARD_H
#define GZ_BOUNDS_OUTWARD_H

#include "base/tolerance.h"
#include "math/rounding.h"
#include "math/wide3.h"

/* At least x + slack. The sum rounds by half a unit, and so does the conversion: both are taken back by
 * the next number, unless slack is 0 and x is a real, which is its own bound. */
static inline real gz_outward_up(double x, double slack) {
    real r = (real)(x + slack);
    return slack == 0 && (double)r >= x ? r : gz_next_up(r);
}
static inline real gz_outward_down(double x, double slack) { return -gz_outward_up(-x, slack); }

/* a + b + c in real, rounded up: never below the exact sum. */
static inline real gz_sum_up(real a, real b, real c) { return gz_add_up(gz_add_up(a, b), c); }

#endif
