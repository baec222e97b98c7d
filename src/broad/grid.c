/* SPDX-License-Identifier: MIT
 * The broad phase on a grid: fat boxes in the cells, pairs of them in a list of candidates. */
#include "broad/grid.h"

#include <string.h>

typedef gz_grid_state grid_state;

static graze_status create(const graze_broad_config *config, void **state) {
    grid_state *s = gz_allocate(sizeof *s);
    if (!s) return GRAZE_OUT_OF_MEMORY;
    *s = (grid_state){.candidates = {.pairless = config->queries_only}};
    gz_grid_init(&s->grid, config->cell_size);
    *state = s;
    return GRAZE_OK;
}

static void destroy(void *state) {
    grid_state *s = state;
    gz_grid_release(&s->grid);
    gz_candidates_release(&s->candidates);
    gz_release(s, sizeof *s);
}

/* -- the search for pairs ------------------------------------------------------------------------ */

static void next_search(gz_grid *grid) {
    if (++grid->search != 0) return;
    memset(grid->mail, 0, grid->slots * sizeof *grid->mail);
    grid->search = 1;
}

/* Once a search. Of two fresh boxes the one with the higher index reports. */
static void look_at(gz_grid *grid, gz_candidates *c, const gz_fresh *fresh, uint32_t other) {
    if (grid->mail[other] == grid->search) return;
    grid->mail[other] = grid->search;
    bool reports =
        other < fresh->index || (other != fresh->index && !(c->marks[other] & GZ_MARK_FRESH));
    if (reports && gz_slim_overlap(&grid->boxes[other], &fresh->box))
        gz_candidates_meet(c, fresh->index, other);
}

static void look_in_cell(gz_grid *grid, gz_candidates *c, const gz_fresh *fresh, uint32_t bucket) {
    for (uint32_t e = grid->buckets[bucket]; e != GZ_GRID_NONE; e = grid->entries[e].next)
        look_at(grid, c, fresh, grid->entries[e].index);
}

static void look_around(gz_grid *grid, gz_candidates *c, const gz_fresh *fresh) {
    next_search(grid);
    for (uint32_t level = grid->lowest; level < GZ_GRID_LEVELS; ++level) {
        if (grid->counts[level] == 0) continue;
        gz_grid_range r = gz_grid_range_of(&fresh->box, level);
        if (gz_grid_cells(&r) > (double)grid->slots) {
            for (uint32_t i = 0; i < grid->slots; ++i)
                if (gz_grid_has(grid, i) && gz_grid_level(grid, &grid->boxes[i]) == level)
                    look_at(grid, c, fresh, i);
            continue;
        }
        int32_t at[3];
        for (at[0] = r.first[0]; at[0] <= r.last[0]; ++at[0])
            for (at[1] = r.first[1]; at[1] <= r.last[1]; ++at[1])
                for (at[2] = r.first[2]; at[2] <= r.last[2]; ++at[2])
                    look_in_cell(grid, c, fresh, gz_grid_bucket(grid, at, level));
    }
}

/* -- updates ------------------------------------------------------------------------------------- */

/* Puts the fresh boxes where they belong and takes the removed ones out. */
static void place(grid_state *s, const gz_broad_changes *changes) {
    const gz_candidates *c = &s->candidates;
    for (size_t k = 0; k < c->fresh_count; ++k) {
        if (gz_grid_has(&s->grid, c->fresh[k].index)) gz_grid_remove(&s->grid, c->fresh[k].index);
        gz_grid_insert(&s->grid, c->fresh[k].index, &c->fresh[k].box);
    }
    for (uint32_t k = 0; k < changes->removed_count; ++k) gz_grid_remove(&s->grid, changes->removed[k]);
}

/* The reverse: candidates still know the fat boxes of before, and there is room for them. */
static void take_back(grid_state *s, const gz_broad_changes *changes) {
    const gz_candidates *c = &s->candidates;
    for (size_t k = 0; k < c->fresh_count; ++k) {
        uint32_t i = c->fresh[k].index;
        gz_grid_remove(&s->grid, i);
        if (c->fat[i].lo[0] <= c->fat[i].hi[0]) gz_grid_insert(&s->grid, i, &c->fat[i]);
    }
    for (uint32_t k = 0; k < changes->removed_count; ++k)
        gz_grid_insert(&s->grid, changes->removed[k], &c->fat[changes->removed[k]]);
    gz_candidates_undo(&s->candidates);
}

static graze_status update(void *state, const graze_broad *b, const gz_broad_changes *changes,
                           gz_broad_news *news) {
    grid_state *s = state;
    gz_candidates *c = &s->candidates;
    if (!gz_candidates_begin(c, b, changes) ||
        !gz_grid_reserve(&s->grid, b->ids.slots, c->fresh, c->fresh_count))
        return GRAZE_OUT_OF_MEMORY;
    place(s, changes);
    if (!c->pairless)
        for (size_t k = 0; k < c->fresh_count; ++k) look_around(&s->grid, c, &c->fresh[k]);
    if (!c->pairless && c->lost) {
        take_back(s, changes);
        return GRAZE_OUT_OF_MEMORY;
    }
    gz_candidates_finish(c, b, changes, news);
    return GRAZE_OK;
}

static void pairs(const void *state, const graze_broad *b, gz_broad_news *news) {
    const grid_state *s = state;
    (void)b;
    gz_candidates_pairs(&s->candidates, news);
}

/* -- the rest ------------------------------------------------------------------------------------ */

static void query_box(const void *state, const gz_broad_box *box, gz_broad_visitor *visitor) {
    gz_grid_query_box(&((const grid_state *)state)->grid, box, visitor);
}
static void cast(const void *state, const graze_broad *b, gz_broad_cast *way) {
    gz_grid_cast(&((const grid_state *)state)->grid, b, way);
}
static void nearest(const void *state, const graze_broad *b, gz_broad_search *search) {
    gz_grid_nearest(&((const grid_state *)state)->grid, b, search);
}

static const char *validate(const void *state, const graze_broad *b) {
    const grid_state *s = state;
    const char *wrong = gz_grid_validate(&s->grid, &s->candidates);
    return wrong ? wrong : gz_candidates_validate(&s->candidates, b);
}

static void statistics(const void *state, graze_broad_statistics *sum) {
    const grid_state *s = state;
    const gz_grid *grid = &s->grid;
    sum->bytes += sizeof *s + grid->bucket_count * sizeof *grid->buckets +
                  grid->capacity * sizeof *grid->entries +
                  grid->slots * (sizeof *grid->boxes + sizeof *grid->mail) +
                  gz_candidates_bytes(&s->candidates);
    sum->rebuilds += grid->rebuilds;
}

const gz_broad_ops gz_broad_grid = {
    .finds_ends = true,
    .remembers = true,
    .create = create,
    .destroy = destroy,
    .update = update,
    .pairs = pairs,
    .query_box = query_box,
    .cast = cast,
    .nearest = nearest,
    .validate = validate,
    .statistics = statistics,
};
