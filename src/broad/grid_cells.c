/* SPDX-License-Identifier: MIT
 * Levels, cells, buckets, and the lists in them. */
#include <string.h>

#include "broad/grid.h"

enum {
    MOST_ENTRIES = 8, /* of one box: its cells are no smaller than it is */
    BUCKETS_PER_BOX = 4,
    FEWEST_BUCKETS = 64,
    FARTHEST = 1 << 30 /* cells beyond count as this one */
};

/* -- levels and cells ---------------------------------------------------------------------------- */

/* The level whose cells have the least size that is at least the extent: 2^(level - 127). On the last
 * one everything is in one cell. */
static uint32_t level_for(float extent) {
    uint32_t bits;
    float wide = extent * (1 + 0x1p-20f); /* more than differences of two numbers are rounded */
    memcpy(&bits, &wide, sizeof bits);
    uint32_t level = (bits >> 23) + ((bits & 0x7fffff) != 0);
    return level < 2 ? 2 : level > 254 ? 254 : level;
}

static float extent_of(const gz_slim_box *box) {
    float extent = 0;
    for (int k = 0; k < 3; ++k) {
        float e = box->hi[k] - box->lo[k];
        extent = e > extent ? e : extent;
    }
    return extent;
}

uint32_t gz_grid_level(const gz_grid *grid, const gz_slim_box *box) {
    uint32_t level = level_for(extent_of(box));
    return level > grid->lowest ? level : grid->lowest;
}

float gz_grid_per_length(uint32_t level) {
    uint32_t bits = (254 - level) << 23;
    float inverse;
    memcpy(&inverse, &bits, sizeof inverse);
    return inverse;
}

/* The scale is a power of two, so nothing is rounded, and the order of numbers is that of cells. */
static int32_t cell_of(float x, float scale) {
    float y = x * scale;
    if (!(y > -(float)FARTHEST)) return -FARTHEST;
    if (!(y < (float)FARTHEST)) return FARTHEST;
    int32_t cell = (int32_t)y;
    return cell - ((float)cell > y);
}

gz_grid_range gz_grid_range_of(const gz_slim_box *box, uint32_t level) {
    gz_grid_range range = {.level = level};
    float scale = gz_grid_per_length(level);
    for (int k = 0; k < 3; ++k) {
        range.first[k] = cell_of(box->lo[k], scale);
        range.last[k] = cell_of(box->hi[k], scale);
    }
    return range;
}

double gz_grid_cells(const gz_grid_range *range) {
    double cells = 1;
    for (int k = 0; k < 3; ++k) cells *= (double)range->last[k] - (double)range->first[k] + 1;
    return cells;
}

uint32_t gz_grid_bucket(const gz_grid *grid, const int32_t cell[3], uint32_t level) {
    uint64_t hash = (uint32_t)cell[0] * UINT64_C(0x9e3779b97f4a7c15) ^ level;
    hash = (hash ^ hash >> 32 ^ (uint32_t)cell[1]) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 32 ^ (uint32_t)cell[2]) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(hash >> 32) & (uint32_t)(grid->bucket_count - 1);
}

/* The buckets of the cells that a box overlaps, each once. */
static uint32_t buckets_of(const gz_grid *grid, const gz_slim_box *box, uint32_t out[MOST_ENTRIES]) {
    gz_grid_range r = gz_grid_range_of(box, gz_grid_level(grid, box));
    uint32_t count = 0;
    int32_t c[3];
    for (c[0] = r.first[0]; c[0] <= r.last[0]; ++c[0])
        for (c[1] = r.first[1]; c[1] <= r.last[1]; ++c[1])
            for (c[2] = r.first[2]; c[2] <= r.last[2]; ++c[2]) {
                uint32_t bucket = gz_grid_bucket(grid, c, r.level), k = 0;
                while (k < count && out[k] != bucket) ++k;
                if (k == count) out[count++] = bucket;
            }
    return count;
}

/* -- lists --------------------------------------------------------------------------------------- */

static void link(gz_grid *grid, uint32_t index) {
    uint32_t buckets[MOST_ENTRIES], count = buckets_of(grid, &grid->boxes[index], buckets);
    grid->bounds = gz_slim_merge(&grid->bounds, &grid->boxes[index]);
    for (uint32_t k = 0; k < count; ++k) {
        uint32_t entry = grid->free;
        if (entry == GZ_GRID_NONE) {
            entry = (uint32_t)grid->used++;
        } else {
            grid->free = grid->entries[entry].next;
            --grid->free_count;
        }
        grid->entries[entry] = (gz_grid_entry){index, grid->buckets[buckets[k]]};
        grid->buckets[buckets[k]] = entry;
    }
}

static void unlink_from(gz_grid *grid, uint32_t bucket, uint32_t index) {
    uint32_t *at = &grid->buckets[bucket];
    while (grid->entries[*at].index != index) at = &grid->entries[*at].next;
    uint32_t entry = *at;
    *at = grid->entries[entry].next;
    grid->entries[entry].next = grid->free;
    grid->free = entry;
    ++grid->free_count;
}

