/* SPDX-License-Identifier: MIT
 * The surface-area heuristic over bins of centres, for one instruction set; tree/split.c includes this
 * once each. Expects NAME(name), KERNEL_TARGET and ROW(op): boxes as rows of eight floats, lo and
 * minus_hi, in one register or two. */

typedef struct NAME(bins) {
    ROW() box[MOST_BINS];
    uint32_t count[MOST_BINS];
} NAME(bins);

KERNEL_TARGET static inline void NAME(put)(const gz_tree_record *record, const ruler *r,
                                           NAME(bins) * bins) {
    int bin = bin_of(r, record);
    bins->box[bin] = ROW(_join)(bins->box[bin], ROW(_load)(record));
    bins->count[bin] += record->tagged_count;
}

/* Neighbours are often of one bin, and would wait for each other: every other one goes to bins of its
 * own. */
KERNEL_TARGET static inline __attribute__((always_inline)) void
NAME(fill)(const gz_tree_record *records, uint32_t count, const ruler *given, const int bin_count,
           NAME(bins) * bins) {
    const ruler r = *given;
    NAME(bins) odd;
    for (int i = 0; i < bin_count; ++i) {
        bins->box[i] = odd.box[i] = ROW(_nothing)();
        bins->count[i] = odd.count[i] = 0;
    }
    uint32_t i = 0;
    for (; i + 1 < count; i += 2) {
        NAME(put)(&records[i], &r, bins);
        NAME(put)(&records[i + 1], &r, &odd);
    }
    if (i < count) NAME(put)(&records[i], &r, bins);
    for (int k = 0; k < bin_count; ++k) {
        bins->box[k] = ROW(_join)(bins->box[k], odd.box[k]);
        bins->count[k] = (bins->count[k] + odd.count[k]) & (GZ_RECORD_TAG - 1);
    }
}

/* The cheapest cut, the first of equal ones, and its cost; -1 if there is none. left and right are the
 * boxes before and behind each cut. A side without boxes has infinite area and the share 0: their
 * product is no number, and minimum ignores that. Nobody could predict where the least is, so there is
 * no branch. */
KERNEL_TARGET static inline __attribute__((always_inline)) int
NAME(best_cut)(const ROW() * left, const ROW() * right, const float *left_share,
               const float *right_share, int bin_count, float *least) {
    gz_f32x4 cost[MOST_BINS / 4], low = gz_f32x4_splat(INFINITY), infinite = low;
    for (int i = 0; i < bin_count; i += 4) {
        gz_f32x4 costs = ROW(_costs)(left + i, right + i, left_share + i, right_share + i);
        cost[i / 4] = gz_f32x4_min(infinite, costs);
        low = gz_f32x4_min(low, cost[i / 4]);
    }
    *least = -gz_f32x4_top(gz_f32x4_sub(gz_f32x4_splat(0), low));
    uint32_t bits = 0;
    for (int i = 0; i < bin_count; i += 4)
        bits |= (uint32_t)gz_f32x4_equal_bits(cost[i / 4], gz_f32x4_splat(*least)) << i;
    return *least < INFINITY ? (int)gz_lowest_bit(bits) : -1;
}

/* The best cut of one axis, if it is better than what there is. */
KERNEL_TARGET static inline __attribute__((always_inline)) void
NAME(look_along)(const NAME(bins) * bins, const ruler *r, const int bin_count, float share,
                 uint32_t all, choice *best) {
    ROW() left[MOST_BINS], right[MOST_BINS];
    _Alignas(16) float left_share[MOST_BINS], right_share[MOST_BINS];
    left[0] = right[0] = ROW(_nothing)(); /* a cut before the first bin is none */
    left_share[0] = right_share[0] = 0;
    uint32_t before = 0, left_items[MOST_BINS] = {0};
    for (int i = 1; i < bin_count; ++i) {
        left[i] = ROW(_join)(left[i - 1], bins->box[i - 1]);
        left_items[i] = before += bins->count[i - 1];
        left_share[i] = (float)before * share;
        right_share[i] = (float)(all - before) * share;
    }
    ROW() box = ROW(_nothing)();
    for (int i = bin_count - 1; i > 0; --i) right[i] = box = ROW(_join)(box, bins->box[i]);
    float cost;
    int cut = NAME(best_cut)(left, right, left_share, right_share, bin_count, &cost);
    if (!(cost < best->cost)) return;
    best->cost = cost;
    best->along = *r;
    best->first_right = cut;
    best->left_items = left_items[cut];
    best->box[0] = ROW(_box)(left[cut]);
    best->box[1] = ROW(_box)(right[cut]);
}

