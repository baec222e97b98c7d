/* SPDX-License-Identifier: MIT
 * Queries with a mesh on one side or on both (L2): a walk through the tree or trees finds primitives
 * that are near each other, these are compared, and those that meet are handed out. */
#ifndef GZ_NARROW_MESH_QUERY_H
#define GZ_NARROW_MESH_QUERY_H

#include "math/affine.h"
#include "mesh/mesh.h"
#include "tree/obb_tree.h"
#include "tree/pair_view.h"

/* Who is asked about, and who wants to know. Shapes that are no meshes have one primitive, number 0.
 * distance: how far apart primitives may be and still count. */
typedef struct gz_mesh_query {
    const graze_placed *a, *b;
    real distance;
    bool any; /* the first pair will do, whichever it is */
    gz_pair_axes axes;
    const gz_obb_tree *obb_a, *obb_b; /* two meshes: the oriented boxes of both, or NULL */
    graze_tree_visit_pair visit;
    void *user;
    graze_tree_counts counts;
    uint64_t primitive_box_tests; /* of gz_mesh_meets_mesh_leafless */
} gz_mesh_query;

/* How far apart the shapes without their margins may be. */
static inline double gz_mesh_query_reach(const gz_mesh_query *query) {
    return (double)query->distance + (double)query->a->margin + (double)query->b->margin;
}

/* Half of the rounding radius of the pair, or more: primitives that near may count as touching where
 * they are compared as convex shapes. */
double gz_mesh_query_error(const gz_mesh_query *query);

/* Both have been checked (graze_placed_check). GRAZE_STOP if visit returned that. */
graze_flow gz_mesh_meets_mesh(gz_mesh_query *query);
/* The same for two simple meshes without margins, by a walk that uses no boxes of leaves (H2): for
 * measurements, because the other one is faster. */
graze_flow gz_mesh_meets_mesh_leafless(gz_mesh_query *query);
graze_flow gz_mesh_meets_convex(gz_mesh_query *query); /* a is the mesh, b bounded and convex */
graze_flow gz_mesh_meets_half_space(gz_mesh_query *query);
/* The distance of a mesh from a half-space. */
graze_status gz_mesh_above_half_space(const graze_placed *mesh, const graze_placed *ground,
                                      const graze_options *options, graze_separation *out);
/* The items of a leaf of a against b, convex. */
graze_flow gz_leaf_meets_convex(gz_mesh_query *query, uint32_t link);
/* Whichever of these it is; two convex shapes, too. GRAZE_UNBOUNDED for two half-spaces. */
graze_status gz_mesh_ask(gz_mesh_query *query, graze_flow *flow);

/* The tree of the one box of a bounded convex shape. */
void gz_tree_of_box(const graze_shape *shape, gz_node *node, graze_tree *tree);

/* A point that two primitives have in common, or halfway between their nearest ones; they are known to
 * meet, or come within the distance. */
graze_vec3 gz_mesh_common_point(const gz_mesh_query *query, uint32_t primitive_a, uint32_t primitive_b);

/* Is something of the other, which does not meet the surface, inside of the solid? False if it is none.
 * primitive: the first one found; point: one of its points. */
bool gz_solid_holds(const graze_placed *solid, const graze_placed *other, uint32_t *primitive,
                    graze_vec3 *point);

/* -- primitives as convex shapes ------------------------------------------------------------------ */

/* Is it nothing but triangles, segments and points, each one piece? */
bool gz_mesh_is_simple(const gz_mesh *mesh);

/* How many pieces a primitive of any shape has. */
uint32_t gz_piece_count(const graze_shape *shape, uint32_t primitive);

struct gz_simplex_room;
/* Piece k as a placed convex shape; in the room if it is a triangle. */
graze_placed gz_piece_place(const graze_placed *placed, uint32_t primitive, uint32_t k,
                            struct gz_simplex_room *room);
/* The same, but a shape in the room is to be completed (gz_simplex_complete). *in_room: it is there. */
graze_placed gz_piece_outline(const graze_placed *placed, uint32_t primitive, uint32_t k,
                              struct gz_simplex_room *room, bool *in_room);

#endif
