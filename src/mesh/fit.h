/* SPDX-License-Identifier: MIT
 * Boxes: of primitives in a tree's units, and of the whole mesh. */
#ifndef GZ_MESH_FIT_H
#define GZ_MESH_FIT_H

#include "mesh/mesh.h"
#include "tree/box4.h"

/* What the vertices in use reach to. */
typedef struct gz_mesh_range {
    double lo[3], hi[3];
} gz_mesh_range;

/* GRAZE_OK and the range; GRAZE_INVALID_ARGUMENT if a vertex in use is not finite, GRAZE_OUT_OF_RANGE
 * if one is beyond GRAZE_SHAPE_REACH. */
graze_status gz_mesh_find_range(const gz_mesh *mesh, const graze_vertices *vertices,
                                gz_mesh_range *range);

/* Box, extent, reach and error of the shape. */
void gz_mesh_set_bounds(gz_mesh *mesh, const gz_mesh_range *range);

/* For gz_tree_refit_with. */
typedef struct gz_mesh_boxes {
    const gz_mesh *mesh;
    gz_units units;
} gz_mesh_boxes;

static inline gz_box4 gz_mesh_box_of_range(const gz_units *units, const double lo[3],
                                           const double hi[3]) {
    _Alignas(16) float low[4] = {0, 0, 0, 0}, high[4] = {0, 0, 0, 0};
    for (int k = 0; k < 3; ++k) {
        low[k] = gz_units_down(units, k, lo[k]);
        high[k] = gz_units_up(units, k, hi[k]);
    }
    return gz_box4_make(gz_f32x4_load(low), gz_f32x4_load(high));
}

GZ_INLINE gz_box4 gz_mesh_box_at(const void *user, uint32_t item) {
    const gz_mesh_boxes *boxes = user;
    const gz_mesh *mesh = boxes->mesh;
    const gz_mesh_group *group = gz_mesh_group_of(mesh, item);
    uint32_t at = gz_mesh_start(group, item), end = at + gz_mesh_size(group, item);
    double lo[3], hi[3];
    gz_mesh_vertex(mesh, gz_mesh_index(group, at), lo);
    memcpy(hi, lo, sizeof hi);
    while (++at < end) {
        double p[3];
        gz_mesh_vertex(mesh, gz_mesh_index(group, at), p);
        for (int k = 0; k < 3; ++k) {
            lo[k] = p[k] < lo[k] ? p[k] : lo[k];
            hi[k] = p[k] > hi[k] ? p[k] : hi[k];
        }
    }
    return gz_mesh_box_of_range(&boxes->units, lo, hi);
}

/* graze_tree_info.cost. */
double gz_mesh_tree_cost(const gz_mesh *mesh);

/* For gz_tree_rebuild_worn. */
void gz_mesh_records(const void *user, const uint32_t *items, uint32_t count, gz_tree_record *records);

/* The tree of oriented boxes, made anew if the options ask for one; none is left when memory is out. */
graze_status gz_mesh_orient(gz_mesh *mesh);

#endif
