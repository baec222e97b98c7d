/* SPDX-License-Identifier: MIT */
#include "broad/candidates.h"

#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "broad/fat_box.h"

void gz_candidates_release(gz_candidates *c) {
    gz_release(c->at, c->capacity * sizeof *c->at);
    gz_release(c->fat, c->slots * sizeof *c->fat);
    gz_release(c->marks, c->slots);
    gz_release(c->fresh, c->fresh_capacity * sizeof *c->fresh);
    *c = (gz_candidates){.pairless = c->pairless};
}

size_t gz_candidates_bytes(const gz_candidates *c) {
    return c->capacity * sizeof *c->at + c->slots * (sizeof *c->fat + 1) +
           c->fresh_capacity * sizeof *c->fresh;
}

/* -- who is fresh -------------------------------------------------------------------------------- */

static bool reserve_slots(gz_candidates *c, size_t wanted) {
    if (wanted <= c->slots) return true;
    size_t larger = wanted > 2 * c->slots ? wanted : 2 * c->slots;
    gz_slim_box *fat = gz_allocate_array(larger, sizeof *fat);
    uint8_t *marks = gz_allocate(larger);
    if (!fat || !marks) {
        gz_release(fat, larger * sizeof *fat);
        gz_release(marks, larger);
        return false;
    }
    if (c->slots) memcpy(fat, c->fat, c->slots * sizeof *fat);
    if (c->slots) memcpy(marks, c->marks, c->slots);
    memset(marks + c->slots, 0, larger - c->slots);
    for (size_t i = c->slots; i < larger; ++i) fat[i] = gz_slim_nothing();
    gz_release(c->fat, c->slots * sizeof *fat);
    gz_release(c->marks, c->slots);
    c->fat = fat;
    c->marks = marks;
    c->slots = larger;
    return true;
}

static bool reserve_fresh(gz_candidates *c, size_t wanted) {
    if (wanted <= c->fresh_capacity) return true;
    gz_fresh *block = gz_array_grow(c->fresh, &c->fresh_capacity, wanted, sizeof *block);
    if (block) c->fresh = block;
    return block != NULL;
}

static void add_fresh(gz_candidates *c, uint32_t index, gz_slim_box box) {
    c->fresh[c->fresh_count].box = box;
    c->fresh[c->fresh_count++].index = index;
    c->marks[index] |= GZ_MARK_FRESH;
}

static void forget_last_update(gz_candidates *c) {
    for (size_t i = 0; i < c->slots; ++i) c->marks[i] &= GZ_MARK_BUSY | GZ_MARK_RESTING;
}

/* Fetches the boxes of one that moved, so many places before its turn. */
enum { AHEAD = 16 };
static inline void fetch_moved(const gz_candidates *c, const graze_broad *b, uint32_t i) {
    GZ_PREFETCH(&b->given[i]);
    GZ_PREFETCH(&b->box[i]);
    GZ_PREFETCH(&c->fat[i]);
}

static void find_moved_out(gz_candidates *c, const graze_broad *b, const gz_broad_changes *changes) {
    bool fetches = b->ids.slots >= GZ_CANDIDATES_FETCHED && changes->moved_count > AHEAD;
    uint32_t fetched = fetches ? changes->moved_count - AHEAD : 0;
    uint8_t marks = 0;
    for (uint32_t k = 0; k < changes->moved_count; ++k) {
        uint32_t i = changes->moved[k];
        if (k < fetched) fetch_moved(c, b, changes->moved[k + AHEAD]);
        marks |= c->marks[i];
        c->marks[i] |= GZ_MARK_CHANGED | GZ_MARK_BUSY;
        if (!gz_fat_fits(&c->fat[i], &b->given[i]))
            add_fresh(c, i, gz_fat_of(&b->box[i], &b->given[i]));
    }
    c->some_wake |= (marks & GZ_MARK_RESTING) != 0;
}

