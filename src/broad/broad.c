/* SPDX-License-Identifier: MIT
 * The table of boxes, and what changed in it since the last update. */
#include "broad/broad.h"

#include <string.h>

#include "base/memory.h"
#include "bounds/check.h"

/* -- memory --------------------------------------------------------------------------------------- */

/* All arrays with an element a slot are one block, so that they grow together or not at all. */
typedef struct table {
    gz_broad_box *box, *given;
    uint64_t *user;
    uint32_t *added, *moved, *removed, *retired;
    uint8_t *flags;
} table;

#define SLOT_BYTES (2 * sizeof(gz_broad_box) + sizeof(uint64_t) + 4 * sizeof(uint32_t) + 1)

static table carve(void *block, size_t capacity) {
    table t;
    t.box = block;
    t.given = t.box + capacity;
    t.user = (uint64_t *)(t.given + capacity);
    t.added = (uint32_t *)(t.user + capacity);
    t.moved = t.added + capacity;
    t.removed = t.moved + capacity;
    t.retired = t.removed + capacity;
    t.flags = (uint8_t *)(t.retired + capacity);
    return t;
}

static void copy_list(uint32_t *to, gz_broad_list *list) {
    if (list->count) memcpy(to, list->at, list->count * sizeof *to);
    list->at = to;
}

static void adopt(graze_broad *b, table t, size_t capacity) {
    size_t slots = b->ids.slots;
    if (slots) {
        memcpy(t.box, b->box, b->known * sizeof *t.box);
        memcpy(t.given, b->given, slots * sizeof *t.given);
        memcpy(t.user, b->user, slots * sizeof *t.user);
        memcpy(t.flags, b->flags, slots);
    }
    copy_list(t.added, &b->added);
    copy_list(t.moved, &b->moved);
    copy_list(t.removed, &b->removed);
    copy_list(t.retired, &b->retired);
    gz_release(b->box, b->capacity * SLOT_BYTES);
    b->box = t.box;
    b->given = t.given;
    b->user = t.user;
    b->flags = t.flags;
    b->capacity = capacity;
}

/* Room for so many slots in all. */
static bool reserve(graze_broad *b, size_t wanted) {
    if (wanted <= b->capacity) return true;
    if (wanted > INT32_MAX) return false; /* the highest bit of an index has other uses */
    size_t capacity = b->capacity * 2 < wanted ? wanted : b->capacity * 2;
    if (capacity < 16) capacity = 16;
    if (!gz_id_pool_reserve(&b->ids, capacity)) return false;
    void *block = gz_allocate_array(capacity, SLOT_BYTES);
    if (!block) return false;
    adopt(b, carve(block, capacity), capacity);
    return true;
}

/* -- making --------------------------------------------------------------------------------------- */

static bool is_valid(const graze_broad_config *config) {
    return gz_broad_ops_of(config->kind) && config->tag < 1u << GZ_ID_TAG_BITS &&
           config->cell_size >= 0 && graze_is_finite(config->cell_size);
}

graze_status graze_broad_create(const graze_broad_config *config, graze_broad **out) {
    const graze_broad_config defaults = {.kind = GRAZE_BROAD_DEFAULT};
    if (!config) config = &defaults;
    if (!out || !is_valid(config)) return GRAZE_INVALID_ARGUMENT;
    graze_broad *b = gz_allocate(sizeof *b);
    if (!b) return GRAZE_OUT_OF_MEMORY;
    memset(b, 0, sizeof *b);
    b->ops = gz_broad_ops_of(config->kind);
    b->config = *config;
    gz_id_pool_init(&b->ids, config->tag);
    graze_status status = b->ops->create(config, &b->state);
    if (status == GRAZE_OK && !reserve(b, config->expected)) status = GRAZE_OUT_OF_MEMORY;
    if (status == GRAZE_OK)
        *out = b;
    else
        graze_broad_release(b);
    return status;
}

void graze_broad_release(graze_broad *broad) {
    if (!broad) return;
    if (broad->state) broad->ops->destroy(broad->state);
    gz_release(broad->box, broad->capacity * SLOT_BYTES);
    gz_release(broad->events, broad->events_capacity * sizeof *broad->events);
    gz_broad_news_release(&broad->news);
    gz_pair_set_release(&broad->pairs);
    gz_id_pool_release(&broad->ids);
    gz_release(broad, sizeof *broad);
}

