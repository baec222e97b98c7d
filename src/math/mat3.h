/* SPDX-License-Identifier: MIT
 * Matrix inversion with the columns brought to a common size by powers of two. */
#ifndef GZ_MATH_MAT3_H
#define GZ_MATH_MAT3_H

#include "math/vec3.h"

/* The inverse of M, not yet scaled: row i of M^-1 is row[i] * 2^-exponent[i], where 2^exponent[i] is
 * the size of column i of M. The entries of row lie within 1 / eps, whatever the size of M. */
typedef struct gz_scaled_inverse {
    vec3 row[3];
    int exponent[3];
} gz_scaled_inverse;

/* GRAZE_SINGULAR or GRAZE_OK, for a finite matrix. */
graze_status gz_mat3_invert_scaled(const mat3 *m, gz_scaled_inverse *out);

#endif
