/* SPDX-License-Identifier: MIT
 * The comparisons of candidates, for one vector unit; candidates.c includes this once a unit. Expects
 * COMPARE_ALL, COMPARE_SOME and COMPARE, the functions' names, IS_PAIR and FIND_MARKED, what they call,
 * KERNEL_TARGET, and LEAVE_VECTORS, what has to be done before other functions are called. */

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

KERNEL_TARGET static uint64_t COMPARE_SOME(const gz_broad_box *given, const gz_candidate *pair,
                                           uint64_t some) {
    uint64_t out = 0;
    for (uint64_t left = some; left; left &= left - 1) {
        uint32_t k = gz_lowest_bit(left), i = pair[k].a & ~GZ_CANDIDATE_PAIR, was = pair[k].a >> 31;
        out |= (uint64_t)(IS_PAIR(&given[i], &given[pair[k].b]) ^ was) << k;
    }
    return out;
}

/* Says how many pairs were compared. What was found in this update is compared in any case. */
KERNEL_TARGET static uint64_t COMPARE(gz_candidates *c, const graze_broad *b, bool few) {
    uint64_t tests = 0;
    for (size_t at = 0; at < c->count; at += 64) {
        const gz_candidate *pair = c->at + at;
        size_t count = c->count - at < 64 ? c->count - at : 64;
        marked_pairs marked = {0, 0};
        if (at < c->settled) marked = FIND_MARKED(pair, count, c->marks);
        if (few && at + count <= c->settled) {
            c->flips[at / 64] = COMPARE_SOME(b->given, pair, marked.changed);
            tests += gz_bit_count(marked.changed);
        } else {
            c->flips[at / 64] = COMPARE_ALL(b->given, pair, count);
            tests += (uint64_t)count;
        }
        LEAVE_VECTORS();
        c->drops[at / 64] = parted(c, pair, marked.fresh);
    }
    return tests;
}
