/* SPDX-License-Identifier: MIT
 * The distance of two convex bodies, or of a body and a point, bracketed in long double: Wolfe's method
 * for the point of least norm (P. Wolfe, Finding the nearest point in a polytope, 1976) on supports
 * that are not the library's. Both ends are certificates: upper is the length of an explicit convex
 * combination of differences of points, lower the gap along a direction. A weak spot of the method can
 * therefore widen a bracket but never make it wrong (beyond roundings of long double). */
#ifndef GRAZE_ORACLE_MIN_NORM_H
#define GRAZE_ORACLE_MIN_NORM_H

#include "oracle/body.h"

typedef struct oracle_bracket {
    long double lower, upper;
    int rounds;
    ld3 axis; /* unit, the direction (from A to B) that shows lower; zero if that is 0 */
} oracle_bracket;

/* When to stop: the bracket is at most tolerance wide, or is all at or below limit, or all above it
 * (negative: no limit). */
typedef struct oracle_goal {
    long double tolerance, limit;
} oracle_goal;

oracle_bracket oracle_body_distance(const placed_body *a, const placed_body *b, oracle_goal goal);
oracle_bracket oracle_point_distance(const placed_body *a, ld3 point, oracle_goal goal);

/* How far the direction v (any length, from A to B) shows the two to be apart; negative: not at all. */
long double oracle_gap(const placed_body *a, const placed_body *b, ld3 v);

#endif
