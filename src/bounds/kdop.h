/* SPDX-License-Identifier: MIT
 * The axes of k-DOPs and sums along them. */
#ifndef GZ_BOUNDS_KDOP_H
#define GZ_BOUNDS_KDOP_H

#include "bounds/outward.h"
#include "graze/bounds.h"

/* The slab along an axis, given by its signs (-1, 0 or 1 each, the first that is not 0 positive), or -1
 * if k-DOPs with so many sides have none. */
int gz_kdop_slab(graze_kdop_sides sides, int x, int y, int z);
/* The signs of the axis of a slab. */
const signed char *gz_kdop_signs(graze_kdop_sides sides, int slab);
static inline int gz_kdop_slabs(graze_kdop_sides sides) { return (int)sides / 2; }

bool gz_kdop_has_sides(graze_kdop_sides sides);
/* GRAZE_INVALID_ARGUMENT unless it is in order, GRAZE_OUT_OF_RANGE if it reaches too far. */
graze_status gz_kdop_check(const graze_kdop *kdop);

/* The largest s . x of a k-DOP with the signs s, negative ones included, as its slab says; false if it
 * has no such slab. */
bool gz_kdop_height(const graze_kdop *kdop, const int s[3], double *height);

#endif
