/* SPDX-License-Identifier: MIT
 * Whether a grid is as it should be, from scratch. */
#include <string.h>

#include "broad/grid.h"

enum { MOST_CELLS = 8 };

/* Of all cells of a box, those that share a bucket included; MOST_CELLS + 1 if there are too many. */
static uint32_t buckets_of(const gz_grid *grid, uint32_t index, uint32_t out[MOST_CELLS]) {
    gz_grid_range r = gz_grid_range_of(&grid->boxes[index], gz_grid_level(grid, &grid->boxes[index]));
    uint32_t count = 0;
    int32_t c[3];
    if (gz_grid_cells(&r) > MOST_CELLS) return MOST_CELLS + 1;
    for (c[0] = r.first[0]; c[0] <= r.last[0]; ++c[0])
        for (c[1] = r.first[1]; c[1] <= r.last[1]; ++c[1])
            for (c[2] = r.first[2]; c[2] <= r.last[2]; ++c[2])
                out[count++] = gz_grid_bucket(grid, c, r.level);
    return count;
}

static size_t times_in(const gz_grid *grid, uint32_t bucket, uint32_t index) {
    size_t times = 0;
    for (uint32_t e = grid->buckets[bucket]; e != GZ_GRID_NONE; e = grid->entries[e].next)
        times += grid->entries[e].index == index;
    return times;
}

static const char *check_box(const gz_grid *grid, uint32_t index) {
    const gz_slim_box *box = &grid->boxes[index];
    uint32_t buckets[MOST_CELLS], count = buckets_of(grid, index, buckets);
    if (count > MOST_CELLS) return "a box is in too many cells";
    for (uint32_t k = 0; k < count; ++k)
        if (times_in(grid, buckets[k], index) != 1) return "a box is not once in each of its cells";
    for (int k = 0; k < 3; ++k)
        if (box->lo[k] < grid->bounds.lo[k] || box->hi[k] > grid->bounds.hi[k])
            return "a box is outside of the grid's bounds";
    return NULL;
}

static bool belongs(const gz_grid *grid, uint32_t bucket, uint32_t index) {
    uint32_t buckets[MOST_CELLS], count, k = 0;
    if (!gz_grid_has(grid, index) || (count = buckets_of(grid, index, buckets)) > MOST_CELLS)
        return false;
    while (k < count && buckets[k] != bucket) ++k;
    return k < count;
}

/* First of all, so that all others may follow the lists: no entry is in a circle, or elsewhere. */
static const char *check_lists(const gz_grid *grid) {
    size_t taken = grid->used - grid->free_count, listed = 0;
    for (uint32_t bucket = 0; bucket < grid->bucket_count; ++bucket)
        for (uint32_t e = grid->buckets[bucket]; e != GZ_GRID_NONE; e = grid->entries[e].next) {
            if (e >= grid->used || ++listed > taken) return "the grid's lists are not in order";
            if (!belongs(grid, bucket, grid->entries[e].index))
                return "a box is in a cell that is not its own";
        }
    return listed == taken ? NULL : "the grid has lost entries";
}

static const char *check_boxes(const gz_grid *grid, const gz_candidates *c) {
    size_t counts[GZ_GRID_LEVELS] = {0}, count = 0;
    for (uint32_t i = 0; i < grid->slots && i < c->slots; ++i) {
        if (!gz_grid_has(grid, i)) {
            if (c->fat[i].lo[0] <= c->fat[i].hi[0]) return "the grid has lost a box";
            continue;
        }
        for (int k = 0; k < 3; ++k)
            if (grid->boxes[i].lo[k] != c->fat[i].lo[k] || grid->boxes[i].hi[k] != c->fat[i].hi[k])
                return "the grid has another box";
        const char *wrong = check_box(grid, i);
        if (wrong) return wrong;
        ++counts[gz_grid_level(grid, &grid->boxes[i])];
        ++count;
    }
    bool right = count == grid->count && memcmp(counts, grid->counts, sizeof counts) == 0;
    return right ? NULL : "the grid has miscounted its boxes";
}

const char *gz_grid_validate(const gz_grid *grid, const gz_candidates *c) {
    const char *wrong = check_lists(grid);
    return wrong ? wrong : check_boxes(grid, c);
}
