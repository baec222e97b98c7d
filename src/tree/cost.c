/* SPDX-License-Identifier: MIT */
#include "tree/cost.h"

static double lane_area(const gz_node *node, uint32_t i) {
    double w[3];
    for (int k = 0; k < 3; ++k) w[k] = (double)node->hi[k][i] - (double)node->lo[k][i];
    return w[0] * w[1] + w[1] * w[2] + w[2] * w[0];
}

double gz_tree_cost(const graze_tree *tree) {
    if (!tree->node_count) return 0;
    double w[3];
    for (int k = 0; k < 3; ++k) w[k] = (double)tree->hi[k] - (double)tree->lo[k];
    double whole = w[0] * w[1] + w[1] * w[2] + w[2] * w[0];
    double cost = gz_node_lanes(&tree->nodes[0]);
    for (uint32_t n = 0; n < tree->node_count; ++n) {
        const gz_node *node = &tree->nodes[n];
        for (uint32_t i = 0; i < gz_node_lanes(node); ++i) {
            uint32_t link = node->link[i];
            double tests =
                gz_link_is_leaf(link) ? gz_link_count(link) : gz_node_lanes(&tree->nodes[link]);
            cost += whole > 0 ? lane_area(node, i) / whole * tests : tests;
        }
    }
    return cost;
}
