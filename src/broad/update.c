/* SPDX-License-Identifier: MIT
 * The update: changes go to the implementation, what it found becomes events and pairs. */
#include "base/memory.h"
#include "broad/broad.h"

/* -- what has changed ----------------------------------------------------------------------------- */

/* Drops those that were removed after they got into the list. */
static void drop_removed(graze_broad *b, gz_broad_list *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; ++i) {
        uint32_t index = list->at[i];
        if (b->flags[index] & GZ_BROAD_LIVE)
            list->at[kept++] = index;
        else
            b->flags[index] &= (uint8_t)~GZ_BROAD_LISTED;
    }
    list->count = kept;
}

/* Slots that were taken for the first time had no box yet. */
static void know_all(graze_broad *b) {
    for (; b->known < b->ids.slots; ++b->known) b->box[b->known] = gz_broad_box_empty();
}

/* Does an update that succeeds give all these a box, and look at none before? */
static bool comes_to_know_all(const graze_broad *b) {
    size_t added = 0;
    for (size_t i = 0; i < b->added.count; ++i) added += b->added.at[i] >= b->known;
    return b->ops->remembers && added == b->ids.slots - b->known;
}

static gz_broad_changes changes_of(const graze_broad *b) {
    gz_broad_changes changes = {b->added.at,
                                b->moved.at,
                                b->removed.at,
                                (uint32_t)b->added.count,
                                (uint32_t)b->moved.count,
                                (uint32_t)b->removed.count};
    return changes;
}

/* Boxes of slots are fetched so many places before their turn. */
enum { BOXES_AHEAD = 16 };

static void take_over(graze_broad *b, gz_broad_list *list) {
    for (size_t i = 0; i < list->count; ++i) {
        if (list->count - i > BOXES_AHEAD) {
            uint32_t later = list->at[i + BOXES_AHEAD];
            GZ_PREFETCH(&b->given[later]);
            GZ_PREFETCH(&b->box[later]);
        }
        uint32_t index = list->at[i];
        b->box[index] = b->given[index];
        b->flags[index] &= (uint8_t) ~(GZ_BROAD_LISTED | GZ_BROAD_FRESH);
    }
    list->count = 0;
}

static void retire_removed(graze_broad *b) {
    const gz_broad_box empty = gz_broad_box_empty();
    for (size_t i = 0; i < b->removed.count; ++i) {
        if (b->removed.count - i > BOXES_AHEAD) GZ_PREFETCH(&b->box[b->removed.at[i + BOXES_AHEAD]]);
        uint32_t index = b->removed.at[i];
        b->retired.at[b->retired.count++] = index;
        b->box[index] = empty;
        b->flags[index] &= (uint8_t) ~(GZ_BROAD_LISTED | GZ_BROAD_FRESH);
    }
    b->removed.count = 0;
}

/* From here on the boxes of before are gone. */
static void commit(graze_broad *b) {
    b->statistics.boxes += b->added.count;
    b->statistics.boxes -= b->removed.count;
    take_over(b, &b->added);
    take_over(b, &b->moved);
    retire_removed(b);
    b->known = b->ids.slots;
}

/* No event names them any more. */
static void free_retired(graze_broad *b) {
    for (size_t i = 0; i < b->retired.count; ++i) gz_id_pool_free(&b->ids, b->retired.at[i]);
    b->retired.count = 0;
}

/* -- what became of pairs ------------------------------------------------------------------------- */

/* Ends among the pairs that were there; to be called before the boxes of before are gone. */
static void compare_old_pairs(graze_broad *b) {
    for (size_t i = 0; i < b->pairs.count; ++i) {
        uint32_t lower = gz_pair_lower(b->pairs.at[i]), higher = gz_pair_higher(b->pairs.at[i]);
        if ((b->flags[lower] & b->flags[higher] & GZ_BROAD_LIVE) &&
            !((b->flags[lower] | b->flags[higher]) & GZ_BROAD_LISTED))
            continue;
        ++b->news.tests;
        if (!gz_broad_is_pair(&b->given[lower], &b->given[higher]))
            gz_broad_news_push(&b->news, b->pairs.at[i]);
    }
}

/* All differences between the pairs of the last complete update and those of the boxes. */
static void compare_anew(graze_broad *b) {
    gz_broad_news now = {0};
    b->ops->pairs(b->state, b, &now);
    gz_broad_news_clear(&b->news);
    b->news.lost = now.lost;
    for (size_t i = 0; i < now.count; ++i)
        if (!gz_pair_set_has(&b->pairs, now.at[i] & ~GZ_BROAD_BEGINS))
            gz_broad_news_push(&b->news, now.at[i]);
    for (size_t i = 0; i < b->pairs.count; ++i) {
        gz_pair_key key = b->pairs.at[i];
        if (!gz_broad_is_pair(&b->box[gz_pair_lower(key)], &b->box[gz_pair_higher(key)]))
            gz_broad_news_push(&b->news, key);
    }
    gz_broad_news_release(&now);
}

graze_broad_pair gz_broad_pair_of(const graze_broad *b, gz_pair_key key) {
    uint32_t lower = gz_pair_lower(key), higher = gz_pair_higher(key);
    graze_broad_pair pair = {gz_id_of(&b->ids, lower), gz_id_of(&b->ids, higher), b->user[lower],
                             b->user[higher]};
    return pair;
}

