/* SPDX-License-Identifier: MIT
 * W7: what broad phases do with input of every bad kind: a status, and nothing changes. */
#include "broad_model.h"

#define REFUSED(call) assert_int_equal(call, GRAZE_INVALID_ARGUMENT)

static const graze_real inf = (graze_real)INFINITY, nan_value = (graze_real)NAN;

static graze_flow never_called(void *user, graze_broad_id id, uint64_t value) {
    (void)user, (void)id, (void)value;
    fail_msg("called");
    return GRAZE_STOP;
}
static graze_flow no_pair(void *user, const graze_broad_pair *pair) {
    (void)user, (void)pair;
    fail_msg("called");
    return GRAZE_STOP;
}
static graze_real no_cast(void *user, graze_broad_id id, uint64_t value, graze_real t,
                          graze_real max_t) {
    (void)user, (void)id, (void)value, (void)t, (void)max_t;
    fail_msg("called");
    return -1;
}

static graze_broad *filled(int kind, graze_broad_id ids[2]) {
    graze_broad_config config = {.kind = (graze_broad_kind)kind, .tag = 7};
    graze_broad *broad = NULL;
    if (graze_broad_create(&config, &broad) != GRAZE_OK) return NULL;
    graze_broad_proxy two[2] = {{.box = {{0, 0, 0}, {1, 1, 1}}}, {.box = {{1, 1, 1}, {2, 2, 2}}}};
    assert_int_equal(graze_broad_add_many(broad, two, 2, ids), GRAZE_OK);
    assert_int_equal(graze_broad_update(broad, NULL, NULL), GRAZE_OK);
    return broad;
}

static void unchanged(const graze_broad *broad) {
    graze_broad_statistics s;
    const char *what = "";
    assert_int_equal(graze_broad_statistics_get(broad, &s), GRAZE_OK);
    assert_true(s.boxes == 2 && s.pairs == 1 && s.pending == 0 && graze_broad_count(broad) == 2);
    if (graze_broad_validate(broad, &what) != GRAZE_OK) fail_msg("%s", what);
}

#define EACH_KIND(broad, ids)                                                                          \
    graze_broad_id ids[2];                                                                             \
    for (int kind = 0; kind < GRAZE_BROAD_KIND_COUNT; ++kind)                                          \
        for (graze_broad *broad = filled(kind, ids); broad; graze_broad_release(broad), broad = NULL)

static void creation(void **state) {
    (void)state;
    graze_broad *broad = NULL;
    REFUSED(graze_broad_create(NULL, NULL));
    REFUSED(graze_broad_create(&(graze_broad_config){.kind = GRAZE_BROAD_KIND_COUNT}, &broad));
    REFUSED(graze_broad_create(&(graze_broad_config){.kind = (graze_broad_kind)-1}, &broad));
    REFUSED(graze_broad_create(&(graze_broad_config){.tag = 4096}, &broad));
    REFUSED(graze_broad_create(&(graze_broad_config){.cell_size = -1}, &broad));
    REFUSED(graze_broad_create(&(graze_broad_config){.cell_size = nan_value}, &broad));
    REFUSED(graze_broad_create(&(graze_broad_config){.cell_size = inf}, &broad));
    assert_null(broad);
    graze_broad_release(NULL);
    assert_int_equal(graze_broad_count(NULL), 0);
    assert_int_equal(graze_broad_create(NULL, &broad), GRAZE_OK);
    const graze_broad_event *events;
    size_t count = 1;
    assert_int_equal(graze_broad_update(broad, &events, &count), GRAZE_OK);
    assert_int_equal(count, 0);
    graze_broad_release(broad);
}

static graze_aabb bad_box(int n, graze_status *status) {
    graze_aabb box = {{0, 0, 0}, {1, 1, 1}};
    graze_real *number = (graze_real *)&box;
    *status = GRAZE_INVALID_ARGUMENT;
    number[n % 6] = n < 6    ? nan_value
                    : n < 12 ? inf
                    : n < 18 ? -inf
                    : n < 24 ? (n % 6 < 3 ? 2 : -1)
                             : (n % 6 < 3 ? -2 : 2) * GRAZE_SHAPE_REACH;
    if (n >= 24) *status = GRAZE_OUT_OF_RANGE;
    return box;
}

