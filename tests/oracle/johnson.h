/* SPDX-License-Identifier: MIT
 * Johnson's distance algorithm as in the book (J1, B:2831-2921), with its cache of differences, squared
 * lengths and sub-determinants (J2, B:3143-3181), in long double.
 *
 * The points sit in four slots; a set of them is a number whose bit i stands for slot i. For X a set
 * and i in X, delta[X][i] is the i-th barycentric coordinate, times a common positive factor, of the
 * point of aff(X) nearest to the origin: delta[{i}][i] = 1, delta[X + j][j] = sum over i in X of
 * delta[X][i] (y_k - y_j) . y_i   for any k in X, where k is the point of X nearest to y_j
 * (B:2915-2917). Adding a point computes what involves it; the rest is there from before. */
#ifndef GRAZE_ORACLE_JOHNSON_H
#define GRAZE_ORACLE_JOHNSON_H

#include "oracle/ld3.h"

typedef struct oracle_johnson {
    ld3 y[4], difference[4][4]; /* difference[i][k] = y[i] - y[k] */
    long double squared[4][4];  /* its squared length */
    long double delta[16][4];
    unsigned set; /* the slots in use */
} oracle_johnson;

/* Puts w into the lowest free slot (there must be one) and returns the slot's index. */
int oracle_johnson_add(oracle_johnson *johnson, ld3 w);

/* The smallest set X of used slots that includes all of required (0: none) such that every delta of X
 * is positive and no other point would get a positive one (rules (i) and (ii) of B:2847-2853); 0 if
 * rounding or affine dependence leaves no such set. */
unsigned oracle_johnson_subset(const oracle_johnson *johnson, unsigned required);
/* The backup procedure (B:3199): of the sets whose deltas are all positive, that with the nearest
 * point. Never 0, as single points qualify. */
unsigned oracle_johnson_backup(const oracle_johnson *johnson);

/* Barycentric coordinates of the point of aff(X) nearest to the origin, and that point. */
ld3 oracle_johnson_point(const oracle_johnson *johnson, unsigned subset, long double weight[4]);

/* All at once: the point of the hull of count (1 to 4) points nearest to the origin. */
ld3 oracle_johnson_closest(const ld3 *y, int count, long double weight[4]);

#endif
