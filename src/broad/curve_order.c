/* SPDX-License-Identifier: MIT */
#include "broad/curve_order.h"

#include <string.h>

enum {
    AXIS_BITS = 10,
    CELLS = 1 << AXIS_BITS, /* along each axis */
    CLASS_SHIFT = 3 * AXIS_BITS,
    RUN = 16, /* so many in one cell may stay as they are */
    FEW = 48, /* up to this many, insertion is the fastest way to sort */
    DIGIT_BITS = 11,
    DIGITS = 3,
    BUCKETS = 1 << DIGIT_BITS
};

typedef struct sorter {
    const unsigned char *boxes;
    size_t stride;
    uint64_t *spare;
} sorter;

static inline gz_slim_box box_at(const sorter *s, uint32_t i) {
    gz_slim_box box;
    memcpy(&box, s->boxes + i * s->stride, sizeof box);
    return box;
}

/* -- sorting by the upper half ------------------------------------------------------------------- */

static void insertion_sort(uint64_t *at, size_t count) {
    for (size_t i = 1; i < count; ++i) {
        uint64_t moving = at[i];
        size_t j = i;
        for (; j > 0 && at[j - 1] > moving; --j) at[j] = at[j - 1];
        at[j] = moving;
    }
}

static void distribute(const uint64_t *from, uint64_t *to, size_t count, uint32_t shift,
                       uint32_t *starts) {
    for (size_t i = 0; i < count; ++i) to[starts[from[i] >> shift & (BUCKETS - 1)]++] = from[i];
}

/* Least digit first; digits that all have in common cost nothing but the counting. */
static void radix_sort(uint64_t *at, uint64_t *spare, size_t count) {
    uint32_t counts[DIGITS][BUCKETS];
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i < count; ++i)
        for (uint32_t d = 0; d < DIGITS; ++d)
            ++counts[d][at[i] >> (32 + d * DIGIT_BITS) & (BUCKETS - 1)];
    uint64_t *from = at, *to = spare;
    for (uint32_t d = 0; d < DIGITS; ++d) {
        uint32_t sum = 0, shift = 32 + d * DIGIT_BITS;
        if (counts[d][from[0] >> shift & (BUCKETS - 1)] == count) continue;
        for (uint32_t i = 0; i < BUCKETS; ++i) {
            uint32_t here = counts[d][i];
            counts[d][i] = sum;
            sum += here;
        }
        distribute(from, to, count, shift, counts[d]);
        uint64_t *other = from;
        from = to;
        to = other;
    }
    if (from != at) memcpy(at, from, count * sizeof *at);
}

static void sort(uint64_t *at, uint64_t *spare, size_t count) {
    if (count <= FEW)
        insertion_sort(at, count);
    else
        radix_sort(at, spare, count);
}

/* -- keys ---------------------------------------------------------------------------------------- */

/* Ten bits, each followed by two zeros. */
static uint32_t spread_bits(uint32_t x) {
    x = (x | x << 16) & 0x030000ff;
    x = (x | x << 8) & 0x0300f00f;
    x = (x | x << 4) & 0x030c30c3;
    return (x | x << 2) & 0x09249249;
}

typedef struct frame {
    float origin[3], scale;
} frame;

/* The cube round the centres; false if they are all in one place, or all but. */
static bool find_frame(const sorter *s, const uint64_t *at, size_t count, frame *out) {
    float lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < count; ++i) {
        gz_slim_box box = box_at(s, (uint32_t)at[i]);
        for (int k = 0; k < 3; ++k) {
            float m = gz_curve_middle(box.lo[k], box.hi[k]);
            lo[k] = m < lo[k] ? m : lo[k];
            hi[k] = m > hi[k] ? m : hi[k];
        }
    }
    float size = 0;
    for (int k = 0; k < 3; ++k) {
        size = hi[k] - lo[k] > size ? hi[k] - lo[k] : size;
        out->origin[k] = lo[k];
    }
    out->scale = (float)CELLS / size;
    return size > 1e-30f;
}

static uint32_t cell_of(const frame *f, const gz_slim_box *box) {
    uint32_t code = 0;
    for (int k = 0; k < 3; ++k) {
        float x = (gz_curve_middle(box->lo[k], box->hi[k]) - f->origin[k]) * f->scale;
        uint32_t cell = x < (float)CELLS ? (uint32_t)x : CELLS - 1;
        code |= spread_bits(cell) << k;
    }
    return code;
}

/* The power of two of the largest extent. */
static uint32_t size_of(const gz_slim_box *box) {
    float extent = 0;
    uint32_t bits;
    for (int k = 0; k < 3; ++k) {
        float e = box->hi[k] - box->lo[k];
        extent = e > extent ? e : extent;
    }
    memcpy(&bits, &extent, sizeof bits);
    return bits >> 23;
}

static uint32_t median_size(const sorter *s, size_t count) {
    uint32_t counts[256] = {0}, size = 0;
    for (size_t i = 0; i < count; ++i) {
        gz_slim_box box = box_at(s, (uint32_t)i);
        ++counts[size_of(&box)];
    }
    for (size_t below = counts[0]; below <= count / 2 && size < 255; below += counts[++size]) continue;
    return size;
}

/* 0 for boxes up to about eight times the usual size, then one more every factor of four. */
static uint32_t class_of(uint32_t size, uint32_t median) {
    if (size <= median + 2) return 0;
    uint32_t steps = (size - median - 1) / 2;
    return steps < 3 ? steps : 3;
}

/* -- the order ----------------------------------------------------------------------------------- */

static void refine(const sorter *s, uint64_t *at, size_t count);

/* Puts those that share a cell in order. */
static void refine_runs(const sorter *s, uint64_t *at, size_t count) {
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && at[end] >> 32 == at[begin] >> 32; ++end) continue;
        if (end - begin > RUN) refine(s, at + begin, end - begin);
    }
}

/* Each round makes cells at least 512 times smaller, so there are few rounds. */
static void refine(const sorter *s, uint64_t *at, size_t count) {
    frame f;
    if (!find_frame(s, at, count, &f)) return;
    for (size_t i = 0; i < count; ++i) {
        gz_slim_box box = box_at(s, (uint32_t)at[i]);
        at[i] = (uint64_t)cell_of(&f, &box) << 32 | (uint32_t)at[i];
    }
    sort(at, s->spare, count);
    refine_runs(s, at, count);
}

void gz_curve_order(const void *boxes, size_t stride, size_t count, uint64_t *order, uint64_t *spare) {
    sorter s = {boxes, stride, spare};
    frame f;
    for (size_t i = 0; i < count; ++i) order[i] = i;
    if (count < 2 || !find_frame(&s, order, count, &f)) return;
    uint32_t median = median_size(&s, count);
    for (size_t i = 0; i < count; ++i) {
        gz_slim_box box = box_at(&s, (uint32_t)i);
        uint32_t class = class_of(size_of(&box), median);
        order[i] = (uint64_t)(class << CLASS_SHIFT | cell_of(&f, &box)) << 32 | i;
    }
    sort(order, spare, count);
    refine_runs(&s, order, count);
}