static void mark_removed(gz_candidates *c, const gz_broad_changes *changes) {
    uint8_t marks = 0;
    for (uint32_t k = 0; k < changes->removed_count; ++k) {
        uint32_t i = changes->removed[k];
        marks |= c->marks[i];
        c->marks[i] |= GZ_MARK_CHANGED | GZ_MARK_GONE | GZ_MARK_BUSY;
    }
    c->some_wake |= (marks & GZ_MARK_RESTING) != 0;
    c->some_gone = changes->removed_count > 0;
}

bool gz_candidates_begin(gz_candidates *c, const graze_broad *b, const gz_broad_changes *changes) {
    if (!reserve_slots(c, b->ids.slots) ||
        !reserve_fresh(c, (size_t)changes->added_count + changes->moved_count))
        return false;
    forget_last_update(c);
    c->fresh_count = 0;
    c->settled = c->count;
    c->lost = c->some_wake = false;
    find_moved_out(c, b, changes);
    for (uint32_t k = 0; k < changes->added_count; ++k) {
        uint32_t i = changes->added[k];
        if (changes->added_count - k > AHEAD) GZ_PREFETCH(&b->given[changes->added[k + AHEAD]]);
        c->marks[i] &= GZ_MARK_BUSY; /* whoever was there before rests no longer */
        add_fresh(c, i, gz_fat_of_new(&b->given[i]));
    }
    mark_removed(c, changes);
    return true;
}

/* -- what was found ------------------------------------------------------------------------------ */

bool gz_candidates_grow(gz_candidates *c, size_t more) {
    gz_candidate *block = gz_array_grow(c->at, &c->capacity, c->count + more + 1024, sizeof *block);
    if (block) c->at = block;
    c->lost |= !block;
    return block != NULL;
}

void gz_candidates_undo(gz_candidates *c) { c->count = c->settled; }

/* -- comparing ----------------------------------------------------------------------------------- */

/* gz_broad_is_pair with a comparison for all axes at once; the filters ride along in the last lane,
 * whose outcome is left out. */
static inline bool is_pair_baseline(const gz_broad_box *a, const gz_broad_box *b) {
#if defined(GRAZE_DOUBLE)
    int apart = gz_f64x2_less_bits(gz_f64x2_take(b->hi), gz_f64x2_take(a->lo)) |
                gz_f64x2_less_bits(gz_f64x2_take(a->hi), gz_f64x2_take(b->lo));
    bool overlap = (apart == 0) & (a->lo[2] <= b->hi[2]) & (b->lo[2] <= a->hi[2]);
#else
    int apart = gz_f32x4_less_bits(gz_f32x4_take(b->hi), gz_f32x4_take(a->lo)) |
                gz_f32x4_less_bits(gz_f32x4_take(a->hi), gz_f32x4_take(b->lo));
    bool overlap = (apart & 7) == 0;
#endif
    return overlap & gz_broad_filters_agree(a, b);
}

/* Bits of up to 64 pairs, those with a changed box and those with a fresh one. */
typedef struct marked_pairs {
    uint64_t changed, fresh;
} marked_pairs;

static inline uint8_t mark_of(gz_candidate pair, const uint8_t *marks) {
    return marks[pair.a & ~GZ_CANDIDATE_PAIR] | marks[pair.b];
}

static inline marked_pairs find_marked_baseline(const gz_candidate *pair, size_t count,
                                                const uint8_t *marks) {
    marked_pairs out = {0, 0};
    for (size_t k = 0; k < count; ++k) {
        uint64_t mark = mark_of(pair[k], marks);
        out.changed |= (mark & GZ_MARK_CHANGED) << k;
        out.fresh |= (mark & GZ_MARK_FRESH) / GZ_MARK_FRESH << k;
    }
    return out;
}

/* Bits of those whose fat boxes have parted; only boxes that are fresh or gone can have done so. */
static uint64_t find_parted(const gz_candidates *c, const gz_candidate *pair, uint64_t some) {
    uint64_t out = 0;
    for (uint64_t left = some; left; left &= left - 1) {
        uint32_t k = gz_lowest_bit(left), i = pair[k].a & ~GZ_CANDIDATE_PAIR;
        out |= (uint64_t)!gz_slim_overlap(&c->fat[i], &c->fat[pair[k].b]) << k;
    }
    return out;
}