size_t gz_broad_table_bytes(const graze_broad *b) {
    return sizeof *b + b->capacity * SLOT_BYTES + 2 * b->ids.capacity * sizeof(uint32_t) +
           b->events_capacity * sizeof *b->events + gz_broad_news_bytes(&b->news) +
           gz_pair_set_bytes(&b->pairs);
}

/* -- changes -------------------------------------------------------------------------------------- */

/* Adding 0 makes 0 of -0. */
static void put_place(const graze_aabb *place, gz_broad_box *box) {
    box->lo[0] = place->lo.x + 0;
    box->lo[1] = place->lo.y + 0;
    box->lo[2] = place->lo.z + 0;
    box->hi[0] = place->hi.x + 0;
    box->hi[1] = place->hi.y + 0;
    box->hi[2] = place->hi.z + 0;
}

static void put_filter(uint32_t category, uint32_t mask, gz_broad_box *box) {
    bool all = !category && !mask;
    box->category = all ? UINT32_MAX : category;
    box->mask = all ? UINT32_MAX : mask;
}

static void list(graze_broad *b, gz_broad_list *changes, uint32_t index) {
    if (b->flags[index] & GZ_BROAD_LISTED) return;
    b->flags[index] |= GZ_BROAD_LISTED;
    changes->at[changes->count++] = index;
}

/* A fresh one is in the list of added ones, which says all. */
static void mark_moved(graze_broad *b, uint32_t index) {
    if (!(b->flags[index] & GZ_BROAD_FRESH)) list(b, &b->moved, index);
}

static graze_broad_id add(graze_broad *b, const graze_broad_proxy *proxy) {
    bool is_new = b->ids.free == GZ_ID_NONE;
    uint32_t i = gz_id_pool_take(&b->ids);
    if (is_new) b->flags[i] = 0;
    put_place(&proxy->box, &b->given[i]);
    put_filter(proxy->category, proxy->mask, &b->given[i]);
    b->user[i] = proxy->user;
    list(b, &b->added, i);
    b->flags[i] |= GZ_BROAD_LIVE | GZ_BROAD_FRESH;
    ++b->count;
    return gz_id_of(&b->ids, i);
}

/* Fetches what is written of a free slot that will be taken so many boxes later; the one after it. */
enum { AHEAD = 16 };
static uint32_t fetch_slot(const graze_broad *b, uint32_t free) {
    if (free == GZ_ID_NONE) return free;
    GZ_PREFETCH(&b->given[free]);
    GZ_PREFETCH(&b->user[free]);
    return b->ids.next[free];
}

graze_status graze_broad_add_many(graze_broad *broad, const graze_broad_proxy *proxies, size_t count,
                                  graze_broad_id *out) {
    if (!broad || (count && (!proxies || !out))) return GRAZE_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; ++i) {
        graze_status status = gz_aabb_check(&proxies[i].box);
        if (status != GRAZE_OK) return status;
    }
    /* Free slots may be fewer than are needed; counting them would take longer than the room is worth.
     */
    size_t wanted = broad->ids.slots + count;
    bool one_is_free = count == 1 && broad->ids.free != GZ_ID_NONE;
    if (!one_is_free && (wanted < count || !reserve(broad, wanted))) return GRAZE_OUT_OF_MEMORY;
    uint32_t later = broad->ids.free;
    for (size_t i = 0; i < AHEAD; ++i) later = fetch_slot(broad, later);
    for (size_t i = 0; i < count; ++i) {
        later = fetch_slot(broad, later);
        out[i] = add(broad, &proxies[i]);
    }
    return GRAZE_OK;
}

graze_status graze_broad_add(graze_broad *broad, const graze_broad_proxy *proxy, graze_broad_id *out) {
    return graze_broad_add_many(broad, proxy, 1, out);
}

static void move(graze_broad *b, uint32_t index, const graze_aabb *place) {
    put_place(place, &b->given[index]);
    mark_moved(b, index);
}

