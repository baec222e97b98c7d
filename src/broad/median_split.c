/* SPDX-License-Identifier: MIT */
#include "broad/median_split.h"

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

static void swap(gz_middle *a, gz_middle *b) {
    gz_middle old = *a;
    *a = *b;
    *b = old;
}

/* Brings those below the pivot to the front and says how many they are. Without a branch, since none
 * could be foreseen. */
static size_t partition_below(gz_middle *at, size_t count, int axis, float pivot) {
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

/* Where the cut would be if they were spread evenly, or, lest that never gets there, a median of three
 * of them. */
static float choose_pivot(const gz_middle *at, size_t count, size_t cut, int axis, float lo, float hi,
                          bool evenly) {
    if (evenly) return lo + (hi - lo) * ((float)cut / (float)count);
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
        size_t below = partition_below(at, count, axis, pivot);
        evenly = !evenly;
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
    }
}
