/* SPDX-License-Identifier: MIT
 * One batch of pairs given to the pair queries, by the runner's threads: each pair has its own cache
 * and its own place for the outcome. */
#include "convex/entry.h"
#include "convex/query.h"
#include "shape/placed.h"
#include "world/test.h"

#define PAIRS_A_JOB 16
#define PAIRS_AHEAD 6 /* that are fetched into the cache */

/* The encounter of an item, unless a nested test has freed it. */
static gz_encounter *encounter_of(const gz_scene *scene, const gz_item *item) {
    if (item->slot >= scene->encounter_count) return NULL;
    gz_encounter *encounter = &scene->encounters[item->slot];
    return encounter->key == gz_item_key(item) ? encounter : NULL;
}

static void take_common_point(gz_finding *out, const graze_intersection *found) {
    out->type = GRAZE_RESPONSE_WITNESSED;
    out->point_a = out->point_b = found->point;
    out->primitive_a = found->primitive_a;
    out->primitive_b = found->primitive_b;
}

/* A pair that touches may count as separated here, within the rounding radius, or a limit on rounds may
 * end the query before it knows: then the common point stays, and the depth is 0. */
static void compute_depth(const graze_options *options, const graze_placed *a, const graze_placed *b,
                          graze_cache *cache, gz_finding *out) {
    graze_penetration_result result;
    out->more = graze_penetration(a, b, options, cache, &result);
    if (out->more != GRAZE_OK) return;
    out->type = GRAZE_RESPONSE_DEPTH;
    out->normal = result.normal;
    out->depth = result.depth;
    out->lower = result.lower;
    out->upper = result.upper;
    bool known = result.end != GRAZE_ITERATION_LIMIT || result.depth > 0;
    if (result.end == GRAZE_SEPARATED || !known) return;
    out->point_a = result.point_a;
    out->point_b = result.point_b;
}

static void compute_contacts(const graze_options *options, const graze_placed *a, const graze_placed *b,
                             graze_cache *cache, gz_finding *out) {
    out->more = graze_contact(a, b, 0, options, cache, &out->contacts);
    if (out->more == GRAZE_OK) out->type = GRAZE_RESPONSE_CONTACT;
}

/* The flags and the type alone: the rest counts only of what meets. */
static void clear(gz_finding *out) {
    out->gone = out->at_rest = out->by_axis = out->hit = false;
    out->status = out->more = GRAZE_OK;
    out->type = GRAZE_RESPONSE_NONE;
}

static void begin_hit(gz_finding *out, const graze_intersection *found) {
    out->type = GRAZE_RESPONSE_SIMPLE;
    out->primitive_a = found->primitive_a;
    out->primitive_b = found->primitive_b;
    out->point_a = out->point_b = out->normal = graze_vec3_zero();
    out->depth = out->lower = out->upper = 0;
}

/* Do the contacts say who meets? All else is told with them (tell.c). */
static bool is_decided(gz_finding *out) {
    const graze_contact_set *set = &out->contacts;
    bool apart = set->end == GRAZE_SEPARATED && set->lower > 0;
    out->hit = set->end == GRAZE_OVERLAP && set->count > 0;
    out->primitive_a = out->primitive_b = 0;
    return apart || out->hit;
}

/* Who met at the last look mostly still meets, or has clearly parted: then the points of contact of two
 * convex shapes say as much, and nobody needs to ask first. False if they leave a doubt, as of two that
 * touch. */
static bool is_settled_by_contacts(const graze_options *options, const graze_placed *a,
                                   const graze_placed *b, graze_cache *cache, gz_finding *out) {
    if (!a->shape->convex || !b->shape->convex) return false;
    compute_contacts(options, a, b, cache, out);
    if (out->more == GRAZE_OK && is_decided(out)) return true;
    clear(out);
    return false;
}

/* Where nobody is ever called all that was listed is there. */
static const gz_object *object_of(const graze_world *world, graze_object_id id) {
    return world->calls ? gz_world_object(world, id) : &world->objects[(uint32_t)id];
}

static void look(const graze_world *world, const gz_scene *scene, const gz_item *item,
                 gz_finding *out) {
    const gz_object *a = object_of(world, item->a), *b = object_of(world, item->b);
    const graze_options *options = &world->settings.options;
    clear(out);
    out->gone = !a || !b;
    if (out->gone) return;
    gz_encounter *encounter = world->settings.no_caches ? NULL : encounter_of(scene, item);
    uint64_t before = encounter ? encounter->checked : 0;
    out->at_rest = before && encounter->apart && a->changed < before && b->changed < before;
    if (out->at_rest) return;
    graze_cache *cache = encounter ? &encounter->cache : NULL;
    if (item->type == GRAZE_RESPONSE_CONTACT && before && !encounter->apart &&
        is_settled_by_contacts(options, &a->placed, &b->placed, cache, out)) {
        encounter->checked = world->now;
        encounter->apart = !out->hit;
        return;
    }
    graze_intersection found;
    out->status = graze_intersect(&a->placed, &b->placed, options, cache, &found);
    if (out->status != GRAZE_OK) return;
    out->hit = found.intersecting;
    out->by_axis = !out->hit && before && found.iterations <= 1 && found.lower > 0; /* none of meshes */
    if (encounter) {
        encounter->checked = world->now;
        encounter->apart = !out->hit;
    }
    if (!out->hit) return;
    begin_hit(out, &found);
    if (item->type >= GRAZE_RESPONSE_WITNESSED) take_common_point(out, &found);
    if (item->type == GRAZE_RESPONSE_DEPTH) compute_depth(options, &a->placed, &b->placed, cache, out);
    if (item->type == GRAZE_RESPONSE_CONTACT)
        compute_contacts(options, &a->placed, &b->placed, cache, out);
}