/* Bits of those that are pairs so far. */
static uint64_t were_pairs(const gz_candidate *pair, uint64_t some) {
    uint64_t out = 0;
    for (uint64_t left = some; left; left &= left - 1) {
        uint32_t k = gz_lowest_bit(left);
        out |= (uint64_t)(pair[k].a >> 31) << k; /* GZ_CANDIDATE_PAIR */
    }
    return out;
}

static inline void fetch_given(const gz_broad_box *given, gz_candidate pair) {
    GZ_PREFETCH(&given[pair.a & ~GZ_CANDIDATE_PAIR]);
    GZ_PREFETCH(&given[pair.b]);
}

static inline void fetch(const gz_broad_box *given, const gz_candidate *pair, uint64_t some) {
    if (some == UINT64_MAX) {
        for (uint32_t k = 0; k < 64; ++k) fetch_given(given, pair[k]);
        return;
    }
    for (uint64_t left = some; left; left &= left - 1) fetch_given(given, pair[gz_lowest_bit(left)]);
}

static inline void fetch_fat(const gz_slim_box *fat, const gz_candidate *pair, uint64_t some) {
    for (uint64_t left = some; left; left &= left - 1) {
        uint32_t k = gz_lowest_bit(left);
        GZ_PREFETCH(&fat[pair[k].a & ~GZ_CANDIDATE_PAIR]);
        GZ_PREFETCH(&fat[pair[k].b]);
    }
}

/* -- block by block ------------------------------------------------------------------------------ */

/* 64 pairs of the list, or what is left from there on. */
static inline size_t block_size(const gz_candidates *c, size_t at) {
    return at >= c->count ? 0 : c->count - at < 64 ? c->count - at : 64;
}

static inline uint64_t first_bits(size_t count) {
    return count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
}

/* Are only the changed pairs of the block compared? */
static inline bool compares_some(const gz_candidates *c, size_t at, bool few) {
    return few && at + block_size(c, at) <= c->settled;
}

/* What is known of a block before given boxes are compared. */
typedef struct block {
    marked_pairs marked;
    uint64_t parted, compared; /* those whose fat boxes have parted are no pairs, so nobody compares */
} block;

static inline block part(const gz_candidates *c, const graze_broad *b, size_t at, bool few,
                         marked_pairs marked, bool fetches) {
    block out = {marked, 0, 0};
    if (at >= c->count) return out;
    uint64_t changed = compares_some(c, at, few) ? marked.changed : first_bits(block_size(c, at));
    out.parted = find_parted(c, c->at + at, marked.fresh);
    out.compared = changed & ~out.parted;
    if (fetches) fetch(b->given, c->at + at, out.compared);
    return out;
}

static gz_pair_key news_of(const gz_candidate *pair) {
    uint64_t begins = (uint64_t)(pair->a & GZ_CANDIDATE_PAIR) << 32; /* GZ_BROAD_BEGINS */
    return gz_pair_key_of(pair->a & ~GZ_CANDIDATE_PAIR, pair->b) | begins;
}

/* Turns pairs of a block over and says so. */
static void flip(gz_candidates *c, size_t at, uint64_t flips, gz_broad_news *news) {
    for (uint64_t left = flips; left; left &= left - 1) {
        gz_candidate *pair = &c->at[at + gz_lowest_bit(left)];
        pair->a ^= GZ_CANDIDATE_PAIR;
        if (news) gz_broad_news_push(news, news_of(pair));
    }
}

/* Moves what stays of a block to where those before it end, in the same order; says where these end. */
static size_t keep(gz_candidates *c, size_t at, uint64_t drops, size_t kept) {
    size_t count = block_size(c, at);
    if (!drops) {
        if (kept != at) memmove(c->at + kept, c->at + at, count * sizeof *c->at);
        return kept + count;
    }
    for (size_t k = 0; k < count; ++k) {
        c->at[kept] = c->at[at + k];
        kept += !(drops >> k & 1);
    }
    return kept;
}