static bool reserve_events(graze_broad *b, size_t wanted) {
    if (wanted <= b->events_capacity) return true;
    size_t capacity = wanted + wanted / 4;
    graze_broad_event *larger = gz_allocate_array(capacity, sizeof *larger);
    if (!larger) return false;
    gz_release(b->events, b->events_capacity * sizeof *b->events);
    b->events = larger;
    b->events_capacity = capacity;
    return true;
}

/* Takes the news into the set of pairs; keys has room for as many. There is room in the set, too. */
static void change_pairs(graze_broad *b, gz_pair_key *keys, size_t begun) {
    size_t begins = 0, ends = begun;
    if (b->pairs.count == 0) { /* all of them begin */
        keys = b->pairs.at;
        for (size_t i = 0; i < begun; ++i) keys[i] = b->news.at[i] & ~GZ_BROAD_BEGINS;
        b->pairs.count = begun;
        return;
    }
    for (size_t i = 0; i < b->news.count; ++i) {
        gz_pair_key news = b->news.at[i], is_new = news >> 63; /* GZ_BROAD_BEGINS */
        keys[is_new ? begins : ends] = news & ~GZ_BROAD_BEGINS;
        begins += is_new;
        ends += 1 - is_new;
    }
    gz_pair_set_remove(&b->pairs, keys + begun, ends - begun);
    gz_pair_set_insert(&b->pairs, keys, begun);
}

static inline void put_event(graze_broad *b, size_t i, gz_pair_key key, graze_broad_change change) {
    b->events[i].pair = gz_broad_pair_of(b, key);
    b->events[i].change = change;
}

/* The higher index is anywhere; what is told of it is fetched so many pairs before, unless slots are so
 * few that it is in the cache. */
enum { AHEAD = 24, FETCHED = 4096 };

static void make_events(graze_broad *b) {
    bool fetches = b->ids.slots >= FETCHED;
    for (size_t i = 0; i < b->news.count; ++i) {
        if (fetches && b->news.count - i > AHEAD) {
            uint32_t later = gz_pair_higher(b->news.at[i + AHEAD]);
            GZ_PREFETCH(&b->user[later]);
            GZ_PREFETCH(&b->ids.generation[later]);
        }
        gz_pair_key key = b->news.at[i] & ~GZ_BROAD_BEGINS;
        put_event(b, i, key, key != b->news.at[i] ? GRAZE_BROAD_BEGIN : GRAZE_BROAD_END);
    }
}

/* Puts the news in order and makes events and pairs of them; false if news were lost or memory is out.
 * The memory of the events serves both before. */
static bool publish(graze_broad *b) {
    if (b->news.lost || b->news.count > UINT32_MAX || !reserve_events(b, b->news.count)) return false;
    gz_broad_news_sort(&b->news, b->ids.slots, b->events, b->events_capacity * sizeof *b->events);
    size_t begun = 0, count = b->news.count;
    for (size_t i = 0; i < count; ++i) begun += b->news.at[i] >> 63; /* GZ_BROAD_BEGINS */
    if (!gz_pair_set_reserve(&b->pairs, b->pairs.count + begun)) return false;
    change_pairs(b, (gz_pair_key *)(void *)b->events, begun);
    make_events(b);
    b->events_count = count;
    b->statistics.begun += begun;
    b->statistics.ended += count - begun;
    return true;
}

/* The same where no box is left: all pairs have ended. */
static bool publish_ends(graze_broad *b) {
    size_t count = b->pairs.count;
    if (!reserve_events(b, count)) return false;
    for (size_t i = 0; i < count; ++i) put_event(b, i, b->pairs.at[i], GRAZE_BROAD_END);
    gz_pair_set_remove(&b->pairs, b->pairs.at, count);
    b->events_count = count;
    b->statistics.ended += count;
    return true;
}

/* -- the whole ------------------------------------------------------------------------------------ */

/* Takes the changes in; the news are those of complete pairs unless the last update left them behind.
 */
static graze_status take_in(graze_broad *b) {
    gz_broad_changes changes = changes_of(b);
    bool wants_news = !b->config.queries_only && !b->behind, empty = b->count == 0;
    gz_broad_news_clear(&b->news);
    graze_status status = b->ops->update(b->state, b, &changes, wants_news && !empty ? &b->news : NULL);
    if (status != GRAZE_OK) return status;
    if (wants_news && !empty && !b->ops->finds_ends) compare_old_pairs(b);
    b->statistics.tests += b->news.tests;
    commit(b);
    return GRAZE_OK;
}

static graze_status update(graze_broad *b) {
    drop_removed(b, &b->added);
    drop_removed(b, &b->moved);
    if (!comes_to_know_all(b)) know_all(b);
    graze_status status = take_in(b);
    if (status != GRAZE_OK) know_all(b);
    if (status != GRAZE_OK) return status;
    bool ends_all = b->count == 0 && !b->behind;
    if (b->behind) compare_anew(b);
    b->behind = !b->config.queries_only && !(ends_all ? publish_ends : publish)(b);
    if (b->behind) return GRAZE_OUT_OF_MEMORY;
    free_retired(b);
    ++b->statistics.updates;
    return GRAZE_OK;
}

graze_status graze_broad_update(graze_broad *broad, const graze_broad_event **events, size_t *count) {
    if (!broad) return GRAZE_INVALID_ARGUMENT;
    size_t found = 0;
    if (broad->behind || broad->added.count || broad->moved.count || broad->removed.count) {
        graze_status status = update(broad);
        if (status != GRAZE_OK) return status;
        found = broad->config.queries_only ? 0 : broad->events_count;
    }
    if (events) *events = broad->events;
    if (count) *count = found;
    return GRAZE_OK;
}
