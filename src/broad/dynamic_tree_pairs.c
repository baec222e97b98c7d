/* SPDX-License-Identifier: MIT
 * Searches for pairs. They go down the tree level by level: what has to be looked at on a level waits
 * in a queue, in which there is always something to do while nodes come out of memory, and no branch
 * depends on how many children a single node has to offer. */
#include "broad/dynamic_tree.h"

enum {
    ROOM = GZ_DYNAMIC_WIDTH * GZ_DYNAMIC_WIDTH, /* what two nodes can add */
    QUEUE = 3 * ROOM,
    BATCH = 32,    /* fresh boxes that go down together */
    FEW_PART = 32, /* so small a part of all boxes is few */
    AHEAD = 8,     /* nodes are fetched so many steps before they are needed, */
    LEAVES_AHEAD =
        24, /* where all are gone through, since neighbours will look at them, too, so many */
    UNWEEDED = 1024
};

/* Two nodes of the level whose boxes overlap; or the number of a fresh box, and a node. */
typedef struct queue {
    gz_candidate at[QUEUE];
    size_t count;
} queue;

typedef struct search {
    const gz_dynamic_tree *tree;
    gz_candidates *pairs;
    bool fresh;     /* for pairs of fresh boxes; else for all */
    bool weeds_all; /* pairs may be in the list already, or of boxes that are gone */
    bool fetches;   /* nodes ahead: there are more than fit into the caches */
    size_t weeded;  /* of the pairs */
    gz_slim_box box[BATCH], before[BATCH]; /* fresh ones, what they were, and their indices */
    uint32_t index[BATCH];
    queue levels[GZ_DYNAMIC_LEVELS];
} search;

/* With the index of a fresh box in a pair: the other one overlaps what the fresh one was before. */
#define WAS_NEAR UINT32_C(0x80000000)

/* -- what was found ------------------------------------------------------------------------------ */

/* A pair that a fresh box found: is it one that is not in the list? A node says what the other box was
 * like before the update, unless that is fresh, too. Of two fresh ones the one with the higher index
 * reports; it meets itself, too. */
static inline bool is_new(const gz_candidates *c, const gz_candidate *pair) {
    uint32_t a = pair->a & ~WAS_NEAR, b = pair->b;
    if (c->marks[b] & (GZ_MARK_FRESH | GZ_MARK_GONE))
        return b < a && !(c->marks[b] & GZ_MARK_GONE) && !gz_slim_overlap(&c->fat[a], &c->fat[b]);
    return a == pair->a;
}

/* The same of any pair. */
static inline bool is_any_new(const gz_candidates *c, const gz_candidate *pair) {
    bool gone = (c->marks[pair->a] | c->marks[pair->b]) & GZ_MARK_GONE;
    return !gone & !gz_slim_overlap(&c->fat[pair->a], &c->fat[pair->b]);
}

/* Drops what was found needlessly since the last time. */
static void weed(search *s) {
    gz_candidates *c = s->pairs;
    size_t kept = s->weeded;
    if (s->fresh || s->weeds_all) {
        for (size_t k = s->weeded; k < c->count; ++k) {
            gz_candidate pair = c->at[k];
            bool keep = s->fresh ? is_new(c, &pair) : is_any_new(c, &pair);
            c->at[kept].a = pair.a & ~WAS_NEAR;
            c->at[kept].b = pair.b;
            kept += keep;
        }
        c->count = kept;
    }
    s->weeded = c->count;
}

/* Where to put pairs that are found, room for ROOM; NULL when memory is out. */
static inline gz_candidate *room_for_pairs(search *s) {
    gz_candidates *c = s->pairs;
    if (c->count - s->weeded >= UNWEEDED) weed(s);
    if (c->capacity - c->count < ROOM && !gz_candidates_grow(c, ROOM)) return NULL;
    return c->at + c->count;
}

/* -- kernels ------------------------------------------------------------------------------------- */

/* Appends pairs of a and those of eight others whose bits are set, and says how many. */
static inline size_t append_baseline(gz_candidate *to, uint32_t a, const uint32_t others[8],
                                     uint32_t bits) {
    size_t count = 0;
    for (; bits; bits &= bits - 1) to[count++] = (gz_candidate){a, others[gz_lowest_bit(bits)]};
    return count;
}

#define NAME(function) function##_baseline
#define OVERLAPS gz_box8_overlaps_baseline
#define APPEND append_baseline
#define KERNEL_TARGET
#include "broad/dynamic_tree_pairs_kernel.h"
#undef NAME
#undef OVERLAPS
#undef APPEND
#undef KERNEL_TARGET

#if defined(GZ_HAVE_AVX2)
/* Of four places those whose bits are set. */
static const int32_t set_places[16][4] = {{0},    {0},       {1},       {0, 1},      {2},    {0, 2},
                                          {1, 2}, {0, 1, 2}, {3},       {0, 3},      {1, 3}, {0, 1, 3},
                                          {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};

GZ_INLINE_AVX2 size_t append_half_avx2(gz_candidate *to, __m128i a, const uint32_t others[4],
                                       uint32_t bits) {
    __m128i places = _mm_loadu_si128((const __m128i *)(const void *)set_places[bits]);
    __m128 all = _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(const void *)others));
    __m128i some = _mm_castps_si128(_mm_permutevar_ps(all, places));
    _mm_storeu_si128((__m128i *)(void *)to, _mm_unpacklo_epi32(a, some));
    _mm_storeu_si128((__m128i *)(void *)(to + 2), _mm_unpackhi_epi32(a, some));
    return gz_bit_count(bits);
}

/* Writes up to four pairs too many, which the next ones overwrite. */
GZ_INLINE_AVX2 size_t append_avx2(gz_candidate *to, uint32_t a, const uint32_t others[8],
                                  uint32_t bits) {
    __m128i one = _mm_set1_epi32((int)a);
    size_t count = append_half_avx2(to, one, others, bits & 15);
    return count + append_half_avx2(to + count, one, others + 4, bits >> 4);
}

#define NAME(function) function##_avx2
#define OVERLAPS gz_box8_overlaps_avx2
#define APPEND append_avx2
#define KERNEL_TARGET GZ_TARGET_AVX2
#include "broad/dynamic_tree_pairs_kernel.h"
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

static void begin(search *s, const gz_dynamic_tree *tree, gz_candidates *pairs, bool fresh) {
    s->tree = tree;
    s->pairs = pairs;
    s->fresh = fresh;
    s->weeds_all = pairs->settled > 0 || pairs->some_gone;
    s->fetches = tree->used > GZ_DYNAMIC_FETCHED;
    s->weeded = pairs->count;
    for (int level = 0; level < GZ_DYNAMIC_LEVELS; ++level) s->levels[level].count = 0;
}

void gz_dynamic_all_pairs(const gz_dynamic_tree *tree, gz_candidates *pairs) {
    search s;
    /* Often there are about as many pairs as boxes: a list that grows from nothing is copied often. */
    if (pairs->capacity < tree->count && !gz_candidates_grow(pairs, tree->count - pairs->count)) return;
    begin(&s, tree, pairs, false);
    CHOOSE(all_pairs)(&s);
    weed(&s);
}

void gz_dynamic_fresh_pairs(const gz_dynamic_tree *tree, gz_candidates *pairs) {
    search s;
    begin(&s, tree, pairs, true);
    if (pairs->fresh_count > tree->count / FEW_PART)
        CHOOSE(by_nodes)(&s);
    else
        CHOOSE(by_list)(&s);
    weed(&s);
}
