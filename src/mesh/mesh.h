/* SPDX-License-Identifier: MIT
 * What a mesh is inside: groups of primitives over vertices that mostly are the caller's, and a tree
 * over the primitives. Traversals read corners as double, which is exact from float and double. */
#ifndef GZ_MESH_MESH_H
#define GZ_MESH_MESH_H

#include "graze/mesh.h"
#include "shape/shape.h"
#include "tree/tree.h"

typedef struct gz_mesh_group {
    graze_primitive_kind kind;
    uint32_t first, count;   /* numbers of its primitives */
    const uint32_t *indices; /* NULL: vertices in order from first_vertex */
    const uint32_t *starts;  /* kinds of variable size: where each begins in indices, count + 1 of them;
                                NULL: every one has the same number */
    const uint32_t *loop_ends; /* polygons */
    graze_shape **convex;      /* polytopes and convex polygons: one shape each; NULL otherwise */
} gz_mesh_group;

typedef struct gz_mesh {
    graze_shape shape;
    graze_mesh_nature nature;
    graze_vertices vertices;
    gz_mesh_group *groups;
    uint32_t group_count;
    uint32_t primitive_count;
    uint32_t revision;
    graze_tree *tree; /* over the primitives that are kept */
    void *owned_vertices, *owned_indices;
    graze_mesh_options options;
} gz_mesh;

static inline const gz_mesh *gz_mesh_of(const graze_shape *shape) {
    return shape->kind == GRAZE_SHAPE_MESH ? (const gz_mesh *)(const void *)shape : NULL;
}

/* Vertex number i. */
static inline void gz_mesh_vertex(const gz_mesh *mesh, uint32_t i, double out[3]) {
    const char *at = (const char *)mesh->vertices.data + (size_t)i * mesh->vertices.stride;
    if (mesh->vertices.format == GRAZE_VERTEX_FLOAT) {
        float p[3];
        memcpy(p, at, sizeof p);
        out[0] = (double)p[0], out[1] = (double)p[1], out[2] = (double)p[2];
    } else {
        memcpy(out, at, 3 * sizeof *out);
    }
}

/* The group of a primitive. Most meshes have one. */
static inline const gz_mesh_group *gz_mesh_group_of(const gz_mesh *mesh, uint32_t primitive) {
    const gz_mesh_group *group = mesh->groups;
    while (primitive - group->first >= group->count) ++group;
    return group;
}

/* The three corners of a triangle, rows of out. */
static inline void gz_mesh_triangle(const gz_mesh *mesh, const gz_mesh_group *group, uint32_t primitive,
                                    double out[3][3]) {
    uint32_t at = (primitive - group->first) * 3;
    for (uint32_t k = 0; k < 3; ++k)
        gz_mesh_vertex(mesh, group->indices ? group->indices[at + k] : at + k, out[k]);
}

#endif
