/* SPDX-License-Identifier: MIT
 * Broad phases from bytes: calls in any order, with boxes of any bits and ids that are good, stale or
 * made up, to all kinds at once. Statuses, ids, events, pairs and answers must be those of brute force,
 * and the structures stay in order. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "graze/graze.h"

enum { KINDS = GRAZE_BROAD_KIND_COUNT, IDS = 32, MANY = 8, ANSWERS = 64 };

typedef struct bytes {
    const uint8_t *at, *end;
} bytes;

typedef struct player {
    bytes from;
    graze_broad *kinds[KINDS]; /* from 1 on: 0 stands for the default */
    graze_broad_id ids[IDS];
} player;

static void demand(bool condition) {
    if (!condition) abort();
}

static uint32_t below(player *p, uint32_t n) {
    return p->from.at < p->from.end ? *p->from.at++ % n : 0;
}

/* -- arguments -- */

/* Steps of a coarse grid, so that sides coincide, or any bits. */
static graze_real number(player *p) {
    uint32_t step = below(p, 256);
    graze_real any;
    if (step < 248 || p->from.end - p->from.at < (ptrdiff_t)sizeof any)
        return (graze_real)(step % 31) - 15;
    memcpy(&any, p->from.at, sizeof any);
    p->from.at += sizeof any;
    return any;
}

static graze_vec3 vector(player *p) {
    graze_vec3 v;
    v.x = number(p);
    v.y = number(p);
    v.z = number(p);
    return v;
}

/* Ends in order, but for one in sixteen. */
static graze_aabb box(player *p) {
    graze_vec3 a = vector(p), b = vector(p);
    graze_aabb out = {a, b};
    if (below(p, 16)) out = (graze_aabb){graze_vec3_min(a, b), graze_vec3_max(a, b)};
    return out;
}

static graze_broad_id known_id(player *p) {
    graze_broad_id id = p->ids[below(p, IDS)];
    uint32_t flipped = below(p, 256);
    return flipped < 64 ? id ^ UINT64_C(1) << flipped : id;
}

static uint32_t filter(player *p) { return below(p, 4); }

/* -- changes -- */

/* What all kinds say must be the same. */
#define SAME(p, call)                                                                                  \
    for (int kind = 1, first_ = -1; kind < KINDS; ++kind) {                                            \
        graze_broad *broad = (p)->kinds[kind];                                                         \
        int status_ = (int)(call);                                                                     \
        if (first_ < 0) first_ = status_;                                                              \
        demand(status_ == first_);                                                                     \
    }

static void add(player *p) {
    graze_broad_proxy proxies[MANY];
    graze_broad_id ids[KINDS][MANY] = {{0}};
    uint32_t count = below(p, MANY + 1), at = below(p, IDS - MANY);
    for (uint32_t i = 0; i < count; ++i) {
        proxies[i].box = box(p);
        proxies[i].user = below(p, 256);
        proxies[i].category = filter(p);
        proxies[i].mask = filter(p);
    }
    SAME(p, graze_broad_add_many(broad, proxies, count, ids[kind]));
    for (int kind = 2; kind < KINDS; ++kind) demand(memcmp(ids[kind], ids[1], sizeof ids[1]) == 0);
    for (uint32_t i = 0; i < count; ++i)
        if (ids[1][i]) p->ids[at + i] = ids[1][i];
}

static void move(player *p) {
    graze_broad_id ids[MANY];
    graze_aabb boxes[MANY];
    uint32_t count = below(p, MANY + 1);
    for (uint32_t i = 0; i < count; ++i) {
        ids[i] = known_id(p);
        boxes[i] = box(p);
    }
    SAME(p, graze_broad_move_many(broad, ids, boxes, count));
}

/* By little: the fat boxes of trees and grids hold. */
static void nudge(player *p) {
    graze_broad_id id = known_id(p);
    graze_real by = (graze_real)((int)below(p, 9) - 4) / 64;
    graze_broad_proxy proxy;
    if (graze_broad_get(p->kinds[1], id, &proxy) != GRAZE_OK) return;
    graze_vec3 step = graze_vec3_make(by, -by, by / 2);
    graze_aabb moved = {graze_vec3_add(proxy.box.lo, step), graze_vec3_add(proxy.box.hi, step)};
    SAME(p, graze_broad_move(broad, id, &moved));
}

