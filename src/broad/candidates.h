/* SPDX-License-Identifier: MIT
 * Pairs of boxes that may overlap soon. Each box has a fat one around it, with room to move; as long as
 * it does not leave that, it can only meet the boxes whose fat ones meet its own. Those pairs are kept
 * in a list, so an update in which boxes move by little compares the pairs of the list and searches
 * only for the few that left. (In molecular dynamics the same idea is known as Verlet's lists.)
 *
 * The list is exactly the set of pairs whose fat boxes overlap. So whether a pair that a search finds
 * is in the list already is a question about the fat boxes before the update, and no set of pairs is
 * needed.
 *
 * Most boxes of many a scene stand still. Pairs of two that rest are in front in the list, and as long
 * as none of these boxes moves nobody looks at them. When some do, their pairs are looked for there and
 * wake up; every so many updates those that were quiet are put to rest.
 *
 * An update goes like this: gz_candidates_begin says whose fat boxes become fresh; the structure takes
 * these in and calls gz_candidates_meet for each pair of fat boxes that overlap now, one of them fresh;
 * gz_candidates_finish compares the given boxes. Up to the last step nothing is lost if memory runs
 * out. */
#ifndef GZ_BROAD_CANDIDATES_H
#define GZ_BROAD_CANDIDATES_H

#include "base/array.h"
#include "broad/broad.h"
#include "broad/slim_box.h"

typedef struct gz_candidate {
    uint32_t a, b; /* with GZ_CANDIDATE_PAIR in a if the boxes are a pair */
} gz_candidate;
#define GZ_CANDIDATE_PAIR UINT32_C(0x80000000)

/* What an update does to a box. */
enum {
    GZ_MARK_CHANGED = 1, /* it was there before, and is now elsewhere, different, or gone */
    GZ_MARK_FRESH = 2,   /* its fat box is another one, or gone */
    GZ_MARK_GONE = 4,    /* it is removed, but may still be in the structure */
    /* And what lasts from update to update. */
    GZ_MARK_BUSY = 8,    /* it moved or went since pairs were last put to rest */
    GZ_MARK_RESTING = 16 /* it did not for as long before that */
};

/* From so many slots on, boxes are fetched ahead; fewer are in the cache anyway. */
enum { GZ_CANDIDATES_FETCHED = 4096 };

/* A box that gets another fat one. */
typedef struct gz_fresh {
    gz_slim_box box;
    uint32_t index;
} gz_fresh;

typedef struct gz_candidates {
    gz_candidate *at;
    size_t count, capacity;
    size_t settled;   /* of these; the rest was found in this update */
    size_t resting;   /* the first so many: of two boxes that rest both */
    uint32_t updates; /* since pairs were last put to rest */
    bool some_wake;   /* a box that rests changes in this update */
    gz_slim_box *fat; /* of each index, as of the last update; nothing where there is no box */
    uint8_t *marks;   /* of indices */
    size_t slots;     /* indices that there is room for */
    gz_fresh *fresh;
    size_t fresh_count, fresh_capacity;
    bool some_gone; /* boxes are removed in this update */
    bool pairless;  /* nobody asks for pairs */
    bool lost;      /* memory ran out while pairs were found */
} gz_candidates;

void gz_candidates_release(gz_candidates *c);
/* false when memory is out. */
bool gz_candidates_begin(gz_candidates *c, const graze_broad *b, const gz_broad_changes *changes);
/* Room for more found pairs; sets lost if there is none. */
bool gz_candidates_grow(gz_candidates *c, size_t more);
/* Forgets what was found in this update. */
void gz_candidates_undo(gz_candidates *c);
/* Makes the fresh boxes the valid ones, drops pairs of the list that can no longer meet, compares the
 * others and says what has changed, unless news is NULL. */
void gz_candidates_finish(gz_candidates *c, const graze_broad *b, const gz_broad_changes *changes,
                          gz_broad_news *news);
/* candidates_rest.c, for the former: wakes the pairs of boxes that change; from time to time puts those
 * to rest whose boxes do not, and brings the others into an order that suits memory. */
void gz_candidates_wake(gz_candidates *c, const gz_broad_changes *changes);
void gz_candidates_arrange(gz_candidates *c, size_t slots);
/* Every pair of the list that is one. */
void gz_candidates_pairs(const gz_candidates *c, gz_broad_news *news);
size_t gz_candidates_bytes(const gz_candidates *c);
const char *gz_candidates_validate(const gz_candidates *c, const graze_broad *b);

/* Two fat boxes overlap, at least one of them a fresh one. To be called once a pair. Where the list was
 * empty there is no need to ask whether it is there, which would take both boxes out of memory. */
static inline void gz_candidates_meet(gz_candidates *c, uint32_t i, uint32_t j) {
    if (c->settled > 0 && gz_slim_overlap(&c->fat[i], &c->fat[j])) return; /* it is in the list */
    if (c->count == c->capacity && !gz_candidates_grow(c, 1)) return;
    c->at[c->count].a = i;
    c->at[c->count++].b = j;
}

#endif
