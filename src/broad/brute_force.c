/* SPDX-License-Identifier: MIT
 * Brute force: no structure at all. Every changed box is compared with every other, every query looks
 * at every box. The others are measured against it, in answers and in time. */
#include "broad/broad.h"

/* There is nothing to keep, but a state must not be NULL. */
static graze_status create(const graze_broad_config *config, void **state) {
    static const char nothing = 0;
    (void)config;
    *state = (void *)(uintptr_t)&nothing;
    return GRAZE_OK;
}

static void destroy(void *state) { (void)state; }

static bool has_changed(const graze_broad *b, uint32_t index) {
    return b->flags[index] & GZ_BROAD_LISTED || !(b->flags[index] & GZ_BROAD_LIVE);
}

/* Of two changed boxes the lower one compares. */
static void compare_with_all(const graze_broad *b, const uint32_t *indices, uint32_t count,
                             gz_broad_news *news) {
    for (uint32_t n = 0; n < count; ++n)
        for (uint32_t i = indices[n], j = 0; j < b->ids.slots; ++j)
            if (j > i || (j < i && !has_changed(b, j))) gz_broad_compare(b, news, i, j);
}

static graze_status update(void *state, const graze_broad *b, const gz_broad_changes *changes,
                           gz_broad_news *news) {
    (void)state;
    if (!news) return GRAZE_OK;
    compare_with_all(b, changes->added, changes->added_count, news);
    compare_with_all(b, changes->moved, changes->moved_count, news);
    compare_with_all(b, changes->removed, changes->removed_count, news);
    return GRAZE_OK;
}

static void pairs(const void *state, const graze_broad *b, gz_broad_news *news) {
    (void)state;
    for (uint32_t i = 0; i < b->ids.slots; ++i)
        for (uint32_t j = i + 1; j < b->ids.slots; ++j)
            if (gz_broad_is_pair(&b->given[i], &b->given[j]))
                gz_broad_news_push(news, gz_pair_key_of(i, j) | GZ_BROAD_BEGINS);
}

static void query_box(const void *state, const gz_broad_box *box, gz_broad_visitor *visitor) {
    const graze_broad *b = visitor->broad;
    (void)state;
    for (uint32_t i = 0; i < b->known; ++i)
        if ((b->box[i].category & visitor->mask) && gz_broad_boxes_overlap(box, &b->box[i]) &&
            !visitor->visit(visitor, i))
            return;
}

/* Empty boxes have no category. */
static void cast_all(const void *state, const graze_broad *b, gz_broad_cast *cast) {
    (void)state;
    for (uint32_t i = 0; i < b->known; ++i) {
        if (!(b->box[i].category & cast->mask)) continue;
        double t = gz_broad_cast_enter(cast, b->box[i].lo, b->box[i].hi);
        if (t < INFINITY) gz_broad_cast_hit(cast, i, t);
    }
}

static void nearest(const void *state, const graze_broad *b, gz_broad_search *search) {
    (void)state;
    for (uint32_t i = 0; i < b->known; ++i) {
        if (!(b->box[i].category & search->mask)) continue;
        double squared = gz_broad_distance_squared(search, b->box[i].lo, b->box[i].hi);
        if (squared <= search->limit) gz_broad_search_add(search, i, squared);
    }
}

static const char *validate(const void *state, const graze_broad *b) {
    (void)state;
    (void)b;
    return NULL;
}

static void statistics(const void *state, graze_broad_statistics *sum) {
    (void)state;
    (void)sum;
}

const gz_broad_ops gz_broad_brute_force = {
    .finds_ends = true,
    .create = create,
    .destroy = destroy,
    .update = update,
    .pairs = pairs,
    .query_box = query_box,
    .cast = cast_all,
    .nearest = nearest,
    .validate = validate,
    .statistics = statistics,
};
