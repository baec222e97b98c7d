/* SPDX-License-Identifier: MIT
 * Newton's method for GJK on smooth surfaces.
 *
 * On a curved piece of C each round of GJK gains a digit at best. But the points of its simplex tell
 * which pieces of A and B face each other: corners, the rims of cylinders and cones, ellipsoids. Where
 * on the rims and ellipsoids the nearest points lie is a smooth problem in one to four numbers, of
 * which Newton's method doubles the digits in each step. What it finds are points of C again, so it
 * only puts a better simplex in the place of GJK's; the next round proves it, or finds the piece that
 * is missing. */
#ifndef GZ_CONVEX_SMOOTH_FINISH_H
#define GZ_CONVEX_SMOOTH_FINISH_H

#include "convex/gjk.h"

/* Is one of the cores a cylinder, a cone or an ellipsoid, and is the other one of these or has named
 * corners? */
bool gz_is_smooth(const gz_pair *pair);

/* Begins a run with the pieces of the last one: gjk has their points, without weights, and a direction
 * v. False if that does not lead to a v. */
bool gz_smooth_start(gz_pair *pair, const gz_goal *goal, gz_gjk *gjk);

/* The same for who is content with a direction v and with the upper bound that the points give. If that
 * is at most goal->near v has no direction, but axis is what v was before, set upright. */
bool gz_smooth_move(gz_pair *pair, const gz_goal *goal, gz_gjk *gjk);

/* Has GJK seen enough of such a pair? In its third round it mostly has all pieces, in the second if
 * both points are of the same one. */
static inline bool gz_smooth_is_due(const gz_gjk *gjk) {
    const gz_simplex *s = &gjk->simplex;
    return gjk->rounds > 2 ||
           (s->count == 2 && s->hint_a[0] == s->hint_a[1] && s->hint_b[0] == s->hint_b[1]);
}

/* Between two rounds: moves the points of the simplex to where they are nearest. False if that brings v
 * no nearer. */
bool gz_smooth_finish(gz_pair *pair, const gz_goal *goal, gz_gjk *gjk);

/* A point of a round core (pair's frame, relative to its centre) that stands for the piece that a
 * support call has named by this hint: the middle of the rim. */
bool gz_smooth_point(const gz_operand *operand, uint32_t hint, wide3 *point);

#endif
