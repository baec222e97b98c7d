/* SPDX-License-Identifier: MIT
 * The ball round a shape's centre that its core holds. */
#ifndef GZ_SHAPE_INNER_H
#define GZ_SHAPE_INNER_H

#include "shape/shape.h"

/* Its radius, rounded down; 0 where only the centre is known to be in the core, and -1 where not even
 * that is. */
real gz_inner_radius(const graze_shape *shape);

#endif
