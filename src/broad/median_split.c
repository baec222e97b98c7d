/* SPDX-License-Identifier: MIT */
#include "broad/median_split.h"

#include <string.h>

#include "base/simd.h"

/* The least and greatest coordinates. */
static void find_spread(const gz_middle *at, size_t count, float lo[4], float hi[4]) {
    gz_f32x4 least = gz_f32x4_load(at[0].at), most = least;
    for (size_t i = 1; i < count; ++i) {
        gz_f32x4 here = gz_f32x4_take(&at[i]); /* the number in the last lane is of no interest */
        least = gz_f32x4_min(least, here);
        most = gz_f32x4_max(most, here);
    }
    gz_f32x4_store(lo, least);
    gz_f32x4_store(hi, most);
}

/* Each in one piece, as they will be read again soon: stores that a load is made of in parts make it
 * wait. */
static inline void swap(gz_middle *a, gz_middle *b) {
    gz_f32x4 one = gz_f32x4_take(a), other = gz_f32x4_take(b);
    memcpy(a, &other, sizeof *a);
    memcpy(b, &one, sizeof *b);
}

/* Brings those below the pivot to the front and says how many they are. Without a branch, since none
 * could be foreseen; and a function of its own, since inlined the loop becomes a slower one. */
GZ_OUTLINE static size_t partition_below(gz_middle *at, size_t count, int axis, float pivot) {
    size_t below = 0;
    for (size_t i = 0; i < count; ++i) {
        bool is_below = at[i].at[axis] < pivot;
        swap(&at[below], &at[i]);
        below += is_below;
    }
    return below;
}

static size_t partition_up_to(gz_middle *at, size_t count, int axis, float pivot) {
    size_t up_to = 0;
    for (size_t i = 0; i < count; ++i) {
        bool is_up_to = at[i].at[axis] <= pivot;
        swap(&at[up_to], &at[i]);
        up_to += is_up_to;
    }
    return up_to;
}

static float median_of(float a, float b, float c) {
    float lo = a < b ? a : b, hi = a < b ? b : a;
    return c < lo ? lo : c > hi ? hi : c;
}

/* Of more than so many, pivots are chosen with care; of fewer, that takes longer than it saves. */
enum { MANY = 256 };

/* A rank a little beyond the cut, seen from the nearer end, so that the cut is among the few that are
 * left there. */
static size_t beyond(size_t cut, size_t count) {
    size_t before = cut < count - cut ? cut : count - cut;
    if (before > count / 4) return cut;
    size_t rank = before + before / 2 + 4;
    return cut == before ? rank : count - rank;
}

/* Where the cut would be if they were spread evenly, or, lest that never gets there, a median of three
 * of them. */
static float choose_pivot(const gz_middle *at, size_t count, size_t cut, int axis, float lo, float hi,
                          bool evenly) {
    size_t rank = count > MANY ? beyond(cut, count) : cut;
    if (evenly) return lo + (hi - lo) * ((float)rank / (float)count);
    return median_of(at[0].at[axis], at[count / 2].at[axis], at[count - 1].at[axis]);
}

void gz_median_split(gz_middle *at, size_t count, size_t cut) {
    _Alignas(16) float lo[4], hi[4];
    if (cut == 0 || cut >= count) return;
    find_spread(at, count, lo, hi);
    int axis = hi[1] - lo[1] > hi[0] - lo[0] ? 1 : 0;
    if (hi[2] - lo[2] > hi[axis] - lo[axis]) axis = 2;
    float least = lo[axis], most = hi[axis];
    bool evenly = true;
    /* All ranks below at[0] and from count on are where they belong; 0 < cut < count. */
    while (least < most) {
        float pivot = choose_pivot(at, count, cut, axis, least, most, evenly);
        size_t below = partition_below(at, count, axis, pivot), before = count;
        if (cut < below) {
            count = below;
            most = pivot;
        } else {
            at += below;
            count -= below;
            cut -= below;
            least = pivot;
            if (cut == 0) return;
            size_t equal = below == 0 ? partition_up_to(at, count, axis, pivot) : 0;
            if (cut <= equal) return;
            at += equal;
            count -= equal;
            cut -= equal;
        }
        if (count <= 1) return;
        evenly = !evenly || (count > MANY && count < before - before / 4);
    }
}
