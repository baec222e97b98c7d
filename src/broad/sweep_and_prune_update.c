/* SPDX-License-Identifier: MIT
 * The update of sweep and prune (W1, W2): near movers are shifted, all others are taken out and put in.
 */
#include "base/memory.h"
#include "broad/sweep_and_prune.h"

/* A box whose end would pass more others than this is taken out and put in again. */
#define FAR 64
/* Walking along so many pairs takes as long as finding the boxes that one box overlaps. */
#define PAIRS_A_SEARCH 512
/* If more than one box in so many is new, sweeping over all is quicker than searching for each. */
#define SWEEP_SHARE 256
/* Whether to shift movers is estimated if they are more than one box in so many, from so many of them,
 * with the costs, in nanoseconds, that were measured: of a swap; of a box, in going through all ends
 * anew; of two intervals that overlap along the axis of the sweep. */
#define ESTIMATE_SHARE 16
#define ESTIMATE_SAMPLES 64
#define SWAP_COST 10.0
#define BOX_COST 150.0
#define OVERLAP_COST 0.5

/* -- memory: all of it first ---------------------------------------------------------------------- */

static bool reserve_ends(gz_sap *sap, size_t wanted) {
    if (wanted <= sap->capacity) return true;
    if (wanted > UINT32_MAX / 4) return false;
    size_t capacity = wanted > 2 * sap->capacity ? wanted : 2 * sap->capacity;
    gz_sap_endpoint *larger[3] = {NULL, NULL, NULL};
    bool enough = true;
    for (int k = 0; k < 3; ++k) {
        larger[k] = gz_allocate_array(capacity + 2, sizeof *larger[k]);
        enough = enough && larger[k];
    }
    for (int k = 0; k < 3; ++k) {
        gz_sap_endpoint *old = enough ? sap->axis[k] : larger[k];
        if (enough) {
            for (uint32_t at = 0; at < sap->count + 2; ++at) larger[k][at] = old[at];
            sap->axis[k] = larger[k];
        }
        gz_release(old, ((enough ? sap->capacity : capacity) + 2) * sizeof *old);
    }
    if (enough) sap->capacity = capacity;
    return enough;
}

static bool reserve_slots(gz_sap *sap, size_t wanted) {
    if (wanted <= sap->slots) return true;
    uint32_t *where = gz_allocate_array(wanted, 6 * sizeof *where);
    uint32_t *leaving = gz_allocate_array(wanted, sizeof *leaving);
    uint8_t *is_fresh = gz_allocate(wanted);
    if (!where || !leaving || !is_fresh) {
        gz_release(where, 6 * wanted * sizeof *where);
        gz_release(leaving, wanted * sizeof *leaving);
        gz_release(is_fresh, wanted);
        return false;
    }
    for (size_t i = 0; i < 6 * wanted; ++i) where[i] = i < 6 * sap->slots ? sap->where[i] : 0;
    for (size_t i = 0; i < wanted; ++i) is_fresh[i] = 0;
    gz_release(sap->where, 6 * sap->slots * sizeof *sap->where);
    gz_release(sap->leaving, sap->slots * sizeof *sap->leaving);
    gz_release(sap->is_fresh, sap->slots);
    sap->where = where;
    sap->leaving = leaving;
    sap->is_fresh = is_fresh;
    sap->slots = wanted;
    return true;
}

/* -- who goes far --------------------------------------------------------------------------------- */

static bool goes_far_to(const gz_sap *sap, int axis, uint32_t at, real value) {
    const gz_sap_endpoint *ends = sap->axis[axis];
    if (ends[at - 1].value <= value && value <= ends[at + 1].value) return false;
    uint32_t low = at > FAR ? at - FAR : 0, high = sap->count - at > FAR ? at + FAR : sap->count + 1;
    return ends[low].value > value || ends[high].value < value;
}

static bool goes_far(const gz_sap *sap, uint32_t index, const gz_broad_box *to) {
    for (int k = 0; k < 3; ++k) {
        uint32_t place = gz_sap_place(index, k);
        if (goes_far_to(sap, k, sap->where[place], to->lo[k]) ||
            goes_far_to(sap, k, sap->where[place + 1], to->hi[k]))
            return true;
    }
    return false;
}

