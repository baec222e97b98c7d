/* SPDX-License-Identifier: MIT
 * Boxes: of primitives in a tree's units, and of the whole mesh. */
#ifndef GZ_MESH_FIT_H
#define GZ_MESH_FIT_H

#include "mesh/corners.h"

/* What the vertices in use reach to. */
typedef struct gz_mesh_range {
    double lo[3], hi[3];
} gz_mesh_range;

/* The range of all vertices, used or not; GRAZE_OK, or as below. */
graze_status gz_mesh_range_of_all(const graze_vertices *vertices, gz_mesh_range *range);
/* Of those in use: GRAZE_OK and the range; GRAZE_INVALID_ARGUMENT if a vertex in use is not finite,
 * GRAZE_OUT_OF_RANGE if one is beyond GRAZE_SHAPE_REACH. */
graze_status gz_mesh_find_range(const gz_mesh *mesh, const graze_vertices *vertices,
                                gz_mesh_range *range);

/* Box, extent, reach and error of the shape. */
void gz_mesh_set_bounds(gz_mesh *mesh, const gz_mesh_range *range);

/* graze_tree_info.cost. */
double gz_mesh_tree_cost(const gz_mesh *mesh);

/* For gz_tree_rebuild_worn. */
void gz_mesh_records(const void *user, const uint32_t *items, uint32_t count, gz_tree_record *records);

#endif
