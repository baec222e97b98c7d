/* SPDX-License-Identifier: MIT
 * New boxes for the same arrangement (H7): nodes from the last to the first, so that children come
 * before their parents. Who knows the boxes of items hands in an inline function; no array of boxes is
 * needed. */
#ifndef GZ_TREE_REFIT_H
#define GZ_TREE_REFIT_H

#include "tree/cost.h"

/* The box around items, one or more, in the tree's units; always inlined. */
typedef gz_box4 (*gz_box_of_items)(const void *user, const uint32_t *items, uint32_t count);

/* Says that these items will be asked for soon (GZ_PREFETCH), twice: first the caller may not read what
 * it has not asked for, the second time what it then asked for is there. Always inlined. */
typedef void (*gz_foresee_items)(const void *user, const uint32_t *items, uint32_t count, bool second);

/* Boxes of items that are far apart in memory. */
typedef struct gz_item_boxes {
    gz_box_of_items box_of;
    gz_foresee_items foresee; /* may be NULL */
    const void *user;
    bool far; /* they do not fit into caches: foresee is worth its time */
} gz_item_boxes;

/* How good the tree still is. */
typedef struct gz_tree_wear {
    bool worn;   /* a node costs more than slack times what it cost when it was built */
    double cost; /* of the whole tree; NaN if it is too small to tell */
} gz_tree_wear;

/* How many nodes ahead. */
enum { GZ_REFIT_SECOND = 2, GZ_REFIT_FIRST = 4 };

GZ_INLINE void gz_node_foresee(const graze_tree *tree, uint32_t n, const gz_item_boxes *boxes,
                               bool second) {
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = tree->nodes[n].link[i];
        if (link != GZ_LINK_NONE && gz_link_is_leaf(link))
            boxes->foresee(boxes->user, tree->items + gz_link_first(link), gz_link_count(link), second);
    }
}

/* The boxes of one node, and the box around them. */
GZ_INLINE gz_box4 gz_node_refit(const graze_tree *tree, gz_node *node, const gz_item_boxes *items) {
    gz_box4 boxes[GZ_TREE_WIDTH], all = gz_box4_nothing();
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        boxes[i] = gz_box4_nothing();
        if (!gz_link_is_leaf(link))
            boxes[i] = gz_node_bounds(&tree->nodes[link]);
        else if (link != GZ_LINK_NONE)
            boxes[i] =
                items->box_of(items->user, tree->items + gz_link_first(link), gz_link_count(link));
        all = gz_box4_join(all, boxes[i]);
    }
    gz_node_set_boxes(node, boxes);
    return all;
}

/* units: those of the new boxes. slack: see gz_tree_wear; 0 if nobody wants to know. */
GZ_INLINE gz_tree_wear gz_tree_refit_with(graze_tree *tree, const gz_units *units,
                                          const gz_item_boxes *items, float slack) {
    gz_tree_wear wear = {false, 0};
    gz_box4 all = gz_box4_nothing();
    double surface = 0, root = 0;
    tree->units = *units;
    for (uint32_t n = tree->node_count; n-- > 0;) {
        gz_node *node = &tree->nodes[n];
        if (items->foresee && items->far) {
            if (n >= GZ_REFIT_FIRST) gz_node_foresee(tree, n - GZ_REFIT_FIRST, items, false);
            if (n >= GZ_REFIT_SECOND) gz_node_foresee(tree, n - GZ_REFIT_SECOND, items, true);
        }
        all = gz_node_refit(tree, node, items);
        if (slack == 0) continue;
        gz_node_surfaces s = gz_node_measure(node, all, tree->built_cost);
        float lanes = (float)s.lanes;
        wear.worn = wear.worn || s.below > (slack * tree->built_cost[n] - lanes) * s.whole;
        double square = (double)s.side * (double)s.side;
        root = square * (double)s.whole;
        surface += square * (double)(s.whole * lanes + s.leaves);
    }
    if (!tree->node_count) return wear;
    gz_tree_set_bounds(tree, all);
    wear.cost = root > 0 ? surface / root : (double)NAN;
    return wear;
}

#endif
