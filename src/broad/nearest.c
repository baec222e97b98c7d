/* SPDX-License-Identifier: MIT
 * The nearest boxes to a point. The user's array is the heap of those found so far, the last on top;
 * meanwhile id holds the index and user the bits of the squared distance. */
#include <string.h>

#include "bounds/check.h"
#include "broad/broad.h"

struct gz_broad_found {
    const graze_broad *broad;
    graze_broad_near *at;
    size_t count, room;
};

static double squared_of(const graze_broad_near *near) {
    double squared;
    memcpy(&squared, &near->user, sizeof squared);
    return squared;
}

static graze_broad_near entry_of(uint32_t index, double squared) {
    graze_broad_near near = {.id = index};
    memcpy(&near.user, &squared, sizeof near.user);
    return near;
}

static bool comes_before(const graze_broad_near *a, const graze_broad_near *b) {
    double d = squared_of(a), e = squared_of(b);
    return d < e || (d == e && a->id < b->id);
}

static void sift_down(graze_broad_near *heap, size_t count, graze_broad_near moving) {
    size_t hole = 0;
    for (size_t child = 1; child < count; child = 2 * hole + 1) {
        if (child + 1 < count && comes_before(&heap[child], &heap[child + 1])) ++child;
        if (!comes_before(&moving, &heap[child])) break;
        heap[hole] = heap[child];
        hole = child;
    }
    heap[hole] = moving;
}

static void sift_up(graze_broad_near *heap, size_t hole, graze_broad_near moving) {
    for (; hole > 0 && comes_before(&heap[(hole - 1) / 2], &moving); hole = (hole - 1) / 2)
        heap[hole] = heap[(hole - 1) / 2];
    heap[hole] = moving;
}

void gz_broad_search_add(gz_broad_search *search, uint32_t index, double squared) {
    struct gz_broad_found *found = search->found;
    graze_broad_near entry = entry_of(index, squared);
    if (!(found->broad->flags[index] & GZ_BROAD_LIVE)) return;
    if (found->count < found->room)
        sift_up(found->at, found->count++, entry);
    else if (comes_before(&entry, &found->at[0]))
        sift_down(found->at, found->count, entry);
    if (found->count < found->room) return;
    double farthest = squared_of(&found->at[0]);
    if (farthest < search->limit) search->limit = farthest;
}

static void sort(graze_broad_near *heap, size_t count) {
    for (size_t left = count; left > 1; --left) {
        graze_broad_near top = heap[0];
        sift_down(heap, left - 1, heap[left - 1]);
        heap[left - 1] = top;
    }
}

static void put_results(const graze_broad *b, graze_broad_near *at, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t index = (uint32_t)at[i].id;
        at[i].distance = (real)sqrt(squared_of(&at[i]));
        at[i].id = gz_id_of(&b->ids, index);
        at[i].user = b->user[index];
    }
}

graze_status graze_broad_nearest(const graze_broad *broad, graze_vec3 point, graze_real max_distance,
                                 uint32_t mask, size_t room, graze_broad_near *out, size_t *count) {
    if (!broad || !count || (room && !out) || !vec3_is_finite(point) || !(max_distance >= 0))
        return GRAZE_INVALID_ARGUMENT;
    if (vec3_max_abs(point) > GRAZE_SHAPE_REACH) return GRAZE_OUT_OF_RANGE;
    struct gz_broad_found found = {broad, out, 0, room};
    gz_broad_search search = {
        .point = {(double)point.x, (double)point.y, (double)point.z},
        .limit = (double)max_distance * (double)max_distance,
        .mask = mask ? mask : UINT32_MAX,
        .found = &found,
    };
    if (room) broad->ops->nearest(broad->state, broad, &search);
    sort(out, found.count);
    put_results(broad, out, found.count);
    *count = found.count;
    return GRAZE_OK;
}
