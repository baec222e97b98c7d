/* SPDX-License-Identifier: MIT
 * The dimension of a point set and a simplex of it to start from. */
#ifndef GZ_HULL_SIMPLEX_H
#define GZ_HULL_SIMPLEX_H

#include "hull/points.h"

/* The exact dimension d of the affine hull (0 to 3) and d + 1 affinely independent points. In
 * dimension 3 corner 3 lies below the plane of 0, 1, 2. In dimension 1 the two corners are the ends
 * of the segment. The corners lie far apart where rounding lets it see that. */
int gz_hull_simplex(const gz_hull_points *points, uint32_t corner[4]);

#endif
