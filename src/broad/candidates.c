/* SPDX-License-Identifier: MIT */
#include "broad/candidates.h"

#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "broad/fat_box.h"

static size_t words(size_t bits) { return (bits + 63) / 64; }

void gz_candidates_release(gz_candidates *c) {
    gz_release(c->at, c->capacity * sizeof *c->at);
    gz_release(c->fat, c->slots * sizeof *c->fat);
    gz_release(c->marks, c->slots);
    gz_release(c->fresh, c->fresh_capacity * sizeof *c->fresh);
    gz_release(c->flips, c->bits_capacity * sizeof *c->flips);
    gz_release(c->drops, c->bits_capacity * sizeof *c->drops);
    *c = (gz_candidates){.pairless = c->pairless};
}

size_t gz_candidates_bytes(const gz_candidates *c) {
    return c->capacity * sizeof *c->at + c->slots * (sizeof *c->fat + 1) +
           c->fresh_capacity * sizeof *c->fresh + 2 * c->bits_capacity * sizeof *c->flips;
}

/* -- who is fresh -------------------------------------------------------------------------------- */

static bool reserve_slots(gz_candidates *c, size_t wanted) {
    if (wanted <= c->slots) return true;
    size_t larger = wanted > 2 * c->slots ? wanted : 2 * c->slots;
    gz_slim_box *fat = gz_allocate_array(larger, sizeof *fat);
    uint8_t *marks = gz_allocate(larger);
    if (!fat || !marks) {
        gz_release(fat, larger * sizeof *fat);
        gz_release(marks, larger);
        return false;
    }
    if (c->slots) memcpy(fat, c->fat, c->slots * sizeof *fat);
    for (size_t i = c->slots; i < larger; ++i) fat[i] = gz_slim_nothing();
    gz_release(c->fat, c->slots * sizeof *fat);
    gz_release(c->marks, c->slots);
    c->fat = fat;
    c->marks = marks;
    c->slots = larger;
    return true;
}

static bool reserve_fresh(gz_candidates *c, size_t wanted) {
    if (wanted <= c->fresh_capacity) return true;
    gz_fresh *block = gz_array_grow(c->fresh, &c->fresh_capacity, wanted, sizeof *block);
    if (block) c->fresh = block;
    return block != NULL;
}

static void add_fresh(gz_candidates *c, uint32_t index, gz_slim_box box) {
    c->fresh[c->fresh_count].box = box;
    c->fresh[c->fresh_count++].index = index;
    c->marks[index] |= GZ_MARK_FRESH;
}

bool gz_candidates_begin(gz_candidates *c, const graze_broad *b, const gz_broad_changes *changes) {
    if (!reserve_slots(c, b->ids.slots) ||
        !reserve_fresh(c, (size_t)changes->added_count + changes->moved_count))
        return false;
    if (c->slots) memset(c->marks, 0, c->slots);
    c->fresh_count = 0;
    c->settled = c->count;
    c->lost = false;
    for (uint32_t k = 0; k < changes->moved_count; ++k) {
        uint32_t i = changes->moved[k];
        c->marks[i] |= GZ_MARK_CHANGED;
        if (!gz_fat_fits(&c->fat[i], &b->given[i]))
            add_fresh(c, i, gz_fat_of(&b->box[i], &b->given[i]));
    }
    for (uint32_t k = 0; k < changes->added_count; ++k) {
        uint32_t i = changes->added[k];
        add_fresh(c, i, gz_fat_of(&b->given[i], &b->given[i]));
    }
    for (uint32_t k = 0; k < changes->removed_count; ++k)
        c->marks[changes->removed[k]] |= GZ_MARK_CHANGED;
    return true;
}

/* -- what was found ------------------------------------------------------------------------------ */

bool gz_candidates_grow(gz_candidates *c, size_t more) {
    gz_candidate *block = gz_array_grow(c->at, &c->capacity, c->count + more + 1024, sizeof *block);
    if (block) c->at = block;
    c->lost |= !block;
    return block != NULL;
}

