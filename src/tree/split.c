/* SPDX-License-Identifier: MIT */
#include "tree/split.h"

enum { MOST_BINS = 16 };

/* Spans that are narrower than this are not divided by place, for its inverse might overflow. */
#define LEAST_WIDTH 1e-30f

float gz_box4_area(gz_box4 box) {
    _Alignas(16) float w[4]; /* minus the widths */
    gz_f32x4_store(w, gz_f32x4_add(box.lo, box.minus_hi));
    return w[0] * w[1] + w[1] * w[2] + w[2] * w[0];
}

static inline gz_f32x4 twice_center(gz_box4 box) { return gz_f32x4_sub(box.lo, box.minus_hi); }

static inline gz_box4 around_point(gz_f32x4 p) {
    gz_box4 box;
    box.lo = p;
    box.minus_hi = gz_f32x4_sub(gz_f32x4_splat(0), p);
    return box;
}

void gz_tree_span_measure(const gz_splitter *splitter, gz_tree_span *span) {
    const gz_tree_record *records = splitter->records[span->side] + span->first;
    span->box = span->centers = gz_box4_nothing();
    for (uint32_t i = 0; i < span->count; ++i) {
        gz_box4 box = gz_tree_record_box(&records[i]);
        span->box = gz_box4_join(span->box, box);
        span->centers = gz_box4_join(span->centers, around_point(twice_center(box)));
    }
}

/* -- bins ----------------------------------------------------------------------------------------- */

typedef struct bins {
    gz_box4 box[MOST_BINS];
    uint32_t count[MOST_BINS];
} bins;

/* How centres become numbers of bins: (center - origin) * scale. */
typedef struct ruler {
    gz_f32x4 origin, scale;
    int bins;
} ruler;

static ruler ruler_of(const gz_tree_span *span, int bin_count) {
    _Alignas(16) float width[4], scale[4] = {0, 0, 0, 0};
    gz_f32x4 zero = gz_f32x4_splat(0);
    gz_f32x4_store(width, gz_f32x4_sub(zero, gz_f32x4_add(span->centers.lo, span->centers.minus_hi)));
    for (int k = 0; k < 3; ++k)
        if (width[k] > LEAST_WIDTH) scale[k] = (float)bin_count * (1 - 0x1p-20f) / width[k];
    ruler r;
    r.origin = span->centers.lo;
    r.scale = gz_f32x4_load(scale);
    r.bins = bin_count;
    return r;
}

static inline gz_f32x4 place(const ruler *r, gz_box4 box) {
    return gz_f32x4_mul(gz_f32x4_sub(twice_center(box), r->origin), r->scale);
}

static inline void bins_clear(bins *b, int count) {
    for (int i = 0; i < count; ++i) {
        b->box[i] = gz_box4_nothing();
        b->count[i] = 0;
    }
}

static inline void bins_add(bins *b, int32_t at, gz_box4 box) {
    b->box[at] = gz_box4_join(b->box[at], box);
    b->count[at]++;
}

static void fill(const gz_tree_record *records, uint32_t count, const ruler *r, bins axes[3]) {
    for (int k = 0; k < 3; ++k) bins_clear(&axes[k], r->bins);
    for (uint32_t i = 0; i < count; ++i) {
        gz_box4 box = gz_tree_record_box(&records[i]);
        int32_t at[4];
        gz_f32x4_store_ints(at, place(r, box));
        for (int k = 0; k < 3; ++k) bins_add(&axes[k], at[k], box);
    }
}

typedef struct choice {
    float cost;
    int axis, first_right; /* bins below that go left */
} choice;

/* The best cut of one axis, if it is better than what there is. */
static void look_along(const bins *b, int bin_count, int axis, float share, choice *best) {
    float right_cost[MOST_BINS];
    uint32_t right = 0;
    gz_box4 box = gz_box4_nothing();
    for (int i = bin_count - 1; i > 0; --i) {
        box = gz_box4_join(box, b->box[i]);
        right += b->count[i];
        right_cost[i] = right ? gz_box4_area(box) * ((float)right * share) : INFINITY;
    }
    uint32_t left = 0;
    box = gz_box4_nothing();
    for (int i = 1; i < bin_count; ++i) {
        box = gz_box4_join(box, b->box[i - 1]);
        left += b->count[i - 1];
        if (!left) continue;
        float cost = gz_box4_area(box) * ((float)left * share) + right_cost[i];
        if (cost < best->cost) *best = (choice){cost, axis, i};
    }
}

/* -- moving records ------------------------------------------------------------------------------- */

/* Those with place < limit along the axis go to the front of the other array, the rest, in reverse, to
 * the back. Every record is written to both ends; what is written too much is overwritten later. */
