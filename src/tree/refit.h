/* SPDX-License-Identifier: MIT
 * New boxes for the same arrangement (H7): nodes from the last to the first, so that children come
 * before their parents. Who knows the boxes of items hands in an inline function; no array of boxes is
 * needed. All else is done for some nodes at a time (tree/refit.c). */
#ifndef GZ_TREE_REFIT_H
#define GZ_TREE_REFIT_H

#include "tree/cost.h"

/* Items whose boxes are asked for now, and those that come soon and later: what these are made of is
 * fetched meanwhile, one for each box, because a processor that is told of many at once waits until it
 * has room for them. No soon and no later if nothing is far. */
typedef struct gz_refit_run {
    const uint32_t *now, *soon, *later;
    uint32_t now_count, soon_count, later_count;
} gz_refit_run;

/* Where boxes come from. All functions are inlined. */
typedef struct gz_item_boxes {
    const void *user;
    /* The box of an item. */
    gz_box4 (*box_of)(const void *user, uint32_t item);
    /* The same for a run of them; NULL: box_of is asked for each. There is room for one more, and
     * behind all items is number 0. */
    void (*boxes_of)(const void *user, const gz_refit_run *run, gz_box4 *out);
    /* Into which units the box around several of these has to be brought; NULL: it is in the tree's. */
    const gz_units *units;
    /* Says that the box of this will be asked for (GZ_PREFETCH), later and then soon: what was asked
     * for the first time is there. Who makes boxes of a run does that, too; else NULL if nothing is
     * far.
     */
    void (*foresee)(const void *user, uint32_t item, bool soon);
    bool far; /* what boxes are made of does not fit into caches: foreseeing is worth its time */
} gz_item_boxes;

/* More bytes than this are far. */
#define GZ_TREE_FAR ((size_t)1 << 22)

/* How good the tree still is. */
typedef struct gz_tree_wear {
    bool worn;   /* a node costs more than slack times what it did when it was built */
    double cost; /* of the whole tree; NaN if it is too small to tell, or nobody looked */
} gz_tree_wear;

/* The items of the leaves of some nodes in a row, so that one loop goes over all of them: a loop for
 * each node would end where no processor expects it. Then the box of a leaf is around four that were
 * found, the same one several times if it has fewer: those are listed beside, as places in bytes. Lanes
 * without a leaf have the box of nothing, which is the first one. */
enum {
    GZ_LEAF_MOST = 8,
    GZ_REFIT_NODES = 8,
    GZ_REFIT_ITEMS = GZ_REFIT_NODES * GZ_TREE_WIDTH * GZ_LEAF_MOST
};
typedef struct gz_refit_lanes {
    _Alignas(32) uint32_t place[4][GZ_TREE_WIDTH];
} gz_refit_lanes;
typedef struct gz_refit_batch {
    gz_refit_lanes lanes[GZ_REFIT_NODES];
    uint32_t last, node_count; /* the last node, and how many with those before it */
    uint32_t end;              /* of the items; they begin at 1 */
    uint32_t from;             /* where those of the first node with leaves begin in the tree */
    uint32_t item[1 + GZ_REFIT_ITEMS + GZ_TREE_WIDTH * GZ_LEAF_MOST];
} gz_refit_batch;

/* What nodes cost so far. */
typedef struct gz_refit_costs {
    float slack;
    bool worn;
    double surface, root; /* of all nodes, each times its children, and of the last one */
} gz_refit_costs;

/* How the parts of the work are done. */
typedef struct gz_refit_way {
    /* The nodes below end, as many as there is room for. */
    void (*list)(const graze_tree *tree, uint32_t end, gz_refit_batch *out);
    /* Their boxes, from those of the items. leaf_units: those into which the boxes of leaves have to be
     * brought, or NULL. */
    void (*fit)(graze_tree *tree, const gz_refit_batch *batch, gz_box4 *found,
                const gz_units *leaf_units);
    /* What they cost. */
    void (*look)(const graze_tree *tree, const gz_refit_batch *batch, gz_refit_costs *costs);
} gz_refit_way;

