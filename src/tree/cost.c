/* SPDX-License-Identifier: MIT */
#include "tree/cost.h"

/* Of what is too small to tell every child has to be expected. */
static float cost_of_all(const gz_node *node, const float *costs) {
    float cost = 0;
    for (uint32_t i = 0; i < gz_node_lanes(node); ++i) {
        uint32_t link = node->link[i];
        cost += 1 + (gz_link_is_leaf(link) ? (float)gz_link_count(link) : costs[link]);
    }
    return cost;
}

float gz_node_cost(const graze_tree *tree, uint32_t n, const float *costs) {
    const gz_node *node = &tree->nodes[n];
    gz_node_surfaces s = gz_node_measure(node, gz_node_bounds(node), costs);
    return s.whole > 0 ? (float)s.lanes + s.below / s.whole : cost_of_all(node, costs);
}

void gz_tree_costs(const graze_tree *tree, float *costs) {
    for (uint32_t n = tree->node_count; n-- > 0;) costs[n] = gz_node_cost(tree, n, costs);
}

void gz_tree_remember_costs(graze_tree *tree) {
    if (tree->costs_known) return;
    gz_tree_costs(tree, tree->built_cost);
    tree->costs_known = true;
}
