/* SPDX-License-Identifier: MIT
 * Affine maps in double whatever the build: what brings the vertices of one mesh into the space of
 * another. The formulas are part of the contract of graze/mesh.h: who repeats them gets the same bits.
 */
#ifndef GZ_MATH_AFFINE_H
#define GZ_MATH_AFFINE_H

#include "graze/math.h"
#include "math/wide3.h"

/* x -> m x + t, m by rows. */
typedef struct gz_affine {
    double m[3][3], t[3];
} gz_affine;

static inline void gz_affine_apply(const gz_affine *f, const double p[3], double out[3]) {
    double x = p[0], y = p[1], z = p[2];
    for (int i = 0; i < 3; ++i) out[i] = ((f->m[i][0] * x + f->m[i][1] * y) + f->m[i][2] * z) + f->t[i];
}

gz_affine gz_affine_of_pose(const graze_pose *pose);

/* The inverse of the matrix by cofactors, its columns brought to size one before; it is not singular.
 */
void gz_affine_invert(const double m[3][3], double inverse[3][3]);

/* b seen from a. With R the inverse of a's matrix: R b.m, R (b.t - a.t), sums of three from the left.
 */
gz_affine gz_affine_relative(const gz_affine *a, const gz_affine *b);

#endif
