/* SPDX-License-Identifier: MIT
 * W7: allocation failures at every call. Nothing leaks; what failed can be tried again; no event is
 * lost. */
#include "broad_model.h"

enum { BOXES = 48, ROUNDS = 6 };

typedef struct script {
    graze_broad_kind kind;
    bool again; /* try again what failed, until it succeeds */
    bool pairs[2 * BOXES + 8][2 * BOXES + 8];
    graze_broad_id ids[BOXES];
} script;

#define TRY(s, call)                                                                                   \
    do {                                                                                               \
        graze_status status_ = (call);                                                                 \
        if (status_ == GRAZE_OUT_OF_MEMORY && (s)->again) {                                            \
            check(broad);                                                                              \
            status_ = (call);                                                                          \
        }                                                                                              \
        if (status_ != GRAZE_OK) {                                                                     \
            graze_broad_release(broad);                                                                \
            return status_;                                                                            \
        }                                                                                              \
    } while (0)

static void check(const graze_broad *broad) {
    const char *what = "";
    if (broad && graze_broad_validate(broad, &what) != GRAZE_OK) fail_msg("%s", what);
}

static graze_aabb place(int i, int round) {
    graze_real x = (graze_real)((i * 7 + round * 13) % 20), y = (graze_real)(i % 5 + round % 2),
               size = (graze_real)(1 + (i + round) % 3);
    graze_aabb box = {{x, y, 0}, {x + size, y + size, size}};
    return box;
}

static void replay(script *s, const graze_broad_event *events, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        bool *pair = &s->pairs[model_index(events[i].pair.a)][model_index(events[i].pair.b)];
        assert_true(*pair != (events[i].change == GRAZE_BROAD_BEGIN));
        *pair = !*pair;
    }
}

static graze_flow count_pair(void *user, const graze_broad_pair *pair) {
    (void)pair;
    ++*(size_t *)user;
    return GRAZE_CONTINUE;
}

/* The pairs that the events left are those of the boxes. */
static void check_pairs(const script *s, const graze_broad *broad) {
    size_t listed = 0, replayed = 0, expected = 0;
    for (size_t i = 0; i < sizeof s->pairs; ++i) replayed += ((const bool *)s->pairs)[i];
    for (int i = 0; i < BOXES; ++i)
        for (int j = i + 1; j < BOXES; ++j) {
            graze_broad_proxy a, b;
            assert_int_equal(graze_broad_get(broad, s->ids[i], &a), GRAZE_OK);
            assert_int_equal(graze_broad_get(broad, s->ids[j], &b), GRAZE_OK);
            expected += model_overlap(&a.box, &b.box);
        }
    assert_int_equal(graze_broad_pairs(broad, count_pair, &listed), GRAZE_OK);
    assert_int_equal(listed, expected);
    assert_int_equal(replayed, expected);
}

static graze_status run_rounds(script *s, graze_broad *broad) {
    for (int round = 1; round <= ROUNDS; ++round) {
        const graze_broad_event *events;
        size_t count;
        for (int i = 0; i < BOXES; ++i) {
            graze_aabb to = place(i, round);
            if ((i + round) % 3 == 0) TRY(s, graze_broad_move(broad, s->ids[i], &to));
            if ((i + round) % 7 != 0) continue;
            graze_broad_proxy proxy = {.box = to, .user = (uint64_t)i};
            graze_broad_id old = s->ids[i];
            TRY(s, graze_broad_add(broad, &proxy, &s->ids[i]));
            TRY(s, graze_broad_remove(broad, old));
        }
        TRY(s, graze_broad_update(broad, &events, &count));
        replay(s, events, count);
        check(broad);
        check_pairs(s, broad);
    }
    graze_broad_release(broad);
    return GRAZE_OK;
}

static graze_status run_script(void *context) {
    script *s = context;
    graze_broad_config config = {.kind = s->kind};
    graze_broad *broad = NULL;
    graze_broad_proxy proxies[BOXES];
    const graze_broad_event *events;
    size_t count;
    memset(s->pairs, 0, sizeof s->pairs);
    for (int i = 0; i < BOXES; ++i) proxies[i] = (graze_broad_proxy){.box = place(i, 0)};
    TRY(s, graze_broad_create(&config, &broad));
    TRY(s, graze_broad_add_many(broad, proxies, BOXES, s->ids));
    TRY(s, graze_broad_update(broad, &events, &count));
    replay(s, events, count);
    check_pairs(s, broad);
    return run_rounds(s, broad);
}

