/* SPDX-License-Identifier: MIT
 * What tests of broad phases share: all kinds side by side, given the same calls, and a model that
 * knows boxes and pairs by brute force of its own. */
#ifndef GRAZE_TESTS_BROAD_MODEL_H
#define GRAZE_TESTS_BROAD_MODEL_H

#include <math.h>

#include "harness.h"

enum { MODEL_SLOTS = 512, MODEL_KINDS = GRAZE_BROAD_KIND_COUNT };

typedef struct model_box {
    graze_broad_id id; /* 0: none; kept after a removal until the next update */
    bool live, in;     /* is the id valid; was the box there at the last update */
    graze_broad_proxy given, taken;
} model_box;

typedef struct model {
    graze_broad *kinds[MODEL_KINDS]; /* NULL: not built */
    model_box boxes[MODEL_SLOTS];
    bool pairs[MODEL_SLOTS][MODEL_SLOTS]; /* at the last update; [lower][higher] */
    size_t live;
    uint64_t begun, ended;
    uint64_t seed;
    long frame;
    graze_random random;
} model;

#define MODEL_EACH_KIND(m, kind, broad)                                                                \
    for (int kind = 1; kind < MODEL_KINDS; ++kind)                                                     \
        for (graze_broad *broad = (m)->kinds[kind], *once = broad; once; once = NULL)

static inline uint32_t model_index(graze_broad_id id) { return (uint32_t)id; }

/* -- chance -- */

static inline uint32_t model_below(model *m, uint32_t count) {
    return (uint32_t)(graze_random_bits(&m->random) % count);
}
static inline graze_real model_uniform(model *m, double lo, double hi) {
    return graze_random_uniform(&m->random, (graze_real)lo, (graze_real)hi);
}
/* A live box, or NULL if there is none. */
static inline model_box *model_any(model *m) {
    for (int tries = 0; tries < 10000 && m->live; ++tries) {
        model_box *box = &m->boxes[model_below(m, MODEL_SLOTS)];
        if (box->live) return box;
    }
    return NULL;
}

/* -- all kinds at once -- */

static inline void model_create(model *m, uint64_t seed, const graze_broad_config *config) {
    memset(m, 0, sizeof *m);
    m->seed = seed;
    m->random = graze_random_seed(seed);
    for (int kind = 1; kind < MODEL_KINDS; ++kind) {
        graze_broad_config of_kind = config ? *config : (graze_broad_config){0};
        of_kind.kind = (graze_broad_kind)kind;
        if (graze_broad_create(&of_kind, &m->kinds[kind]) != GRAZE_OK) m->kinds[kind] = NULL;
    }
    assert_non_null(m->kinds[GRAZE_BROAD_BRUTE_FORCE]);
    assert_non_null(m->kinds[GRAZE_BROAD_SWEEP_AND_PRUNE]);
}

static inline void model_release(model *m) {
    MODEL_EACH_KIND(m, kind, broad) graze_broad_release(broad);
}

static inline void model_add(model *m, const graze_broad_proxy *proxies, size_t count) {
    graze_broad_id first[MODEL_SLOTS], ids[MODEL_SLOTS];
    bool have_first = false;
    if (count > MODEL_SLOTS / 2 || m->live + count > MODEL_SLOTS / 2) return;
    MODEL_EACH_KIND(m, kind, broad) {
        assert_int_equal(graze_broad_add_many(broad, proxies, count, ids), GRAZE_OK);
        if (!have_first) memcpy(first, ids, sizeof ids);
        have_first = true;
        TEST_CHECK(memcmp(first, ids, count * sizeof *ids) == 0, m->seed, m->frame,
                   "kind %d gives other ids", kind);
    }
    for (size_t i = 0; i < count; ++i) {
        uint32_t index = model_index(ids[i]);
        assert_true(index < MODEL_SLOTS && ids[i] != 0);
        model_box *box = &m->boxes[index];
        assert_false(box->live || box->in);
        *box = (model_box){.id = ids[i], .live = true, .given = proxies[i]};
        if (!proxies[i].category && !proxies[i].mask)
            box->given.category = box->given.mask = UINT32_MAX;
    }
    m->live += count;
}

