/* SPDX-License-Identifier: MIT
 * The ray layout: corners of triangles in the order of the tree's items, so that a ray that comes to a
 * leaf finds them in a row. Those of a leaf of n items are nine rows of n numbers, float or double as
 * the vertices are: the x, y and z of the first corners, then of the second and third ones. */
#ifndef GZ_MESH_PACK_H
#define GZ_MESH_PACK_H

#include "mesh/mesh.h"

/* Vectors of four may read so far behind the last number. */
#define GZ_PACK_PADDING 4

/* Makes room if the options ask for it and there are triangles only. */
graze_status gz_mesh_pack_make(gz_mesh *mesh);
/* Fills it in: after making it, and after every deformation. */
void gz_mesh_pack_fill(gz_mesh *mesh);

#endif