static void bad_boxes(void **state) {
    (void)state;
    EACH_KIND(broad, ids) {
        for (int n = 0; n < 30; ++n) {
            graze_status status;
            graze_aabb boxes[2] = {{{0, 0, 0}, {3, 3, 3}}, bad_box(n, &status)};
            graze_broad_proxy proxies[2] = {{.box = boxes[0]}, {.box = boxes[1]}};
            graze_broad_id out[2] = {77, 77};
            assert_int_equal(graze_broad_add(broad, &proxies[1], out), status);
            assert_int_equal(graze_broad_add_many(broad, proxies, 2, out), status);
            assert_true(out[0] == 77 && out[1] == 77);
            assert_int_equal(graze_broad_move(broad, ids[0], &boxes[1]), status);
            assert_int_equal(graze_broad_move_many(broad, ids, boxes, 2), status);
            assert_int_equal(graze_broad_query_box(broad, &boxes[1], 0, never_called, NULL), status);
            assert_int_equal(
                graze_broad_cast_box(broad, &boxes[1], graze_vec3_make(1, 0, 0), 1, 0, no_cast, NULL),
                status);
        }
        unchanged(broad);
    }
}

static void missing_pointers(void **state) {
    (void)state;
    EACH_KIND(broad, ids) {
        graze_broad_proxy proxy = {.box = {{0, 0, 0}, {1, 1, 1}}};
        graze_aabb box = proxy.box;
        graze_sphere ball = {{0, 0, 0}, 1};
        graze_ray ray = {{0, 0, 0}, {1, 0, 0}, 1};
        graze_vec3 x = {1, 0, 0};
        graze_broad_near near;
        graze_broad_id id;
        size_t count;
        REFUSED(graze_broad_add(NULL, &proxy, &id));
        REFUSED(graze_broad_add(broad, NULL, &id));
        REFUSED(graze_broad_add(broad, &proxy, NULL));
        assert_int_equal(graze_broad_add_many(broad, NULL, 0, NULL), GRAZE_OK);
        REFUSED(graze_broad_move(NULL, ids[0], &box));
        REFUSED(graze_broad_move(broad, ids[0], NULL));
        REFUSED(graze_broad_move_many(broad, NULL, &box, 1));
        assert_int_equal(graze_broad_move_many(broad, NULL, NULL, 0), GRAZE_OK);
        REFUSED(graze_broad_remove(NULL, ids[0]));
        REFUSED(graze_broad_remove_many(broad, NULL, 1));
        assert_int_equal(graze_broad_remove_many(broad, NULL, 0), GRAZE_OK);
        REFUSED(graze_broad_set_filter(NULL, ids[0], 1, 1));
        REFUSED(graze_broad_set_user(NULL, ids[0], 1));
        REFUSED(graze_broad_get(NULL, ids[0], &proxy));
        REFUSED(graze_broad_get(broad, ids[0], NULL));
        REFUSED(graze_broad_update(NULL, NULL, NULL));
        REFUSED(graze_broad_pairs(NULL, no_pair, NULL));
        REFUSED(graze_broad_pairs(broad, NULL, NULL));
        REFUSED(graze_broad_query_box(NULL, &box, 0, never_called, NULL));
        REFUSED(graze_broad_query_box(broad, NULL, 0, never_called, NULL));
        REFUSED(graze_broad_query_box(broad, &box, 0, NULL, NULL));
        REFUSED(graze_broad_query_sphere(NULL, &ball, 0, never_called, NULL));
        REFUSED(graze_broad_query_sphere(broad, NULL, 0, never_called, NULL));
        REFUSED(graze_broad_query_sphere(broad, &ball, 0, NULL, NULL));
        REFUSED(graze_broad_cast_ray(NULL, &ray, 0, no_cast, NULL));
        REFUSED(graze_broad_cast_ray(broad, NULL, 0, no_cast, NULL));
        REFUSED(graze_broad_cast_ray(broad, &ray, 0, NULL, NULL));
        REFUSED(graze_broad_cast_box(broad, NULL, x, 1, 0, no_cast, NULL));
        REFUSED(graze_broad_nearest(NULL, x, 1, 0, 1, &near, &count));
        REFUSED(graze_broad_nearest(broad, x, 1, 0, 1, NULL, &count));
        REFUSED(graze_broad_nearest(broad, x, 1, 0, 1, &near, NULL));
        assert_int_equal(graze_broad_nearest(broad, x, 1, 0, 0, NULL, &count), GRAZE_OK);
        assert_int_equal(count, 0);
        REFUSED(graze_broad_statistics_get(NULL, NULL));
        REFUSED(graze_broad_statistics_get(broad, NULL));
        REFUSED(graze_broad_validate(NULL, NULL));
        unchanged(broad);
    }
}

