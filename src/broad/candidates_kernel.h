/* SPDX-License-Identifier: MIT
 * The comparisons of candidates, for one vector unit; candidates.c includes this once a unit. Expects
 * COMPARE_ALL, COMPARE_SOME, COMPARE_BLOCK, LOOK and COMPARE, the functions' names, IS_PAIR and
 * FIND_MARKED, what they call, KERNEL_TARGET, and LEAVE_VECTORS, what has to be done before other
 * functions are called. */

/* Bits of those that begin or cease to be pairs. */
KERNEL_TARGET static uint64_t COMPARE_ALL(const gz_broad_box *given, const gz_candidate *pair,
                                          size_t count) {
    uint64_t out = 0;
    for (size_t k = 0; k < count; ++k) {
        uint32_t i = pair[k].a & ~GZ_CANDIDATE_PAIR, was = pair[k].a >> 31;
        out |= (uint64_t)(IS_PAIR(&given[i], &given[pair[k].b]) ^ was) << k;
    }
    return out;
}

/* With each pair that is compared, one is fetched of those that are next: more at once would wait for
 * each other, and those here for them. */
KERNEL_TARGET static uint64_t COMPARE_SOME(const gz_broad_box *given, const gz_candidate *pair,
                                           uint64_t some, uint64_t fetched) {
    uint64_t out = 0;
    for (uint64_t left = some; left; left &= left - 1) {
        if (fetched) fetch_given(given, pair[64 + gz_lowest_bit(fetched)]);
        fetched &= fetched - 1; /* none of none */
        uint32_t k = gz_lowest_bit(left), i = pair[k].a & ~GZ_CANDIDATE_PAIR, was = pair[k].a >> 31;
        out |= (uint64_t)(IS_PAIR(&given[i], &given[pair[k].b]) ^ was) << k;
    }
    if (fetched) fetch(given, pair + 64, fetched);
    return out;
}

/* The marks of a block of pairs; boxes lie far apart in memory, so the fat ones that are fresh are
 * fetched for when their turn comes. */
KERNEL_TARGET static inline marked_pairs LOOK(const gz_candidates *c, size_t at, bool fetches) {
    marked_pairs out = {0, 0};
    if (at >= c->settled) return out;
    out = FIND_MARKED(c->at + at, block_size(c, at), c->marks);
    if (fetches) fetch_fat(c->fat, c->at + at, out.fresh);
    return out;
}

/* The bits of a block's pairs that begin or cease to be ones. */
KERNEL_TARGET static inline uint64_t COMPARE_BLOCK(const gz_candidates *c, const graze_broad *b,
                                                   size_t at, bool some, const block *here,
                                                   uint64_t fetched) {
    const gz_candidate *pair = c->at + at;
    uint64_t out = some ? COMPARE_SOME(b->given, pair, here->compared, fetched)
                        : COMPARE_ALL(b->given, pair, block_size(c, at));
    LEAVE_VECTORS();
    return some ? out | were_pairs(pair, here->marked.changed & here->parted) : out;
}

/* Compares all pairs that do not rest, block by block, tells what has changed and drops those that can
 * no longer meet. What was found in this update is compared in any case. Marks are looked at two blocks
 * ahead and fat boxes one, so that all comes out of memory in time and given boxes only where they
 * decide. Says how many pairs were compared. */
KERNEL_TARGET static uint64_t COMPARE(gz_candidates *c, const graze_broad *b, bool few,
                                      gz_broad_news *news) {
    bool fetches = b->ids.slots >= GZ_CANDIDATES_FETCHED;
    uint64_t tests = 0;
    size_t begin = c->resting, kept = begin;
    block here = part(c, b, begin, few, LOOK(c, begin, false), fetches);
    marked_pairs next = LOOK(c, begin + 64, fetches);
    for (size_t at = begin; at < c->count; at += 64) {
        marked_pairs later = LOOK(c, at + 128, fetches);
        bool some = compares_some(c, at, few);
        block behind = part(c, b, at + 64, few, next, fetches && !some);
        tests += some ? gz_bit_count(here.marked.changed) : (uint64_t)block_size(c, at);
        flip(c, at, COMPARE_BLOCK(c, b, at, some, &here, fetches ? behind.compared : 0), news);
        kept = keep(c, at, here.parted, kept);
        here = behind;
        next = later;
    }
    c->count = kept;
    return tests;
}
