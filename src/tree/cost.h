/* SPDX-License-Identifier: MIT
 * What a ray that hits a tree has to expect: the box tests of every node and the items of every leaf,
 * each weighted by the chance that the ray meets its box, which is the ratio of the surfaces. */
#ifndef GZ_TREE_COST_H
#define GZ_TREE_COST_H

#include "tree/tree.h"

/* Of the whole tree. */
double gz_tree_cost(const graze_tree *tree);

#endif
