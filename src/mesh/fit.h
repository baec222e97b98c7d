/* SPDX-License-Identifier: MIT
 * Boxes of primitives, one after the other. */
#ifndef GZ_MESH_FIT_H
#define GZ_MESH_FIT_H

#include "mesh/mesh.h"

/* The boxes of all primitives, by number; those of dropped ones too. */
void gz_mesh_boxes(const gz_mesh *mesh, graze_aabb *boxes);

/* Box, extent and reach of the shape, around the primitives that are kept. */
void gz_mesh_set_bounds(gz_mesh *mesh, graze_aabb all);

#endif
