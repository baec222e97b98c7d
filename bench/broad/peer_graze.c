/* SPDX-License-Identifier: MIT
 * Graze, each kind of broad phase, with the functions for many boxes at once. Updates come with the
 * events. */
#include <stdio.h>
#include <stdlib.h>

#include "graze/graze.h"
#include "peer.h"

#if defined(GRAZE_DOUBLE)
#define PRECISION "double"
#else
#define PRECISION "float"
#endif

enum { CHUNK = 512 };

typedef struct state {
    const scene *scene;
    graze_broad *broad;
    graze_broad_id *ids, some[CHUNK];
    graze_aabb boxes[CHUNK];
    graze_broad_proxy proxies[CHUNK];
} state;

static void must(graze_status status) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s\n", graze_status_text(status));
    exit(1);
}

static void *create(const scene *s, graze_broad_kind kind) {
    state *out = calloc(1, sizeof *out);
    graze_broad_config config = {.kind = kind};
    if (!out) abort();
    out->scene = s;
    out->ids = calloc((size_t)s->count, sizeof *out->ids);
    if (!out->ids) abort();
    must(graze_broad_create(&config, &out->broad));
    return out;
}

static graze_aabb box_of(const state *s, int slot) {
    const double *b = s->scene->boxes[slot];
    graze_aabb box = {{(graze_real)b[0], (graze_real)b[1], (graze_real)b[2]},
                      {(graze_real)b[3], (graze_real)b[4], (graze_real)b[5]}};
    return box;
}

static void add_chunk(state *s, const int *slots, int count) {
    for (int i = 0; i < count; ++i) {
        s->proxies[i].box = box_of(s, slots[i]);
        s->proxies[i].user = (uint64_t)slots[i];
    }
    must(graze_broad_add_many(s->broad, s->proxies, (size_t)count, s->some));
    for (int i = 0; i < count; ++i) s->ids[slots[i]] = s->some[i];
}

static void move_chunk(state *s, const int *slots, int count) {
    for (int i = 0; i < count; ++i) {
        s->boxes[i] = box_of(s, slots[i]);
        s->some[i] = s->ids[slots[i]];
    }
    must(graze_broad_move_many(s->broad, s->some, s->boxes, (size_t)count));
}

static void remove_chunk(state *s, const int *slots, int count) {
    for (int i = 0; i < count; ++i) s->some[i] = s->ids[slots[i]];
    must(graze_broad_remove_many(s->broad, s->some, (size_t)count));
}

static void in_chunks(void (*run)(state *, const int *, int), state *s, const int *slots, int count) {
    for (int i = 0; i < count; i += CHUNK) run(s, slots + i, count - i < CHUNK ? count - i : CHUNK);
}

static void add(void *data, const int *slots, int count) { in_chunks(add_chunk, data, slots, count); }
static void move(void *data, const int *slots, int count) { in_chunks(move_chunk, data, slots, count); }
static void take_out(void *data, const int *slots, int count) {
    in_chunks(remove_chunk, data, slots, count);
}

static void update(void *data) {
    const graze_broad_event *events;
    size_t count;
    must(graze_broad_update(((state *)data)->broad, &events, &count));
}

typedef struct list {
    uint64_t *at;
    size_t count;
} list;

static graze_flow collect(void *user, const graze_broad_pair *pair) {
    list *l = user;
    uint64_t a = pair->user_a, b = pair->user_b;
    l->at[l->count++] = a < b ? a << 32 | b : b << 32 | a;
    return GRAZE_CONTINUE;
}

static uint64_t *pairs(void *data, size_t *count) {
    state *s = data;
    graze_broad_statistics sum;
    must(graze_broad_statistics_get(s->broad, &sum));
    list l = {calloc(sum.pairs + 1, sizeof *l.at), 0};
    if (!l.at) abort();
    must(graze_broad_pairs(s->broad, collect, &l));
    *count = l.count;
    return l.at;
}

static void destroy(void *data) {
    state *s = data;
    graze_broad_release(s->broad);
    free(s->ids);
    free(s);
}

static void *create_default(const scene *s) { return create(s, GRAZE_BROAD_DEFAULT); }
static void *create_brute_force(const scene *s) { return create(s, GRAZE_BROAD_BRUTE_FORCE); }
static void *create_sweep(const scene *s) { return create(s, GRAZE_BROAD_SWEEP_AND_PRUNE); }
static void *create_grid(const scene *s) { return create(s, GRAZE_BROAD_GRID); }

#define FUNCTIONS add, move, take_out, update, pairs, destroy

const broad_peer broad_peers[] = {
    {"Graze", PRECISION, "GRAZE_BROAD_DEFAULT, the tree", 1000000, "", create_default, FUNCTIONS},
    {"Graze grid", PRECISION, "GRAZE_BROAD_GRID", 1000000, "", create_grid, FUNCTIONS},
    {"Graze sweep", PRECISION, "GRAZE_BROAD_SWEEP_AND_PRUNE", 1000000, "", create_sweep, FUNCTIONS},
    {"Graze brute", PRECISION, "GRAZE_BROAD_BRUTE_FORCE", 1000, "all pairs are looked at",
     create_brute_force, FUNCTIONS},
};
const int broad_peer_count = (int)(sizeof broad_peers / sizeof broad_peers[0]);

const char *broad_peer_version(void) {
    static char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", GRAZE_VERSION_MAJOR, GRAZE_VERSION_MINOR,
             GRAZE_VERSION_PATCH);
    return text;
}
