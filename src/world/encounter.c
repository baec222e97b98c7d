/* SPDX-License-Identifier: MIT
 * Encounters: pairs of objects whose boxes overlap, sorted, each with what is remembered about it (L4).
 *
 * The broad phase tells what has begun and ended by the order of its boxes; sorted by objects, the news
 * are merged with the list in one pass. Caches stay where they are: the list has numbers of them. */
#include <string.h>

#include "world/world.h"

typedef struct change {
    gz_pair_key key;
    bool begins;
} change;

#define GZ_RADIX_TYPE change
#define GZ_RADIX_KEY(change) ((change).key)
#include "base/radix_kernel.h"

/* Room for changes, twice: the second half is where they are sorted. */
typedef struct changes {
    change *at;
    size_t count, capacity;
} changes;

static change *sort(changes *list) {
    bool sorted = true;
    for (size_t i = 1; i < list->count && sorted; ++i) sorted = list->at[i - 1].key <= list->at[i].key;
    return sorted ? list->at : gz_radix_sort(list->at, list->at + list->count, list->count);
}

static uint32_t take_slot(gz_scene *scene) {
    uint32_t slot = scene->free_encounter;
    if (slot == GZ_NONE) return (uint32_t)scene->encounter_count++;
    scene->free_encounter = (uint32_t)scene->encounters[slot].key;
    return slot;
}

static void free_slot(gz_scene *scene, uint32_t slot) {
    scene->encounters[slot].key = scene->free_encounter;
    scene->free_encounter = slot;
}

/* A pair is in the news twice only if an object left the scene and came back: it ends and begins, told
 * by the order of boxes, and what was remembered goes. An index is not used again before the update is
 * done. */
static size_t drop_repeats(change *news, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (kept && news[kept - 1].key == news[i].key)
            news[kept - 1].begins |= news[i].begins;
        else
            news[kept++] = news[i];
    }
    return kept;
}

static bool reserve_merge(graze_world *world, gz_scene *scene, size_t begun) {
    return GZ_RESERVE(world, scene->spare, scene->spare_capacity, scene->ref_count + begun) &&
           GZ_RESERVE(world, scene->encounters, scene->encounter_capacity,
                      scene->encounter_count + begun);
}

static void swap_refs(gz_scene *scene, size_t count) {
    gz_encounter_ref *old = scene->refs;
    size_t capacity = scene->ref_capacity;
    scene->refs = scene->spare;
    scene->ref_capacity = scene->spare_capacity;
    scene->ref_count = count;
    scene->spare = old;
    scene->spare_capacity = capacity;
}

static bool merge(graze_world *world, gz_scene *scene, change *news, size_t count) {
    count = drop_repeats(news, count);
    size_t begun = 0, at = 0, made = 0;
    for (size_t i = 0; i < count; ++i) begun += news[i].begins;
    if (!reserve_merge(world, scene, begun)) return false;
    for (size_t i = 0; i < count; ++i) {
        while (at < scene->ref_count && scene->refs[at].key < news[i].key)
            scene->spare[made++] = scene->refs[at++];
        if (at < scene->ref_count && scene->refs[at].key == news[i].key) {
            free_slot(scene, scene->refs[at++].slot);
            ++world->statistics.ended;
        }
        if (!news[i].begins) continue;
        uint32_t slot = take_slot(scene);
        scene->encounters[slot] = (gz_encounter){.key = news[i].key};
        scene->spare[made++] = (gz_encounter_ref){news[i].key, slot};
    }
    size_t rest = scene->ref_count - at;
    if (rest) memcpy(scene->spare + made, scene->refs + at, rest * sizeof *scene->refs);
    swap_refs(scene, made + rest);
    world->statistics.begun += begun;
    return true;
}

/* -- all pairs anew, after news were lost ---------------------------------------------------------- */

typedef struct collector {
    graze_world *world;
    changes list;
    bool full;
} collector;

static graze_flow collect_pair(void *user, const graze_broad_pair *pair) {
    collector *all = user;
    if (!GZ_RESERVE(all->world, all->list.at, all->list.capacity, 2 * (all->list.count + 1))) {
        all->full = true;
        return GRAZE_STOP;
    }
    all->list.at[all->list.count++] =
        (change){gz_pair_key_of((uint32_t)pair->user_a, (uint32_t)pair->user_b), true};
    return GRAZE_CONTINUE;
}

/* What differs from the list: pairs that it has not begin, others that it has alone end. */
static bool difference(graze_world *world, const gz_scene *scene, const change *all, size_t count,
                       changes *out) {
    if (!GZ_RESERVE(world, out->at, out->capacity, scene->ref_count + count + 1)) return false;
    size_t i = 0, j = 0;
    while (i < scene->ref_count || j < count) {
        gz_pair_key here = i < scene->ref_count ? scene->refs[i].key : UINT64_MAX;
        gz_pair_key there = j < count ? all[j].key : UINT64_MAX;
        if (here < there) out->at[out->count++] = (change){here, false};
        if (there < here) out->at[out->count++] = (change){there, true};
        i += here <= there;
        j += there <= here;
    }
    return true;
}

bool gz_encounters_compare(graze_world *world, gz_scene *scene) {
    collector all = {.world = world};
    changes news = {0};
    graze_broad_pairs(scene->broad, collect_pair, &all);
    bool good = !all.full && difference(world, scene, sort(&all.list), all.list.count, &news) &&
                merge(world, scene, news.at, news.count);
    GZ_RELEASE(world, all.list.at, all.list.capacity);
    GZ_RELEASE(world, news.at, news.capacity);
    return good;
}

/* -- the update ------------------------------------------------------------------------------------ */

static bool take_news(graze_world *world, gz_scene *scene, const graze_broad_event *events,
                      size_t count) {
    changes news = {0};
    if (!count) return true;
    if (!GZ_RESERVE(world, news.at, news.capacity, 2 * count)) return false;
    for (size_t i = 0; i < count; ++i)
        news.at[news.count++] =
            (change){gz_pair_key_of((uint32_t)events[i].pair.user_a, (uint32_t)events[i].pair.user_b),
                     events[i].change == GRAZE_BROAD_BEGIN};
    bool good = merge(world, scene, sort(&news), news.count);
    GZ_RELEASE(world, news.at, news.capacity);
    return good;
}

graze_status gz_encounters_update(graze_world *world, gz_scene *scene) {
    const graze_broad_event *events;
    size_t count;
    graze_status status = graze_broad_update(scene->broad, &events, &count);
    if (status != GRAZE_OK) return status;
    bool good =
        scene->lost ? gz_encounters_compare(world, scene) : take_news(world, scene, events, count);
    scene->lost = !good;
    return good ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}

bool gz_encounters_append(graze_world *world, gz_scene *scene, const gz_encounter *encounter) {
    if (!GZ_RESERVE(world, scene->refs, scene->ref_capacity, scene->ref_count + 1) ||
        !GZ_RESERVE(world, scene->encounters, scene->encounter_capacity, scene->encounter_count + 1))
        return false;
    uint32_t slot = take_slot(scene);
    scene->encounters[slot] = *encounter;
    scene->refs[scene->ref_count++] = (gz_encounter_ref){encounter->key, slot};
    return true;
}
