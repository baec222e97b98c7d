/* SPDX-License-Identifier: MIT */
#include "tree/split.h"

#include "base/bits.h"
#include "tree/split_order.h"

/* Spans of fewer records are divided by half as many bins. */
enum { MOST_BINS = 16, MANY = 64, FEW = 8 };
/* The longest axis is looked at first. A cut that leaves no more than this of the cost is good enough;
 * else the other axes are tried, too. */
#define GOOD_CUT 0.8f

/* Spans that are narrower than this are not divided by place, for its inverse might overflow. */
#define LEAST_WIDTH 1e-30f

static inline gz_f32x4 twice_center(gz_box4 box) { return gz_f32x4_sub(box.lo, box.minus_hi); }

static inline gz_box4 around_point(gz_f32x4 p) {
    gz_box4 box;
    box.lo = p;
    box.minus_hi = gz_f32x4_sub(gz_f32x4_splat(0), p);
    return box;
}

static inline void set_box(gz_tree_span *span, gz_box4 box) {
    span->box = box;
    span->area = gz_box4_half_surface(box);
}

gz_tree_span gz_tree_span_make(gz_box4 around, uint32_t first, uint32_t count, uint32_t items) {
    gz_tree_span span;
    set_box(&span, around);
    span.centers.lo = gz_f32x4_add(around.lo, around.lo);
    span.centers.minus_hi = gz_f32x4_add(around.minus_hi, around.minus_hi);
    span.first = span.place = first;
    span.count = count;
    span.items = items;
    return span;
}

static void measure(const gz_splitter *splitter, gz_tree_span *span) {
    const gz_tree_record *records = splitter->records + span->first;
    span->box = span->centers = gz_box4_nothing();
    span->items = 0;
    for (uint32_t i = 0; i < span->count; ++i) {
        gz_box4 box = gz_tree_record_box(&records[i]);
        span->items += gz_tree_record_count(&records[i]);
        span->box = gz_box4_join(span->box, box);
        span->centers = gz_box4_join(span->centers, around_point(twice_center(box)));
    }
    set_box(span, span->box);
}

/* -- where to cut ---------------------------------------------------------------------------------- */

static int longest_axis(gz_box4 box) {
    gz_f32x4 minus_width = gz_f32x4_add(box.lo, box.minus_hi);
    float x = gz_f32x4_low(minus_width), y = gz_f32x4_low(gz_f32x4_repeat(minus_width, 1));
    float z = gz_f32x4_low(gz_f32x4_repeat(minus_width, 2));
    return z < (y < x ? y : x) ? 2 : y < x;
}

/* The span keeps the records on the left. */
static inline void divide(gz_tree_span *span, gz_tree_span *right, uint32_t left) {
    right->first = span->first + left;
    right->count = span->count - left;
    span->count = left;
}

/* So many of their items are on the left. */
static inline void divide_items(gz_tree_span *span, gz_tree_span *right, uint32_t left) {
    right->items = span->items - left;
    span->items = left;
}

static void measure_both(const gz_splitter *splitter, gz_tree_span *span, gz_tree_span *right) {
    measure(splitter, span);
    measure(splitter, right);
}

/* How centres along an axis become numbers of bins. */
typedef struct ruler {
    int axis;
    float origin, scale, end;
} ruler;

static ruler ruler_of(const gz_tree_span *span, int axis, int bins) {
    _Alignas(16) float lo[4], minus_width[4];
    gz_f32x4_store(lo, span->centers.lo);
    gz_f32x4_store(minus_width, gz_f32x4_add(span->centers.lo, span->centers.minus_hi));
    float width = -minus_width[axis];
    ruler r = {axis, lo[axis], 0, (float)bins - 0.5f};
    if (width > LEAST_WIDTH) r.scale = (float)bins * (1 - 0x1p-20f) / width;
    return r;
}