bool gz_candidates_ready(gz_candidates *c) {
    size_t wanted = words(c->count);
    if (c->lost) return false;
    if (wanted <= c->bits_capacity) return true;
    wanted += wanted / 2;
    uint64_t *flips = gz_allocate_array(wanted, sizeof *flips);
    uint64_t *drops = gz_allocate_array(wanted, sizeof *drops);
    if (!flips || !drops) {
        gz_release(flips, wanted * sizeof *flips);
        gz_release(drops, wanted * sizeof *drops);
        return false;
    }
    gz_release(c->flips, c->bits_capacity * sizeof *flips);
    gz_release(c->drops, c->bits_capacity * sizeof *drops);
    c->flips = flips;
    c->drops = drops;
    c->bits_capacity = wanted;
    return true;
}

void gz_candidates_undo(gz_candidates *c) { c->count = c->settled; }

/* -- comparing ----------------------------------------------------------------------------------- */

/* gz_broad_is_pair with a comparison for all axes at once; the filters ride along in the last lane,
 * whose outcome is left out. */
static inline bool is_pair(const gz_broad_box *a, const gz_broad_box *b) {
#if defined(GRAZE_DOUBLE)
    int apart = gz_f64x2_less_bits(gz_f64x2_take(b->hi), gz_f64x2_take(a->lo)) |
                gz_f64x2_less_bits(gz_f64x2_take(a->hi), gz_f64x2_take(b->lo));
    bool overlap = (apart == 0) & (a->lo[2] <= b->hi[2]) & (b->lo[2] <= a->hi[2]);
#else
    int apart = gz_f32x4_less_bits(gz_f32x4_take(b->hi), gz_f32x4_take(a->lo)) |
                gz_f32x4_less_bits(gz_f32x4_take(a->hi), gz_f32x4_take(b->lo));
    bool overlap = (apart & 7) == 0;
#endif
    return overlap & gz_broad_filters_agree(a, b);
}

/* Bits of up to 64 pairs, those with a changed box and those with a fresh one. */
typedef struct marked_pairs {
    uint64_t changed, fresh;
} marked_pairs;

static marked_pairs find_marked(const gz_candidate *pair, size_t count, const uint8_t *marks) {
    marked_pairs out = {0, 0};
    for (size_t k = 0; k < count; ++k) {
        uint64_t mark = marks[pair[k].a & ~GZ_CANDIDATE_PAIR] | marks[pair[k].b];
        out.changed |= (mark & GZ_MARK_CHANGED) << k;
        out.fresh |= mark / GZ_MARK_FRESH << k;
    }
    return out;
}

/* Bits of those that begin or cease to be pairs. */
static uint64_t compare_all(const gz_broad_box *given, const gz_candidate *pair, size_t count) {
    uint64_t out = 0;
    for (size_t k = 0; k < count; ++k) {
        uint32_t i = pair[k].a & ~GZ_CANDIDATE_PAIR, was = pair[k].a >> 31;
        out |= (uint64_t)(is_pair(&given[i], &given[pair[k].b]) ^ was) << k;
    }
    return out;
}

static uint64_t compare_some(const gz_broad_box *given, const gz_candidate *pair, uint64_t some) {
    uint64_t out = 0;
    for (uint64_t left = some; left; left &= left - 1) {
        uint32_t k = gz_lowest_bit(left), i = pair[k].a & ~GZ_CANDIDATE_PAIR, was = pair[k].a >> 31;
        out |= (uint64_t)(is_pair(&given[i], &given[pair[k].b]) ^ was) << k;
    }
    return out;
}

/* Bits of those whose fat boxes have parted; only boxes that are fresh or gone can have done so. */
static uint64_t parted(const gz_candidates *c, const gz_candidate *pair, uint64_t some) {
    uint64_t out = 0;
    for (uint64_t left = some; left; left &= left - 1) {
        uint32_t k = gz_lowest_bit(left), i = pair[k].a & ~GZ_CANDIDATE_PAIR;
        out |= (uint64_t)!gz_slim_overlap(&c->fat[i], &c->fat[pair[k].b]) << k;
    }
    return out;
}

/* Says how many pairs were compared. What was found in this update is compared in any case. */
static uint64_t compare(gz_candidates *c, const graze_broad *b, bool few) {
    uint64_t tests = 0;
    for (size_t at = 0; at < c->count; at += 64) {
        const gz_candidate *pair = c->at + at;
        size_t count = c->count - at < 64 ? c->count - at : 64;
        marked_pairs marked = find_marked(pair, count, c->marks);
        if (few && at + count <= c->settled) {
            c->flips[at / 64] = compare_some(b->given, pair, marked.changed);
            for (uint64_t left = marked.changed; left; left &= left - 1) ++tests;
        } else {
            c->flips[at / 64] = compare_all(b->given, pair, count);
            tests += (uint64_t)count;
        }
        c->drops[at / 64] = at < c->settled ? parted(c, pair, marked.fresh) : 0;
    }
    return tests;
}

