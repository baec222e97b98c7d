/* SPDX-License-Identifier: MIT
 * One sweep along an axis finds all pairs, or all pairs with boxes that have come in (W1). The other
 * two intervals of every box are laid out in the order of the sweep, so that those that begin while
 * another one lasts are neighbours in memory and are tested four at a time. */
#include "base/memory.h"
#include "base/simd.h"
#include "broad/sweep_and_prune.h"

#if defined(GRAZE_DOUBLE)
typedef gz_f64x4 lanes;
#define LANES(operation) gz_f64x4_##operation
#else
typedef gz_f32x4 lanes;
#define LANES(operation) gz_f32x4_##operation
#endif
#define WIDTH 4

/* Boxes in the order of their lower ends: the intervals along the two other axes. Aligned, and filled
 * up to whole lanes. */
typedef struct rows {
    real *lo[2], *hi[2];
    uint32_t *index;
    uint32_t count;
} rows;

/* all: every box; fresh: those that have come in, NULL if all have. What begins during the interval of
 * box i: rows begin[i] to end[i], of fresh ones if box i is not fresh, else of all. */
typedef struct sweep {
    rows all, fresh;
    uint32_t *begin, *end;
    const uint8_t *is_fresh; /* a slot each; NULL: all are */
    const gz_broad_box *given;
} sweep;

/* -- memory --------------------------------------------------------------------------------------- */

static size_t padded(size_t count) { return (count + WIDTH - 1) / WIDTH * WIDTH; }

static size_t rows_bytes(size_t count) {
    size_t a_line = GZ_ALIGNMENT, reals = padded(count) * sizeof(real),
           numbers = count * sizeof(uint32_t);
    return 4 * ((reals + a_line - 1) / a_line * a_line) + (numbers + a_line - 1) / a_line * a_line;
}

static void *next_part(char **memory, size_t bytes) {
    void *part = *memory;
    *memory += (bytes + GZ_ALIGNMENT - 1) / GZ_ALIGNMENT * GZ_ALIGNMENT;
    return part;
}

static rows carve_rows(char *memory, size_t count) {
    rows r = {.count = 0};
    for (int k = 0; k < 2; ++k) {
        r.lo[k] = next_part(&memory, padded(count) * sizeof(real));
        r.hi[k] = next_part(&memory, padded(count) * sizeof(real));
    }
    r.index = next_part(&memory, count * sizeof *r.index);
    return r;
}

/* -- laying out ----------------------------------------------------------------------------------- */

static void append(rows *r, const gz_broad_box *box, uint32_t index, int axis) {
    for (int k = 0; k < 2; ++k) {
        r->lo[k][r->count] = box->lo[(axis + 1 + k) % 3];
        r->hi[k][r->count] = box->hi[(axis + 1 + k) % 3];
    }
    r->index[r->count++] = index;
}

/* Rows that overlap nothing. */
static void fill_up(rows *r) {
    for (size_t at = r->count; at < padded(r->count); ++at)
        for (int k = 0; k < 2; ++k) {
            r->lo[k][at] = (real)INFINITY;
            r->hi[k][at] = (real)-INFINITY;
        }
}

static void lay_out(sweep *s, const gz_sap *sap, int axis) {
    const gz_sap_endpoint *ends = sap->axis[axis];
    for (uint32_t at = 1; at <= sap->count; ++at) {
        uint32_t i = gz_sap_box_of(ends[at].place);
        bool fresh = !s->is_fresh || s->is_fresh[i];
        const rows *during = fresh ? &s->all : &s->fresh;
        if (gz_sap_is_upper(ends[at].place)) {
            s->end[i] = during->count;
            continue;
        }
        append(&s->all, &s->given[i], i, axis);
        if (s->is_fresh && fresh) append(&s->fresh, &s->given[i], i, axis);
        s->begin[i] = during->count;
    }
    fill_up(&s->all);
    fill_up(&s->fresh);
}

/* -- testing -------------------------------------------------------------------------------------- */

typedef struct probe {
    lanes lo[2], hi[2];
} probe;

