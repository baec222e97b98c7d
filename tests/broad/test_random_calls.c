/* SPDX-License-Identifier: MIT
 * W7: random bytes as calls: boxes with any bits, ids that are good, stale or made up, in any order, to
 * all kinds at once. Statuses, ids and events must be the same for all, and everything stays in
 * order. */
#include "broad_model.h"

enum { IDS = 64, CALLS = 400 };

typedef struct player {
    graze_broad *kinds[MODEL_KINDS];
    graze_broad_id ids[IDS];
    uint64_t seed;
    graze_random random;
    long calls, refused;
} player;

static uint64_t bits(player *p) { return graze_random_bits(&p->random); }

/* Mostly a small whole number, at times anything that has bits. */
static graze_real any_number(player *p) {
    union {
        uint64_t bits;
        float f;
        double d;
    } any = {bits(p)};
    switch (bits(p) % 16) {
    case 0:
        return (graze_real)any.f;
    case 1:
        return (graze_real)any.d;
    case 2:
        return (graze_real)-0.0;
    case 3:
        return (graze_real)(bits(p) % 2 ? 1 : -1) * GRAZE_SHAPE_REACH;
    default:
        return (graze_real)((int)(bits(p) % 17) - 8);
    }
}

static graze_vec3 any_vec3(player *p) {
    graze_real x = any_number(p), y = any_number(p), z = any_number(p);
    return graze_vec3_make(x, y, z);
}

static graze_aabb any_box(player *p) {
    graze_aabb box = {any_vec3(p), any_vec3(p)};
    if (bits(p) % 8) { /* NaN stays where it is */
        graze_vec3 lo = graze_vec3_min(box.lo, box.hi), hi = graze_vec3_max(box.lo, box.hi);
        box = (graze_aabb){lo, hi};
    }
    return box;
}

static graze_broad_id any_id(player *p) {
    graze_broad_id id = p->ids[bits(p) % IDS];
    if (bits(p) % 32 == 0) id = bits(p);
    if (bits(p) % 32 == 0) id ^= UINT64_C(1) << bits(p) % 64;
    return id;
}

#define SAME(p, status, call)                                                                          \
    for (int kind = 1, first_ = 1; kind < MODEL_KINDS; ++kind) {                                       \
        graze_broad *broad = (p)->kinds[kind];                                                         \
        if (!broad) continue;                                                                          \
        graze_status got_ = (call);                                                                    \
        if (first_) (status) = got_;                                                                   \
        first_ = 0;                                                                                    \
        TEST_CHECK(got_ == (status), (p)->seed, (p)->calls, "kind %d gives status %d", kind, got_);    \
    }

static void add(player *p, graze_status *status) {
    graze_broad_proxy proxies[4];
    size_t count = bits(p) % 5, at = bits(p) % (IDS - 4);
    graze_broad_id ids[4] = {0, 0, 0, 0};
    for (size_t i = 0; i < count; ++i)
        proxies[i] =
            (graze_broad_proxy){any_box(p), bits(p), (uint32_t)bits(p) & 3, (uint32_t)bits(p) & 3};
    SAME(p, *status, graze_broad_add_many(broad, proxies, count, ids));
    if (*status == GRAZE_OK)
        for (size_t i = 0; i < count; ++i) p->ids[at + i] = ids[i];
}

static void move(player *p, graze_status *status) {
    graze_broad_id ids[4];
    graze_aabb boxes[4];
    size_t count = bits(p) % 5;
    for (size_t i = 0; i < count; ++i) {
        ids[i] = any_id(p);
        boxes[i] = any_box(p);
    }
    SAME(p, *status, graze_broad_move_many(broad, ids, boxes, count));
}

static void remove_some(player *p, graze_status *status) {
    graze_broad_id ids[2] = {any_id(p), any_id(p)};
    size_t count = bits(p) % 3;
    SAME(p, *status, graze_broad_remove_many(broad, ids, count));
}

static void update(player *p, graze_status *status) {
    const graze_broad_event *first = NULL, *events;
    size_t first_count = 0, count;
    *status = GRAZE_OK;
    for (int kind = 1; kind < MODEL_KINDS; ++kind) {
        const char *what = "";
        if (!p->kinds[kind]) continue;
        assert_int_equal(graze_broad_update(p->kinds[kind], &events, &count), GRAZE_OK);
        if (kind == 1) {
            first = events;
            first_count = count;
        }
        TEST_CHECK(count == first_count, p->seed, p->calls, "kind %d: %zu events", kind, count);
        for (size_t i = 0; i < count; ++i)
            TEST_CHECK(model_same_event(&events[i], &first[i]), p->seed, p->calls, "kind %d: event %zu",
                       kind, i);
        TEST_CHECK(graze_broad_validate(p->kinds[kind], &what) == GRAZE_OK, p->seed, p->calls,
                   "kind %d: %s", kind, what);
    }
}

