/* SPDX-License-Identifier: MIT
 * The hull of a mesh by its farthest vertices. */
#ifndef GZ_MESH_SUPPORT_H
#define GZ_MESH_SUPPORT_H

#include "mesh/mesh.h"

/* As in gz_shape_ops: a mesh reaches as far as its hull. */
vec3 gz_mesh_core(const graze_shape *shape, vec3 v, uint32_t *hint);
graze_sphere gz_mesh_ball(const graze_shape *shape);

#endif