/* How many ends the one at a position will pass on its way, counted up to FAR. */
static uint32_t places_to_go(const gz_sap *sap, int axis, uint32_t at, real value) {
    const gz_sap_endpoint *ends = sap->axis[axis];
    uint32_t places = 0;
    while (places < FAR && at > places && ends[at - places - 1].value > value) ++places;
    while (places < FAR && at + places <= sap->count && ends[at + places + 1].value < value) ++places;
    return places;
}

/* Would shifting the movers, as far as they can be, cost more than taking all of them out and sweeping?
 * A look at some of them tells, and how crowded the sparsest axis is there. */
static bool is_shifting_slow(const gz_sap *sap, const graze_broad *b, const gz_broad_changes *changes) {
    uint32_t movers = changes->moved_count, step = movers / ESTIMATE_SAMPLES + 1;
    double boxes = sap->count / 2, samples = 0, swaps = 0, stabbing[3] = {0, 0, 0};
    if (movers < boxes / ESTIMATE_SHARE) return false;
    for (uint32_t n = 0; n < movers; n += step, ++samples) {
        const gz_broad_box *to = &b->given[changes->moved[n]];
        for (int k = 0; k < 3; ++k) {
            const uint32_t *where = &sap->where[gz_sap_place(changes->moved[n], k)];
            swaps += places_to_go(sap, k, where[0], to->lo[k]);
            swaps += places_to_go(sap, k, where[1], to->hi[k]);
            stabbing[k] += sap->axis[k][where[0]].stabbing;
        }
    }
    double crowded = stabbing[0] < stabbing[1] ? stabbing[0] : stabbing[1];
    crowded = stabbing[2] < crowded ? stabbing[2] : crowded;
    return movers * (SWAP_COST * swaps - OVERLAP_COST * crowded) > BOX_COST * boxes * samples;
}

/* -- an update at work ---------------------------------------------------------------------------- */

typedef struct work {
    gz_sap *sap;
    const graze_broad *b;
    const gz_broad_changes *changes;
    gz_broad_news *news; /* may be NULL */
    uint32_t far_count;  /* sap->leaving holds them */
    void *scratch;
    size_t scratch_bytes;
} work;

static uint32_t list_far_movers(gz_sap *sap, const graze_broad *b, const gz_broad_changes *changes) {
    bool all = is_shifting_slow(sap, b, changes);
    uint32_t count = 0;
    for (uint32_t n = 0; n < changes->moved_count; ++n)
        if (all || goes_far(sap, changes->moved[n], &b->given[changes->moved[n]]))
            sap->leaving[count++] = changes->moved[n];
    return count;
}

static bool prepare(work *w) {
    if (!reserve_slots(w->sap, w->b->ids.slots) ||
        !reserve_ends(w->sap, w->sap->count + 2 * (size_t)w->changes->added_count))
        return false;
    w->far_count = list_far_movers(w->sap, w->b, w->changes);
    w->scratch_bytes = gz_sap_scratch_bytes((size_t)w->far_count + w->changes->added_count);
    w->scratch = gz_allocate(w->scratch_bytes);
    return w->scratch || !w->scratch_bytes;
}

/* Compares a box with all whose interval overlaps its own along some axis, as the structure has them.
 */
static void compare_around(const work *w, uint32_t index) {
    gz_sap_range range = gz_sap_range_of_member(w->sap, index);
    for (uint32_t other; gz_sap_range_next(&range, &other);)
        gz_broad_compare(w->b, w->news, index, other);
}

/* -- leaving and coming --------------------------------------------------------------------------- */

static void compare_old_pairs(const work *w) {
    const gz_pair_set *pairs = &w->b->pairs;
    for (size_t i = 0; i < pairs->count; ++i)
        gz_broad_compare(w->b, w->news, gz_pair_lower(pairs->at[i]), gz_pair_higher(pairs->at[i]));
}

/* Their pairs end, but for those that far movers find again. */
static void compare_leaving(const work *w) {
    size_t count = (size_t)w->far_count + w->changes->removed_count;
    if (!w->news || !count) return;
    if (count >= w->b->pairs.count / PAIRS_A_SEARCH) {
        compare_old_pairs(w);
        return;
    }
    for (uint32_t n = 0; n < w->far_count; ++n) compare_around(w, w->sap->leaving[n]);
    for (uint32_t n = 0; n < w->changes->removed_count; ++n) compare_around(w, w->changes->removed[n]);
}

