/* SPDX-License-Identifier: MIT
 * Means and principal axes of points (B:4242, N:280-296). */
#ifndef GZ_BOUNDS_PRINCIPAL_H
#define GZ_BOUNDS_PRINCIPAL_H

#include "bounds/strided.h"
#include "math/wide3.h"

/* The mean of points, relative to an origin near them. */
wide3 gz_principal_mean(const gz_strided *s, vec3 origin);

/* The principal axes of points, given their box: the eigenvectors of their covariance, the longest
 * first, a rotation. */
wide_mat3 gz_principal_axes(const gz_strided *s, const graze_aabb *box);

/* Orthonormal axes whose first lies along the first column, whose first two span the first two and
 * which are as handed as m. */
wide_mat3 gz_gram_schmidt(const wide_mat3 *m);

/* The eigenvectors of a symmetric matrix, the largest eigenvalue first, as a rotation. */
wide_mat3 gz_eigenvectors(const wide_mat3 *m);

#endif