/* -- for each vector unit ----------------------------------------------------------------------- */

#define COMPARE_ALL compare_all_baseline
#define COMPARE_SOME compare_some_baseline
#define COMPARE_BLOCK compare_block_baseline
#define LOOK look_baseline
#define COMPARE compare_baseline
#define IS_PAIR is_pair_baseline
#define FIND_MARKED find_marked_baseline
#define LEAVE_VECTORS() (void)0
#define KERNEL_TARGET
#include "broad/candidates_kernel.h"
#undef LEAVE_VECTORS
#undef COMPARE_ALL
#undef COMPARE_SOME
#undef COMPARE_BLOCK
#undef LOOK
#undef COMPARE
#undef IS_PAIR
#undef FIND_MARKED
#undef KERNEL_TARGET

#if defined(GZ_HAVE_AVX2)
#if defined(GRAZE_DOUBLE)
GZ_INLINE_AVX2 bool is_pair_avx2(const gz_broad_box *a, const gz_broad_box *b) {
    __m256d a_lo = _mm256_load_pd(a->lo), b_hi = _mm256_load_pd(b->hi);
    __m256d b_lo = _mm256_load_pd(b->lo), a_hi = _mm256_load_pd(a->hi);
    __m256d apart =
        _mm256_or_pd(_mm256_cmp_pd(b_hi, a_lo, _CMP_LT_OQ), _mm256_cmp_pd(a_hi, b_lo, _CMP_LT_OQ));
    int boxes = (_mm256_movemask_pd(apart) & 7) == 0, filters = gz_broad_filters_agree(a, b);
    return boxes & filters; /* both, without a branch */
}
#else
/* A box is one register; the other one with its halves swapped has the ends and the filter in the
 * lanes that they are compared with. */
GZ_INLINE_AVX2 bool is_pair_avx2(const gz_broad_box *a, const gz_broad_box *b) {
    __m256 one = _mm256_load_ps(a->lo), other = _mm256_load_ps(b->lo);
    __m256 swapped = _mm256_permute2f128_ps(other, other, 1);
    int above = _mm256_movemask_ps(_mm256_cmp_ps(one, swapped, _CMP_GT_OQ));
    int below = _mm256_movemask_ps(_mm256_cmp_ps(one, swapped, _CMP_LT_OQ));
    __m256i common = _mm256_castps_si256(_mm256_and_ps(one, swapped));
    __m256i none = _mm256_cmpeq_epi32(common, _mm256_setzero_si256());
    int strangers = _mm256_movemask_ps(_mm256_castsi256_ps(none));
    return ((above & 0x07) | (below & 0x70) | (strangers & 0x88)) == 0;
}
#endif

GZ_INLINE_AVX2 marked_pairs find_marked_avx2(const gz_candidate *pair, size_t count,
                                             const uint8_t *marks) {
    _Alignas(32) uint8_t mark[64] = {0};
    marked_pairs out = {0, 0};
    for (size_t k = 0; k < count; ++k) mark[k] = mark_of(pair[k], marks);
    for (int half = 0; half < 64; half += 32) {
        __m256i here = _mm256_load_si256((const __m256i *)(const void *)(mark + half));
        uint32_t changed = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(here, 7));
        uint32_t fresh = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(here, 6));
        out.changed |= (uint64_t)changed << half;
        out.fresh |= (uint64_t)fresh << half;
    }
    return out;
}

#define COMPARE_ALL compare_all_avx2
#define COMPARE_SOME compare_some_avx2
#define COMPARE_BLOCK compare_block_avx2
#define LOOK look_avx2
#define COMPARE compare_avx2
#define IS_PAIR is_pair_avx2
#define FIND_MARKED find_marked_avx2
/* gcc 12 forgets it here, and until the next time all narrower instructions wait for the upper halves
 * of registers that nobody needs. */
#define LEAVE_VECTORS() _mm256_zeroupper()
#define KERNEL_TARGET GZ_TARGET_AVX2
#include "broad/candidates_kernel.h"
#endif

