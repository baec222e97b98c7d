/* SPDX-License-Identifier: MIT
 * The one unbounded shape, inside. */
#ifndef GZ_SHAPE_HALF_SPACE_H
#define GZ_SHAPE_HALF_SPACE_H

#include "shape/shape.h"

/* The boundary plane, unit normal pointing out of the solid: inside where normal . x + offset <= 0. */
graze_plane gz_half_space_plane(const graze_shape *shape);

#endif
