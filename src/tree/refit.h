/* SPDX-License-Identifier: MIT
 * New boxes for the same arrangement (H7): nodes from the last to the first, so that children come
 * before their parents. Who knows the boxes of items hands in an inline function; no array of boxes is
 * needed. */
#ifndef GZ_TREE_REFIT_H
#define GZ_TREE_REFIT_H

#include "tree/cost.h"

/* Where boxes come from. All functions are inlined. */
typedef struct gz_item_boxes {
    const void *user;
    /* The box of an item. */
    gz_box4 (*box_of)(const void *user, uint32_t item);
    /* The box around several of these in the tree's units; NULL if they are in units already. */
    gz_box4 (*in_units)(const void *user, gz_box4 box);
    /* Says that boxes of these will be asked for soon (GZ_PREFETCH), twice: the second time what was
     * asked for the first time is there. */
    void (*foresee)(const void *user, const uint32_t *items, uint32_t count, bool second);
    bool far; /* what boxes are made of does not fit into caches: foreseeing is worth its time */
} gz_item_boxes;

/* More bytes than this are far. */
#define GZ_TREE_FAR ((size_t)1 << 18)

/* How good the tree still is. */
typedef struct gz_tree_wear {
    bool worn;   /* a node costs more than slack times what it cost when it was built */
    double cost; /* of the whole tree; NaN if it is too small to tell */
} gz_tree_wear;

/* The items of the leaves of a node in a row, so that one loop goes over all of them: a loop for each
 * leaf would end where no processor expects it. */
enum { GZ_LEAF_MOST = 8 };
typedef struct gz_node_items {
    uint32_t count, item[GZ_TREE_WIDTH * GZ_LEAF_MOST + GZ_LEAF_MOST];
    uint8_t lane[GZ_TREE_WIDTH * GZ_LEAF_MOST + GZ_LEAF_MOST];
} gz_node_items;

/* Copies of leaves are as long as the longest; what is too much is overwritten, or not counted. */
static inline void gz_node_list(const graze_tree *tree, const gz_node *node, gz_node_items *out) {
    uint32_t at = 0, longest = (uint32_t)tree->options.leaf_size;
    for (uint32_t i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        bool leaf = gz_link_is_leaf(link) && link != GZ_LINK_NONE;
        const uint32_t *items = tree->items + (leaf ? gz_link_first(link) : 0);
        for (uint32_t k = 0; k < longest; k += 4) {
            memcpy(out->item + at + k, items + k, 4 * sizeof *items);
            memset(out->lane + at + k, (int)i, 4);
        }
        at += leaf ? gz_link_count(link) : 0;
    }
    out->count = at;
}

/* The boxes of one node, and the box around them. */
GZ_INLINE gz_box4 gz_node_refit(const graze_tree *tree, gz_node *node, const gz_node_items *list,
                                const gz_item_boxes *items) {
    gz_box4 boxes[GZ_TREE_WIDTH], all = gz_box4_nothing();
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) boxes[i] = all;
    for (uint32_t i = 0; i < list->count; ++i) {
        gz_box4 *box = &boxes[list->lane[i]];
        *box = gz_box4_join(*box, items->box_of(items->user, list->item[i]));
    }
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        if (!gz_link_is_leaf(link))
            boxes[i] = gz_node_bounds(&tree->nodes[link]);
        else if (items->in_units && link != GZ_LINK_NONE)
            boxes[i] = items->in_units(items->user, boxes[i]);
        all = gz_box4_join(all, boxes[i]);
    }
    gz_node_set_boxes(node, boxes);
    return all;
}

/* units: those of the new boxes. slack: see gz_tree_wear; 0 if nobody wants to know. */
GZ_INLINE gz_tree_wear gz_tree_refit_with(graze_tree *tree, const gz_units *units,
                                          const gz_item_boxes *items, float slack) {
    /* How many nodes ahead items are foreseen, and for the second time. */
    enum { FIRST = 5, SECOND = 2, LISTS = 8 };
    gz_node_items lists[LISTS];
    gz_tree_wear wear = {false, 0};
    gz_box4 all = gz_box4_nothing();
    double surface = 0, root = 0;
    uint32_t count = tree->node_count;
    bool foresee = items->foresee && items->far;
    tree->units = *units;
    for (uint32_t i = 0; i < count + FIRST; ++i) {
        if (i < count) {
            gz_node_items *list = &lists[i % LISTS];
            gz_node_list(tree, &tree->nodes[count - 1 - i], list);
            if (foresee) items->foresee(items->user, list->item, list->count, false);
        }
        if (foresee && i >= FIRST - SECOND && i - (FIRST - SECOND) < count) {
            const gz_node_items *list = &lists[(i - (FIRST - SECOND)) % LISTS];
            items->foresee(items->user, list->item, list->count, true);
        }
        if (i < FIRST) continue;
        uint32_t n = count - 1 - (i - FIRST);
        gz_node *node = &tree->nodes[n];
        all = gz_node_refit(tree, node, &lists[(i - FIRST) % LISTS], items);
        if (slack == 0) continue;
        gz_node_surfaces s = gz_node_measure(node, all, tree->built_cost);
        float lanes = (float)s.lanes;
        wear.worn = wear.worn || s.below > (slack * tree->built_cost[n] - lanes) * s.whole;
        double square = (double)s.side * (double)s.side;
        root = square * (double)s.whole;
        surface += square * (double)(s.whole * lanes + s.leaves);
    }
    if (!count) return wear;
    gz_tree_set_bounds(tree, all);
    wear.cost = root > 0 ? surface / root : (double)NAN;
    return wear;
}

#endif
