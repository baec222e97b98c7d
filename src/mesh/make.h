/* SPDX-License-Identifier: MIT
 * The steps in which a mesh is made, in this order. Each returns a status and, if something is wrong
 * with what the caller gave, says in the report what. */
#ifndef GZ_MESH_MAKE_H
#define GZ_MESH_MAKE_H

#include "mesh/fit.h"

typedef struct gz_mesh_maker {
    gz_mesh *mesh;
    graze_mesh_report report;
    unsigned char *dropped; /* one for each primitive; NULL: none may be */
    gz_mesh_range range;    /* of all vertices, if range_known */
    graze_status range_status;
    bool range_known;
} gz_mesh_maker;

/* Writes down who is to blame and returns the status. */
static inline graze_status gz_mesh_blame(gz_mesh_maker *maker, size_t primitive, size_t vertex,
                                         const char *reason, graze_status status) {
    maker->report.primitive = primitive;
    maker->report.vertex = vertex;
    maker->report.reason = reason;
    return status;
}

/* The vertices, in a format that is no longer open; a copy if that was asked for. */
graze_status gz_mesh_take_vertices(gz_mesh_maker *maker, const graze_vertices *vertices);
/* The same for vertices that take the place of the mesh's. */
graze_status gz_mesh_normalise(const graze_vertices *vertices, graze_vertices *out);
/* The groups; sizes become starts, indices are in range, vertices in use are finite and in reach. */
graze_status gz_mesh_take_groups(gz_mesh_maker *maker, const graze_primitives *groups, size_t count);
/* Polygons are cut into pieces, polytopes made. */
graze_status gz_mesh_make_pieces(gz_mesh_maker *maker);
/* The hull of one polytope's vertices. */
graze_status gz_mesh_make_polytope(const gz_mesh *mesh, const gz_mesh_group *group, uint32_t primitive,
                                   graze_shape **out);
/* Leaves out what the options ask to leave out; GRAZE_EMPTY if nothing is left. */
graze_status gz_mesh_drop(gz_mesh_maker *maker);
/* GRAZE_NOT_CLOSED unless every edge of what is left is shared by two faces that run along it in
 * opposite directions. */
graze_status gz_mesh_check_closed(gz_mesh_maker *maker);
/* The tree, and the shape's own bounds. */
graze_status gz_mesh_make_tree(gz_mesh_maker *maker);
/* The slabs of its nodes, if it is large and they are half as thick as the boxes or less. */
graze_status gz_mesh_make_slabs(gz_mesh *mesh);

/* All of them. */
graze_status gz_mesh_make(const graze_vertices *vertices, const graze_primitives *groups,
                          size_t group_count, const graze_mesh_options *options,
                          graze_mesh_report *report, graze_shape **out);

#endif
