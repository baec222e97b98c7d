/* SPDX-License-Identifier: MIT
 * The point of a cylinder or a cone nearest to a point, in the plane of the point and the axis: what
 * spheres ask of them. */
#ifndef GZ_CONVEX_POINT_CLOSEST_H
#define GZ_CONVEX_POINT_CLOSEST_H

#include "convex/gjk.h"

/* One core is a point, the other a cylinder or a cone that its pose leaves round: fills in v, simplex,
 * upper and bound as GJK would (v = 0 if the point is inside) and returns true. */
bool gz_point_closest(const gz_pair *pair, gz_gjk *gjk);

#endif