static void take_out(player *p) {
    graze_broad_id ids[MANY];
    uint32_t count = below(p, MANY + 1);
    for (uint32_t i = 0; i < count; ++i) ids[i] = known_id(p);
    SAME(p, graze_broad_remove_many(broad, ids, count));
}

static void set_filter(player *p) {
    graze_broad_id id = known_id(p);
    uint32_t category = filter(p), mask = filter(p);
    SAME(p, graze_broad_set_filter(broad, id, category, mask));
}

static bool same_event(const graze_broad_event *x, const graze_broad_event *y) {
    return x->pair.a == y->pair.a && x->pair.b == y->pair.b && x->pair.user_a == y->pair.user_a &&
           x->pair.user_b == y->pair.user_b && x->change == y->change;
}

static void update(player *p) {
    const graze_broad_event *events[KINDS];
    size_t counts[KINDS];
    for (int kind = 1; kind < KINDS; ++kind) {
        demand(graze_broad_update(p->kinds[kind], &events[kind], &counts[kind]) == GRAZE_OK);
        demand(counts[kind] == counts[1]);
        for (size_t i = 0; i < counts[1]; ++i) demand(same_event(&events[kind][i], &events[1][i]));
        demand(graze_broad_validate(p->kinds[kind], NULL) == GRAZE_OK);
    }
}

/* -- questions -- */

/* Answers in order, or as a sum where the order is free. */
typedef struct answer {
    uint64_t sum, chain;
} answer;

static graze_flow hear(void *user, graze_broad_id id, uint64_t value) {
    ((answer *)user)->sum += id ^ value;
    return GRAZE_CONTINUE;
}
static graze_flow hear_pair(void *user, const graze_broad_pair *pair) {
    answer *a = user;
    a->chain = (a->chain * 31 + pair->a) * 31 + pair->b;
    return GRAZE_CONTINUE;
}
/* Some hits end the way a little behind them. */
static graze_real hear_cast(void *user, graze_broad_id id, uint64_t value, graze_real t,
                            graze_real max_t) {
    answer *a = user;
    a->chain = a->chain * 31 + (id ^ value);
    return value % 3 ? max_t : t + 1;
}

static void ask(player *p) {
    graze_aabb place = box(p);
    graze_ray ray = {vector(p), vector(p), number(p)};
    graze_sphere ball = {ray.origin, ray.max_t};
    uint32_t what = below(p, 6), mask = filter(p), room = below(p, ANSWERS);
    answer first = {0, 0};
    for (int kind = 1, status = 0; kind < KINDS; ++kind) {
        const graze_broad *broad = p->kinds[kind];
        graze_broad_near near[ANSWERS];
        size_t count = 0;
        answer a = {0, 0};
        int got = (int)(what == 0   ? graze_broad_query_box(broad, &place, mask, hear, &a)
                        : what == 1 ? graze_broad_query_sphere(broad, &ball, mask, hear, &a)
                        : what == 2 ? graze_broad_cast_ray(broad, &ray, mask, hear_cast, &a)
                        : what == 3 ? graze_broad_cast_box(broad, &place, ray.direction, ray.max_t,
                                                           mask, hear_cast, &a)
                        : what == 4 ? graze_broad_pairs(broad, hear_pair, &a)
                                    : graze_broad_nearest(broad, ray.origin, ray.max_t, mask, room,
                                                          near, &count));
        for (size_t i = 0; i < count; ++i) a.chain = a.chain * 31 + near[i].id;
        if (kind == 1) {
            first = a;
            status = got;
        }
        demand(got == status && a.sum == first.sum && a.chain == first.chain);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const calls[])(player *) = {add,      move,       nudge,  nudge,
                                              take_out, set_filter, update, ask};
    player p = {.from = {data, data + size}};
    uint32_t tag = below(&p, 16), cells = below(&p, 4);
    for (int kind = 1; kind < KINDS; ++kind) {
        graze_broad_config config = {
            .kind = (graze_broad_kind)kind, .tag = tag, .cell_size = (graze_real)cells};
        demand(graze_broad_create(&config, &p.kinds[kind]) == GRAZE_OK);
    }
    while (p.from.at < p.from.end) calls[below(&p, sizeof calls / sizeof calls[0])](&p);
    update(&p);
    for (int kind = 1; kind < KINDS; ++kind) graze_broad_release(p.kinds[kind]);
    return 0;
}
