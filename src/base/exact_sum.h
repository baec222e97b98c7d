/* SPDX-License-Identifier: MIT
 * The sign of a sum of products of three doubles, in plain integers: exact for all finite doubles,
 * no rounding, no overflow, no underflow. */
#ifndef GZ_BASE_EXACT_SUM_H
#define GZ_BASE_EXACT_SUM_H

#include "base/common.h"

typedef struct gz_exact_term { /* value = + or - factor[0] factor[1] factor[2] */
    double factor[3];
    bool negative;
} gz_exact_term;

#define GZ_EXACT_TERMS 32 /* the most that one sum may have */

/* The sign of the sum: -1, 0 or 1. Factors must be finite, 0 <= count <= GZ_EXACT_TERMS. */
int gz_exact_sum_sign(const gz_exact_term *terms, int count);

#endif