void gz_broad_move_known(graze_broad *b, graze_broad_id id, const graze_aabb *place) {
    move(b, (uint32_t)id, place);
}

graze_status graze_broad_move(graze_broad *broad, graze_broad_id id, const graze_aabb *box) {
    return graze_broad_move_many(broad, &id, box, 1);
}

graze_status graze_broad_move_many(graze_broad *broad, const graze_broad_id *ids,
                                   const graze_aabb *boxes, size_t count) {
    if (!broad || (count && (!ids || !boxes))) return GRAZE_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; ++i) {
        graze_status status = gz_aabb_check(&boxes[i]);
        if (status != GRAZE_OK) return status;
        if (gz_id_index(&broad->ids, ids[i]) == GZ_ID_NONE) return GRAZE_STALE_ID;
    }
    for (size_t i = 0; i < count; ++i) move(broad, (uint32_t)ids[i], &boxes[i]);
    return GRAZE_OK;
}

/* The id is stale already. No pair of a fresh one was ever reported: its slot is free at once, and so
 * adding and removing without updates in between needs no memory. */
static void forget(graze_broad *b, uint32_t index) {
    b->given[index] = gz_broad_box_empty();
    --b->count;
    if (b->flags[index] & GZ_BROAD_FRESH)
        gz_id_pool_free(&b->ids, index);
    else
        b->removed.at[b->removed.count++] = index;
    b->flags[index] &= (uint8_t) ~(GZ_BROAD_LIVE | GZ_BROAD_FRESH);
}

graze_status graze_broad_remove(graze_broad *broad, graze_broad_id id) {
    return graze_broad_remove_many(broad, &id, 1);
}

/* Retires one after the other, so that one that is there twice is found to be stale; then all that was
 * retired is revived. */
graze_status graze_broad_remove_many(graze_broad *broad, const graze_broad_id *ids, size_t count) {
    if (!broad || (count && !ids)) return GRAZE_INVALID_ARGUMENT;
    size_t valid = 0;
    while (valid < count && gz_id_index(&broad->ids, ids[valid]) != GZ_ID_NONE) {
        GZ_PREFETCH(&broad->given[(uint32_t)ids[valid]]);
        gz_id_pool_retire(&broad->ids, (uint32_t)ids[valid++]);
    }
    if (valid < count) {
        for (size_t i = 0; i < valid; ++i) gz_id_pool_revive(&broad->ids, (uint32_t)ids[i]);
        return GRAZE_STALE_ID;
    }
    for (size_t i = 0; i < count; ++i) forget(broad, (uint32_t)ids[i]);
    return GRAZE_OK;
}

/* -- one box -------------------------------------------------------------------------------------- */

graze_status graze_broad_set_filter(graze_broad *broad, graze_broad_id id, uint32_t category,
                                    uint32_t mask) {
    if (!broad) return GRAZE_INVALID_ARGUMENT;
    uint32_t index = gz_id_index(&broad->ids, id);
    if (index == GZ_ID_NONE) return GRAZE_STALE_ID;
    put_filter(category, mask, &broad->given[index]);
    mark_moved(broad, index);
    return GRAZE_OK;
}

graze_status graze_broad_set_user(graze_broad *broad, graze_broad_id id, uint64_t user) {
    if (!broad) return GRAZE_INVALID_ARGUMENT;
    uint32_t index = gz_id_index(&broad->ids, id);
    if (index == GZ_ID_NONE) return GRAZE_STALE_ID;
    broad->user[index] = user;
    return GRAZE_OK;
}

graze_status graze_broad_get(const graze_broad *broad, graze_broad_id id, graze_broad_proxy *out) {
    if (!broad || !out) return GRAZE_INVALID_ARGUMENT;
    uint32_t index = gz_id_index(&broad->ids, id);
    if (index == GZ_ID_NONE) return GRAZE_STALE_ID;
    const gz_broad_box *given = &broad->given[index];
    out->box = gz_broad_place(given);
    out->user = broad->user[index];
    out->category = given->category;
    out->mask = given->mask;
    return GRAZE_OK;
}

size_t graze_broad_count(const graze_broad *broad) { return broad ? broad->count : 0; }
