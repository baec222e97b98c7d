/* SPDX-License-Identifier: MIT
 * The pairs of items of two trees. */
#include "tree/walk_pair.h"

typedef struct item_pairs {
    const graze_tree *a, *b;
    graze_tree_visit_pair visit;
    void *user;
    uint64_t count;
} item_pairs;

static inline graze_flow visit_items(void *user, uint32_t leaf_a, uint32_t leaf_b) {
    item_pairs *pairs = user;
    const uint32_t *a = pairs->a->items + gz_link_first(leaf_a);
    const uint32_t *b = pairs->b->items + gz_link_first(leaf_b);
    for (uint32_t i = 0; i < gz_link_count(leaf_a); ++i)
        for (uint32_t j = 0; j < gz_link_count(leaf_b); ++j) {
            ++pairs->count;
            if (pairs->visit(pairs->user, a[i], b[j]) == GRAZE_STOP) return GRAZE_STOP;
        }
    return GRAZE_CONTINUE;
}

graze_status graze_tree_overlap_tree(const graze_tree *a, const graze_tree *b, const graze_pose *b_in_a,
                                     graze_tree_visit_pair visit, void *user,
                                     graze_tree_counts *counts) {
    if (!a || !b || !visit) return GRAZE_INVALID_ARGUMENT;
    const graze_pose identity = graze_pose_identity();
    if (b_in_a) {
        graze_status status = graze_pose_check(b_in_a);
        if (status != GRAZE_OK) return status;
    }
    if (!a->nodes || !b->nodes) return GRAZE_OK;
    gz_affine map = gz_affine_of_pose(b_in_a ? b_in_a : &identity);
    gz_pair_view view;
    gz_pair_view_make(a, b, &map, NULL, &view);
    item_pairs pairs = {.a = a, .b = b, .visit = visit, .user = user};
    gz_pair_walk walk = {.a = a, .b = b, .view = &view};
    walk.overlap = gz_pair_overlap_choose(GZ_AXES_FACES);
    gz_walk_pair(&walk, visit_items, &pairs);
    if (counts) {
        counts->nodes += walk.counts.nodes;
        counts->box_tests += walk.counts.box_tests;
        counts->items += pairs.count;
    }
    return GRAZE_OK;
}
