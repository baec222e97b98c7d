/* SPDX-License-Identifier: MIT
 * Balls that a shape's core holds. */
#ifndef GZ_SHAPE_INNER_H
#define GZ_SHAPE_INNER_H

#include "shape/shape.h"

/* Sets inner, heart and inmost of a shape that is finished otherwise: the radius of a ball round the
 * centre, and another ball that is about as large as any. Radii are rounded down; 0 where only the
 * middle is known to be in the core, and -1 where not even that is. */
void gz_inner_set(graze_shape *shape);

#endif