static inline void model_move(model *m, model_box *box, const graze_aabb *to) {
    MODEL_EACH_KIND(m, kind, broad) assert_int_equal(graze_broad_move(broad, box->id, to), GRAZE_OK);
    box->given.box = *to;
}

static inline void model_set_filter(model *m, model_box *box, uint32_t category, uint32_t mask) {
    MODEL_EACH_KIND(m, kind, broad)
    assert_int_equal(graze_broad_set_filter(broad, box->id, category, mask), GRAZE_OK);
    bool all = !category && !mask;
    box->given.category = all ? UINT32_MAX : category;
    box->given.mask = all ? UINT32_MAX : mask;
}

static inline void model_remove(model *m, model_box *box) {
    MODEL_EACH_KIND(m, kind, broad) {
        assert_int_equal(graze_broad_remove(broad, box->id), GRAZE_OK);
        assert_int_equal(graze_broad_remove(broad, box->id), GRAZE_STALE_ID);
    }
    box->live = false;
    --m->live;
}

/* -- the truth -- */

static inline bool model_overlap(const graze_aabb *a, const graze_aabb *b) {
    return !(a->hi.x < b->lo.x || b->hi.x < a->lo.x || a->hi.y < b->lo.y || b->hi.y < a->lo.y ||
             a->hi.z < b->lo.z || b->hi.z < a->lo.z);
}

static inline bool model_is_pair(const model_box *a, const model_box *b) {
    const graze_broad_proxy *p = &a->given, *q = &b->given;
    return a->live && b->live && model_overlap(&p->box, &q->box) && (p->category & q->mask) &&
           (q->category & p->mask);
}

/* The events that the next update has to report, in order; the pairs are as after it. */
static inline size_t model_update(model *m, graze_broad_event *events, size_t room) {
    size_t count = 0;
    for (uint32_t i = 0; i < MODEL_SLOTS; ++i)
        for (uint32_t j = i + 1; j < MODEL_SLOTS; ++j) {
            const model_box *a = &m->boxes[i], *b = &m->boxes[j];
            bool now = model_is_pair(a, b);
            if (now == m->pairs[i][j]) continue;
            m->pairs[i][j] = now;
            assert_true(count < room);
            events[count++] = (graze_broad_event){{a->id, b->id, a->given.user, b->given.user},
                                                  now ? GRAZE_BROAD_BEGIN : GRAZE_BROAD_END};
            ++*(now ? &m->begun : &m->ended);
        }
    for (uint32_t i = 0; i < MODEL_SLOTS; ++i) {
        model_box *box = &m->boxes[i];
        if (!box->live) memset(box, 0, sizeof *box);
        box->in = box->live;
        box->taken = box->given;
    }
    return count;
}

static inline bool model_same_event(const graze_broad_event *a, const graze_broad_event *b) {
    return a->change == b->change && a->pair.a == b->pair.a && a->pair.b == b->pair.b &&
           a->pair.user_a == b->pair.user_a && a->pair.user_b == b->pair.user_b;
}

typedef struct model_count {
    const model *m;
    size_t count, wrong;
} model_count;

static inline graze_flow model_check_pair(void *user, const graze_broad_pair *pair) {
    model_count *c = user;
    uint32_t i = model_index(pair->a), j = model_index(pair->b);
    const model_box *a = &c->m->boxes[i], *b = &c->m->boxes[j];
    bool right = i < j && c->m->pairs[i][j] && a->id == pair->a && b->id == pair->b &&
                 a->given.user == pair->user_a && b->given.user == pair->user_b;
    c->wrong += !right;
    ++c->count;
    return GRAZE_CONTINUE;
}

