/* SPDX-License-Identifier: MIT
 * Directed rounding with plain arithmetic, for bounds that must hold exactly. */
#ifndef GZ_MATH_ROUNDING_H
#define GZ_MATH_ROUNDING_H

#include <string.h>

#include "math/vec3.h"

#if defined(GRAZE_DOUBLE)
typedef uint64_t gz_real_bits;
#else
typedef uint32_t gz_real_bits;
#endif

/* The least number above a finite x. */
static inline real gz_next_up(real x) {
    gz_real_bits bits;
    if (x == 0) {
        bits = 1;
    } else {
        memcpy(&bits, &x, sizeof bits);
        bits += 1 - 2 * (gz_real_bits)(x < 0); /* no branch: signs are hard to predict */
    }
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline real gz_next_down(real x) { return -gz_next_up(-x); }

/* The rounding error of a - b, exactly (Knuth's two-sum): a - b = difference + error. */
static inline real gz_sub_error(real a, real b, real difference) {
    real b_virtual = a - difference;
    real a_virtual = difference + b_virtual;
    return (a - a_virtual) + (b_virtual - b);
}

/* a - b and a + b rounded toward +infinity; exact results stay exact. */
static inline real gz_sub_up(real a, real b) {
    real difference = a - b;
    return gz_sub_error(a, b, difference) > 0 ? gz_next_up(difference) : difference;
}
static inline real gz_add_up(real a, real b) { return gz_sub_up(a, -b); }

/* A few units in the last place above a nonnegative x: covers the roundings of a short formula. */
static inline real gz_round_up(real x) { return gz_next_up(x * (1 + 4 * GRAZE_EPSILON)); }

#endif
