/* SPDX-License-Identifier: MIT
 * A tree from records, which change places. */
#include "tree/build.h"

#include <string.h>

#include "base/memory.h"
#include "tree/grow.h"

graze_status gz_tree_options_complete(const graze_tree_options *given, graze_tree_options *out) {
    graze_tree_options o = {GRAZE_TREE_SAH, 0, 0, NULL};
    if (given) o = *given;
    if (!o.degree) o.degree = GZ_TREE_WIDTH;
    if (!o.leaf_size) o.leaf_size = 4;
    bool split_known =
        o.split == GRAZE_TREE_SAH || o.split == GRAZE_TREE_MIDPOINT || o.split == GRAZE_TREE_MEDIAN;
    bool degree_known = o.degree == 2 || o.degree == 4 || o.degree == 8;
    if (!split_known || !degree_known || o.leaf_size < 1 || o.leaf_size > 8)
        return GRAZE_INVALID_ARGUMENT;
    if (o.runner && (!o.runner->run || o.runner->threads < 1)) return GRAZE_INVALID_ARGUMENT;
    *out = o;
    return GRAZE_OK;
}

gz_tree_grower gz_tree_grower_make(const graze_tree *tree, gz_tree_record *records) {
    return (gz_tree_grower){.splitter = {records, tree->options.split},
                            .degree = (uint32_t)tree->options.degree,
                            .leaf_size = (uint32_t)tree->options.leaf_size,
                            .leaf_records = (uint32_t)(tree->options.leaf_size + 1) / 2,
                            .items = tree->items};
}

/* Nodes in memory that has room for no more than an eighth too many; NULL when memory is out. */
static gz_node *take_over(gz_tree_block *block, size_t *room) {
    gz_node *nodes = block->nodes;
    *room = block->capacity;
    if (*room - block->count <= block->count / 8) {
        *block = (gz_tree_block){0};
        return nodes;
    }
    *room = block->count;
    nodes = gz_allocate_array(*room, sizeof *nodes);
    if (nodes) memcpy(nodes, block->nodes, *room * sizeof *nodes);
    return nodes;
}

bool gz_tree_take_nodes(graze_tree *tree, gz_tree_block *block) {
    size_t count = block->count, room;
    float *cost = gz_allocate_array(count, sizeof *cost);
    gz_node *nodes = cost ? take_over(block, &room) : NULL;
    if (!nodes) {
        gz_release(cost, count * sizeof *cost);
        return false;
    }
    gz_tree_drop_slabs(tree);
    gz_release(tree->nodes, tree->node_room * sizeof *tree->nodes);
    gz_release(tree->built_cost, tree->node_count * sizeof *tree->built_cost);
    tree->nodes = nodes;
    tree->built_cost = cost;
    tree->node_count = (uint32_t)count;
    tree->node_room = (uint32_t)room;
    tree->costs_known = false;
    return true;
}

static graze_status build_into(graze_tree *tree, const gz_tree_records *records,
                               const graze_runner *runner) {
    tree->items = gz_allocate(gz_tree_item_bytes(tree));
    if (!tree->items) return GRAZE_OUT_OF_MEMORY;
    memset(tree->items + tree->item_count, 0, GZ_ITEM_PADDING * sizeof *tree->items);
    gz_tree_jobs jobs = {0};
    gz_tree_grower grower = gz_tree_grower_make(tree, records->at);
    gz_tree_span all = gz_tree_span_make(records->box, 0, (uint32_t)records->count, tree->item_count);
    gz_tree_set_bounds(tree, all.box);
    grower.jobs = &jobs;
    gz_tree_grow(&grower, &all, GZ_TREE_DEPTH);
    bool done = !grower.block.out_of_memory && gz_tree_finish_jobs(&grower, runner) &&
                gz_tree_take_nodes(tree, &grower.block);
    gz_tree_block_release(&grower.block);
    gz_tree_jobs_release(&jobs);
    return done ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}

graze_status gz_tree_build_records(const gz_tree_records *records, const gz_units *units,
                                   const graze_tree_options *options, graze_tree **out) {
    if (records->items > GRAZE_TREE_ITEMS) return GRAZE_OUT_OF_RANGE;
    graze_tree *tree = gz_allocate(sizeof *tree);
    if (!tree) return GRAZE_OUT_OF_MEMORY;
    memset(tree, 0, sizeof *tree);
    tree->item_count = (uint32_t)records->items;
    tree->item_end = records->item_end;
    tree->units = *units;
    tree->options = *options;
    tree->options.runner = NULL; /* the caller's, and only for now */
    graze_status status = records->count ? build_into(tree, records, options->runner) : GRAZE_OK;
    if (status != GRAZE_OK) {
        graze_tree_release(tree);
        return status;
    }
    *out = tree;
    return GRAZE_OK;
}
