/* SPDX-License-Identifier: MIT
 * Convex cells and flat facets, cut by planes (D4). Heights within tolerance of a plane count as on it.
 */
#ifndef GZ_MESH_DECOMPOSE_CELL_H
#define GZ_MESH_DECOMPOSE_CELL_H

#include "base/array.h"
#include "mesh/decompose.h"

typedef struct gz_cut {
    wide3 normal; /* unit */
    double offset, tolerance;
} gz_cut;

/* -1 below, 1 above, 0 on it; height may be NULL. */
static inline int gz_cut_side(const gz_cut *cut, wide3 p, double *height) {
    double h = wide3_dot(cut->normal, p) + cut->offset;
    if (height) *height = h;
    return h > cut->tolerance ? 1 : h < -cut->tolerance ? -1 : 0;
}
static inline wide3 gz_cut_point(wide3 p, double height_p, wide3 q, double height_q) {
    return wide3_add_scaled(p, height_p / (height_p - height_q), wide3_sub(q, p));
}

/* A convex polytope: corners, and edges as pairs of them. */
typedef struct gz_space_cell {
    gz_points points;
    gz_indices edges;
} gz_space_cell;
bool gz_space_cell_make_box(gz_space_cell *cell, const double lo[3], const double hi[3]);
void gz_space_cell_release(gz_space_cell *cell);
/* What is on one side (1 above, -1 below) goes to out, which is empty. False when memory is out. */
bool gz_space_cell_cut(const gz_space_cell *cell, const gz_cut *cut, int side, gz_space_cell *out);

/* Convex polygons one after another. */
typedef struct gz_facet_list {
    gz_points points;
    gz_indices ends; /* of each, in points */
} gz_facet_list;
void gz_facet_list_release(gz_facet_list *list);
/* All triangles of a mesh. */
bool gz_facet_list_gather(gz_facet_list *facets, const gz_mesh *mesh);
bool gz_facet_list_add(gz_facet_list *list, const wide3 *points, size_t count);
static inline size_t gz_facet_first(const gz_facet_list *list, size_t i) {
    return i == 0 ? 0 : list->ends.at[i - 1];
}
/* The facets on one side; those in the plane, too, if flat is true. */
bool gz_facet_list_cut(const gz_facet_list *list, const gz_cut *cut, int side, bool flat,
                       gz_facet_list *out);

#endif