static probe probe_of(const gz_broad_box *box, int axis) {
    probe p;
    for (int k = 0; k < 2; ++k) {
        p.lo[k] = LANES(splat)(box->lo[(axis + 1 + k) % 3]);
        p.hi[k] = LANES(splat)(box->hi[(axis + 1 + k) % 3]);
    }
    return p;
}

/* Bit i: the row at + i overlaps along both axes. */
static unsigned overlaps(const probe *p, const rows *r, uint32_t at) {
    int apart = LANES(less_bits)(p->hi[0], LANES(load)(r->lo[0] + at)) |
                LANES(less_bits)(LANES(load)(r->hi[0] + at), p->lo[0]) |
                LANES(less_bits)(p->hi[1], LANES(load)(r->lo[1] + at)) |
                LANES(less_bits)(LANES(load)(r->hi[1] + at), p->lo[1]);
    return ~(unsigned)apart & ((1u << WIDTH) - 1);
}

/* Who wants to hear of overlaps. */
typedef struct listener {
    const graze_broad *b;
    gz_broad_news *news;
    bool compare;
} listener;

static void tell(const listener *to, uint32_t i, uint32_t j) {
    if (to->compare)
        gz_broad_compare(to->b, to->news, i, j);
    else if (gz_broad_is_pair(&to->b->given[i], &to->b->given[j]))
        gz_broad_news_push(to->news, gz_pair_key_of(i, j) | GZ_BROAD_BEGINS);
}

static void test_rows(const rows *r, const probe *p, uint32_t i, uint32_t begin, uint32_t end,
                      const listener *to) {
    for (uint32_t at = begin / WIDTH * WIDTH; at < end; at += WIDTH) {
        unsigned bits = overlaps(p, r, at);
        for (uint32_t j = at; bits; ++j, bits >>= 1)
            if ((bits & 1) && j >= begin && j < end) tell(to, i, r->index[j]);
    }
}

static void test_all(const sweep *s, int axis, const listener *to) {
    for (uint32_t at = 0; at < s->all.count; ++at) {
        uint32_t i = s->all.index[at];
        bool fresh = !s->is_fresh || s->is_fresh[i];
        probe p = probe_of(&s->given[i], axis);
        test_rows(fresh ? &s->all : &s->fresh, &p, i, s->begin[i], s->end[i], to);
    }
}

/* -- the whole ------------------------------------------------------------------------------------ */

/* An axis has as many overlaps of intervals as its lower ends have stabbing numbers in sum. */
static int sparsest_axis(const gz_sap *sap) {
    int sparsest = 0;
    uint64_t least = UINT64_MAX;
    for (int k = 0; k < 3; ++k) {
        uint64_t sum = 0;
        for (uint32_t at = 1; at <= sap->count; ++at) sum += sap->axis[k][at].stabbing;
        if (sum < least) {
            least = sum;
            sparsest = k;
        }
    }
    return sparsest;
}

void gz_sap_sweep(const gz_sap *sap, const graze_broad *b, const uint8_t *is_fresh, bool compare,
                  gz_broad_news *news) {
    size_t count = sap->count / 2, slots = b->ids.slots, ranges = 2 * slots * sizeof(uint32_t);
    size_t bytes = 2 * rows_bytes(count) + ranges;
    if (!count) return;
    char *memory = gz_allocate(bytes);
    if (!memory) {
        news->lost = true;
        return;
    }
    uint32_t *begin = (uint32_t *)(memory + 2 * rows_bytes(count));
    sweep s = {carve_rows(memory, count),
               carve_rows(memory + rows_bytes(count), count),
               begin,
               begin + slots,
               is_fresh,
               b->given};
    listener to = {b, news, compare};
    int axis = sparsest_axis(sap);
    lay_out(&s, sap, axis);
    test_all(&s, axis, &to);
    gz_release(memory, bytes);
}

void gz_sap_pairs(const void *state, const graze_broad *b, gz_broad_news *news) {
    gz_sap_sweep(state, b, NULL, false, news);
}
