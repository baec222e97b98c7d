/* SPDX-License-Identifier: MIT
 * What a tree is like, and whether it is sound. */
#include "base/memory.h"
#include "tree/boxes.h"
#include "tree/cost.h"

/* Nodes on the longest way down from node n; levels bounds the recursion. */
static int depth_below(const graze_tree *tree, uint32_t n, int levels) {
    int deepest = 0;
    for (int i = 0; i < GZ_TREE_WIDTH && levels > 0; ++i) {
        uint32_t link = tree->nodes[n].link[i];
        if (gz_link_is_leaf(link)) continue;
        int depth = depth_below(tree, link, levels - 1);
        if (depth > deepest) deepest = depth;
    }
    return deepest + 1;
}

static size_t count_leaves(const graze_tree *tree) {
    size_t leaves = 0;
    for (uint32_t n = 0; n < tree->node_count; ++n)
        for (uint32_t i = 0; i < gz_node_lanes(&tree->nodes[n]); ++i)
            leaves += gz_link_is_leaf(tree->nodes[n].link[i]);
    return leaves;
}

static size_t bytes_of(const graze_tree *tree) {
    size_t bytes = sizeof *tree + tree->node_capacity * sizeof *tree->nodes;
    if (tree->built_cost) bytes += tree->node_capacity * sizeof *tree->built_cost;
    return bytes + tree->item_count * sizeof *tree->items;
}

graze_status graze_tree_describe(const graze_tree *tree, graze_tree_info *out) {
    if (!tree || !out) return GRAZE_INVALID_ARGUMENT;
    graze_tree_info info = {.items = tree->item_count, .nodes = tree->node_count};
    info.leaves = count_leaves(tree);
    info.bytes = bytes_of(tree);
    info.depth = tree->node_count ? depth_below(tree, 0, GZ_TREE_DEPTH) : 0;
    info.cost = (graze_real)gz_tree_cost(tree);
    info.bounds = graze_aabb_nothing();
    if (tree->node_count) {
        double lo[3], hi[3];
        for (int k = 0; k < 3; ++k) {
            lo[k] = gz_units_back(&tree->units, k, (double)tree->lo[k]);
            hi[k] = gz_units_back(&tree->units, k, (double)tree->hi[k]);
        }
        info.bounds.lo = graze_vec3_make((graze_real)lo[0], (graze_real)lo[1], (graze_real)lo[2]);
        info.bounds.hi = graze_vec3_make((graze_real)hi[0], (graze_real)hi[1], (graze_real)hi[2]);
    }
    *out = info;
    return GRAZE_OK;
}