/* What lies on the two sides of a cut. */
KERNEL_TARGET static inline __attribute__((always_inline)) void
NAME(set_sides)(gz_tree_span *span, gz_tree_span *right_span, const ROW() * left, const ROW() * right) {
    set_box(span, ROW(_box)(*left));
    set_box(right_span, ROW(_box)(*right));
    right_span->centers = span->centers;
    keep_centers_near(span);
    keep_centers_near(right_span);
}

/* -- a few records: sorted, each a bin of its own ------------------------------------------------- */

/* The records in order of their centres along the axis: each goes to where as many come before it. All
 * loops go round `wide` times, 4 or 8: records that are not there are infinite. The order is kept in a
 * register, because a processor stumbles over loads from where it just stored something if nobody can
 * predict where that is. */
KERNEL_TARGET static inline __attribute__((always_inline)) void
NAME(sort_some)(const gz_tree_record *from, int count, int wide, int axis, ROW() * sorted) {
    gz_f32x4 key[2];
    for (int h = 0; h < wide / 4; ++h) {
        const uint8_t *at = few_places[count] + 4 * h;
        gz_f32x4 lo = gz_f32x4_gather(from->lo + axis, at, 8);
        gz_f32x4 minus_hi = gz_f32x4_gather(from->minus_hi + axis, at, 8);
        key[h] = gz_f32x4_add(gz_f32x4_sub(lo, minus_hi), gz_f32x4_load(few_absent[count] + 4 * h));
    }
    uint64_t order = 0; /* four bits each */
    for (int i = 0; i < wide; ++i) {
        gz_f32x4 k = gz_f32x4_repeat(key[i / 4], i % 4);
        uint32_t less = 0, same = 0;
        for (int h = 0; h < wide / 4; ++h) {
            less |= (uint32_t)gz_f32x4_less_bits(key[h], k) << 4 * h;
            same |= (uint32_t)gz_f32x4_equal_bits(key[h], k) << 4 * h;
        }
        order |= (uint64_t)few_places[count][i] << 4 * bit_count[less | (same & ((1u << i) - 1))];
    }
    for (int i = 0; i < wide; ++i)
        sorted[i] = ROW(_add)(ROW(_load)(&from[order >> 4 * i & 15]), few_absent[count][i]);
}

KERNEL_TARGET static inline __attribute__((always_inline)) void
NAME(split_some)(gz_tree_record *records, int count, int wide, int axis, gz_tree_span *span,
                 gz_tree_span *right_span) {
    ROW() sorted[FEW], left[FEW], right[FEW];
    NAME(sort_some)(records, count, wide, axis, sorted);
    left[0] = ROW(_nothing)();
    for (int i = 1; i < wide; ++i) left[i] = ROW(_join)(left[i - 1], sorted[i - 1]);
    right[wide - 1] = sorted[wide - 1];
    for (int i = wide - 1; i-- > 0;) right[i] = ROW(_join)(right[i + 1], sorted[i]);
    float cost;
    const float *shares = few_shares[count];
    int cut = NAME(best_cut)(left, right, shares, shares + FEW, wide, &cost);
    if (cut < 0 || span->area == 0) cut = count / 2; /* in a row all cuts cost the same: nothing */
    divide(span, right_span, (uint32_t)cut);
    NAME(set_sides)(span, right_span, &left[cut], &right[cut]);
    for (int i = 0; i < wide; ++i) { /* the last one several times rather than a loop of count */
        int at = i < count ? i : count - 1;
        ROW(_store)(&records[at], sorted[at]);
    }
    uint32_t left_items = 0;
    for (int i = 0; i < wide; ++i) left_items += i < cut ? records[i].tagged_count : 0;
    divide_items(span, right_span, left_items & (GZ_RECORD_TAG - 1));
}

KERNEL_TARGET static bool NAME(split_few)(const gz_splitter *splitter, gz_tree_span *span,
                                          gz_tree_span *right) {
    gz_tree_record *records = splitter->records + span->first;
    int axis = longest_axis(span->centers), count = (int)span->count;
    if (count == 2)
        split_two(records, span, right);
    else if (count <= 4)
        NAME(split_some)(records, count, 4, axis, span, right);
    else
        NAME(split_some)(records, count, 8, axis, span, right);
    return true;
}

/* -- some more: in the order of whole numbers ----------------------------------------------------- */

