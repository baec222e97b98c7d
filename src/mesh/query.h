/* SPDX-License-Identifier: MIT
 * Queries on placed meshes, inside. */
#ifndef GZ_MESH_QUERY_H
#define GZ_MESH_QUERY_H

#include "mesh/mesh.h"

/* As in gz_shape_ops: within the rounding radius of a primitive, or inside of a solid. */
graze_status gz_mesh_contains(const graze_placed *placed, vec3 point, bool *inside);

/* Does a solid hold a point of its own space that is not on its surface? (N3) */
bool gz_mesh_holds(const gz_mesh *mesh, const double point[3]);

#endif
