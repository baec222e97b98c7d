/* SPDX-License-Identifier: MIT
 * Convex decomposition, inside: the list of pieces that both modes add to. */
#ifndef GZ_MESH_DECOMPOSE_H
#define GZ_MESH_DECOMPOSE_H

#include "graze/solid.h"
#include "mesh/mesh.h"

struct graze_decomposition {
    graze_shape **pieces;
    size_t count, capacity;
    size_t most; /* pieces allowed */
    double concavity;
};

/* Adds the hull of points; flat ones are left out. GRAZE_OUT_OF_RANGE if there are too many. */
graze_status gz_decomposition_add(graze_decomposition *list, const wide3 *points, size_t count);
/* Releases the last pieces, down to count. */
void gz_decomposition_cut(graze_decomposition *list, size_t count);

graze_status gz_decompose_exact(const gz_mesh *mesh, graze_decomposition *list);
graze_status gz_decompose_approximate(const gz_mesh *mesh, double concavity, graze_decomposition *list);

/* Points that grow. */
typedef struct gz_points {
    wide3 *at;
    size_t count, capacity;
} gz_points;
bool gz_points_push(gz_points *points, wide3 p);
/* The hull of points, rounded to real. */
graze_status gz_points_hull(const wide3 *points, size_t count, graze_hull **out);
void gz_points_release(gz_points *points);

#endif
