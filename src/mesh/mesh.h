/* SPDX-License-Identifier: MIT
 * What a mesh is inside: groups of primitives over vertices that mostly are the caller's, and a tree
 * over the primitives. Traversals read corners as double, which is exact from float and double.
 *
 * All primitives but polytopes are triangles to who tests them: a point is the triangle (p, p, p), a
 * segment (p, q, q), both of which the exact predicates see as what they are; polygons are cut into
 * triangles when the mesh is made. A primitive is the union of its pieces, and a polytope is a shape.
 */
#ifndef GZ_MESH_MESH_H
#define GZ_MESH_MESH_H

#include <string.h>

#include "graze/mesh.h"
#include "math/wide3.h"
#include "shape/shape.h"
#include "tree/tree.h"

typedef struct gz_mesh_group {
    graze_primitive_kind kind;
    uint32_t first, count;   /* numbers of its primitives */
    const uint32_t *indices; /* NULL: the vertices in order */
    uint32_t index_count;
    uint32_t size;    /* of every primitive, in indices; 0: they differ */
    uint32_t *starts; /* where each begins in indices, count + 1 of them; NULL unless they differ */
    uint32_t *loop_starts;   /* polygons: where the loops of each begin in loop_ends, count + 1 */
    uint32_t *loop_ends;     /* where each loop ends in indices */
    uint32_t *piece_starts;  /* polygons: where the pieces of each begin, count + 1 */
    uint32_t *pieces;        /* three vertices each */
    graze_shape **polytopes; /* one each */
} gz_mesh_group;

/* What the mesh allocates is kept in a list, so that a mesh that is half made can be given back. */
typedef struct gz_mesh_block {
    struct gz_mesh_block *next;
    size_t bytes;
} gz_mesh_block;

typedef struct gz_mesh {
    graze_shape shape;
    graze_mesh_nature nature;
    graze_vertices vertices; /* stride and format are never 0 or GRAZE_VERTEX_REAL here */
    gz_mesh_group *groups;
    uint32_t group_count;
    uint32_t primitive_count;
    uint32_t kept_count;
    uint32_t revision;
    bool triangles_only;
    bool all_used;             /* every vertex belongs to a primitive that is kept */
    graze_tree *tree;          /* over the primitives that are kept; its items are their numbers */
    char *owned_vertices;      /* NULL: borrowed */
    void *packed;              /* corners beside the tree (ray_layout, mesh/pack.h); NULL: none */
    double best_cost;          /* of the tree so far (deform.c) */
    uint32_t waited, patience; /* updates since it was built anew, and how many to wait */
    double tried_size;         /* of the mesh when it was last built anew in vain, or 0 */
    gz_mesh_block *blocks;
    size_t bytes; /* of all blocks */
    graze_mesh_options options;
} gz_mesh;

static inline const gz_mesh *gz_mesh_of(const graze_shape *shape) {
    return shape && shape->kind == GRAZE_SHAPE_MESH ? (const gz_mesh *)(const void *)shape : NULL;
}

/* Memory that lives as long as the mesh; NULL if count is 0 or there is none. */
void *gz_mesh_allocate(gz_mesh *mesh, size_t count, size_t size);

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

/* Its first coordinate. */
static inline double gz_mesh_vertex_x(const gz_mesh *mesh, uint32_t i) {
    const char *at = (const char *)mesh->vertices.data + (size_t)i * mesh->vertices.stride;
    float narrow;
    double x;
    memcpy(&narrow, at, sizeof narrow);
    if (mesh->vertices.format == GRAZE_VERTEX_FLOAT) return (double)narrow;
    memcpy(&x, at, sizeof x);
    return x;
}

/* The group of a primitive. Most meshes have one. */
static inline const gz_mesh_group *gz_mesh_group_of(const gz_mesh *mesh, uint32_t primitive) {
    const gz_mesh_group *groups = mesh->groups;
    uint32_t lo = 0, hi = mesh->group_count;
    while (hi - lo > 1) { /* the last that does not begin behind it */
        uint32_t middle = lo + (hi - lo) / 2;
        if (groups[middle].first <= primitive)
            lo = middle;
        else
            hi = middle;
    }
    return &groups[lo];
}

