/* SPDX-License-Identifier: MIT
 * What a ray that hits a node has to expect below it: the box tests of every node and the items of
 * every leaf, each weighted by the chance that the ray meets its box, which is the ratio of the
 * surfaces. */
#ifndef GZ_TREE_COST_H
#define GZ_TREE_COST_H

#include "tree/tree.h"

/* Of each node, node_count of them. */
void gz_tree_costs(const graze_tree *tree, float *costs);
/* Of one, if those below it cost as much as costs says. */
float gz_node_cost(const graze_tree *tree, uint32_t n, const float *costs);

#endif