static void mark_leaving(gz_sap *sap, uint32_t index, uint32_t first[3]) {
    for (int k = 0; k < 3; ++k) {
        uint32_t *where = &sap->where[gz_sap_place(index, k)];
        if (where[0] < first[k]) first[k] = where[0];
        where[0] = where[1] = 0;
    }
}

static void take_out(const work *w) {
    uint32_t first[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    uint32_t count = w->far_count + w->changes->removed_count;
    if (!count) return;
    for (uint32_t n = 0; n < w->far_count; ++n) mark_leaving(w->sap, w->sap->leaving[n], first);
    for (uint32_t n = 0; n < w->changes->removed_count; ++n)
        mark_leaving(w->sap, w->changes->removed[n], first);
    gz_sap_take_out(w->sap, first, count);
}

static void mark_fresh(gz_sap *sap, const gz_sap_arrivals *arrivals, uint8_t mark) {
    for (int l = 0; l < 2; ++l)
        for (uint32_t n = 0; n < arrivals->count[l]; ++n) sap->is_fresh[arrivals->list[l][n]] = mark;
}

static void compare_coming(const work *w, const gz_sap_arrivals *arrivals) {
    uint32_t coming = arrivals->count[0] + arrivals->count[1], boxes = w->sap->count / 2;
    if (!w->news) return;
    if (coming > boxes / SWEEP_SHARE) {
        ++w->sap->rebuilds;
        mark_fresh(w->sap, arrivals, 1);
        gz_sap_sweep(w->sap, w->b, coming < boxes ? w->sap->is_fresh : NULL, true, w->news);
        mark_fresh(w->sap, arrivals, 0);
        return;
    }
    for (int l = 0; l < 2; ++l)
        for (uint32_t n = 0; n < arrivals->count[l]; ++n) compare_around(w, arrivals->list[l][n]);
}

static void put_in(const work *w) {
    gz_sap_arrivals arrivals = {{w->changes->added, w->sap->leaving},
                                {w->changes->added_count, w->far_count}};
    if (!w->changes->added_count && !w->far_count) return;
    gz_sap_put_in(w->sap, w->b->given, &arrivals, w->scratch);
    compare_coming(w, &arrivals);
}

/* -- shifting ------------------------------------------------------------------------------------- */

/* Intervals that begin to overlap can only be a pair now, those that cease to could only be one before;
 * whether they are is looked at first. */
static void note_begin(const work *w, uint32_t i, uint32_t j) {
    const graze_broad *b = w->b;
    ++w->news->tests;
    if (gz_broad_is_pair(&b->given[i], &b->given[j]) && !gz_broad_is_pair(&b->box[i], &b->box[j]))
        gz_broad_news_push(w->news, gz_pair_key_of(i, j) | GZ_BROAD_BEGINS);
}

static void note_end(const work *w, uint32_t i, uint32_t j) {
    const graze_broad *b = w->b;
    ++w->news->tests;
    if (gz_broad_is_pair(&b->box[i], &b->box[j]) && !gz_broad_is_pair(&b->given[i], &b->given[j]))
        gz_broad_news_push(w->news, gz_pair_key_of(i, j));
}

/* Two ends of different kinds change places: begin says whether the lower one comes to stand first. */
static void note(const work *w, uint32_t place, uint32_t other, bool begin) {
    if (!w->news || gz_sap_is_upper(place) == gz_sap_is_upper(other)) return;
    if (begin)
        note_begin(w, gz_sap_box_of(place), gz_sap_box_of(other));
    else
        note_end(w, gz_sap_box_of(place), gz_sap_box_of(other));
}

/* The end at a position gets a new coordinate and goes down to where it belongs. What it passes moves
 * up by one, and has one end more or less before it; its own stabbing number is that of the last one
 * passed. */
static void shift_down(const work *w, int axis, uint32_t at, real value) {
    gz_sap_endpoint *ends = w->sap->axis[axis];
    uint32_t *where = w->sap->where, from = at;
    gz_sap_endpoint end = {value, ends[at].place, ends[at].stabbing};
    bool lower = !gz_sap_is_upper(end.place);
    for (; gz_sap_is_behind(&ends[at - 1], &end); --at) {
        gz_sap_endpoint passed = ends[at - 1];
        end.stabbing = passed.stabbing;
        passed.stabbing = lower ? passed.stabbing + 1 : passed.stabbing - 1;
        ends[at] = passed;
        where[passed.place] = at;
        note(w, end.place, passed.place, lower);
    }
    ends[at] = end;
    where[end.place] = at;
    w->sap->swaps += from - at;
}

static void shift_up(const work *w, int axis, uint32_t at, real value) {
    gz_sap_endpoint *ends = w->sap->axis[axis];
    uint32_t *where = w->sap->where, from = at;
    gz_sap_endpoint end = {value, ends[at].place, ends[at].stabbing};
    bool lower = !gz_sap_is_upper(end.place);
    for (; gz_sap_is_behind(&end, &ends[at + 1]); ++at) {
        gz_sap_endpoint passed = ends[at + 1];
        uint32_t behind = gz_sap_is_upper(passed.place) ? end.stabbing - 1 : end.stabbing + 1;
        passed.stabbing = end.stabbing;
        end.stabbing = behind;
        ends[at] = passed;
        where[passed.place] = at;
        note(w, end.place, passed.place, !lower);
    }
    ends[at] = end;
    where[end.place] = at;
    w->sap->swaps += at - from;
}

/* First it grows, then it shrinks, so that its own two ends never meet. */
static void shift_interval(const work *w, int axis, uint32_t index, real lo, real hi) {
    const uint32_t *where = &w->sap->where[gz_sap_place(index, axis)];
    const gz_sap_endpoint *ends = w->sap->axis[axis];
    real old_lo = ends[where[0]].value, old_hi = ends[where[1]].value;
    if (lo < old_lo) shift_down(w, axis, where[0], lo);
    if (hi > old_hi) shift_up(w, axis, where[1], hi);
    if (lo > old_lo) shift_up(w, axis, where[0], lo);
    if (hi < old_hi) shift_down(w, axis, where[1], hi);
}

/* Everything about a mover lies somewhere else; what the next ones need is asked for in time, first
 * where their ends are, then the ends. */
static void prefetch(const work *w, int axis, uint32_t n) {
    const gz_broad_changes *changes = w->changes;
    if (n + 16 < changes->moved_count) {
        uint32_t index = changes->moved[n + 16];
        GZ_PREFETCH(&w->sap->where[gz_sap_place(index, axis)]);
        GZ_PREFETCH(&w->b->given[index]);
    }
    if (n + 8 < changes->moved_count) {
        const uint32_t *where = &w->sap->where[gz_sap_place(changes->moved[n + 8], axis)];
        GZ_PREFETCH(&w->sap->axis[axis][where[0]]);
        GZ_PREFETCH(&w->sap->axis[axis][where[1]]);
    }
}

/* Far movers are out at this moment. */
static void shift_near_movers(const work *w) {
    const gz_broad_changes *changes = w->changes;
    for (int k = 0; k < 3; ++k)
        for (uint32_t n = 0; n < changes->moved_count; ++n) {
            uint32_t index = changes->moved[n];
            const gz_broad_box *to = &w->b->given[index];
            prefetch(w, k, n);
            if (w->sap->where[gz_sap_place(index, k)])
                shift_interval(w, k, index, to->lo[k], to->hi[k]);
        }
}

/* Pairs that a new filter makes or breaks need no end to move. */
static void compare_refiltered(const work *w) {
    const graze_broad *b = w->b;
    if (!w->news) return;
    for (uint32_t n = 0; n < w->changes->moved_count; ++n) {
        uint32_t i = w->changes->moved[n];
        if (b->given[i].category != b->box[i].category || b->given[i].mask != b->box[i].mask)
            compare_around(w, i);
    }
}

graze_status gz_sap_update(void *state, const graze_broad *b, const gz_broad_changes *changes,
                           gz_broad_news *news) {
    work w = {.sap = state, .b = b, .changes = changes, .news = news};
    if (!prepare(&w)) return GRAZE_OUT_OF_MEMORY;
    compare_leaving(&w);
    take_out(&w);
    shift_near_movers(&w);
    put_in(&w);
    compare_refiltered(&w);
    gz_release(w.scratch, w.scratch_bytes);
    return GRAZE_OK;
}