/* -- vertices by number ---------------------------------------------------------------------------- */

/* Where the primitive begins in the group's indices, and how many are its own. */
static inline uint32_t gz_mesh_start(const gz_mesh_group *group, uint32_t primitive) {
    uint32_t i = primitive - group->first;
    return group->starts ? group->starts[i] : i * group->size;
}
static inline uint32_t gz_mesh_size(const gz_mesh_group *group, uint32_t primitive) {
    uint32_t i = primitive - group->first;
    return group->starts ? group->starts[i + 1] - group->starts[i] : group->size;
}
static inline uint32_t gz_mesh_index(const gz_mesh_group *group, uint32_t at) {
    return group->indices ? group->indices[at] : at;
}

/* The indices of the usual mesh, one group of triangles, three each; NULL for others. */
static inline const uint32_t *gz_mesh_usual_indices(const gz_mesh *mesh) {
    const gz_mesh_group *group = mesh->groups;
    return mesh->group_count == 1 && group->kind == GRAZE_PRIMITIVE_TRIANGLE ? group->indices : NULL;
}

/* The vertices of piece k of a primitive that is no polytope. */
static inline uint32_t gz_mesh_piece_count(const gz_mesh_group *group, uint32_t primitive) {
    uint32_t i = primitive - group->first;
    switch (group->kind) {
    case GRAZE_PRIMITIVE_CONVEX_POLYGON:
        return gz_mesh_size(group, primitive) - 2;
    case GRAZE_PRIMITIVE_POLYGON:
        return group->piece_starts[i + 1] - group->piece_starts[i];
    default:
        return 1;
    }
}
static inline void gz_mesh_piece(const gz_mesh_group *group, uint32_t primitive, uint32_t k,
                                 uint32_t vertex[3]) {
    uint32_t at = gz_mesh_start(group, primitive), first = 0, second = 1, third = 2;
    switch (group->kind) {
    case GRAZE_PRIMITIVE_POINT:
        second = third = 0;
        break;
    case GRAZE_PRIMITIVE_SEGMENT:
        third = 1;
        break;
    case GRAZE_PRIMITIVE_CONVEX_POLYGON: /* a fan */
        second = k + 1, third = k + 2;
        break;
    case GRAZE_PRIMITIVE_POLYGON:
        memcpy(vertex, group->pieces + 3 * (group->piece_starts[primitive - group->first] + k),
               3 * sizeof *vertex);
        return;
    default:
        break;
    }
    vertex[0] = gz_mesh_index(group, at + first);
    vertex[1] = gz_mesh_index(group, at + second);
    vertex[2] = gz_mesh_index(group, at + third);
}

/* -- corners ----------------------------------------------------------------------------------------
 */

/* The three corners of a GRAZE_PRIMITIVE_TRIANGLE, rows of out. */
static inline void gz_mesh_triangle(const gz_mesh *mesh, const gz_mesh_group *group, uint32_t primitive,
                                    double out[3][3]) {
    uint32_t at = (primitive - group->first) * 3;
    for (uint32_t k = 0; k < 3; ++k) gz_mesh_vertex(mesh, gz_mesh_index(group, at + k), out[k]);
}

/* The three corners of a piece. */
static inline void gz_mesh_piece_corners(const gz_mesh *mesh, const gz_mesh_group *group,
                                         uint32_t primitive, uint32_t k, double out[3][3]) {
    uint32_t vertex[3];
    gz_mesh_piece(group, primitive, k, vertex);
    for (int i = 0; i < 3; ++i) gz_mesh_vertex(mesh, vertex[i], out[i]);
}

/* The shape of a GRAZE_PRIMITIVE_POLYTOPE, in the mesh's space. */
static inline const graze_shape *gz_mesh_polytope(const gz_mesh_group *group, uint32_t primitive) {
    return group->polytopes[primitive - group->first];
}

#endif
