/* SPDX-License-Identifier: MIT
 * Trees over an array of boxes. */
#include "tree/tree.h"

#include "base/memory.h"
#include "bounds/check.h"
#include "tree/boxes.h"
#include "tree/build.h"
#include "tree/refit.h"

graze_status gz_given_boxes_check(const graze_aabb *boxes, size_t count, gz_units *units) {
    double lo[3] = {0, 0, 0}, hi[3] = {0, 0, 0};
    if (count > GRAZE_TREE_ITEMS) return GRAZE_OUT_OF_RANGE;
    if (count && !boxes) return GRAZE_INVALID_ARGUMENT;
    graze_aabb all = graze_aabb_nothing();
    for (size_t i = 0; i < count; ++i) {
        graze_status status = gz_aabb_check(&boxes[i]);
        if (status != GRAZE_OK) return status;
        all = graze_aabb_merge(all, boxes[i]);
    }
    if (count) {
        lo[0] = (double)all.lo.x, lo[1] = (double)all.lo.y, lo[2] = (double)all.lo.z;
        hi[0] = (double)all.hi.x, hi[1] = (double)all.hi.y, hi[2] = (double)all.hi.z;
    }
    *units = gz_units_for(lo, hi);
    return GRAZE_OK;
}

graze_status graze_tree_build(const graze_aabb *boxes, size_t count, const graze_tree_options *options,
                              graze_tree **out) {
    graze_tree_options complete;
    gz_given_boxes given = {boxes, {{0, 0, 0}, 1}};
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_tree_options_complete(options, &complete);
    if (status == GRAZE_OK) status = gz_given_boxes_check(boxes, count, &given.units);
    if (status != GRAZE_OK) return status;
    gz_tree_record *records = gz_allocate_array(count, sizeof *records);
    if (count && !records) return GRAZE_OUT_OF_MEMORY;
    gz_tree_records list = gz_tree_records_make(records, &complete);
    gz_tree_records_note(&list, 0, count);
    gz_record_run run = gz_record_run_begin(&list, &given.units);
    for (size_t i = 0; i < count; ++i)
        gz_record_run_add(&run, gz_given_box_at(&given, (uint32_t)i), (uint32_t)i, gz_box4_as_it_is);
    gz_record_run_end(&run, gz_box4_as_it_is, &list);
    status = gz_tree_build_records(&list, &given.units, &complete, out);
    gz_release(records, count * sizeof *records);
    return status;
}

void gz_tree_drop_slabs(graze_tree *tree) {
    gz_release(tree->slabs, tree->node_count * sizeof *tree->slabs);
    tree->slabs = NULL;
}

void graze_tree_release(graze_tree *tree) {
    if (!tree) return;
    gz_tree_drop_slabs(tree);
    gz_release(tree->built_cost, tree->node_count * sizeof *tree->built_cost);
    gz_release(tree->nodes, tree->node_room * sizeof *tree->nodes);
    gz_release(tree->items, gz_tree_item_bytes(tree));
    gz_release(tree, sizeof *tree);
}

graze_status graze_tree_refit(graze_tree *tree, const graze_aabb *boxes) {
    gz_given_boxes given = {boxes, {{0, 0, 0}, 1}};
    if (!tree) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_given_boxes_check(boxes, tree->item_end, &given.units);
    if (status == GRAZE_OK) gz_given_boxes_refit(tree, &given);
    return status;
}
