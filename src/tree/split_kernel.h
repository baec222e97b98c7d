/* SPDX-License-Identifier: MIT
 * The surface-area heuristic over bins of centres, for one instruction set; tree/split.c includes this
 * once each. Expects NAME(name) and KERNEL_TARGET. */

typedef struct NAME(bins) {
    gz_box4 box[MOST_BINS];
    uint32_t count[MOST_BINS];
} NAME(bins);

KERNEL_TARGET static void NAME(fill)(const gz_tree_record *records, uint32_t count, const ruler *r,
                                     int axis, NAME(bins) * bins) {
    for (int i = 0; i < r->bins; ++i) {
        bins->box[i] = gz_box4_nothing();
        bins->count[i] = 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
        gz_box4 box = gz_tree_record_box(&records[i]);
        int32_t at[4];
        gz_f32x4_store_ints(at, place(r, box));
        int32_t bin = at[axis];
        bins->box[bin] = gz_box4_join(bins->box[bin], box);
        bins->count[bin]++;
    }
}

/* Half the surfaces of four boxes. */
KERNEL_TARGET static inline gz_f32x4 NAME(areas)(const gz_box4 boxes[4]) {
    gz_f32x4 w[4]; /* minus the widths */
    for (int i = 0; i < 4; ++i) w[i] = gz_f32x4_add(boxes[i].lo, boxes[i].minus_hi);
    gz_f32x4 even = gz_f32x4_lows(w[0], w[2]), odd = gz_f32x4_lows(w[1], w[3]);
    gz_f32x4 x = gz_f32x4_lows(even, odd), y = gz_f32x4_highs(even, odd);
    gz_f32x4 z = gz_f32x4_lows(gz_f32x4_highs(w[0], w[2]), gz_f32x4_highs(w[1], w[3]));
    gz_f32x4 xy_yz = gz_f32x4_add(gz_f32x4_mul(x, y), gz_f32x4_mul(y, z));
    return gz_f32x4_add(xy_yz, gz_f32x4_mul(z, x));
}

/* The best cut of bins, from the boxes and shares before and behind each. A side without boxes has
 * infinite area and the share 0: their product is no number, and no better than anything. */
KERNEL_TARGET static inline int NAME(best_cut)(const gz_box4 *left, const gz_box4 *right,
                                               const float *left_share, const float *right_share,
                                               int bin_count, float *least) {
    _Alignas(16) float cost[MOST_BINS];
    int best = -1;
    for (int i = 0; i < bin_count; i += 4) {
        gz_f32x4 l = gz_f32x4_mul(NAME(areas)(left + i), gz_f32x4_load(left_share + i));
        gz_f32x4 r = gz_f32x4_mul(NAME(areas)(right + i), gz_f32x4_load(right_share + i));
        gz_f32x4_store(cost + i, gz_f32x4_add(l, r));
    }
    for (int i = 1; i < bin_count; ++i)
        if (cost[i] < *least) *least = cost[i], best = i;
    return best;
}

/* The best cut of one axis, if it is better than what there is. */
KERNEL_TARGET static void NAME(look_along)(const NAME(bins) * bins, int bin_count, int axis,
                                           float share, uint32_t all, choice *best) {
    gz_box4 left[MOST_BINS], right[MOST_BINS];
    _Alignas(16) float left_share[MOST_BINS], right_share[MOST_BINS];
    left[0] = right[0] = gz_box4_nothing(); /* a cut before the first bin is none */
    left_share[0] = right_share[0] = 0;
    uint32_t before = 0;
    for (int i = 1; i < bin_count; ++i) {
        left[i] = gz_box4_join(left[i - 1], bins->box[i - 1]);
        before += bins->count[i - 1];
        left_share[i] = (float)before * share;
        right_share[i] = (float)(all - before) * share;
    }
    gz_box4 box = gz_box4_nothing();
    for (int i = bin_count - 1; i > 0; --i) right[i] = box = gz_box4_join(box, bins->box[i]);
    int cut = NAME(best_cut)(left, right, left_share, right_share, bin_count, &best->cost);
    if (cut < 0) return;
    best->axis = axis;
    best->first_right = cut;
    best->box[0] = left[cut];
    best->box[1] = right[cut];
}

/* -- a few records: sorted, each a bin of its own ------------------------------------------------- */

/* Copies them to the other array in order of their centres along the axis, each to where as many come
 * before it. */
KERNEL_TARGET static inline void NAME(sort_few)(const gz_tree_record *from, gz_tree_record *to,
                                                uint32_t count, int axis) {
    _Alignas(16) float key[FEW];
    for (uint32_t i = 0; i < FEW; ++i) key[i] = INFINITY;
    for (uint32_t i = 0; i < count; ++i) key[i] = from[i].lo[axis] - from[i].minus_hi[axis];
    gz_f32x4 a = gz_f32x4_load(key), b = gz_f32x4_load(key + 4);
    for (uint32_t i = 0; i < count; ++i) {
        gz_f32x4 k = gz_f32x4_splat(key[i]);
        uint32_t less = (uint32_t)(gz_f32x4_less_bits(a, k) | gz_f32x4_less_bits(b, k) << 4);
        uint32_t same = (uint32_t)(gz_f32x4_equal_bits(a, k) | gz_f32x4_equal_bits(b, k) << 4);
        to[bit_count[less | (same & ((1u << i) - 1))]] = from[i];
    }
}