static inline float place(const ruler *r, const gz_tree_record *record) {
    return ((record->lo[r->axis] - record->minus_hi[r->axis]) - r->origin) * r->scale;
}
/* What rounding takes over an edge stays within it. */
static inline int bin_of(const ruler *r, const gz_tree_record *record) {
    float at = place(r, record);
    at = at > 0 ? at : 0;
    return (int)(at < r->end ? at : r->end);
}

/* A cut, and what lies on its two sides. */
typedef struct choice {
    float cost;
    int first_right; /* bins below that go left */
    uint32_t left_items;
    ruler along;
    gz_box4 box[2];
} choice;

/* Centres lie in the box. Nobody looks where they are exactly: that would cost more than it is good
 * for. */
static inline void keep_centers_near(gz_tree_span *span) {
    gz_box4 box = span->box, *centers = &span->centers;
    centers->lo = gz_f32x4_max(centers->lo, gz_f32x4_add(box.lo, box.lo));
    centers->minus_hi = gz_f32x4_max(centers->minus_hi, gz_f32x4_add(box.minus_hi, box.minus_hi));
}

/* Those of both sides end at the cut. */
static void part_centers(gz_tree_span *span, gz_tree_span *right, const choice *cut) {
    static const _Alignas(16) float others[3][4] = {{0, -INFINITY, -INFINITY, -INFINITY},
                                                    {-INFINITY, 0, -INFINITY, -INFINITY},
                                                    {-INFINITY, -INFINITY, 0, -INFINITY}};
    const ruler *r = &cut->along;
    float edge = r->origin + (float)cut->first_right / r->scale;
    gz_f32x4 other = gz_f32x4_load(others[r->axis]);
    right->centers = span->centers;
    gz_f32x4 *end = &span->centers.minus_hi, *begin = &right->centers.lo;
    *end = gz_f32x4_max(*end, gz_f32x4_add(gz_f32x4_splat(-edge), other));
    *begin = gz_f32x4_max(*begin, gz_f32x4_add(gz_f32x4_splat(edge), other));
    keep_centers_near(span);
    keep_centers_near(right);
}

/* Bits that are set in 0 ... 255. */
#define COUNT_4(n) n, n + 1, n + 1, n + 2
#define COUNT_16(n) COUNT_4(n), COUNT_4(n + 1), COUNT_4(n + 1), COUNT_4(n + 2)
#define COUNT_64(n) COUNT_16(n), COUNT_16(n + 1), COUNT_16(n + 1), COUNT_16(n + 2)
static const uint8_t bit_count[256] = {COUNT_64(0), COUNT_64(1), COUNT_64(1), COUNT_64(2)};

/* The counts before and behind the cuts of so many records; 0 on both sides where there is none. */
static const _Alignas(16) float few_shares[FEW + 1][2 * FEW] = {
    {0},
    {0},
    {0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0},
    {0, 1, 2, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0},
    {0, 1, 2, 3, 0, 0, 0, 0, 0, 3, 2, 1, 0, 0, 0, 0},
    {0, 1, 2, 3, 4, 0, 0, 0, 0, 4, 3, 2, 1, 0, 0, 0},
    {0, 1, 2, 3, 4, 5, 0, 0, 0, 5, 4, 3, 2, 1, 0, 0},
    {0, 1, 2, 3, 4, 5, 6, 0, 0, 6, 5, 4, 3, 2, 1, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 0, 7, 6, 5, 4, 3, 2, 1}};

/* There is one way only, and nothing has to move. */
static inline void split_two(const gz_tree_record *from, gz_tree_span *span, gz_tree_span *right) {
    divide(span, right, 1);
    divide_items(span, right, gz_tree_record_count(from));
    set_box(span, gz_tree_record_box(from));
    set_box(right, gz_tree_record_box(from + 1));
    span->centers = right->centers = gz_box4_nothing(); /* which nobody will ask for */
}

/* -- boxes as rows of a register or two ----------------------------------------------------------- */