GZ_INLINE uint32_t move(const gz_tree_record *from, gz_tree_record *to, uint32_t count, const ruler *r,
                        int axis, float limit, gz_box4 centers[2]) {
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

static uint32_t move_along(const gz_splitter *splitter, const gz_tree_span *span, const ruler *r,
                           int axis, float limit, gz_box4 centers[2]) {
    const gz_tree_record *from = splitter->records[span->side] + span->first;
    gz_tree_record *to = splitter->records[!span->side] + span->first;
    switch (axis) {
    case 0:
        return move(from, to, span->count, r, 0, limit, centers);
    case 1:
        return move(from, to, span->count, r, 1, limit, centers);
    default:
        return move(from, to, span->count, r, 2, limit, centers);
    }
}

static void divide(const gz_tree_span *span, uint32_t left, uint32_t side, gz_tree_span out[2]) {
    out[0].first = span->first;
    out[0].count = left;
    out[1].first = span->first + left;
    out[1].count = span->count - left;
    out[0].side = out[1].side = side;
}

/* -- methods -------------------------------------------------------------------------------------- */

static int longest_axis(gz_box4 box) {
    _Alignas(16) float w[4]; /* minus the widths */
    gz_f32x4_store(w, gz_f32x4_add(box.lo, box.minus_hi));
    int axis = w[1] < w[0] ? 1 : 0;
    return w[2] < w[axis] ? 2 : axis;
}

/* The surface-area heuristic over bins of centres. */
static bool split_by_area(const gz_splitter *splitter, const gz_tree_span *span, gz_tree_span out[2]) {
    bins axes[3];
    int bin_count = span->count < 32 ? 8 : MOST_BINS;
    ruler r = ruler_of(span, bin_count);
    fill(splitter->records[span->side] + span->first, span->count, &r, axes);
    choice best = {INFINITY, -1, 0};
    for (int k = 0; k < 3; ++k) look_along(&axes[k], bin_count, k, 1 / (float)span->count, &best);
    if (best.axis < 0 || best.cost == 0) return false;
    gz_box4 centers[2], boxes[2] = {gz_box4_nothing(), gz_box4_nothing()};
    uint32_t left = move_along(splitter, span, &r, best.axis, (float)best.first_right, centers);
    for (int i = 0; i < bin_count; ++i) {
        gz_box4 *box = &boxes[i >= best.first_right];
        *box = gz_box4_join(*box, axes[best.axis].box[i]);
    }
    divide(span, left, !span->side, out);
    for (int i = 0; i < 2; ++i) out[i].box = boxes[i], out[i].centers = centers[i];
    return true;
}

/* In the middle of the longest axis of the box (B:4401-4421). */
static bool split_in_the_middle(const gz_splitter *splitter, const gz_tree_span *span,
                                gz_tree_span out[2]) {
    int axis = longest_axis(span->box);
    _Alignas(16) float middle[4];
    gz_f32x4_store(middle, twice_center(span->box));
    ruler r;
    r.origin = gz_f32x4_splat(0);
    r.scale = gz_f32x4_splat(1);
    gz_box4 centers[2];
    uint32_t left = move_along(splitter, span, &r, axis, middle[axis], centers);
    if (left == 0 || left == span->count) return false;
    divide(span, left, !span->side, out);
    for (int i = 0; i < 2; ++i) gz_tree_span_measure(splitter, &out[i]);
    return true;
}

/* -- halves --------------------------------------------------------------------------------------- */

static inline float center_along(const gz_tree_record *record, int axis) {
    return record->lo[axis] - record->minus_hi[axis];
}

static void exchange(gz_tree_record *a, gz_tree_record *b) {
    gz_tree_record c = *a;
    *a = *b;
    *b = c;
}

/* Hoare's selection: afterwards none before `half` lies farther along the axis than any from there. */
static void select_half(gz_tree_record *records, uint32_t count, uint32_t half, int axis) {
    int64_t begin = 0, end = (int64_t)count - 1;
    while (begin < end) {
        float pivot = center_along(&records[begin + (end - begin) / 2], axis);
        int64_t i = begin, j = end;
        while (i <= j) {
            while (center_along(&records[i], axis) < pivot) ++i;
            while (center_along(&records[j], axis) > pivot) --j;
            if (i <= j) exchange(&records[i++], &records[j--]);
        }
        if (half <= j)
            end = j;
        else if (half >= i)
            begin = i;
        else
            return;
    }
}

void gz_tree_span_halve(const gz_splitter *splitter, const gz_tree_span *span, gz_tree_span out[2]) {
    uint32_t half = span->count / 2;
    int axis = longest_axis(span->centers);
    select_half(splitter->records[span->side] + span->first, span->count, half, axis);
    divide(span, half, span->side, out);
    for (int i = 0; i < 2; ++i) gz_tree_span_measure(splitter, &out[i]);
}

void gz_tree_span_split(const gz_splitter *splitter, const gz_tree_span *span, gz_tree_span out[2]) {
    bool done = false;
    if (splitter->method == GRAZE_TREE_SAH)
        done = split_by_area(splitter, span, out);
    else if (splitter->method == GRAZE_TREE_MIDPOINT)
        done = split_in_the_middle(splitter, span, out);
    if (!done) gz_tree_span_halve(splitter, span, out);
}