/* Enough of an answer to compare: ids summed, and in order for casts. */
static graze_flow sum_up(void *user, graze_broad_id id, uint64_t value) {
    *(uint64_t *)user += id ^ value;
    return GRAZE_CONTINUE;
}
static graze_real chain_up(void *user, graze_broad_id id, uint64_t value, graze_real t,
                           graze_real max_t) {
    uint64_t *sum = user;
    *sum = *sum * 31 + (id ^ value);
    return id % 3 ? max_t : t + 1;
}

static void ask(player *p, graze_status *status) {
    graze_aabb box = any_box(p);
    graze_sphere ball = {any_vec3(p), any_number(p)};
    graze_ray ray = {any_vec3(p), any_vec3(p), any_number(p)};
    uint32_t mask = (uint32_t)bits(p) & 3;
    uint64_t first[4] = {0, 0, 0, 0}, what = bits(p) % 5;
    for (int kind = 1; kind < MODEL_KINDS; ++kind) {
        graze_broad *broad = p->kinds[kind];
        graze_broad_near near[8] = {{0}};
        uint64_t sum = 0;
        size_t count = 0;
        if (!broad) continue;
        *status = what == 0   ? graze_broad_query_box(broad, &box, mask, sum_up, &sum)
                  : what == 1 ? graze_broad_query_sphere(broad, &ball, mask, sum_up, &sum)
                  : what == 2 ? graze_broad_cast_ray(broad, &ray, mask, chain_up, &sum)
                  : what == 3 ? graze_broad_cast_box(broad, &box, ray.direction, ray.max_t, mask,
                                                     chain_up, &sum)
                              : graze_broad_nearest(broad, ray.origin, ray.max_t, mask,
                                                    (size_t)(ray.max_t > 3 ? 3 : 8), near, &count);
        for (size_t i = 0; i < count; ++i) sum = sum * 31 + near[i].id;
        uint64_t answer[4] = {(uint64_t)*status, sum, count, 1};
        if (kind == 1) memcpy(first, answer, sizeof first);
        TEST_CHECK(memcmp(first, answer, sizeof first) == 0, p->seed, p->calls,
                   "kind %d answers question %d in another way", kind, (int)what);
    }
}

static void call_something(player *p) {
    graze_status status = GRAZE_OK;
    switch (bits(p) % 10) {
    case 0:
    case 1:
        add(p, &status);
        break;
    case 2:
    case 3:
    case 4:
        move(p, &status);
        break;
    case 5:
        remove_some(p, &status);
        break;
    case 6: {
        graze_broad_id id = any_id(p);
        uint32_t category = (uint32_t)bits(p) & 3, mask = (uint32_t)bits(p) & 3;
        SAME(p, status, graze_broad_set_filter(broad, id, category, mask));
        break;
    }
    case 7:
        update(p, &status);
        break;
    default:
        ask(p, &status);
        break;
    }
    p->refused += status != GRAZE_OK;
    ++p->calls;
}

static void any_calls_are_survived(void **state) {
    (void)state;
    long calls = 0, refused = 0;
    for (long n = 0; n < test_count(3000); ++n) {
        player p = {.seed = test_seed(40000 + (uint64_t)n)};
        p.random = graze_random_seed(p.seed);
        for (int kind = 1; kind < MODEL_KINDS; ++kind) {
            graze_broad_config config = {.kind = (graze_broad_kind)kind, .tag = (uint32_t)n % 4096};
            if (graze_broad_create(&config, &p.kinds[kind]) != GRAZE_OK) p.kinds[kind] = NULL;
        }
        for (int i = 0; i < CALLS; ++i) call_something(&p);
        for (int kind = 1; kind < MODEL_KINDS; ++kind) graze_broad_release(p.kinds[kind]);
        calls += p.calls;
        refused += p.refused;
    }
    assert_true(refused > calls / 20 && refused < calls * 3 / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_calls_are_survived)};
    return cmocka_run_group_tests_name("broad phases, random calls", tests, NULL, NULL);
}