/* The fastest one on this machine; the bits are the same with all. */
const gz_refit_way *gz_refit_way_here(void);

/* Nothing behind the last batch. */
GZ_INLINE gz_refit_run gz_refit_run_of(const gz_refit_batch *now, const gz_refit_batch *soon,
                                       const gz_refit_batch *later) {
    return (gz_refit_run){now->item + 1, soon ? soon->item + 1 : NULL, later ? later->item + 1 : NULL,
                          now->end - 1,  soon ? soon->end - 1 : 0,     later ? later->end - 1 : 0};
}

/* In how many steps all three go on. */
static inline uint32_t gz_refit_run_common(const gz_refit_run *run) {
    uint32_t ahead = run->soon_count < run->later_count ? run->soon_count : run->later_count;
    return run->now_count < ahead ? run->now_count : ahead;
}

GZ_INLINE void gz_refit_items(const gz_item_boxes *items, const gz_refit_run *run, gz_box4 *found) {
    if (items->boxes_of) {
        items->boxes_of(items->user, run, found + 1);
        return;
    }
    for (uint32_t i = 0; i < run->now_count; ++i) {
        found[1 + i] = items->box_of(items->user, run->now[i]);
        if (i < run->soon_count) items->foresee(items->user, run->soon[i], true);
        if (i < run->later_count) items->foresee(items->user, run->later[i], false);
    }
}

/* The links of the nodes before a batch, and the items of their leaves, which mostly are before its
 * own. The rest of the nodes processors fetch by themselves. */
static inline void gz_refit_foresee_batch(const graze_tree *tree, const gz_refit_batch *batch) {
    enum { LINE = 64 / sizeof *tree->items, LINES = 10 };
    const gz_node *node = &tree->nodes[batch->last + 1 - batch->node_count];
    for (uint32_t n = 0; n < GZ_REFIT_NODES && node > tree->nodes; ++n) GZ_PREFETCH((--node)->link);
    for (uint32_t at = batch->from, n = 0; n < LINES && at >= LINE; ++n)
        GZ_PREFETCH(tree->items + (at -= LINE));
}

/* units: those of the new boxes. slack: what a worn node costs, 0 if nobody wants to know. */
GZ_INLINE gz_tree_wear gz_tree_refit_with(graze_tree *tree, const gz_units *units,
                                          const gz_item_boxes *items, float slack) {
    /* The batch at work, the next one, and those that come soon, later and last. */
    enum { SOON = 2, LATER = 3, LAST = 4, LISTS };
    gz_refit_batch lists[LISTS];
    _Alignas(32) gz_box4 found[1 + GZ_REFIT_ITEMS];
    const gz_refit_way *way = gz_refit_way_here();
    gz_refit_costs costs = {.slack = slack};
    uint32_t count = tree->node_count, batches = (count + GZ_REFIT_NODES - 1) / GZ_REFIT_NODES;
    gz_tree_remember_costs(tree);
    gz_tree_drop_slabs(tree);
    tree->units = *units;
    found[0] = gz_box4_nothing();
    for (uint32_t b = 0; b < batches + LAST; ++b) {
        if (b < batches) {
            way->list(tree, count - b * GZ_REFIT_NODES, &lists[b % LISTS]);
            if (items->far) gz_refit_foresee_batch(tree, &lists[b % LISTS]);
        }
        if (b < LAST) continue;
        uint32_t now = b - LAST, soon = now + SOON, later = now + LATER;
        const gz_refit_batch *list = &lists[now % LISTS];
        gz_refit_run run =
            gz_refit_run_of(list, items->far && soon < batches ? &lists[soon % LISTS] : NULL,
                            items->far && later < batches ? &lists[later % LISTS] : NULL);
        gz_refit_items(items, &run, found);
        way->fit(tree, list, found, items->units);
        if (slack > 0) way->look(tree, list, &costs);
    }
    if (count) gz_tree_set_bounds(tree, gz_node_bounds(tree->nodes));
    return (gz_tree_wear){costs.worn, costs.root > 0 ? costs.surface / costs.root : (double)NAN};
}

#endif
