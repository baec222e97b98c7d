/* SPDX-License-Identifier: MIT
 * A fat box round a box leaves it room to move: a margin on all sides, and the way that it will have
 * gone in some frames if it goes on as it did last. */
#ifndef GZ_BROAD_FAT_BOX_H
#define GZ_BROAD_FAT_BOX_H

#include "broad/broad.h"
#include "broad/slim_box.h"

/* The margin is this part of the box's largest extent, the prediction goes this many frames ahead. What
 * moves farther than its extent at once is thought to have been put somewhere else. Found by
 * measurement (bench_broad). */
#define GZ_FAT_MARGIN ((real)0.0625)
#define GZ_FAT_FRAMES 12
/* A fat box whose extents add up to more than this many times those of the box is made anew. */
#define GZ_FAT_MOST 32

static inline bool gz_fat_holds(const gz_slim_box *fat, const gz_broad_box *box) {
    return (fat->lo[0] <= box->lo[0]) & (box->hi[0] <= fat->hi[0]) & (fat->lo[1] <= box->lo[1]) &
           (box->hi[1] <= fat->hi[1]) & (fat->lo[2] <= box->lo[2]) & (box->hi[2] <= fat->hi[2]);
}

/* Does the fat box still hold the box, and is it not far too large? */
static inline bool gz_fat_fits(const gz_slim_box *fat, const gz_broad_box *box) {
    real fat_sum = 0, sum = 0;
    for (int k = 0; k < 3; ++k) {
        fat_sum += (real)(fat->hi[k] - fat->lo[k]);
        sum += box->hi[k] - box->lo[k];
    }
    return gz_fat_holds(fat, box) & !(fat_sum > GZ_FAT_MOST * sum);
}

/* A fat box for one that was at old (itself, if that is not known). */
static inline gz_slim_box gz_fat_of(const gz_broad_box *old, const gz_broad_box *box) {
    gz_slim_box out;
    real extent = 0;
    real farthest = 0;
    for (int k = 0; k < 3; ++k) {
        extent = graze_max(extent, box->hi[k] - box->lo[k]);
        farthest = graze_max(farthest, graze_abs(box->lo[k] - old->lo[k]));
    }
    real frames = farthest <= extent ? GZ_FAT_FRAMES : 0;
    for (int k = 0; k < 3; ++k) {
        real lo = box->lo[k] - GZ_FAT_MARGIN * extent, hi = box->hi[k] + GZ_FAT_MARGIN * extent;
        real step = box->lo[k] - old->lo[k];
        if (step > 0) hi += frames * step;
        if (step < 0) lo += frames * step;
        out.lo[k] = gz_slim_below(lo);
        out.hi[k] = gz_slim_above(hi);
    }
    return out;
}

#endif
