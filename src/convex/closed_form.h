/* SPDX-License-Identifier: MIT
 * The closest point of C = core(A) - core(B) without iterating, where the cores are points, segments,
 * or a box and a point: spheres, capsules and boxes among themselves. The answer has the form of GJK's
 * and carries the same proof; if its own proof does not satisfy the goal, GJK takes over. */
#ifndef GZ_CONVEX_CLOSED_FORM_H
#define GZ_CONVEX_CLOSED_FORM_H

#include "convex/gjk.h"

/* What every query calls: the closed form where there is one, GJK otherwise. GJK always when a trace is
 * wanted: there would be nothing to watch. */
gz_outcome gz_closest(gz_pair *pair, wide3 start, const gz_goal *goal, gz_gjk *gjk);

#endif