void gz_grid_insert(gz_grid *grid, uint32_t index, const gz_slim_box *box) {
    grid->boxes[index] = *box;
    ++grid->counts[gz_grid_level(grid, box)];
    ++grid->count;
    link(grid, index);
}

void gz_grid_remove(gz_grid *grid, uint32_t index) {
    uint32_t buckets[MOST_ENTRIES], count = buckets_of(grid, &grid->boxes[index], buckets);
    for (uint32_t k = 0; k < count; ++k) unlink_from(grid, buckets[k], index);
    --grid->counts[gz_grid_level(grid, &grid->boxes[index])];
    --grid->count;
    grid->boxes[index] = gz_slim_nothing();
}

/* -- memory -------------------------------------------------------------------------------------- */

void gz_grid_init(gz_grid *grid, real cell_size) {
    *grid = (gz_grid){.free = GZ_GRID_NONE, .lowest = 2, .bounds = gz_slim_nothing()};
    if (cell_size > 0) {
        float size = gz_slim_above(cell_size);
        grid->lowest = level_for(size < FLT_MAX / 2 ? size : FLT_MAX / 2);
        grid->chosen = true;
    }
}

void gz_grid_release(gz_grid *grid) {
    gz_release(grid->buckets, grid->bucket_count * sizeof *grid->buckets);
    gz_release(grid->entries, grid->capacity * sizeof *grid->entries);
    gz_release(grid->boxes, grid->slots * sizeof *grid->boxes);
    gz_release(grid->mail, grid->slots * sizeof *grid->mail);
}

static bool reserve_slots(gz_grid *grid, size_t wanted) {
    if (wanted <= grid->slots) return true;
    size_t larger = wanted > 2 * grid->slots ? wanted : 2 * grid->slots;
    gz_slim_box *boxes = gz_allocate_array(larger, sizeof *boxes);
    uint32_t *mail = gz_allocate_array(larger, sizeof *mail);
    if (!boxes || !mail) {
        gz_release(boxes, larger * sizeof *boxes);
        gz_release(mail, larger * sizeof *mail);
        return false;
    }
    if (grid->slots) memcpy(boxes, grid->boxes, grid->slots * sizeof *boxes);
    for (size_t i = grid->slots; i < larger; ++i) boxes[i] = gz_slim_nothing();
    memset(mail, 0, larger * sizeof *mail);
    grid->search = 0;
    gz_release(grid->boxes, grid->slots * sizeof *boxes);
    gz_release(grid->mail, grid->slots * sizeof *mail);
    grid->boxes = boxes;
    grid->mail = mail;
    grid->slots = larger;
    return true;
}

static bool reserve_entries(gz_grid *grid, size_t boxes) {
    size_t wanted = grid->used - grid->free_count + boxes * MOST_ENTRIES;
    if (wanted <= grid->capacity) return true;
    gz_grid_entry *block = gz_array_grow(grid->entries, &grid->capacity, wanted, sizeof *block);
    if (block) grid->entries = block;
    return block != NULL;
}

/* Lists of other cells: all boxes anew. */
static void link_all(gz_grid *grid) {
    for (size_t i = 0; i < grid->bucket_count; ++i) grid->buckets[i] = GZ_GRID_NONE;
    grid->bounds = gz_slim_nothing();
    grid->used = grid->free_count = 0;
    grid->free = GZ_GRID_NONE;
    for (uint32_t i = 0; i < grid->slots; ++i)
        if (gz_grid_has(grid, i)) link(grid, i);
    ++grid->rebuilds;
}

static bool reserve_buckets(gz_grid *grid, size_t boxes) {
    size_t wanted = grid->bucket_count ? grid->bucket_count : FEWEST_BUCKETS;
    while (wanted < boxes * BUCKETS_PER_BOX && wanted < UINT32_C(1) << 31) wanted *= 2;
    if (wanted == grid->bucket_count) return true;
    uint32_t *buckets = gz_allocate_array(wanted, sizeof *buckets);
    if (!buckets) return false;
    gz_release(grid->buckets, grid->bucket_count * sizeof *buckets);
    grid->buckets = buckets;
    grid->bucket_count = wanted;
    link_all(grid);
    return true;
}

/* Cells for most of the boxes: a few small ones do not matter, many in one cell would. */
static void choose_lowest(gz_grid *grid, const gz_fresh *fresh, size_t count) {
    size_t counts[GZ_GRID_LEVELS] = {0}, below = 0;
    for (size_t i = 0; i < count; ++i) ++counts[level_for(extent_of(&fresh[i].box))];
    uint32_t level = 0;
    while (level < GZ_GRID_LEVELS - 1 && (below += counts[level]) <= count / 2) ++level;
    grid->lowest = level;
    grid->chosen = true;
}

bool gz_grid_reserve(gz_grid *grid, size_t slots, const gz_fresh *fresh, size_t count) {
    if (!reserve_slots(grid, slots)) return false;
    if (!grid->chosen && grid->count == 0 && count > 0) choose_lowest(grid, fresh, count);
    return reserve_entries(grid, grid->count + count) && reserve_buckets(grid, grid->count + count);
}
