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
    /* The same for many of them; NULL: box_of is asked for each. */
    void (*boxes_of)(const void *user, const uint32_t *items, uint32_t count, gz_box4 *out);
    /* The box around several of these in the tree's units; NULL if they are in units already. */
    gz_box4 (*in_units)(const void *user, gz_box4 box);
    /* Says that boxes of these will be asked for soon (GZ_PREFETCH), twice: the second time what was
     * asked for the first time is there. */
    void (*foresee)(const void *user, const uint32_t *items, uint32_t count, bool second);
    bool far; /* what boxes are made of does not fit into caches: foreseeing is worth its time */
} gz_item_boxes;

/* More bytes than this are far. */
#define GZ_TREE_FAR ((size_t)1 << 22)

/* Which nodes are looked at, and what is too much for them: number n if n + turn is a multiple of step.
 * A step of 0: none. */
typedef struct gz_tree_look {
    float slack;
    uint32_t step, turn;
} gz_tree_look;

/* How good the tree still is. */
typedef struct gz_tree_wear {
    bool worn; /* a node that was looked at costs more than slack times what it did when it was built */
    double cost; /* of the whole tree; NaN if it is too small to tell, or not all were looked at */
} gz_tree_wear;

/* The items of the leaves of some nodes in a row, so that one loop goes over all of them: a loop for
 * each leaf would end where no processor expects it. Where a leaf begins and ends is kept beside; lanes
 * without one have the box of nothing, at place 0. */
enum {
    GZ_LEAF_MOST = 8,
    GZ_REFIT_NODES = 8,
    GZ_REFIT_ITEMS = GZ_REFIT_NODES * GZ_TREE_WIDTH * GZ_LEAF_MOST
};
typedef struct gz_refit_batch {
    uint32_t node_count;
    uint32_t end; /* of the items; they begin at 1 */
    uint32_t item[1 + GZ_REFIT_ITEMS + GZ_LEAF_MOST];
    uint16_t first[GZ_REFIT_NODES][GZ_TREE_WIDTH], last[GZ_REFIT_NODES][GZ_TREE_WIDTH];
} gz_refit_batch;

/* Copies of leaves are as long as the longest; what is too much is overwritten, or not counted. */
GZ_INLINE void gz_refit_list(const graze_tree *tree, const gz_node *node, uint32_t n, uint32_t longest,
                             gz_refit_batch *out) {
    const uint32_t *items = tree->items;
    uint32_t at = out->end;
    for (uint32_t i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        bool leaf = gz_link_is_leaf(link) & (link != GZ_LINK_NONE);
        uint32_t count = leaf ? gz_link_count(link) : 0, from = leaf ? gz_link_first(link) : 0;
        memcpy(out->item + at, items + from, 4 * sizeof *items);
        if (longest > 4) memcpy(out->item + at + 4, items + from + 4, 4 * sizeof *items);
        out->first[n][i] = (uint16_t)(leaf ? at : 0);
        at += count;
        out->last[n][i] = (uint16_t)(leaf ? at - 1 : 0);
    }
    out->end = at;
}

/* The nodes below end, as many as there is room for. */
GZ_INLINE void gz_refit_begin(const graze_tree *tree, uint32_t end, gz_refit_batch *out) {
    uint32_t longest = (uint32_t)tree->options.leaf_size;
    out->node_count = end < GZ_REFIT_NODES ? end : GZ_REFIT_NODES;
    out->end = 1;
    for (uint32_t n = 0; n < out->node_count; ++n)
        gz_refit_list(tree, &tree->nodes[end - 1 - n], n, longest, out);
}

GZ_INLINE void gz_refit_items(const gz_item_boxes *items, const gz_refit_batch *batch, gz_box4 *found) {
    if (items->boxes_of) {
        items->boxes_of(items->user, batch->item + 1, batch->end - 1, found + 1);
        return;
    }
    for (uint32_t i = 1; i < batch->end; ++i) found[i] = items->box_of(items->user, batch->item[i]);
}

