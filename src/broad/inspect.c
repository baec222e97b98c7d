/* SPDX-License-Identifier: MIT
 * Pairs, statistics, and whether everything is as it should be. */
#include "bounds/check.h"
#include "broad/broad.h"

graze_status graze_broad_pairs(const graze_broad *broad, graze_broad_pair_callback callback,
                               void *user) {
    if (!broad || !callback) return GRAZE_INVALID_ARGUMENT;
    for (size_t i = 0; i < broad->pairs.count; ++i) {
        gz_pair_key key = broad->pairs.at[i];
        if (!(broad->flags[gz_pair_lower(key)] & broad->flags[gz_pair_higher(key)] & GZ_BROAD_LIVE))
            continue;
        graze_broad_pair pair = gz_broad_pair_of(broad, key);
        if (callback(user, &pair) == GRAZE_STOP) break;
    }
    return GRAZE_OK;
}

/* Of those added or moved, the ones that were not removed since. */
static size_t count_live(const graze_broad *b, const gz_broad_list *list) {
    size_t live = 0;
    for (size_t i = 0; i < list->count; ++i) live += b->flags[list->at[i]] & GZ_BROAD_LIVE;
    return live;
}

graze_status graze_broad_statistics_get(const graze_broad *broad, graze_broad_statistics *out) {
    if (!broad || !out) return GRAZE_INVALID_ARGUMENT;
    graze_broad_statistics sum = broad->statistics;
    sum.pairs = broad->pairs.count;
    sum.pending =
        count_live(broad, &broad->added) + count_live(broad, &broad->moved) + broad->removed.count;
    sum.bytes = gz_broad_table_bytes(broad);
    broad->ops->statistics(broad->state, &sum);
    *out = sum;
    return GRAZE_OK;
}

/* -- checking ------------------------------------------------------------------------------------- */

static const char *check_boxes(const graze_broad *b) {
    size_t live = 0, taken_in = 0;
    for (uint32_t i = 0; i < b->ids.slots; ++i) {
        bool is_live = b->flags[i] & GZ_BROAD_LIVE;
        gz_broad_box before = i < b->known ? b->box[i] : gz_broad_box_empty();
        graze_aabb given = gz_broad_place(&b->given[i]), box = gz_broad_place(&before);
        if (is_live != (gz_id_index(&b->ids, gz_id_of(&b->ids, i)) == i))
            return "an id is not in order";
        if (is_live ? gz_aabb_check(&given) != GRAZE_OK : !gz_broad_box_is_empty(&b->given[i]))
            return "a box as given is not in order";
        if (!gz_broad_box_is_empty(&before) && gz_aabb_check(&box) != GRAZE_OK)
            return "a box is not in order";
        live += is_live;
        taken_in += !gz_broad_box_is_empty(&before);
    }
    if (live != b->count || taken_in != b->statistics.boxes) return "boxes are miscounted";
    return NULL;
}

static const char *check_pairs(const graze_broad *b) {
    size_t count = 0;
    for (uint32_t i = 0; i < b->known; ++i)
        for (uint32_t j = i + 1; j < b->known; ++j)
            if (gz_broad_is_pair(&b->box[i], &b->box[j])) {
                if (!gz_pair_set_has(&b->pairs, gz_pair_key_of(i, j))) return "a pair is missing";
                ++count;
            }
    return count == b->pairs.count ? NULL : "a pair has ceased to be one";
}

graze_status graze_broad_validate(const graze_broad *broad, const char **what) {
    if (!broad) return GRAZE_INVALID_ARGUMENT;
    const char *wrong = check_boxes(broad);
    if (!wrong && !broad->behind && !broad->config.queries_only) wrong = check_pairs(broad);
    if (!wrong) wrong = broad->ops->validate(broad->state, broad);
    if (!wrong) return GRAZE_OK;
    if (what) *what = wrong;
    return GRAZE_INVALID_ARGUMENT;
}
