/* SPDX-License-Identifier: MIT
 * Groups of boxes that are near each other: their centres are divided at medians again and again, each
 * time across the widest spread. Only ranks count, so clusters and boxes far away do no harm. */
#ifndef GZ_BROAD_MEDIAN_SPLIT_H
#define GZ_BROAD_MEDIAN_SPLIT_H

#include "broad/slim_box.h"

/* The centre of a box, halved (so that nothing here overflows), and whatever number it goes by. */
typedef struct gz_middle {
    _Alignas(16) float at[3];
    uint32_t number;
} gz_middle;

static inline gz_middle gz_middle_of(const gz_slim_box *box, uint32_t number) {
    gz_middle out = {{0}, number};
    for (int k = 0; k < 3; ++k) out.at[k] = box->lo[k] / 4 + box->hi[k] / 4;
    return out;
}

/* Puts them in another order: before rank cut none lies farther along the axis of the widest spread
 * than any from there on. */
void gz_median_split(gz_middle *at, size_t count, size_t cut);

#endif