/* Around those from first to last. */
GZ_INLINE gz_box4 gz_refit_leaf(const gz_box4 *boxes, uint32_t first, uint32_t last, uint32_t longest) {
    gz_box4 box = boxes[first];
    uint32_t second = first + 1 < last ? first + 1 : last, third = first + 2 < last ? first + 2 : last;
    box = gz_box4_join(gz_box4_join(box, boxes[second]), gz_box4_join(boxes[third], boxes[last]));
    for (uint32_t k = first + 3; longest > 4 && k < last; ++k) box = gz_box4_join(box, boxes[k]);
    return box;
}

/* The boxes of one node, number n of the batch, and the box around them. */
GZ_INLINE gz_box4 gz_node_refit(const graze_tree *tree, gz_node *node, const gz_refit_batch *batch,
                                uint32_t n, const gz_box4 *found, const gz_item_boxes *items) {
    gz_box4 boxes[GZ_TREE_WIDTH], all = gz_box4_nothing();
    uint32_t longest = (uint32_t)tree->options.leaf_size;
    for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
        uint32_t link = node->link[i];
        if (!gz_link_is_leaf(link)) {
            boxes[i] = gz_node_bounds(&tree->nodes[link]);
        } else {
            boxes[i] = gz_refit_leaf(found, batch->first[n][i], batch->last[n][i], longest);
            if (items->in_units && link != GZ_LINK_NONE)
                boxes[i] = items->in_units(items->user, boxes[i]);
        }
        all = gz_box4_join(all, boxes[i]);
    }
    gz_node_set_boxes(node, boxes);
    return all;
}

/* units: those of the new boxes. */
GZ_INLINE gz_tree_wear gz_tree_refit_with(graze_tree *tree, const gz_units *units,
                                          const gz_item_boxes *items, gz_tree_look look) {
    /* The batch at work, the one whose items are foreseen for the second time, and the one after. */
    enum { LISTS = 3 };
    gz_refit_batch lists[LISTS];
    gz_box4 found[1 + GZ_REFIT_ITEMS];
    gz_tree_wear wear = {false, 0};
    gz_box4 all = gz_box4_nothing();
    double surface = 0, root = 0;
    uint32_t count = tree->node_count, batches = (count + GZ_REFIT_NODES - 1) / GZ_REFIT_NODES;
    bool foresee = items->foresee && items->far;
    tree->units = *units;
    found[0] = all;
    for (uint32_t b = 0; b < batches + 2; ++b) {
        if (b < batches) {
            gz_refit_batch *list = &lists[b % LISTS];
            gz_refit_begin(tree, count - b * GZ_REFIT_NODES, list);
            if (foresee) items->foresee(items->user, list->item + 1, list->end - 1, false);
        }
        if (foresee && b >= 1 && b - 1 < batches) {
            const gz_refit_batch *list = &lists[(b - 1) % LISTS];
            items->foresee(items->user, list->item + 1, list->end - 1, true);
        }
        if (b < 2) continue;
        const gz_refit_batch *list = &lists[(b - 2) % LISTS];
        gz_refit_items(items, list, found);
        for (uint32_t k = 0; k < list->node_count; ++k) {
            uint32_t n = count - (b - 2) * GZ_REFIT_NODES - 1 - k;
            gz_node *node = &tree->nodes[n];
            all = gz_node_refit(tree, node, list, k, found, items);
            if (!look.step || (n + look.turn) % look.step) continue;
            gz_node_surfaces s = gz_node_measure(node, all, tree->built_cost);
            float lanes = (float)s.lanes;
            wear.worn = wear.worn || s.below > (look.slack * tree->built_cost[n] - lanes) * s.whole;
            double square = (double)s.side * (double)s.side;
            root = square * (double)s.whole;
            surface += square * (double)(s.whole * lanes + s.leaves);
        }
    }
    if (!count) return wear;
    gz_tree_set_bounds(tree, all);
    wear.cost = root > 0 && look.step == 1 ? surface / root : (double)NAN;
    return wear;
}

#endif