static void failures_leave_nothing_behind(void **state) {
    (void)state;
    static script s;
    for (int kind = 1; kind < GRAZE_BROAD_KIND_COUNT; ++kind) {
        s.kind = (graze_broad_kind)kind;
        s.again = false;
        graze_broad *broad = NULL;
        if (graze_broad_create(&(graze_broad_config){.kind = s.kind}, &broad) != GRAZE_OK) continue;
        graze_broad_release(broad);
        assert_true(test_every_allocation_failure(run_script, &s) > 10);
    }
}

static void what_failed_can_be_tried_again(void **state) {
    (void)state;
    static script s;
    for (int kind = 1; kind < GRAZE_BROAD_KIND_COUNT; ++kind) {
        graze_broad *broad = NULL;
        if (graze_broad_create(&(graze_broad_config){.kind = (graze_broad_kind)kind}, &broad) !=
            GRAZE_OK)
            continue;
        graze_broad_release(broad);
        s.kind = (graze_broad_kind)kind;
        s.again = true;
        test_memory memory = {.calls = 1};
        for (long fail_at = 1; memory.calls >= fail_at || fail_at == 1; ++fail_at) {
            test_memory_begin(&memory, fail_at);
            graze_status status = run_script(&s);
            test_memory_end();
            assert_int_equal(status, GRAZE_OK);
            assert_int_equal(memory.blocks, 0);
        }
    }
}

static graze_flow ignore(void *user, graze_broad_id id, uint64_t value) {
    (void)user, (void)id, (void)value;
    return GRAZE_CONTINUE;
}
static graze_real ignore_cast(void *user, graze_broad_id id, uint64_t value, graze_real t,
                              graze_real max_t) {
    (void)user, (void)id, (void)value, (void)t;
    return max_t;
}

/* Queries, moves and removals allocate nothing, and the bytes that are told are those that are held. */
static void little_needs_no_memory(void **state) {
    (void)state;
    for (int kind = 1; kind < GRAZE_BROAD_KIND_COUNT; ++kind) {
        test_memory memory;
        graze_broad *broad = NULL;
        graze_broad_config config = {.kind = (graze_broad_kind)kind};
        test_memory_begin(&memory, 0);
        if (graze_broad_create(&config, &broad) == GRAZE_OK) {
            graze_broad_id ids[BOXES];
            graze_broad_statistics statistics;
            graze_broad_near near[5];
            size_t count;
            for (int i = 0; i < BOXES; ++i)
                assert_int_equal(
                    graze_broad_add(broad, &(graze_broad_proxy){.box = place(i, 0)}, &ids[i]),
                    GRAZE_OK);
            assert_int_equal(graze_broad_update(broad, NULL, NULL), GRAZE_OK);
            assert_int_equal(graze_broad_statistics_get(broad, &statistics), GRAZE_OK);
            assert_int_equal(statistics.bytes, memory.bytes);
            long calls = memory.calls;
            graze_ray ray = {{-1, 1, 1}, {1, 0, 0}, 100};
            graze_aabb box = place(3, 0);
            assert_int_equal(graze_broad_query_box(broad, &box, 0, ignore, NULL), GRAZE_OK);
            assert_int_equal(graze_broad_cast_ray(broad, &ray, 0, ignore_cast, NULL), GRAZE_OK);
            assert_int_equal(graze_broad_nearest(broad, ray.origin, 9, 0, 5, near, &count), GRAZE_OK);
            assert_int_equal(graze_broad_move(broad, ids[0], &box), GRAZE_OK);
            assert_int_equal(graze_broad_remove_many(broad, ids, BOXES), GRAZE_OK);
            assert_int_equal(memory.calls, calls);
            graze_broad_release(broad);
        }
        assert_int_equal(memory.blocks, 0);
        test_memory_end();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_leave_nothing_behind),
        cmocka_unit_test(what_failed_can_be_tried_again),
        cmocka_unit_test(little_needs_no_memory),
    };
    return cmocka_run_group_tests_name("broad phases, memory", tests, NULL, NULL);
}
