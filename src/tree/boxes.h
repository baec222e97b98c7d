/* SPDX-License-Identifier: MIT
 * The caller's boxes: checked, and in a tree's units. */
#ifndef GZ_TREE_BOXES_H
#define GZ_TREE_BOXES_H

#include "tree/box4.h"

/* GRAZE_OK if all are valid and in reach; the units of a tree over them. */
graze_status gz_given_boxes_check(const graze_aabb *boxes, size_t count, gz_units *units);

typedef struct gz_given_boxes {
    const graze_aabb *boxes;
    gz_units units;
} gz_given_boxes;

/* For gz_tree_refit_with. */
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

#endif
