/* SPDX-License-Identifier: MIT
 * One GJK step on a simplex, the quick way. */
#ifndef GZ_CONVEX_SIMPLEX_STEP_H
#define GZ_CONVEX_SIMPLEX_STEP_H

#include "convex/simplex.h"

/* The closest point of a reduced simplex (0 to 3 points) and one point more, which the caller has left
 * in slot `count`. Reduces the simplex to the face that carries it, which has the new point, and
 * returns how far it is, with the point itself in v. Or leaves the simplex as it was and returns a
 * negative number: the answer does not have the new point, or is not nearer than `nearer`, or rounding
 * spoils it: the weighted sum of the points, which is in the simplex whatever v is worth, would be more
 * than `slack` farther from the origin than v. gz_simplex_reduce is for those. */
double gz_simplex_step(gz_simplex *simplex, double nearer, double slack, wide3 *v);

#endif