/* What is not there is infinite. */
KERNEL_TARGET static bool NAME(split_several)(const gz_splitter *splitter, gz_tree_span *span,
                                              gz_tree_span *right_span) {
    enum { HALF = SEVERAL / 2 };
    gz_tree_record *records = splitter->records + span->first;
    int axis = longest_axis(span->centers), count = (int)span->count;
    ROW() sorted[SEVERAL], left[SEVERAL], right[SEVERAL];
    _Alignas(32) int32_t order[SEVERAL];
    uint32_t pairs = ROW(_order)(records, count, axis, order);
    for (int i = 0; i < SEVERAL; ++i) {
        sorted[i] = ROW(_load)(&records[order[i] & KEY_PLACE]);
        if (i > HALF) sorted[i] = ROW(_add)(sorted[i], several_absent[SEVERAL + i - count]);
    }
    left[0] = ROW(_nothing)();
    for (int i = 1; i < SEVERAL; ++i) left[i] = ROW(_join)(left[i - 1], sorted[i - 1]);
    right[SEVERAL - 1] = sorted[SEVERAL - 1];
    for (int i = SEVERAL - 1; i-- > 0;) right[i] = ROW(_join)(right[i + 1], sorted[i]);
    float cost;
    const float *behind = several_behind + SEVERAL - count;
    int cut = NAME(best_cut)(left, right, several_before, behind, SEVERAL, &cost);
    if (cut < 0 || span->area == 0) cut = count / 2; /* in a row all cuts cost the same: nothing */
    divide(span, right_span, (uint32_t)cut);
    divide_items(span, right_span, (uint32_t)cut + gz_bit_count(pairs & ((1u << cut) - 1)));
    NAME(set_sides)(span, right_span, &left[cut], &right[cut]);
    for (int i = 0; i < SEVERAL; ++i) { /* the last one several times rather than a loop of count */
        int at = i <= HALF || i < count ? i : count - 1;
        ROW(_store)(&records[at], sorted[at]);
    }
    return true;
}

/* -- many records --------------------------------------------------------------------------------- */

/* Those before the limit come first. Every record changes places with the first one that is not before
 * it, which may be itself, because no branch predicts on which side of a cut a record lies. */
KERNEL_TARGET static uint32_t NAME(move)(const gz_splitter *splitter, const gz_tree_span *span,
                                         const ruler *along, float limit) {
    gz_tree_record *at = splitter->records + span->first, *first = at, *behind = at;
    const ruler r = *along;
    for (const gz_tree_record *end = at + span->count; at < end; ++at) {
        ROW() box = ROW(_load)(at), other = ROW(_load)(behind);
        bool before = place(&r, at) < limit;
        ROW(_store)(at, other);
        ROW(_store)(behind, box);
        behind += before;
    }
    return (uint32_t)(behind - first);
}

KERNEL_TARGET static inline __attribute__((always_inline)) bool
NAME(split_by_bins)(const gz_splitter *splitter, gz_tree_span *span, const int bin_count,
                    gz_tree_span *right) {
    const gz_tree_record *records = splitter->records + span->first;
    float share = 1 / (float)span->items, good = span->area * GOOD_CUT;
    int longest = longest_axis(span->centers);
    choice best = {.cost = INFINITY};
    for (int i = 0; i < 3 && !(best.cost <= good); ++i) {
        NAME(bins) bins;
        ruler r = ruler_of(span, (longest + i) % 3, bin_count);
        NAME(fill)(records, span->count, &r, bin_count, &bins);
        NAME(look_along)(&bins, &r, bin_count, share, span->items, &best);
    }
    if (best.cost == INFINITY || best.cost == 0) return false;
    uint32_t left = NAME(move)(splitter, span, &best.along, (float)best.first_right);
    divide(span, right, left);
    divide_items(span, right, best.left_items);
    set_box(span, best.box[0]);
    set_box(right, best.box[1]);
    part_centers(span, right, &best);
    return true;
}

KERNEL_TARGET static bool NAME(split_by_area)(const gz_splitter *splitter, gz_tree_span *span,
                                              gz_tree_span *right) {
    if (span->count <= FEW) return NAME(split_few)(splitter, span, right);
    if (span->count <= SEVERAL) return NAME(split_several)(splitter, span, right);
    if (span->count < MANY) return NAME(split_by_bins)(splitter, span, MOST_BINS / 2, right);
    return NAME(split_by_bins)(splitter, span, MOST_BINS, right);
}
