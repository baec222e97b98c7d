/* SPDX-License-Identifier: MIT
 * The caller's boxes: checked, and in a tree's units. */
#ifndef GZ_TREE_BOXES_H
#define GZ_TREE_BOXES_H

#include "tree/refit.h"

/* GRAZE_OK if all are valid and in reach; the units of a tree over them. */
graze_status gz_given_boxes_check(const graze_aabb *boxes, size_t count, gz_units *units);

typedef struct gz_given_boxes {
    const graze_aabb *boxes;
    gz_units units;
} gz_given_boxes;

GZ_INLINE gz_box4 gz_given_box_at(const void *user, uint32_t item) {
    const gz_given_boxes *b = user;
    const graze_aabb *box = &b->boxes[item];
    const graze_real lo[3] = {box->lo.x, box->lo.y, box->lo.z};
    const graze_real hi[3] = {box->hi.x, box->hi.y, box->hi.z};
    _Alignas(16) float low[4] = {0, 0, 0, 0}, high[4] = {0, 0, 0, 0};
    for (int k = 0; k < 3; ++k) {
        low[k] = gz_units_down(&b->units, k, (double)lo[k]);
        high[k] = gz_units_up(&b->units, k, (double)hi[k]);
    }
    return gz_box4_make(gz_f32x4_load(low), gz_f32x4_load(high));
}

GZ_INLINE void gz_given_foresee(const void *user, uint32_t item, bool soon) {
    const gz_given_boxes *given = user;
    if (soon) GZ_PREFETCH(&given->boxes[item]);
}
static inline void gz_given_boxes_refit(graze_tree *tree, const gz_given_boxes *given) {
    const gz_item_boxes items = {.user = given,
                                 .box_of = gz_given_box_at,
                                 .foresee = gz_given_foresee,
                                 .far = tree->item_count * sizeof *given->boxes > GZ_TREE_FAR};
    gz_tree_refit_with(tree, &given->units, &items, 0);
}

#endif
