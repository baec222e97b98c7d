/* SPDX-License-Identifier: MIT
 * The triangles of a mesh, a few of a leaf at a time, as they are compared with those of another. */
#ifndef GZ_NARROW_MESH_BATCH_H
#define GZ_NARROW_MESH_BATCH_H

#include "base/bits.h"
#include "mesh/mesh.h"
#include "narrow/triangles.h"
#include "tree/tree.h"

#define GZ_KEPT_BATCHES 16 /* of each mesh; a power of two */
#define GZ_NO_BATCH UINT32_MAX

/* Triangles of one of the meshes, up to four of a leaf together, as they are compared. Every leaf meets
 * several of the other mesh, so they are kept for a while. */
typedef struct gz_mesh_side {
    const gz_mesh *mesh;
    const gz_affine *map;            /* into the space of A; NULL: it is A */
    uint32_t first[GZ_KEPT_BATCHES]; /* the place of the first among the tree's items */
    gz_triangles batch[GZ_KEPT_BATCHES];
} gz_mesh_side;

static inline void gz_mesh_side_begin(const gz_mesh *mesh, const gz_affine *map, gz_mesh_side *side) {
    side->mesh = mesh;
    side->map = map;
    for (int i = 0; i < GZ_KEPT_BATCHES; ++i) side->first[i] = GZ_NO_BATCH;
}

/* Of the usual mesh over floats, which is read without asking for each corner what it is. */
static inline const uint32_t *gz_mesh_float_indices(const gz_mesh *mesh) {
    return mesh->vertices.format == GRAZE_VERTEX_FLOAT ? gz_mesh_usual_indices(mesh) : NULL;
}

static inline void gz_mesh_load_usual(const gz_mesh_side *side, const gz_triangles_kernel *kernel,
                                      const uint32_t *indices, const uint32_t *items,
                                      gz_triangles *batch) {
    const graze_vertices *vertices = &side->mesh->vertices;
    const char *corners[3][GZ_TRIANGLES];
    for (uint32_t lane = 0; lane < GZ_TRIANGLES; ++lane) {
        uint32_t item = items[lane < batch->count ? lane : batch->count - 1];
        const uint32_t *index = indices + 3 * (size_t)item;
        for (int c = 0; c < 3; ++c)
            corners[c][lane] = (const char *)vertices->data + index[c] * vertices->stride;
    }
    kernel->take(batch, corners, side->map);
}

/* The corners of the first piece of a primitive. */
static inline void gz_mesh_load_lane(const gz_mesh *mesh, uint32_t primitive, gz_triangles *batch,
                                     uint32_t lane) {
    const gz_mesh_group *group = mesh->groups;
    uint32_t vertex[3];
    if (mesh->group_count > 1) group = gz_mesh_group_of(mesh, primitive);
    gz_mesh_piece(group, primitive, 0, vertex);
    for (int c = 0; c < 3; ++c) {
        double p[3];
        gz_mesh_vertex(mesh, vertex[c], p);
        for (int k = 0; k < 3; ++k) batch->p[c][k][lane] = p[k];
    }
}

/* Lanes that are not used get copies of the last one. */
static GZ_OUTLINE void gz_mesh_load_batch(const gz_mesh_side *side, const gz_triangles_kernel *kernel,
                                          const uint32_t *items, uint32_t count, gz_triangles *batch) {
    const gz_mesh *mesh = side->mesh;
    const uint32_t *usual = gz_mesh_float_indices(mesh);
    batch->count = count;
    if (usual) {
        gz_mesh_load_usual(side, kernel, usual, items, batch);
        return;
    }
    for (uint32_t lane = 0; lane < GZ_TRIANGLES; ++lane)
        gz_mesh_load_lane(mesh, items[lane < count ? lane : count - 1], batch, lane);
    kernel->complete(batch, side->map);
}

/* The batch that begins at that place among the items of a leaf that ends at another. */
static inline const gz_triangles *gz_mesh_side_batch(gz_mesh_side *side,
                                                     const gz_triangles_kernel *kernel, uint32_t first,
                                                     uint32_t end) {
    uint32_t slot = first * UINT32_C(0x9e3779b1) >> 28;
    gz_triangles *batch = &side->batch[slot];
    if (side->first[slot] == first) return batch;
    side->first[slot] = first;
    gz_mesh_load_batch(side, kernel, side->mesh->tree->items + first,
                       end - first < GZ_TRIANGLES ? end - first : GZ_TRIANGLES, batch);
    return batch;
}

/* -- what will be needed soon: of the usual mesh (gz_mesh_usual_indices) ------------------------- */

/* Where the indices of the triangles of some leaves of a node are, and where the indices point to. */
static inline void gz_mesh_fetch_indices(const gz_mesh *mesh, const gz_node *node, uint32_t lanes) {
    const uint32_t *indices = mesh->groups->indices;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t link = node->link[gz_lowest_bit(lanes)], first = gz_link_first(link);
        for (uint32_t i = 0; i < gz_link_count(link); ++i)
            GZ_PREFETCH(indices + 3 * (size_t)mesh->tree->items[first + i]);
    }
}

static inline void gz_mesh_fetch_vertices(const gz_mesh *mesh, const gz_node *node, uint32_t lanes) {
    const uint32_t *indices = mesh->groups->indices;
    const char *data = mesh->vertices.data;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t link = node->link[gz_lowest_bit(lanes)], first = gz_link_first(link);
        for (uint32_t i = 0; i < gz_link_count(link); ++i) {
            const uint32_t *index = indices + 3 * (size_t)mesh->tree->items[first + i];
            for (int c = 0; c < 3; ++c) GZ_PREFETCH(data + index[c] * mesh->vertices.stride);
        }
    }
}

#endif
