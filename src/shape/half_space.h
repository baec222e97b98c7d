/* SPDX-License-Identifier: MIT
 * The one unbounded shape, inside. */
#ifndef GZ_SHAPE_HALF_SPACE_H
#define GZ_SHAPE_HALF_SPACE_H

#include "shape/shape.h"

/* The boundary plane, unit normal pointing out of the solid: inside where normal . x + offset <= 0. */
graze_plane gz_half_space_plane(const graze_shape *shape);

/* The boundary point nearest the origin if direction is the normal, up to rounding and its length; else
 * GRAZE_UNBOUNDED. The direction is finite. */
graze_status gz_half_space_support(const graze_shape *shape, vec3 direction, vec3 *point);

#endif
