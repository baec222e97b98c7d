/* SPDX-License-Identifier: MIT
 * Sweep and prune (W1-W5): the ends of all boxes, sorted along each of the three axes.
 *
 * An endpoint knows its coordinate, the place in the index array that says where it stands, and its
 * stabbing number: how many intervals have begun and not ended before it. The index array has six
 * places a box, 6 * index + 2 * axis + (1 for the upper end), so that the place alone tells the box,
 * and the upper end's place follows that of the lower. Of equal coordinates lower ends come first: then
 * touching is overlapping. Position 0 and the one behind the last are sentinels at infinity.
 *
 * Boxes that move a little are shifted from neighbour to neighbour, and whenever a lower and an upper
 * end change places, two intervals begin or cease to overlap. Boxes that are new, gone or go far are
 * taken out and merged in, all at once, in one pass along each axis. */
#ifndef GZ_BROAD_SWEEP_AND_PRUNE_H
#define GZ_BROAD_SWEEP_AND_PRUNE_H

#include "broad/broad.h"

typedef struct gz_sap_endpoint {
    real value;
    uint32_t place;    /* in the index array */
    uint32_t stabbing; /* lower ends minus upper ends before this one */
} gz_sap_endpoint;

typedef struct gz_sap {
    gz_sap_endpoint *axis[3]; /* count ends and two sentinels each */
    size_t capacity;          /* ends that there is room for */
    uint32_t count;           /* twice the number of boxes */
    uint32_t *where;          /* the index array: a position, 0 for a box that is not in */
    uint32_t *leaving;        /* room for an index a slot, used in updates */
    uint8_t *is_fresh;        /* in updates: has the box of the slot come in? Else 0 */
    size_t slots;             /* boxes that there is room for in these three */
    uint64_t swaps, rebuilds;
} gz_sap;

#define GZ_SAP_NOWHERE UINT32_MAX /* the place of a sentinel */

static inline bool gz_sap_is_upper(uint32_t place) { return place & 1; }
static inline uint32_t gz_sap_box_of(uint32_t place) { return place / 6; }
static inline uint32_t gz_sap_place(uint32_t index, int axis) { return 6 * index + 2 * (uint32_t)axis; }

/* Does a stand behind e in an order that has both? */
static inline bool gz_sap_is_behind(const gz_sap_endpoint *a, const gz_sap_endpoint *e) {
    return a->value > e->value ||
           (a->value == e->value && gz_sap_is_upper(a->place) && !gz_sap_is_upper(e->place));
}

/* The boxes whose intervals on one axis overlap that between two positions: first those that begin
 * in it, then those that began before; the stabbing number says how many, so that the walk back
 * ends with the last of them. */
typedef struct gz_sap_range {
    const gz_sap *sap;
    const gz_sap_endpoint *ends;
    uint32_t next, end; /* where to look for beginnings */
    uint32_t start, back, left;
} gz_sap_range;

/* From the first position of the interval to the one behind its last. */
static inline gz_sap_range gz_sap_range_make(const gz_sap *sap, int axis, uint32_t start,
                                             uint32_t end) {
    gz_sap_range range = {
        sap, sap->axis[axis], start, end, start, start, sap->axis[axis][start].stabbing};
    return range;
}

static inline bool gz_sap_range_next(gz_sap_range *range, uint32_t *index) {
    while (range->next < range->end) {
        uint32_t place = range->ends[range->next++].place;
        if (gz_sap_is_upper(place)) continue;
        *index = gz_sap_box_of(place);
        return true;
    }
    while (range->left > 0) {
        uint32_t place = range->ends[--range->back].place;
        if (gz_sap_is_upper(place) || range->sap->where[place + 1] < range->start) continue;
        --range->left;
        *index = gz_sap_box_of(place);
        return true;
    }
    return false;
}

/* The range along the axis that promises the fewest looks: for a box that is in, itself left out; for
 * any other one (sweep_and_prune_query.c). */
gz_sap_range gz_sap_range_of_member(const gz_sap *sap, uint32_t index);
gz_sap_range gz_sap_range_of_box(const gz_sap *sap, const real lo[3], const real hi[3]);
/* The first position whose coordinate is at least (or greater than) the value. */
uint32_t gz_sap_first_at_least(const gz_sap *sap, int axis, real value);
uint32_t gz_sap_first_above(const gz_sap *sap, int axis, real value);

/* The steps of the update. take_out: boxes whose six indices are 0 go, whose first end of all is at
 * first[axis] (sweep_and_prune_merge.c). put_in: count boxes of given[] come; scratch: as large as
 * gz_sap_scratch_bytes says. */
void gz_sap_take_out(gz_sap *sap, const uint32_t first[3], uint32_t count);
typedef struct gz_sap_arrivals {
    const uint32_t *list[2]; /* in two lists */
    uint32_t count[2];
} gz_sap_arrivals;
size_t gz_sap_scratch_bytes(size_t boxes);
void gz_sap_put_in(gz_sap *sap, const gz_broad_box *given, const gz_sap_arrivals *arrivals,
                   void *scratch);

/* The implementation's functions, each in the file of its kind. */
graze_status gz_sap_update(void *state, const graze_broad *b, const gz_broad_changes *changes,
                           gz_broad_news *news);
void gz_sap_pairs(const void *state, const graze_broad *b, gz_broad_news *news);
void gz_sap_query_box(const void *state, const gz_broad_box *box, gz_broad_visitor *visitor);
void gz_sap_nearest(const void *state, const graze_broad *b, gz_broad_search *search);
void gz_sap_cast(const void *state, const graze_broad *b, gz_broad_cast *cast);
const char *gz_sap_validate(const void *state, const graze_broad *b);

/* Compares all boxes that overlap now, of which at least one is fresh (a byte a slot; NULL: all are),
 * or pushes them if compare is false. Without memory news are lost (sweep_and_prune_sweep.c). */
void gz_sap_sweep(const gz_sap *sap, const graze_broad *b, const uint8_t *is_fresh, bool compare,
                  gz_broad_news *news);

#endif