#define row4 gz_box4
#define row4_nothing gz_box4_nothing
#define row4_load gz_tree_record_box
#define row4_join gz_box4_join
static inline void row4_store(gz_tree_record *record, gz_box4 row) {
    gz_f32x4_store(record->lo, row.lo);
    gz_f32x4_store(record->minus_hi, row.minus_hi);
}
static inline gz_box4 row4_box(gz_box4 row) { return row; }
static inline gz_f32x4 row4_minus_width(gz_box4 row) { return gz_f32x4_add(row.lo, row.minus_hi); }
static inline gz_box4 row4_add(gz_box4 row, float s) {
    gz_f32x4 all = gz_f32x4_splat(s);
    return (gz_box4){gz_f32x4_add(row.lo, all), gz_f32x4_add(row.minus_hi, all)};
}

/* Half the surfaces of four boxes. */
static inline gz_f32x4 row4_areas(const gz_box4 boxes[4]) {
    gz_f32x4 w[4]; /* minus the widths */
    for (int i = 0; i < 4; ++i) w[i] = row4_minus_width(boxes[i]);
    gz_f32x4 even = gz_f32x4_lows(w[0], w[2]), odd = gz_f32x4_lows(w[1], w[3]);
    gz_f32x4 x = gz_f32x4_lows(even, odd), y = gz_f32x4_highs(even, odd);
    gz_f32x4 z = gz_f32x4_lows(gz_f32x4_highs(w[0], w[2]), gz_f32x4_highs(w[1], w[3]));
    gz_f32x4 xy_yz = gz_f32x4_add(gz_f32x4_mul(x, y), gz_f32x4_mul(y, z));
    return gz_f32x4_add(xy_yz, gz_f32x4_mul(z, x));
}
/* What four cuts cost: the surfaces on both sides, each times its share. */
static inline gz_f32x4 row4_costs(const gz_box4 *left, const gz_box4 *right, const float *left_share,
                                  const float *right_share) {
    gz_f32x4 l = gz_f32x4_mul(row4_areas(left), gz_f32x4_take(left_share));
    return gz_f32x4_add(l, gz_f32x4_mul(row4_areas(right), gz_f32x4_take(right_share)));
}

/* Where so many records are, the first again for those that are not there, and what is added to these.
 */
static const uint8_t few_places[FEW + 1][FEW] = {{0},
                                                 {0},
                                                 {0, 1},
                                                 {0, 1, 2},
                                                 {0, 1, 2, 3},
                                                 {0, 1, 2, 3, 4},
                                                 {0, 1, 2, 3, 4, 5},
                                                 {0, 1, 2, 3, 4, 5, 6},
                                                 {0, 1, 2, 3, 4, 5, 6, 7}};
#define NO INFINITY
static const _Alignas(16) float few_absent[FEW + 1][FEW] = {
    {NO, NO, NO, NO, NO, NO, NO, NO}, {0, NO, NO, NO, NO, NO, NO, NO}, {0, 0, NO, NO, NO, NO, NO, NO},
    {0, 0, 0, NO, NO, NO, NO, NO},    {0, 0, 0, 0, NO, NO, NO, NO},    {0, 0, 0, 0, 0, NO, NO, NO},
    {0, 0, 0, 0, 0, 0, NO, NO},       {0, 0, 0, 0, 0, 0, 0, NO},       {0, 0, 0, 0, 0, 0, 0, 0}};
#undef NO

#define NAME(name) name##_baseline
#define KERNEL_TARGET
#define ROW(op) row4##op
#include "tree/split_kernel.h"
#undef NAME
#undef KERNEL_TARGET
#undef ROW

#if defined(GZ_HAVE_AVX2)
typedef gz_f32x8 row8;
#define row8_join gz_f32x8_min
GZ_INLINE_AVX2 row8 row8_nothing(void) { return gz_f32x8_splat(INFINITY); }
GZ_INLINE_AVX2 row8 row8_load(const gz_tree_record *record) { return gz_f32x8_load(record->lo); }
GZ_INLINE_AVX2 void row8_store(gz_tree_record *record, row8 row) { gz_f32x8_store(record->lo, row); }
GZ_INLINE_AVX2 row8 row8_add(row8 row, float s) { return gz_f32x8_add(row, gz_f32x8_splat(s)); }
GZ_INLINE_AVX2 gz_box4 row8_box(row8 row) {
    return (gz_box4){_mm256_castps256_ps128(row), _mm256_extractf128_ps(row, 1)};
}

