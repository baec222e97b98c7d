/* SPDX-License-Identifier: MIT */
#include "clash.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clash_pair.h"
#include "workers.h"

typedef struct pair {
    uint32_t a, b;
} pair;

/* What is near so many others that the report would be of no use: a small file can place a shape a
 * million times in one place. */
enum { MOST_PAIRS = 5000000 };

typedef struct finder {
    const model *m;
    const clash_options *options;
    graze_aabb *boxes; /* one an object, grown by half of the clearance */
    uint32_t now;      /* the object whose neighbours are looked for */
    pair *pairs;
    size_t pair_count, pair_capacity;
    bool out_of_memory, too_many;
    clash *found;           /* one a pair */
    graze_status *statuses; /* one a pair */
} finder;

/* -- which pairs are to be asked about -- */

/* The scene keeps its pairs with the lower number first. */
static bool parts_may_touch(const scene *s, size_t a, size_t b) {
    if (a == SIZE_MAX || b == SIZE_MAX) return false;
    if (a == b) return true;
    size_t low = a < b ? a : b, high = a < b ? b : a;
    for (size_t i = 0; i < s->ignored_count; ++i)
        if (s->ignored[i].a == low && s->ignored[i].b == high) return true;
    return false;
}

/* "x": either matches; "x,y": one matches x, the other y. */
static bool pattern_ignores(const char *pattern, const char *a, const char *b) {
    const char *comma = strchr(pattern, ',');
    if (!comma) return names_object(pattern, a) || names_object(pattern, b);
    char *first = malloc((size_t)(comma - pattern) + 1);
    if (!first) return false;
    memcpy(first, pattern, (size_t)(comma - pattern));
    first[comma - pattern] = 0;
    bool ignored = (names_object(first, a) && names_object(comma + 1, b)) ||
                   (names_object(first, b) && names_object(comma + 1, a));
    free(first);
    return ignored;
}

static bool is_ignored(const finder *w, const object *a, const object *b) {
    if (parts_may_touch(&w->m->s, a->part, b->part)) return true;
    for (size_t i = 0; i < w->options->ignore.count; ++i)
        if (pattern_ignores(w->options->ignore.at[i], a->name, b->name)) return true;
    return false;
}

/* Each pair is seen from both; it counts from the lower. */
static graze_flow take_neighbour(void *user, graze_broad_id id, uint64_t other) {
    finder *w = user;
    const object *objects = w->m->s.objects;
    (void)id;
    if (other <= w->now || is_ignored(w, objects + w->now, objects + other)) return GRAZE_CONTINUE;
    w->too_many = w->pair_count >= MOST_PAIRS;
    w->out_of_memory = !ARRAY_MAKE_ROOM(w->pairs, w->pair_count, w->pair_capacity);
    if (w->too_many || w->out_of_memory) return GRAZE_STOP;
    w->pairs[w->pair_count++] = (pair){w->now, (uint32_t)other};
    return GRAZE_CONTINUE;
}

static int compare_pairs(const void *left, const void *right) {
    const pair *a = left, *b = right;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

static graze_status add_object(finder *w, graze_broad *broad, size_t i) {
    graze_placed placed = shapes_place(&w->m->made, &w->m->s.objects[i]);
    if (!placed.shape) return GRAZE_OK; /* nothing is in it */
    placed.margin = w->options->clearance / 2;
    graze_broad_proxy proxy = {.user = i};
    graze_broad_id id;
    graze_status status = graze_placed_bounds(&placed, &proxy.box);
    w->boxes[i] = proxy.box;
    return status == GRAZE_OK ? graze_broad_add(broad, &proxy, &id) : status;
}

static bool find_neighbours(finder *w, graze_broad *broad, fault *f) {
    const scene *s = &w->m->s;
    for (w->now = 0; w->now < s->object_count; ++w->now) {
        if (!w->m->made.of[s->objects[w->now].geometry].shape) continue;
        graze_broad_query_box(broad, &w->boxes[w->now], 0, take_neighbour, w);
        if (w->out_of_memory) return fault_set(f, "graze", 0, "out of memory");
        if (w->too_many)
            return scene_fault(
                s, &s->objects[w->now],
                "more than five million pairs of objects are near each other; --ignore leaves some out",
                f);
    }
    return true;
}

static bool find_pairs(finder *w, graze_broad *broad, fault *f) {
    const scene *s = &w->m->s;
    w->boxes = calloc(s->object_count + 1, sizeof *w->boxes);
    if (!w->boxes) return fault_set(f, "graze", 0, "out of memory");
    for (size_t i = 0; i < s->object_count; ++i) {
        graze_status status = add_object(w, broad, i);
        if (status != GRAZE_OK) return scene_fault(s, &s->objects[i], shapes_reason(status), f);
    }
    graze_status status = graze_broad_update(broad, NULL, NULL);
    if (status != GRAZE_OK) return fault_set(f, "graze", 0, "%s", shapes_reason(status));
    if (!find_neighbours(w, broad, f)) return false;
    if (w->pair_count) qsort(w->pairs, w->pair_count, sizeof *w->pairs, compare_pairs);
    return true;
}

/* -- asking -- */

static void ask(void *context, size_t i) {
    finder *w = context;
    pair p = w->pairs[i];
    w->statuses[i] = clash_pair(w->m, p.a, p.b, w->options, &w->found[i]);
}

static bool ask_all(finder *w, fault *f) {
    w->found = calloc(w->pair_count + 1, sizeof *w->found);
    w->statuses = calloc(w->pair_count + 1, sizeof *w->statuses);
    if (!w->found || !w->statuses) return fault_set(f, "graze", 0, "out of memory");
    workers_run(w->options->threads, "checking", ask, w, w->pair_count);
    for (size_t i = 0; i < w->pair_count; ++i)
        if (w->statuses[i] != GRAZE_OK) {
            const scene *s = &w->m->s;
            char reason[512];
            snprintf(reason, sizeof reason, "against '%.200s': %s", s->objects[w->pairs[i].b].name,
                     shapes_reason(w->statuses[i]));
            return scene_fault(s, &s->objects[w->pairs[i].a], reason, f);
        }
    return true;
}

static bool gather(const finder *w, clash_list *out, fault *f) {
    out->pairs = w->pair_count;
    for (size_t i = 0; i < w->pair_count; ++i) {
        if (w->found[i].kind == CLASH_KIND_COUNT) continue;
        if (!ARRAY_MAKE_ROOM(out->at, out->count, out->capacity))
            return fault_set(f, "graze", 0, "out of memory");
        out->at[out->count++] = w->found[i];
        ++out->of[w->found[i].kind];
    }
    return true;
}

bool clash_find(const model *m, const clash_options *options, clash_list *out, fault *f) {
    finder w = {.m = m, .options = options};
    graze_broad *broad = NULL;
    *out = (clash_list){0};
    graze_broad_config config = {.expected = (uint32_t)m->s.object_count, .queries_only = true};
    bool good =
        graze_broad_create(&config, &broad) == GRAZE_OK || fault_set(f, "graze", 0, "out of memory");
    good = good && find_pairs(&w, broad, f) && ask_all(&w, f) && gather(&w, out, f);
    graze_broad_release(broad);
    free(w.boxes);
    free(w.pairs);
    free(w.found);
    free(w.statuses);
    return good;
}

void clash_free(clash_list *list) {
    free(list->at);
    *list = (clash_list){0};
}
