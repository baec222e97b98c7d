/* SPDX-License-Identifier: MIT
 * A ray in the space of a mesh.
 *
 * Whether it hits a triangle is decided by the sides on which it passes the three edges, exactly, so
 * triangles that share an edge agree about it and no ray slips through between them. In nearly all
 * cases rounded numbers tell (ray_kernel.h): coordinates are taken relative to the ray's origin and
 * sheared such that the ray runs along the axis of its longest component, where a side is a determinant
 * of two by two. One bound of the error serves for all triangles, because none is farther away than the
 * mesh's box. Where it leaves a doubt the exact predicates decide (primitive/ray_triangle.h). */
#ifndef GZ_MESH_RAY_H
#define GZ_MESH_RAY_H

#include "math/affine.h"
#include "mesh/mesh.h"
#include "primitive/ray_triangle.h"
#include "tree/meets.h"

/* A hit, as far as the search needs it. */
typedef struct gz_mesh_found {
    double t;
    uint32_t primitive, piece;
    bool front;
    bool sure; /* found by rounded numbers: the ray passes through, clear of edges and origin */
} gz_mesh_found;

typedef enum gz_mesh_wish { GZ_MESH_CLOSEST, GZ_MESH_ANY, GZ_MESH_ALL } gz_mesh_wish;

typedef struct gz_mesh_ray {
    const gz_mesh *mesh; /* NULL for a height field */
    const graze_placed *placed;
    const graze_ray *world;
    double inverse[3][3]; /* of the pose's basis */
    gz_wide_ray local;    /* never bounded: t is compared with max_t */
    double max_t;         /* of the closest hit so far, if that is looked for */
    graze_faces faces;

    /* For the kernel: the axes across and along, coordinates in this order. */
    uint32_t axis[3];
    double origin[3], direction[3], shear[2];
    double side_doubt, turn_doubt, start_doubt;

    gz_mesh_wish wish;
    bool hit;
    gz_mesh_found best;
    bool at_hand; /* the corners of the best are here and need not be looked for again */
    double corner[3][3];
    graze_status status; /* of casts at rounded primitives and polytopes */
    graze_mesh_visit_hit visit;
    void *user;
} gz_mesh_ray;

/* Checks both and brings the ray to the mesh; what is wished for is left to the caller. */
graze_status gz_mesh_ray_make(const graze_placed *placed, const graze_ray *ray, graze_faces faces,
                              gz_mesh_ray *out);
/* Goes through the tree. */
void gz_mesh_ray_walk(gz_mesh_ray *ray, graze_tree_counts *counts);
/* A primitive of any kind, with a margin too. */
bool gz_mesh_ray_meets(gz_mesh_ray *ray, uint32_t primitive, gz_mesh_found *found);
/* One triangle, exactly. */
bool gz_mesh_ray_meets_exactly(const gz_mesh_ray *ray, const double p[3][3], gz_mesh_found *found);
/* What the caller is told. */
graze_status gz_mesh_ray_finish(const gz_mesh_ray *ray, const gz_mesh_found *found,
                                graze_mesh_hit *out);
/* The same for a triangle that is at hand. */
graze_status gz_mesh_ray_finish_piece(const gz_mesh_ray *ray, const double p[3][3],
                                      const gz_mesh_found *found, graze_mesh_hit *out);

#endif
