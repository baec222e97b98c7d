/* SPDX-License-Identifier: MIT
 * Adaptive exact predicates (after Shewchuk 1997): the sign is right for every finite input, also
 * where products would overflow or underflow. Cheap when the answer is clear. The value returned has
 * the right sign and is exactly zero iff the determinant is; its size is not to be relied on. */
#ifndef GZ_BASE_EXACT_H
#define GZ_BASE_EXACT_H

#include "base/common.h"

/* > 0 if a, b, c make a left turn (counterclockwise), < 0 right, 0 collinear. */
double gz_orient2d(const double a[2], const double b[2], const double c[2]);

/* > 0 if d lies on the positive side of the plane through a, b, c, i.e. on the side to which
 * (b - a) x (c - a) points; < 0 on the other, 0 if coplanar.
 * (Note: Shewchuk's orient3d has the opposite sign.) */
double gz_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]);

/* True iff the three points are exactly collinear (coincident ones included). */
bool gz_collinear3d(const double a[3], const double b[3], const double c[3]);

#endif
