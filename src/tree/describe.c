/* SPDX-License-Identifier: MIT
 * What a tree is like, and whether it is sound. */
#include <math.h>

#include "tree/tree.h"

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

static double half_surface(double x, double y, double z) { return x * y + y * z + z * x; }

/* As tree/cost.h has it, summed up over all nodes at once. */
static double cost_of(const graze_tree *tree) {
    const float *lo = tree->lo, *hi = tree->hi;
    double whole = half_surface((double)hi[0] - (double)lo[0], (double)hi[1] - (double)lo[1],
                                (double)hi[2] - (double)lo[2]);
    double cost = tree->node_count ? gz_node_lanes(&tree->nodes[0]) : 0;
    for (uint32_t n = 0; n < tree->node_count; ++n) {
        const gz_node *node = &tree->nodes[n];
        for (uint32_t i = 0; i < gz_node_lanes(node); ++i) {
            uint32_t link = node->link[i];
            double w[3];
            for (int k = 0; k < 3; ++k) w[k] = (double)node->hi[k][i] - (double)node->lo[k][i];
            double tests =
                gz_link_is_leaf(link) ? gz_link_count(link) : gz_node_lanes(&tree->nodes[link]);
            cost += whole > 0 ? half_surface(w[0], w[1], w[2]) / whole * tests : tests;
        }
    }
    return cost;
}

static size_t count_leaves(const graze_tree *tree) {
    size_t leaves = 0;
    for (uint32_t n = 0; n < tree->node_count; ++n)
        for (uint32_t i = 0; i < gz_node_lanes(&tree->nodes[n]); ++i)
            leaves += gz_link_is_leaf(tree->nodes[n].link[i]);
    return leaves;
}

static size_t bytes_of(const graze_tree *tree) {
    size_t nodes = tree->node_room * sizeof *tree->nodes;
    size_t slabs = tree->slabs ? tree->node_count * sizeof *tree->slabs : 0;
    return sizeof *tree + nodes + slabs + tree->node_count * sizeof *tree->built_cost +
           gz_tree_item_bytes(tree);
}

/* What a coordinate may round by on its way out of the tree's units: nothing in the float build. */
static double bounds_slack(const graze_tree *tree, int k, double lo, double hi) {
    if (sizeof(real) == sizeof(float)) return 0;
    return 0x1p-50 * (fabs(lo) + fabs(hi) + fabs(tree->units.origin[k]));
}

graze_status graze_tree_describe(const graze_tree *tree, graze_tree_info *out) {
    if (!tree || !out) return GRAZE_INVALID_ARGUMENT;
    graze_tree_info info = {.items = tree->item_count, .nodes = tree->node_count};
    info.leaves = count_leaves(tree);
    info.bytes = bytes_of(tree);
    info.cost = (graze_real)cost_of(tree);
    info.depth = tree->node_count ? depth_below(tree, 0, GZ_TREE_DEPTH) : 0;
    info.bounds = graze_aabb_nothing();
    if (tree->node_count) {
        double lo[3], hi[3];
        for (int k = 0; k < 3; ++k) {
            lo[k] = gz_units_back(&tree->units, k, (double)tree->lo[k]);
            hi[k] = gz_units_back(&tree->units, k, (double)tree->hi[k]);
        }
        double slack[3];
        for (int k = 0; k < 3; ++k) slack[k] = bounds_slack(tree, k, lo[k], hi[k]);
        info.bounds.lo = graze_vec3_make((graze_real)(lo[0] - slack[0]), (graze_real)(lo[1] - slack[1]),
                                         (graze_real)(lo[2] - slack[2]));
        info.bounds.hi = graze_vec3_make((graze_real)(hi[0] + slack[0]), (graze_real)(hi[1] + slack[1]),
                                         (graze_real)(hi[2] + slack[2]));
    }
    *out = info;
    return GRAZE_OK;
}
