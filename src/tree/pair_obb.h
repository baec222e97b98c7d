/* SPDX-License-Identifier: MIT
 * Two trees that have oriented boxes beside the others (H4): what overlaps by the boxes along the axes
 * is looked at once more, one pair at a time. */
#ifndef GZ_TREE_PAIR_OBB_H
#define GZ_TREE_PAIR_OBB_H

#include "tree/obb_tree.h"
#include "tree/pair_view.h"

/* Takes those pairs from step->left whose oriented boxes are apart, and counts in *tests how many were
 * compared. node_a, node_b: the step's nodes in both trees. */
void gz_pair_obb_filter(const gz_pair_view *view, gz_pair_axes axes, const gz_obb_node *node_a,
                        const gz_obb_node *node_b, gz_pair_step *step, uint64_t *tests);

#endif
