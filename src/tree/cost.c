/* SPDX-License-Identifier: MIT */
#include "tree/cost.h"

#include "tree/box4.h"

static double half_surface(double x, double y, double z) { return x * y + y * z + z * x; }

float gz_node_cost(const graze_tree *tree, uint32_t n, const float *costs) {
    const gz_node *node = &tree->nodes[n];
    uint32_t lanes = gz_node_lanes(node);
    double lo[3], hi[3], below = 0, most = 0;
    for (int k = 0; k < 3; ++k) lo[k] = INFINITY, hi[k] = -INFINITY;
    for (uint32_t i = 0; i < lanes; ++i) {
        double w[3];
        for (int k = 0; k < 3; ++k) {
            double a = (double)node->lo[k][i], b = (double)node->hi[k][i];
            w[k] = b - a;
            if (a < lo[k]) lo[k] = a;
            if (b > hi[k]) hi[k] = b;
        }
        uint32_t link = node->link[i];
        double tests = gz_link_is_leaf(link) ? (double)gz_link_count(link) : (double)costs[link];
        below += half_surface(w[0], w[1], w[2]) * tests;
        most += tests;
    }
    double whole = half_surface(hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]);
    return (float)(lanes + (whole > 0 ? below / whole : most));
}

void gz_tree_costs(const graze_tree *tree, float *costs) {
    for (uint32_t n = tree->node_count; n-- > 0;) costs[n] = gz_node_cost(tree, n, costs);
}
