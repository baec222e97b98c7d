/* SPDX-License-Identifier: MIT
 * A mesh and a convex shape (L2, B:5000-5010). The shape's own box is a tree of one leaf: the walk
 * through two trees does the rest, and each primitive nearby is a pair of convex shapes. */
#include "convex/entry.h"
#include "narrow/mesh_query.h"
#include "shape/simplex_room.h"
#include "tree/units.h"
#include "tree/walk_pair.h"

void gz_tree_of_box(const graze_shape *shape, gz_node *node, graze_tree *tree) {
    const double center[3] = {(double)shape->center.x, (double)shape->center.y,
                              (double)shape->center.z};
    const double half[3] = {(double)shape->half.x, (double)shape->half.y, (double)shape->half.z};
    double lo[3], hi[3];
    for (int k = 0; k < 3; ++k) {
        lo[k] = center[k] - half[k];
        hi[k] = center[k] + half[k];
    }
    gz_units units = gz_units_for(lo, hi);
    *tree = (graze_tree){.nodes = node, .node_count = 1, .item_count = 1, .units = units};
    for (int k = 0; k < 3; ++k) {
        tree->lo[k] = gz_units_down(&units, k, lo[k]);
        tree->hi[k] = gz_units_up(&units, k, hi[k]);
        for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
            node->lo[k][i] = i == 0 ? tree->lo[k] : INFINITY;
            node->hi[k][i] = i == 0 ? tree->hi[k] : -INFINITY;
        }
    }
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) node->link[i] = GZ_LINK_NONE;
    node->link[0] = gz_link_of_leaf(0, 1);
}

static bool primitive_meets(const gz_mesh_query *query, uint32_t primitive) {
    uint32_t count = gz_piece_count(query->a->shape, primitive);
    for (uint32_t k = 0; k < count; ++k) {
        gz_simplex_room room;
        graze_placed piece = gz_piece_place(query->a, primitive, k, &room);
        graze_intersection found;
        graze_status status = gz_convex_within(&piece, query->b, query->distance, NULL, NULL, &found);
        if (status == GRAZE_OK && found.intersecting) return true;
    }
    return false;
}

graze_flow gz_leaf_meets_convex(gz_mesh_query *query, uint32_t link) {
    const uint32_t *items = gz_mesh_of(query->a->shape)->tree->items + gz_link_first(link);
    for (uint32_t i = 0; i < gz_link_count(link); ++i) {
        ++query->counts.items;
        if (primitive_meets(query, items[i]) && query->visit(query->user, items[i], 0) == GRAZE_STOP)
            return GRAZE_STOP;
    }
    return GRAZE_CONTINUE;
}

static inline graze_flow visit_leaf(void *user, uint32_t link, uint32_t only) {
    gz_mesh_query *query = user;
    (void)only;
    return gz_leaf_meets_convex(query, link);
}

graze_flow gz_mesh_meets_convex(gz_mesh_query *query) {
    const gz_mesh *mesh = gz_mesh_of(query->a->shape);
    _Alignas(32) gz_node node;
    graze_tree box;
    gz_tree_of_box(query->b->shape, &node, &box);
    gz_affine a = gz_affine_of_pose(&query->a->pose), b = gz_affine_of_pose(&query->b->pose);
    gz_affine b_in_a = gz_affine_relative(&a, &b);
    double reach = gz_mesh_query_reach(query) + gz_mesh_query_error(query);
    gz_pair_growth growth = gz_pair_growth_of(&a, &b, reach);
    gz_pair_view view;
    gz_pair_view_make(mesh->tree, &box, &b_in_a, &growth, &view);
    gz_pair_walk walk = {.a = mesh->tree, .b = &box, .view = &view};
    walk.overlap = gz_pair_overlap_choose(query->axes);
    graze_flow flow = gz_walk_pair(&walk, visit_leaf, query);
    query->counts.nodes += walk.counts.nodes;
    query->counts.box_tests += walk.counts.box_tests;
    return flow;
}
