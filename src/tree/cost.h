/* SPDX-License-Identifier: MIT
 * What a ray that hits a node has to expect below it: the box tests of every node and the items of
 * every leaf, each weighted by the chance that the ray meets its box, which is the ratio of the
 * surfaces. */
#ifndef GZ_TREE_COST_H
#define GZ_TREE_COST_H

#include "tree/box4.h"

/* Of each node, node_count of them. */
void gz_tree_costs(const graze_tree *tree, float *costs);
/* Of a tree as it was built: must be called before boxes change. */
void gz_tree_remember_costs(graze_tree *tree);
/* Of one, if those below it cost as much as costs says. */
float gz_node_cost(const graze_tree *tree, uint32_t n, const float *costs);

/* Halves of surfaces below a node, in units of the square of its longest side, so that nothing leaves
 * the range of float. */
typedef struct gz_node_surfaces {
    float side;   /* the longest one of all that is below */
    float whole;  /* the surface of that; 0 if it is too small to tell, and then the others are, too */
    float below;  /* of the children, each times what it costs */
    float leaves; /* of those that are leaves, each times the number of items */
    uint32_t lanes;
} gz_node_surfaces;

static inline float gz_sum_across(gz_f32x4 a, gz_f32x4 b) {
    _Alignas(16) float lane[4];
    gz_f32x4_store(lane, gz_f32x4_add(a, b));
    return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}

/* Leaves are summed up across lanes; nodes, of which most have none below them, come one by one. */
static inline float gz_node_below(const gz_node *node, const float area[GZ_TREE_WIDTH], float leaves,
                                  const float *costs) {
    for (int i = 0; i < GZ_TREE_WIDTH; ++i)
        if (!gz_link_is_leaf(node->link[i])) leaves += area[i] * costs[node->link[i]];
    return leaves;
}

/* bounds: around all children. costs: of nodes, by number. */
static inline gz_node_surfaces gz_node_measure(const gz_node *node, gz_box4 bounds,
                                               const float *costs) {
    _Alignas(16) float minus[4], areas[GZ_TREE_WIDTH], items[GZ_TREE_WIDTH];
    gz_f32x4_store(minus, gz_f32x4_add(bounds.lo, bounds.minus_hi));
    float x = -minus[0], y = -minus[1], z = -minus[2], xy = x > y ? x : y;
    gz_node_surfaces out = {.side = z > xy ? z : xy};
    float unit = out.side > 0x1p-100f ? 1 / out.side : 0;
    x *= unit, y *= unit, z *= unit;
    out.whole = (x * y + y * z) + z * x;
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        items[i] = gz_link_is_leaf(link) ? (float)gz_link_count(link) : 0;
    }
    gz_f32x4 leaves[2], scale = gz_f32x4_splat(unit);
    for (int h = 0; h < 2; ++h) {
        gz_f32x4 w[3], lo = gz_f32x4_load(node->lo[0] + 4 * h), infinite = gz_f32x4_splat(INFINITY);
        for (int k = 0; k < 3; ++k)
            w[k] = gz_f32x4_mul(
                gz_f32x4_sub(gz_f32x4_load(node->hi[k] + 4 * h), gz_f32x4_load(node->lo[k] + 4 * h)),
                scale);
        gz_f32x4 xy_yz = gz_f32x4_add(gz_f32x4_mul(w[0], w[1]), gz_f32x4_mul(w[1], w[2]));
        gz_f32x4 area = gz_f32x4_add(xy_yz, gz_f32x4_mul(w[2], w[0]));
        area = gz_f32x4_when_less(lo, infinite, area); /* lanes without a child have none */
        gz_f32x4_store(areas + 4 * h, area);
        leaves[h] = gz_f32x4_mul(area, gz_f32x4_load(items + 4 * h));
        out.lanes += gz_bit_count((uint64_t)gz_f32x4_less_bits(lo, infinite));
    }
    out.leaves = gz_sum_across(leaves[0], leaves[1]);
    out.below = gz_node_below(node, areas, out.leaves, costs);
    return out;
}

#endif
