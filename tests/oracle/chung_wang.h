/* SPDX-License-Identifier: MIT
 * Chung and Wang's search for a weakly separating vector of two polytopes (V4, B:2568-2629), in long
 * double.
 *
 * From a direction v that fails, with w = s_A(-v) - s_B(v) and v . w < 0, the next one is v mirrored in
 * the plane at right angles to w. As soon as a w comes back that was there before, the next direction
 * is instead some n with n . w_i >= 0 for all w_i so far, so every round ends the search or brings a
 * new w. If there is no such n, the interiors meet.
 *
 * The book leaves open how n is found. Decided here: the directions that satisfy all constraints so far
 * are kept explicitly, as one convex spherical polygon in each octant (so that no side is longer than a
 * right angle); each new w clips them (linear in their corners, as in the original's bound of O(k) a
 * round); n is the middle of the corners of the largest that is left. */
#ifndef GRAZE_ORACLE_CHUNG_WANG_H
#define GRAZE_ORACLE_CHUNG_WANG_H

#include "oracle/polyhedron.h"

typedef enum oracle_separability {
    ORACLE_SEPARATED, /* v . a >= v . b for all a in A, b in B, with v in *axis, a unit vector */
    ORACLE_INTERIORS_MEET,
    ORACLE_UNDECIDED /* touching up to rounding, or the rounds were used up */
} oracle_separability;

/* Starts from *axis if it is not zero. *rounds (may be NULL) receives the number of support pairs. */
oracle_separability oracle_chung_wang(const oracle_polyhedron *a, const oracle_polyhedron *b, ld3 *axis,
                                      int *rounds);

#endif
