/* SPDX-License-Identifier: MIT
 * Pairs at rest: who is put there, who wakes up. */
#include <string.h>

#include "broad/candidates.h"

#define GZ_RADIX_TYPE gz_candidate
#define GZ_RADIX_KEY(pair) ((uint64_t)((pair).a & ~GZ_CANDIDATE_PAIR))
#include "base/radix_kernel.h"

static void swap_pairs(gz_candidates *c, size_t i, size_t k) {
    gz_candidate pair = c->at[i];
    c->at[i] = c->at[k];
    c->at[k] = pair;
}

static void rouse(gz_candidates *c, const uint32_t *indices, uint32_t count) {
    for (uint32_t k = 0; k < count; ++k) c->marks[indices[k]] &= (uint8_t)~GZ_MARK_RESTING;
}

/* Pairs of boxes that rest no longer, the last first: what takes the place of one has been looked at.
 * Others change places with themselves, since nobody could predict who wakes up. */
void gz_candidates_wake(gz_candidates *c, const gz_broad_changes *changes) {
    if (!c->some_wake) return;
    for (size_t k = c->resting; k-- > 0;) {
        bool wakes =
            (c->marks[c->at[k].a & ~GZ_CANDIDATE_PAIR] | c->marks[c->at[k].b]) & GZ_MARK_CHANGED;
        c->resting -= wakes;
        swap_pairs(c, k, wakes ? c->resting : k);
    }
    rouse(c, changes->moved, changes->moved_count);
    rouse(c, changes->removed, changes->removed_count);
}

/* Pairs are put to rest every so many updates, and only if that many of the boxes were quiet since the
 * last time: boxes that move in turns, a tenth in each frame, are all busy. */
enum { UPDATES_PER_REST = 16, QUIET_PART = 2 };

/* Boxes that were quiet rest from now on, if there are enough of them; says whether. */
static bool put_boxes_to_rest(gz_candidates *c, size_t slots) {
    size_t busy = 0;
    for (size_t i = 0; i < slots; ++i) busy += (c->marks[i] & GZ_MARK_BUSY) != 0;
    uint8_t quiet = busy <= slots / QUIET_PART ? GZ_MARK_RESTING : 0;
    for (size_t i = 0; i < slots; ++i) {
        uint8_t mark = c->marks[i], is_quiet = mark & GZ_MARK_BUSY ? 0 : quiet;
        c->marks[i] = (uint8_t)((mark | is_quiet) & ~GZ_MARK_BUSY);
    }
    return quiet != 0;
}

static bool both_rest(const gz_candidates *c, gz_candidate pair) {
    return c->marks[pair.a & ~GZ_CANDIDATE_PAIR] & c->marks[pair.b] & GZ_MARK_RESTING;
}

/* Moves pairs of which both boxes rest to the front. There is memory for all others. */
static void part_resting(gz_candidates *c, gz_candidate *others) {
    size_t kept = 0;
    for (size_t k = c->resting; k < c->count; ++k) {
        bool rests = both_rest(c, c->at[k]);
        c->at[c->resting] = others[kept] = c->at[k];
        c->resting += rests;
        kept += !rests;
    }
    memcpy(c->at + c->resting, others, kept * sizeof *others);
}

/* Pairs come into the list as they are found, so after some updates two that share a box, or have boxes
 * side by side in memory, are far apart. In the order of indices they are together again. */
static void put_in_order(gz_candidates *c, gz_candidate *scratch) {
    size_t count = c->count - c->resting;
    gz_candidate *awake = c->at + c->resting, *sorted = gz_radix_sort(awake, scratch, count);
    if (sorted != awake) memcpy(awake, sorted, count * sizeof *sorted);
}

/* Without memory for that all stay where they are. */
void gz_candidates_arrange(gz_candidates *c, size_t slots) {
    if (++c->updates < UPDATES_PER_REST) return;
    c->updates = 0;
    size_t most = c->count - c->resting + 1;
    if (!put_boxes_to_rest(c, slots)) return;
    gz_candidate *scratch = gz_allocate_array(most, sizeof *scratch);
    if (!scratch) return;
    part_resting(c, scratch);
    if (slots >= GZ_CANDIDATES_FETCHED && most <= UINT32_MAX) put_in_order(c, scratch);
    gz_release(scratch, most * sizeof *scratch);
}
