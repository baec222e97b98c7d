/* SPDX-License-Identifier: MIT
 * A fat box round a box leaves it room to move: the way that it will have gone in some frames if it
 * goes on as it did last, and a margin on all sides in proportion to that. One that has not moved yet,
 * or leapt, has nothing to go by: its fat box is its own, so what stands still has no needless
 * candidates. */
#ifndef GZ_BROAD_FAT_BOX_H
#define GZ_BROAD_FAT_BOX_H

#include "broad/broad.h"
#include "broad/slim_box.h"

/* The margin is so many steps, the prediction goes so many frames ahead, but both no farther than this
 * part of the largest extent; a step as long as that is not the first of many but a leap. Of 8 to 20
 * frames and 1 or 2 steps all take the same time in bench/broad, within a fifth. */
#define GZ_FAT_MARGIN 2
#define GZ_FAT_FRAMES 12
#define GZ_FAT_AHEAD ((real)0.5)
/* A fat box whose extents add up to more than this many times those of the box is made anew. That
 * leaves room for flat and thin boxes, whose margins are large beside their lesser extents. */
#define GZ_FAT_MOST 8

static inline bool gz_fat_holds(const gz_slim_box *fat, const gz_broad_box *box) {
    int holds = 1;
    for (int k = 0; k < 3; ++k) {
        real lo = gz_slim_lo(fat->lo[k]), hi = gz_slim_hi(fat->hi[k]);
        holds &= (lo <= box->lo[k]) & (box->hi[k] <= hi);
    }
    return holds;
}

/* Does the fat box still hold the box, and is it not far too large? */
static inline bool gz_fat_fits(const gz_slim_box *fat, const gz_broad_box *box) {
    real fat_sum = 0, sum = 0;
    for (int k = 0; k < 3; ++k) {
        fat_sum += (real)fat->hi[k] - (real)fat->lo[k];
        sum += box->hi[k] - box->lo[k];
    }
    return gz_fat_holds(fat, box) & !(fat_sum > GZ_FAT_MOST * sum);
}

/* That of a box of which nothing is known: gz_fat_of with itself for old. */
static inline gz_slim_box gz_fat_of_new(const gz_broad_box *box) {
    gz_slim_box out;
    for (int k = 0; k < 3; ++k) {
        out.lo[k] = gz_slim_below(box->lo[k]);
        out.hi[k] = gz_slim_above(box->hi[k]);
    }
    return out;
}

/* A fat box for one that was at old. */
static inline gz_slim_box gz_fat_of(const gz_broad_box *old, const gz_broad_box *box) {
    gz_slim_box out;
    real extent = 0, farthest = 0;
    for (int k = 0; k < 3; ++k) {
        extent = graze_max(extent, box->hi[k] - box->lo[k]);
        farthest = graze_max(farthest, graze_abs(box->lo[k] - old->lo[k]));
    }
    real most = GZ_FAT_AHEAD * extent, frames = farthest < most ? GZ_FAT_FRAMES : 0;
    real margin = farthest < most ? graze_min(GZ_FAT_MARGIN * farthest, most) : 0;
    for (int k = 0; k < 3; ++k) {
        real ahead = graze_clamp(frames * (box->lo[k] - old->lo[k]), -most, most);
        out.lo[k] = gz_slim_below(box->lo[k] - margin + graze_min(ahead, 0));
        out.hi[k] = gz_slim_above(box->hi[k] + margin + graze_max(ahead, 0));
    }
    return out;
}

#endif