static void bad_numbers_in_queries(void **state) {
    (void)state;
    const graze_real bad[3] = {nan_value, inf, -inf};
    EACH_KIND(broad, ids) {
        size_t count = 99;
        graze_broad_near near;
        for (int i = 0; i < 3; ++i) {
            graze_vec3 p = {0, bad[i], 0}, x = {1, 0, 0};
            graze_sphere at = {p, 1}, wide = {x, bad[i]};
            graze_ray from = {p, x, 1}, along = {x, p, 1};
            REFUSED(graze_broad_query_sphere(broad, &at, 0, never_called, NULL));
            REFUSED(graze_broad_query_sphere(broad, &wide, 0, never_called, NULL));
            REFUSED(graze_broad_cast_ray(broad, &from, 0, no_cast, NULL));
            REFUSED(graze_broad_cast_ray(broad, &along, 0, no_cast, NULL));
            REFUSED(graze_broad_nearest(broad, p, 1, 0, 1, &near, &count));
        }
        graze_sphere negative = {{0, 0, 0}, -1}, far = {{0, 2 * GRAZE_SHAPE_REACH, 0}, 1};
        graze_ray short_one = {{0, 0, 0}, {1, 0, 0}, -1}, lost = {{0, 0, 0}, {1, 0, 0}, nan_value},
                  away = {far.center, {1, 0, 0}, 1}, fast = {{0, 0, 0}, far.center, 1};
        REFUSED(graze_broad_query_sphere(broad, &negative, 0, never_called, NULL));
        REFUSED(graze_broad_cast_ray(broad, &short_one, 0, no_cast, NULL));
        REFUSED(graze_broad_cast_ray(broad, &lost, 0, no_cast, NULL));
        REFUSED(graze_broad_nearest(broad, graze_vec3_zero(), -1, 0, 1, &near, &count));
        REFUSED(graze_broad_nearest(broad, graze_vec3_zero(), nan_value, 0, 1, &near, &count));
        assert_int_equal(graze_broad_query_sphere(broad, &far, 0, never_called, NULL),
                         GRAZE_OUT_OF_RANGE);
        assert_int_equal(graze_broad_cast_ray(broad, &away, 0, no_cast, NULL), GRAZE_OUT_OF_RANGE);
        assert_int_equal(graze_broad_cast_ray(broad, &fast, 0, no_cast, NULL), GRAZE_OUT_OF_RANGE);
        assert_int_equal(graze_broad_nearest(broad, far.center, 1, 0, 1, &near, &count),
                         GRAZE_OUT_OF_RANGE);
        assert_int_equal(count, 99);
        unchanged(broad);
    }
}

static void check_stale(graze_broad *broad, graze_broad_id id, graze_broad_id good) {
    graze_aabb boxes[2] = {{{5, 5, 5}, {6, 6, 6}}, {{5, 5, 5}, {6, 6, 6}}};
    graze_broad_id both[2] = {good, id};
    graze_broad_proxy proxy;
    assert_int_equal(graze_broad_move(broad, id, boxes), GRAZE_STALE_ID);
    assert_int_equal(graze_broad_move_many(broad, both, boxes, 2), GRAZE_STALE_ID);
    assert_int_equal(graze_broad_remove(broad, id), GRAZE_STALE_ID);
    assert_int_equal(graze_broad_remove_many(broad, both, 2), GRAZE_STALE_ID);
    assert_int_equal(graze_broad_set_filter(broad, id, 1, 1), GRAZE_STALE_ID);
    assert_int_equal(graze_broad_set_user(broad, id, 1), GRAZE_STALE_ID);
    assert_int_equal(graze_broad_get(broad, id, &proxy), GRAZE_STALE_ID);
}

