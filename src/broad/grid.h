/* SPDX-License-Identifier: MIT
 * A grid of cells, hashed (D1). There is a level for every power of two as a cell's size; a box is on
 * the lowest one whose cells are at least as large as it is, and in the lists of the few cells there
 * that it overlaps. Cells that share a bucket of the hash table share a list, which costs a comparison
 * now and then and nothing else.
 *
 * A search looks at all levels, and meets a box in several cells. Updates keep a mailbox a box, the
 * number of the search that looked at it last (D2). Queries must not write; they take a box only in the
 * first cell that it has in common with what is asked about. Where there are fewer boxes than cells,
 * all boxes are looked at.
 */
#ifndef GZ_BROAD_GRID_H
#define GZ_BROAD_GRID_H

#include "broad/candidates.h"

enum { GZ_GRID_LEVELS = 256 };
#define GZ_GRID_NONE UINT32_MAX

typedef struct gz_grid_entry {
    uint32_t index, next;
} gz_grid_entry;

/* Invariant: every box is once in the list of each bucket that a cell of it has. */
typedef struct gz_grid {
    uint32_t *buckets;   /* heads of lists */
    size_t bucket_count; /* a power of two */
    gz_grid_entry *entries;
    size_t capacity, used; /* entries from used on were never taken */
    uint32_t free;
    size_t free_count;
    gz_slim_box *boxes; /* by index; nothing where there is none */
    uint32_t *mail;     /* the last search that looked at it */
    size_t slots;
    uint32_t search;
    uint32_t lowest; /* level, of the smallest cells */
    bool chosen;     /* the lowest level has been */
    size_t counts[GZ_GRID_LEVELS], count;
    gz_slim_box bounds; /* round all that were put in since the lists were made */
    uint64_t rebuilds;
} gz_grid;

/* The implementation's state. */
typedef struct gz_grid_state {
    gz_grid grid;
    gz_candidates candidates;
} gz_grid_state;

/* Cells of one level, first to last along each axis. */
typedef struct gz_grid_range {
    int32_t first[3], last[3];
    uint32_t level;
} gz_grid_range;

void gz_grid_init(gz_grid *grid, real cell_size);
void gz_grid_release(gz_grid *grid);
/* Room for indices below slots and, in the lists, for so many boxes more; may choose the lowest level
 * from the fresh boxes. False when memory is out: nothing has changed but the memory held. */
bool gz_grid_reserve(gz_grid *grid, size_t slots, const gz_fresh *fresh, size_t count);
/* There is room. */
void gz_grid_insert(gz_grid *grid, uint32_t index, const gz_slim_box *box);
void gz_grid_remove(gz_grid *grid, uint32_t index);

/* One over the size of a cell. */
float gz_grid_per_length(uint32_t level);
uint32_t gz_grid_level(const gz_grid *grid, const gz_slim_box *box);
gz_grid_range gz_grid_range_of(const gz_slim_box *box, uint32_t level);
/* How many cells there are, as a double since they may be very many. */
double gz_grid_cells(const gz_grid_range *range);
uint32_t gz_grid_bucket(const gz_grid *grid, const int32_t cell[3], uint32_t level);
static inline bool gz_grid_has(const gz_grid *grid, uint32_t index) {
    return index < grid->slots && grid->boxes[index].lo[0] <= grid->boxes[index].hi[0];
}

/* grid_query.c */
void gz_grid_query_box(const gz_grid *grid, const gz_broad_box *box, gz_broad_visitor *visitor);
void gz_grid_cast(const gz_grid *grid, const graze_broad *b, gz_broad_cast *cast);
void gz_grid_nearest(const gz_grid *grid, const graze_broad *b, gz_broad_search *search);
/* grid_validate.c: NULL, or what is wrong. */
const char *gz_grid_validate(const gz_grid *grid, const gz_candidates *c);

#endif