/* Both sides at once: a cut's left one in the low half, its right one in the high half. */
GZ_INLINE_AVX2 row8 row8_minus_widths(row8 left, row8 right) {
    return _mm256_add_ps(_mm256_permute2f128_ps(left, right, 0x20),
                         _mm256_permute2f128_ps(left, right, 0x31));
}
GZ_INLINE_AVX2 gz_f32x4 row8_costs(const row8 *left, const row8 *right, const float *left_share,
                                   const float *right_share) {
    row8 w[4];
    for (int i = 0; i < 4; ++i) w[i] = row8_minus_widths(left[i], right[i]);
    row8 even = _mm256_unpacklo_ps(w[0], w[2]), odd = _mm256_unpacklo_ps(w[1], w[3]);
    row8 x = _mm256_unpacklo_ps(even, odd), y = _mm256_unpackhi_ps(even, odd);
    row8 z = _mm256_unpacklo_ps(_mm256_unpackhi_ps(w[0], w[2]), _mm256_unpackhi_ps(w[1], w[3]));
    row8 xy_yz = _mm256_add_ps(_mm256_mul_ps(x, y), _mm256_mul_ps(y, z));
    row8 areas = _mm256_add_ps(xy_yz, _mm256_mul_ps(z, x));
    gz_f32x4 l = _mm_mul_ps(_mm256_castps256_ps128(areas), _mm_loadu_ps(left_share));
    return _mm_add_ps(l, _mm_mul_ps(_mm256_extractf128_ps(areas, 1), _mm_loadu_ps(right_share)));
}

#define NAME(name) name##_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#define ROW(op) row8##op
#include "tree/split_kernel.h"
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

/* -- methods -------------------------------------------------------------------------------------- */

/* In the middle of the longest axis of the box (B:4401-4421). */
static bool split_in_the_middle(const gz_splitter *splitter, gz_tree_span *span, gz_tree_span *right) {
    int axis = longest_axis(span->box);
    _Alignas(16) float middle[4];
    gz_f32x4_store(middle, twice_center(span->box));
    const ruler r = {.axis = axis, .origin = 0, .scale = 1};
    uint32_t left = CHOOSE(move)(splitter, span, &r, middle[axis]);
    if (left == 0 || left == span->count) return false;
    divide(span, right, left);
    measure_both(splitter, span, right);
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

void gz_tree_span_scatter(const gz_splitter *splitter, const gz_tree_span *span, gz_tree_span *single) {
    for (uint32_t i = 0; i < span->count; ++i) {
        const gz_tree_record *record = &splitter->records[span->first + i];
        single[i].first = span->first + i;
        single[i].count = 1;
        single[i].items = gz_tree_record_count(record);
        set_box(&single[i], gz_tree_record_box(record));
    }
}

void gz_tree_span_halve(const gz_splitter *splitter, gz_tree_span *span, gz_tree_span *right) {
    uint32_t half = span->count / 2;
    int axis = longest_axis(span->centers);
    select_half(splitter->records + span->first, span->count, half, axis);
    divide(span, right, half);
    measure_both(splitter, span, right);
}

void gz_tree_span_split(const gz_splitter *splitter, gz_tree_span *span, gz_tree_span *right) {
    bool done = false;
    if (splitter->method == GRAZE_TREE_SAH)
        done = CHOOSE(split_by_area)(splitter, span, right);
    else if (splitter->method == GRAZE_TREE_MIDPOINT)
        done = split_in_the_middle(splitter, span, right);
    if (!done) gz_tree_span_halve(splitter, span, right);
}