/* -- four at once ---------------------------------------------------------------------------------- */

/* Pairs of boxes that met at the last look and are to have contacts, until there are four. */
typedef struct again {
    int count;
    size_t item[GZ_MEETINGS];
    gz_meeting pair[GZ_MEETINGS];
    gz_encounter *encounter[GZ_MEETINGS];
} again;

static bool are_plain_boxes(const graze_placed *a, const graze_placed *b) {
    return a->shape->kind == GRAZE_SHAPE_BOX && b->shape->kind == GRAZE_SHAPE_BOX &&
           gz_placed_are_plain(a, b);
}

/* Puts an item into the list, if it is such a pair. */
static bool waits_for_others(const graze_world *world, const gz_test *test, size_t i, again *list) {
    const gz_item *item = &test->items[i];
    if (item->type != GRAZE_RESPONSE_CONTACT) return false;
    gz_encounter *encounter = encounter_of(&world->scenes[test->scene], item);
    if (!encounter || !encounter->checked || encounter->apart) return false;
    const gz_object *a = object_of(world, item->a), *b = object_of(world, item->b);
    if (!a || !b || !are_plain_boxes(&a->placed, &b->placed)) return false;
    list->item[list->count] = i;
    list->encounter[list->count] = encounter;
    list->pair[list->count++] = (gz_meeting){&a->placed, &b->placed, &encounter->cache};
    return true;
}

static void look_at_item(const graze_world *world, const gz_test *test, size_t i) {
    look(world, &world->scenes[test->scene], &test->items[i], &test->outcomes[i - test->first]);
}

/* What is not decided by that is looked at one by one. */
static void look_again(const graze_world *world, const gz_test *test, again *list) {
    graze_contact_set *sets[GZ_MEETINGS];
    if (!list->count) return;
    for (int i = 0; i < list->count; ++i)
        sets[i] = &test->outcomes[list->item[i] - test->first].contacts;
    unsigned settled = gz_convex_contact_four(list->pair, list->count, sets);
    for (int i = 0; i < list->count; ++i) {
        gz_finding *out = &test->outcomes[list->item[i] - test->first];
        clear(out);
        if (!(settled >> i & 1) || !is_decided(out)) {
            look_at_item(world, test, list->item[i]);
            continue;
        }
        out->type = GRAZE_RESPONSE_CONTACT;
        list->encounter[i]->checked = world->now;
        list->encounter[i]->apart = !out->hit;
    }
    list->count = 0;
}

/* -- batches --------------------------------------------------------------------------------------- */

typedef struct batch {
    const graze_world *world;
    const gz_test *test;
    bool plain; /* pairs may be looked at four at once */
} batch;

/* Lines of the cache that a record may lie in. */
static void fetch_record(const void *record, size_t size) {
    for (size_t at = 0; at < size; at += 64) GZ_PREFETCH((const char *)record + at);
}

/* Pairs are in the order of a, so b and the encounter are anywhere. */
static void fetch(const graze_world *world, const gz_test *test, size_t i) {
    if (i >= test->item_count) return;
    const gz_item *item = &test->items[i];
    const gz_scene *scene = &world->scenes[test->scene];
    fetch_record(&world->objects[(uint32_t)item->b], offsetof(gz_object, user));
    if (item->slot < scene->encounter_count)
        fetch_record(&scene->encounters[item->slot], sizeof *scene->encounters);
}

static void compute_range(const batch *b, size_t first, size_t end) {
    again list;
    list.count = 0;
    for (size_t i = first; i < end; ++i) {
        fetch(b->world, b->test, i + PAIRS_AHEAD);
        if (!b->plain || !waits_for_others(b->world, b->test, i, &list))
            look_at_item(b->world, b->test, i);
        if (list.count == GZ_MEETINGS) look_again(b->world, b->test, &list);
    }
    look_again(b->world, b->test, &list);
}

static void compute(void *context, size_t job) {
    const batch *b = context;
    size_t first = b->test->first + job * PAIRS_A_JOB, end = first + PAIRS_A_JOB;
    compute_range(b, first, end < b->test->end ? end : b->test->end);
}

/* With one thread there is one job, since at its end there may be fewer than four. */
void gz_narrow_compute(graze_world *world, gz_test *test) {
    const graze_world_settings *settings = &world->settings;
    batch b = {world, test, !settings->no_caches && gz_options_are_plain(&settings->options)};
    size_t jobs = (test->end - test->first + PAIRS_A_JOB - 1) / PAIRS_A_JOB;
    const graze_runner *runner = settings->runner;
    ++world->now;
    if (runner && jobs > 1)
        runner->run(runner->user, compute, &b, jobs);
    else
        compute_range(&b, test->first, test->end);
}
