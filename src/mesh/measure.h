/* SPDX-License-Identifier: MIT
 * Volume and centre of a mesh. */
#ifndef GZ_MESH_MEASURE_H
#define GZ_MESH_MEASURE_H

#include "mesh/mesh.h"

/* As in gz_shape_ops. A solid has the volume that it encloses. A surface has none, but its polytopes
 * do: together at most their sum, at least the largest. Without volume the centre is that of the area,
 * or else of the length, or of the points. */
graze_status gz_mesh_measure(const graze_shape *shape, graze_shape_mass *out);

#endif