static uint64_t compare(gz_candidates *c, const graze_broad *b, bool few, gz_broad_news *news) {
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) return compare_avx2(c, b, few, news);
#endif
    return compare_baseline(c, b, few, news);
}

static void settle_boxes(gz_candidates *c, const gz_broad_changes *changes) {
    for (size_t k = 0; k < c->fresh_count; ++k) {
        if (c->fresh_count - k > AHEAD) GZ_PREFETCH(&c->fat[c->fresh[k + AHEAD].index]);
        c->fat[c->fresh[k].index] = c->fresh[k].box;
    }
    for (uint32_t k = 0; k < changes->removed_count; ++k) {
        if (changes->removed_count - k > AHEAD) GZ_PREFETCH(&c->fat[changes->removed[k + AHEAD]]);
        c->fat[changes->removed[k]] = gz_slim_nothing();
        c->marks[changes->removed[k]] |= GZ_MARK_FRESH;
    }
}

void gz_candidates_finish(gz_candidates *c, const graze_broad *b, const gz_broad_changes *changes,
                          gz_broad_news *news) {
    settle_boxes(c, changes);
    gz_candidates_wake(c, changes);
    if (b->count == 0) c->count = c->settled = c->resting = 0;
    if (c->pairless || b->count == 0) return;
    size_t changed = (size_t)changes->moved_count + changes->removed_count;
    if (news && c->settled == 0) gz_broad_news_expect(news, c->count); /* mostly these begin */
    uint64_t tests = compare(c, b, changed < b->ids.slots / 4, news);
    if (news) news->tests += tests;
    c->settled = c->count;
    gz_candidates_arrange(c, b->ids.slots);
}

void gz_candidates_pairs(const gz_candidates *c, gz_broad_news *news) {
    for (size_t k = 0; k < c->count; ++k)
        if (c->at[k].a & GZ_CANDIDATE_PAIR) gz_broad_news_push(news, news_of(&c->at[k]));
}

/* -- validation ---------------------------------------------------------------------------------- */

/* Sums of these over two sets of pairs are equal only if the sets are, unless by a rare chance: so a
 * pair that is there twice instead of another one shows. */
static uint64_t scrambled(uint32_t i, uint32_t j) {
    uint64_t x = gz_pair_key_of(i, j) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 32;
}

const char *gz_candidates_validate(const gz_candidates *c, const graze_broad *b) {
    size_t slots = b->known < c->slots ? b->known : c->slots, overlaps = 0;
    uint64_t sum = 0;
    for (size_t i = 0; i < slots; ++i) {
        bool empty = gz_broad_box_is_empty(&b->box[i]);
        if (empty != (c->fat[i].lo[0] > c->fat[i].hi[0]))
            return "a fat box without a box, or the reverse";
        if (!empty && !gz_fat_holds(&c->fat[i], &b->box[i])) return "a box has left its fat one";
    }
    if (c->pairless) return NULL;
    for (uint32_t i = 0; i < slots; ++i)
        for (uint32_t j = 0; j < i; ++j)
            if (gz_slim_overlap(&c->fat[i], &c->fat[j])) ++overlaps, sum += scrambled(i, j);
    if (overlaps != c->count) return "the candidates are not the overlapping fat boxes";
    for (size_t k = 0; k < c->count; ++k) {
        uint32_t i = c->at[k].a & ~GZ_CANDIDATE_PAIR, j = c->at[k].b;
        if (i >= slots || j >= slots) return "a candidate of no box";
        if (k < c->resting && !(c->marks[i] & c->marks[j] & GZ_MARK_RESTING))
            return "a candidate that rests although a box does not";
        if (!gz_slim_overlap(&c->fat[i], &c->fat[j])) return "a candidate whose fat boxes are apart";
        if (gz_broad_is_pair(&b->box[i], &b->box[j]) != (c->at[k].a >> 31 != 0))
            return "a candidate that does not know whether it is a pair";
        sum -= scrambled(i, j);
    }
    return sum == 0 ? NULL : "a candidate is there twice";
}