static void stale_ids(void **state) {
    (void)state;
    EACH_KIND(broad, ids) {
        graze_broad_id twice[2] = {ids[0], ids[0]};
        for (int bit = 1; bit < 64; ++bit) /* the lowest one makes ids[1] of it */
            check_stale(broad, ids[0] ^ UINT64_C(1) << bit, ids[1]);
        check_stale(broad, 0, ids[0]);
        check_stale(broad, UINT64_MAX, ids[0]);
        assert_int_equal(graze_broad_remove_many(broad, twice, 2), GRAZE_STALE_ID);
        unchanged(broad);
        graze_broad_proxy proxy = {.box = {{0, 0, 0}, {1, 1, 1}}};
        for (int n = 0; n < 100; ++n) { /* fresh ones, and those that have been through an update */
            graze_broad_id id;
            assert_int_equal(graze_broad_add(broad, &proxy, &id), GRAZE_OK);
            if (n % 2) assert_int_equal(graze_broad_update(broad, NULL, NULL), GRAZE_OK);
            assert_int_equal(graze_broad_remove(broad, id), GRAZE_OK);
            check_stale(broad, id, ids[1]);
            assert_int_equal(graze_broad_update(broad, NULL, NULL), GRAZE_OK);
            check_stale(broad, id, ids[1]);
        }
        unchanged(broad);
    }
}

/* Adding and removing without updates takes no memory in the long run. */
static void slots_are_used_again(void **state) {
    (void)state;
    EACH_KIND(broad, ids) {
        graze_broad_statistics first, last;
        graze_broad_proxy proxy = {.box = {{0, 0, 0}, {1, 1, 1}}};
        assert_int_equal(graze_broad_statistics_get(broad, &first), GRAZE_OK);
        for (int n = 0; n < 1000; ++n) {
            graze_broad_id id;
            assert_int_equal(graze_broad_add(broad, &proxy, &id), GRAZE_OK);
            assert_int_equal(model_index(id), 2);
            assert_int_equal(graze_broad_remove(broad, id), GRAZE_OK);
        }
        assert_int_equal(graze_broad_statistics_get(broad, &last), GRAZE_OK);
        assert_int_equal(first.bytes, last.bytes);
        assert_int_equal(graze_broad_update(broad, NULL, NULL), GRAZE_OK);
        unchanged(broad);
    }
}

static graze_flow count_hits(void *user, graze_broad_id id, uint64_t value) {
    (void)id, (void)value;
    ++*(int *)user;
    return GRAZE_CONTINUE;
}

/* Only for queries: no pair is looked for, everything else is as always. */
static void queries_only(void **state) {
    (void)state;
    for (int kind = 0; kind < GRAZE_BROAD_KIND_COUNT; ++kind) {
        graze_broad_config config = {.kind = (graze_broad_kind)kind, .queries_only = true};
        graze_broad *broad = NULL;
        if (graze_broad_create(&config, &broad) != GRAZE_OK) continue;
        graze_broad_proxy proxy = {.box = {{0, 0, 0}, {1, 1, 1}}};
        graze_broad_id ids[40];
        const graze_broad_event *events;
        size_t count;
        int hits = 0;
        for (int i = 0; i < 40; ++i)
            assert_int_equal(graze_broad_add(broad, &proxy, &ids[i]), GRAZE_OK);
        assert_int_equal(graze_broad_update(broad, &events, &count), GRAZE_OK);
        assert_int_equal(count, 0);
        for (int i = 0; i < 20; ++i) assert_int_equal(graze_broad_remove(broad, ids[i]), GRAZE_OK);
        assert_int_equal(graze_broad_update(broad, &events, &count), GRAZE_OK);
        assert_int_equal(graze_broad_query_box(broad, &proxy.box, 0, count_hits, &hits), GRAZE_OK);
        assert_int_equal(hits, 20);
        assert_int_equal(graze_broad_validate(broad, NULL), GRAZE_OK);
        graze_broad_release(broad);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creation),         cmocka_unit_test(bad_boxes),
        cmocka_unit_test(missing_pointers), cmocka_unit_test(bad_numbers_in_queries),
        cmocka_unit_test(stale_ids),        cmocka_unit_test(slots_are_used_again),
        cmocka_unit_test(queries_only),
    };
    return cmocka_run_group_tests_name("broad phases, bad input", tests, NULL, NULL);
}
