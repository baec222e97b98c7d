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

static inline gz_box4 gz_given_box_at(const gz_given_boxes *b, uint32_t item) {
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

GZ_INLINE gz_box4 gz_given_boxes_around(const void *user, const uint32_t *items, uint32_t count) {
    gz_box4 box = gz_given_box_at(user, items[0]);
    for (uint32_t i = 1; i < count; ++i) box = gz_box4_join(box, gz_given_box_at(user, items[i]));
    return box;
}
static inline void gz_given_boxes_refit(graze_tree *tree, const gz_given_boxes *given) {
    const gz_item_boxes items = {.box_of = gz_given_boxes_around, .user = given};
    gz_tree_refit_with(tree, &given->units, &items, 0);
}

#endif
