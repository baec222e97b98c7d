/* SPDX-License-Identifier: MIT
 * The radius of the smallest ball round points, from below: Welzl's recursion with moving to the front
 * (E. Welzl 1991) in long double. What it returns is the radius of the smallest ball round at most four
 * of the points, so never more than the true one but for roundings of long double. */
#ifndef GRAZE_ORACLE_MIN_BALL_H
#define GRAZE_ORACLE_MIN_BALL_H

#include "oracle/ld3.h"

/* The same exactly, for at most ten points: the smallest of the balls through one to four of them that
 * hold all, in rationals; only the square root at the end rounds. */
long double oracle_min_ball_exact(const graze_vec3 *points, size_t count);

/* The points are read and left in place. Aborts if memory is out. */
long double oracle_min_ball(const graze_vec3 *points, size_t count);

#endif