/* Turns pairs over and says so. */
static void flip(gz_candidates *c, gz_broad_news *news) {
    for (size_t word = 0; word * 64 < c->count; ++word)
        for (uint64_t left = c->flips[word]; left; left &= left - 1) {
            gz_candidate *pair = &c->at[word * 64 + gz_lowest_bit(left)];
            pair->a ^= GZ_CANDIDATE_PAIR;
            if (news) gz_broad_news_push(news, gz_pair_key_of(pair->a & ~GZ_CANDIDATE_PAIR, pair->b));
        }
}

/* Closes the gaps; the order stays. */
static void drop(gz_candidates *c) {
    size_t kept = 0;
    for (size_t at = 0; at < c->count; at += 64) {
        size_t count = c->count - at < 64 ? c->count - at : 64;
        uint64_t drops = c->drops[at / 64];
        if (!drops) {
            if (kept != at) memmove(c->at + kept, c->at + at, count * sizeof *c->at);
            kept += count;
        } else {
            for (size_t k = 0; k < count; ++k) {
                c->at[kept] = c->at[at + k];
                kept += !(drops >> k & 1);
            }
        }
    }
    c->count = kept;
}

static void settle_boxes(gz_candidates *c, const gz_broad_changes *changes) {
    for (size_t k = 0; k < c->fresh_count; ++k) c->fat[c->fresh[k].index] = c->fresh[k].box;
    for (uint32_t k = 0; k < changes->removed_count; ++k) {
        c->fat[changes->removed[k]] = gz_slim_nothing();
        c->marks[changes->removed[k]] |= GZ_MARK_FRESH;
    }
}

void gz_candidates_finish(gz_candidates *c, const graze_broad *b, const gz_broad_changes *changes,
                          gz_broad_news *news) {
    settle_boxes(c, changes);
    if (c->pairless) return;
    size_t changed = (size_t)changes->moved_count + changes->removed_count;
    uint64_t tests = compare(c, b, changed < b->ids.slots / 4);
    if (news) news->tests += tests;
    flip(c, news);
    drop(c);
    c->settled = c->count;
}

void gz_candidates_pairs(const gz_candidates *c, gz_broad_news *news) {
    for (size_t k = 0; k < c->count; ++k)
        if (c->at[k].a & GZ_CANDIDATE_PAIR)
            gz_broad_news_push(news, gz_pair_key_of(c->at[k].a & ~GZ_CANDIDATE_PAIR, c->at[k].b));
}

/* -- validation ---------------------------------------------------------------------------------- */

const char *gz_candidates_validate(const gz_candidates *c, const graze_broad *b) {
    size_t slots = b->ids.slots < c->slots ? b->ids.slots : c->slots, overlaps = 0;
    for (size_t i = 0; i < slots; ++i) {
        bool empty = gz_broad_box_is_empty(&b->box[i]);
        if (empty != (c->fat[i].lo[0] > c->fat[i].hi[0]))
            return "a fat box without a box, or the reverse";
        if (!empty && !gz_fat_holds(&c->fat[i], &b->box[i])) return "a box has left its fat one";
    }
    if (c->pairless) return NULL;
    for (size_t i = 0; i < slots; ++i)
        for (size_t j = 0; j < i; ++j) overlaps += gz_slim_overlap(&c->fat[i], &c->fat[j]);
    if (overlaps != c->count) return "the candidates are not the overlapping fat boxes";
    for (size_t k = 0; k < c->count; ++k) {
        uint32_t i = c->at[k].a & ~GZ_CANDIDATE_PAIR, j = c->at[k].b;
        if (!gz_slim_overlap(&c->fat[i], &c->fat[j])) return "a candidate whose fat boxes are apart";
        if (gz_broad_is_pair(&b->box[i], &b->box[j]) != (c->at[k].a >> 31 != 0))
            return "a candidate that does not know whether it is a pair";
    }
    return NULL;
}
