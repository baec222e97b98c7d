/* SPDX-License-Identifier: MIT
 * Refitting some nodes at a time, for one instruction set; tree/refit.c includes this once each.
 * Expects NAME(name), KERNEL_TARGET and what is done for a node. Every step goes over all nodes before
 * the next one, because within a node they have to wait for each other. */

/* Copies of items are as long as leaves could be; what is too much is overwritten, or not counted. */
KERNEL_TARGET static void NAME(list)(const graze_tree *tree, uint32_t end, gz_refit_batch *out) {
    enum { HALF = GZ_TREE_WIDTH * GZ_LEAF_MOST / 2 };
    uint32_t count = end < GZ_REFIT_NODES ? end : GZ_REFIT_NODES, at = 1, first = 0;
    for (uint32_t n = 0; n < count; ++n) {
        uint32_t from, more = NAME(list_node)(&tree->nodes[end - 1 - n], at, &out->lanes[n], &from);
        NAME(copy_items)(out->item + at, tree->items + from, HALF);
        if (tree->options.leaf_size > 4)
            NAME(copy_items)(out->item + at + HALF, tree->items + from + HALF, HALF);
        at += more;
        first = more ? from : first;
    }
    out->item[at] = 0;
    out->last = end - 1;
    out->node_count = count;
    out->end = at;
    out->from = first;
}

KERNEL_TARGET static void NAME(fit)(graze_tree *tree, const gz_refit_batch *batch, gz_box4 *found,
                                    const gz_units *leaf_units) {
    gz_node *last = &tree->nodes[batch->last];
    for (uint32_t k = 0; tree->options.leaf_size > 4 && k < batch->node_count; ++k)
        shorten(&batch->lanes[k], found);
    for (uint32_t k = 0; k < batch->node_count; ++k)
        NAME(fit_leaves)(last - k, &batch->lanes[k], found, leaf_units);
    for (uint32_t k = 0; k < batch->node_count; ++k) NAME(fit_rest)(tree, last - k);
}

KERNEL_TARGET static void NAME(look)(const graze_tree *tree, const gz_refit_batch *batch,
                                     gz_refit_costs *costs) {
    gz_node_surfaces surfaces[GZ_REFIT_NODES];
    NAME(measure)(&tree->nodes[batch->last], batch->node_count, tree->built_cost, surfaces);
    for (uint32_t k = 0; k < batch->node_count; ++k) {
        const gz_node_surfaces *s = &surfaces[k];
        float lanes = (float)s->lanes, built = tree->built_cost[batch->last - k];
        costs->worn = costs->worn || s->below > (costs->slack * built - lanes) * s->whole;
        double square = (double)s->side * (double)s->side;
        costs->root = square * (double)s->whole;
        costs->surface += square * (double)(s->whole * lanes + s->leaves);
    }
}

static const gz_refit_way NAME(way) = {NAME(list), NAME(fit), NAME(look)};
