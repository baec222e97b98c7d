/* SPDX-License-Identifier: MIT
 * Linear programming in few dimensions by Seidel's randomised incremental algorithm (V3,
 * B:2532-2566), in long double: an oracle that shares nothing with GJK. */
#ifndef GRAZE_ORACLE_SEIDEL_LP_H
#define GRAZE_ORACLE_SEIDEL_LP_H

#include "graze/graze.h"

#define ORACLE_LP_DIMENSIONS 4

/* One constraint: normal . x <= bound. */
typedef struct oracle_constraint {
    long double normal[ORACLE_LP_DIMENSIONS];
    long double bound;
} oracle_constraint;

/* Maximises objective . x over the constraints and the cube |x[i]| <= box. The constraints are
 * shuffled in place with the given generator. False if nothing satisfies them all. */
bool oracle_lp(int dimensions, oracle_constraint *constraints, int count, const long double *objective,
               long double box, graze_random *random, long double *x);

/* How far a direction can separate the point from the points y[0..count-1]: the maximum over |v[i]| <=
 * 1 of min over j of -v . (y[j] - point). It is the distance in the sum norm, so it lies between the
 * Euclidean distance of the point from the hull of y and sqrt(3) times that; 0 iff the point is in
 * the hull. The best direction is left in v. */
long double oracle_separation(const graze_vec3 *y, int count, graze_vec3 point, graze_random *random,
                              long double v[3]);

#endif
