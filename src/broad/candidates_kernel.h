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

/* Says how many pairs were compared. What was found in this update is compared in any case. Boxes lie
 * far apart in memory, so those of the next pairs are fetched meanwhile. */
KERNEL_TARGET static uint64_t COMPARE(gz_candidates *c, const graze_broad *b, bool few) {
    uint64_t tests = 0;
    marked_pairs next = {0, 0};
    if (c->settled > 0) next = FIND_MARKED(c->at, c->count < 64 ? c->count : 64, c->marks);
    for (size_t at = 0; at < c->count; at += 64) {
        const gz_candidate *pair = c->at + at;
        size_t left = c->count - at, count = left < 64 ? left : 64;
        size_t behind = left - count < 64 ? left - count : 64;
        marked_pairs marked = next;
        next = (marked_pairs){0, 0};
        if (at + 64 < c->settled) next = FIND_MARKED(pair + 64, behind, c->marks);
        bool some = few && at + count <= c->settled;
        if (b->ids.slots >= FETCHED) {
            bool next_some = few && at + 64 + behind <= c->settled;
            fetch_fat(c->fat, pair + 64, next.fresh);
            fetch(b->given, pair + 64, next_some ? next.changed : first_bits(behind));
        }
        if (some) {
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
