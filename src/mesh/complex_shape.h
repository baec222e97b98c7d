/* SPDX-License-Identifier: MIT
 * Complex shapes as far as their hull goes. */
#ifndef GZ_MESH_COMPLEX_SHAPE_H
#define GZ_MESH_COMPLEX_SHAPE_H

#include "mesh/complex.h"

/* As in gz_shape_ops: a complex shape reaches as far as its hull. */
vec3 gz_complex_core(const graze_shape *shape, vec3 v, uint32_t *hint);
graze_sphere gz_complex_ball(const graze_shape *shape);

#endif
