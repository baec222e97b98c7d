/* SPDX-License-Identifier: MIT
 * New boxes for the same arrangement (H7): nodes from the last to the first, so that children come
 * before their parents. Who knows the boxes of items hands in an inline function; no array of boxes is
 * needed. */
#ifndef GZ_TREE_REFIT_H
#define GZ_TREE_REFIT_H

#include <string.h>

#include "tree/box4.h"

/* The box of an item in the tree's units; always inlined. */
typedef gz_box4 (*gz_box_of_item)(const void *user, uint32_t item);

/* units: those of the new boxes. */
GZ_INLINE void gz_tree_refit_with(graze_tree *tree, const gz_units *units, gz_box_of_item box_of,
                                  const void *user) {
    tree->units = *units;
    for (uint32_t n = tree->node_count; n-- > 0;) {
        gz_node *node = &tree->nodes[n];
        gz_box4 boxes[GZ_TREE_WIDTH];
        for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
            uint32_t link = node->link[i];
            gz_box4 box = gz_box4_nothing();
            if (!gz_link_is_leaf(link)) {
                box = gz_node_bounds(&tree->nodes[link]);
            } else if (link != GZ_LINK_NONE) {
                const uint32_t *items = tree->items + gz_link_first(link);
                uint32_t count = gz_link_count(link);
                box = box_of(user, items[0]);
                for (uint32_t k = 1; k < count; ++k) box = gz_box4_join(box, box_of(user, items[k]));
            }
            boxes[i] = box;
        }
        gz_node_set_boxes(node, boxes);
    }
    if (!tree->node_count) return;
    gz_box4 all = gz_node_bounds(&tree->nodes[0]);
    _Alignas(16) float corner[4];
    gz_f32x4_store(corner, all.lo);
    memcpy(tree->lo, corner, sizeof tree->lo);
    gz_f32x4_store(corner, gz_f32x4_sub(gz_f32x4_splat(0), all.minus_hi));
    memcpy(tree->hi, corner, sizeof tree->hi);
}

#endif