/* Updates all and compares events, pairs and counts with the truth. */
static inline void model_step(model *m, bool validate) {
    static graze_broad_event expected[MODEL_SLOTS * MODEL_SLOTS / 2];
    size_t count = model_update(m, expected, sizeof expected / sizeof expected[0]), pairs = 0;
    for (uint32_t i = 0; i < MODEL_SLOTS; ++i)
        for (uint32_t j = i + 1; j < MODEL_SLOTS; ++j) pairs += m->pairs[i][j];
    MODEL_EACH_KIND(m, kind, broad) {
        const graze_broad_event *events;
        size_t found;
        assert_int_equal(graze_broad_update(broad, &events, &found), GRAZE_OK);
        TEST_CHECK(found == count, m->seed, m->frame, "kind %d: %zu events, not %zu", kind, found,
                   count);
        for (size_t i = 0; i < count; ++i)
            TEST_CHECK(model_same_event(&events[i], &expected[i]), m->seed, m->frame,
                       "kind %d: event %zu is another one", kind, i);
        model_count listed = {m, 0, 0};
        assert_int_equal(graze_broad_pairs(broad, model_check_pair, &listed), GRAZE_OK);
        TEST_CHECK(listed.count == pairs && listed.wrong == 0, m->seed, m->frame,
                   "kind %d: %zu pairs listed, %zu wrong, not %zu", kind, listed.count, listed.wrong,
                   pairs);
        TEST_CHECK(graze_broad_count(broad) == m->live, m->seed, m->frame, "kind %d: count", kind);
        const char *what = "";
        if (validate)
            TEST_CHECK(graze_broad_validate(broad, &what) == GRAZE_OK, m->seed, m->frame, "kind %d: %s",
                       kind, what);
    }
    ++m->frame;
}

/* -- boxes of all sorts -- */

static inline graze_aabb model_box_around(graze_vec3 middle, graze_vec3 half) {
    graze_aabb box = {graze_vec3_sub(middle, half), graze_vec3_add(middle, half)};
    return box;
}

static inline graze_real model_signed_zero(model *m, graze_real x) {
    return x == 0 && model_below(m, 2) ? -x : x;
}

/* Corners on few whole numbers: equal coordinates, touching, points, both zeros. */
static inline graze_aabb model_whole_box(model *m) {
    graze_real c[6];
    for (int k = 0; k < 3; ++k) {
        int lo = (int)model_below(m, 13) - 6, size = (int)model_below(m, 4);
        c[k] = model_signed_zero(m, (graze_real)lo);
        c[3 + k] = model_signed_zero(m, (graze_real)(lo + size));
    }
    graze_aabb box = {{c[0], c[1], c[2]}, {c[3], c[4], c[5]}};
    return box;
}

static inline graze_aabb model_small_box(model *m, double world, double size) {
    graze_vec3 middle = {model_uniform(m, -world, world), model_uniform(m, -world, world),
                         model_uniform(m, -world, world)};
    graze_vec3 half = {model_uniform(m, 0, size), model_uniform(m, 0, size), model_uniform(m, 0, size)};
    return model_box_around(middle, half);
}

/* From points to what fills all space, near and at the end of the reach. */
static inline graze_aabb model_any_box(model *m) {
    static const double sizes[] = {0, 1e-30, 1e-3, 1, 1e3, 1e12};
    const double reach = (double)GRAZE_SHAPE_REACH;
    uint32_t sort = model_below(m, 12);
    if (sort < 4) return model_whole_box(m);
    if (sort == 4) return model_box_around(graze_vec3_zero(), graze_vec3_make(GRAZE_SHAPE_REACH, 1, 1));
    if (sort == 5) return model_small_box(m, reach / 2, reach / 2);
    if (sort == 6) return model_small_box(m, reach / 2, 0);
    return model_small_box(m, sizes[model_below(m, 6)], sizes[model_below(m, 6)]);
}

static inline graze_broad_proxy model_proxy(model *m, graze_aabb box) {
    graze_broad_proxy proxy = {.box = box, .user = graze_random_bits(&m->random)};
    if (model_below(m, 3) == 0) {
        proxy.category = (uint32_t)graze_random_bits(&m->random) & 7;
        proxy.mask = (uint32_t)graze_random_bits(&m->random) & 7;
    }
    return proxy;
}

#endif