KERNEL_TARGET static bool NAME(split_few)(const gz_splitter *splitter, const gz_tree_span *span,
                                          gz_tree_span out[2]) {
    gz_tree_record *to = splitter->records[!span->side] + span->first;
    int count = (int)span->count;
    NAME(sort_few)
    (splitter->records[span->side] + span->first, to, span->count, longest_axis(span->centers));
    gz_box4 left[FEW], right[FEW];
    for (int i = 0; i < FEW; ++i) left[i] = right[i] = gz_box4_nothing();
    for (int i = 1; i < count; ++i) left[i] = gz_box4_join(left[i - 1], gz_tree_record_box(&to[i - 1]));
    gz_box4 box = gz_box4_nothing();
    for (int i = count - 1; i > 0; --i) right[i] = box = gz_box4_join(box, gz_tree_record_box(&to[i]));
    float cost = INFINITY;
    const float *shares = few_shares[count];
    int cut = NAME(best_cut)(left, right, shares, shares + FEW, count <= 4 ? 4 : 8, &cost);
    if (cut < 0) cut = count / 2;
    divide(span, (uint32_t)cut, !span->side, out);
    out[0].box = left[cut];
    out[1].box = right[cut];
    for (int side = 0; side < 2; ++side) {
        gz_box4 centers = gz_box4_nothing();
        for (int i = side ? cut : 0; i < (side ? count : cut); ++i)
            centers = gz_box4_join(centers, around_point(twice_center(gz_tree_record_box(&to[i]))));
        out[side].centers = centers;
    }
    return true;
}

/* -- many records --------------------------------------------------------------------------------- */

/* Those with place < limit along the axis go to the front of the other array, the rest, in reverse, to
 * the back. Every record is written to both ends; what is written too much is overwritten later. */
KERNEL_TARGET static inline __attribute__((always_inline)) uint32_t
NAME(move)(const gz_tree_record *from, gz_tree_record *to, uint32_t count, const ruler *r, int axis,
           float limit, gz_box4 centers[2]) {
    gz_f32x4 bound = gz_f32x4_splat(limit), infinite = gz_f32x4_splat(INFINITY);
    gz_tree_record *front = to, *back = to + count - 1;
    gz_box4 left = gz_box4_nothing(), right = left;
    for (uint32_t i = 0; i < count; ++i) {
        gz_box4 box = gz_tree_record_box(&from[i]);
        gz_f32x4 x = gz_f32x4_repeat(place(r, box), axis);
        int is_left = gz_f32x4_less_bits(x, bound) & 1;
        gz_f32x4_store(front->lo, box.lo);
        gz_f32x4_store(front->minus_hi, box.minus_hi);
        gz_f32x4_store(back->lo, box.lo);
        gz_f32x4_store(back->minus_hi, box.minus_hi);
        front += is_left;
        back -= 1 - is_left;
        /* Infinity keeps the centre out of what it does not belong to. */
        gz_f32x4 off_right = gz_f32x4_when_less(x, bound, infinite);
        gz_f32x4 off_left = gz_f32x4_when_less(off_right, infinite, infinite);
        gz_box4 center = around_point(twice_center(box));
        left.lo = gz_f32x4_min(left.lo, gz_f32x4_add(center.lo, off_left));
        left.minus_hi = gz_f32x4_min(left.minus_hi, gz_f32x4_add(center.minus_hi, off_left));
        right.lo = gz_f32x4_min(right.lo, gz_f32x4_add(center.lo, off_right));
        right.minus_hi = gz_f32x4_min(right.minus_hi, gz_f32x4_add(center.minus_hi, off_right));
    }
    centers[0] = left;
    centers[1] = right;
    return (uint32_t)(front - to);
}

KERNEL_TARGET static uint32_t NAME(move_along)(const gz_splitter *splitter, const gz_tree_span *span,
                                               const ruler *r, int axis, float limit,
                                               gz_box4 centers[2]) {
    const gz_tree_record *from = splitter->records[span->side] + span->first;
    gz_tree_record *to = splitter->records[!span->side] + span->first;
    switch (axis) {
    case 0:
        return NAME(move)(from, to, span->count, r, 0, limit, centers);
    case 1:
        return NAME(move)(from, to, span->count, r, 1, limit, centers);
    default:
        return NAME(move)(from, to, span->count, r, 2, limit, centers);
    }
}

KERNEL_TARGET static bool NAME(split_by_area)(const gz_splitter *splitter, const gz_tree_span *span,
                                              gz_tree_span out[2]) {
    if (span->count <= FEW) return NAME(split_few)(splitter, span, out);
    const gz_tree_record *records = splitter->records[span->side] + span->first;
    float share = 1 / (float)span->count, good = gz_box4_area(span->box) * GOOD_CUT;
    ruler r = ruler_of(span, span->count < MANY ? MOST_BINS / 2 : MOST_BINS);
    int longest = longest_axis(span->centers);
    choice best = {.cost = INFINITY, .axis = -1};
    for (int i = 0; i < 3 && !(best.cost <= good); ++i) {
        NAME(bins) bins;
        int axis = (longest + i) % 3;
        NAME(fill)(records, span->count, &r, axis, &bins);
        NAME(look_along)(&bins, r.bins, axis, share, span->count, &best);
    }
    if (best.axis < 0 || best.cost == 0) return false;
    gz_box4 centers[2];
    uint32_t left = NAME(move_along)(splitter, span, &r, best.axis, (float)best.first_right, centers);
    divide(span, left, !span->side, out);
    for (int i = 0; i < 2; ++i) out[i].box = best.box[i], out[i].centers = centers[i];
    return true;
}
