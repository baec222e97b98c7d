/* SPDX-License-Identifier: MIT
 * A point of the world as a placed shape, on the stack. */
#ifndef GZ_CONVEX_POINT_SHAPE_H
#define GZ_CONVEX_POINT_SHAPE_H

#include "shape/shape.h"

graze_placed gz_point_at(vec3 point);

#endif
