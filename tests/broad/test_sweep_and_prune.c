/* SPDX-License-Identifier: MIT
 * W1-W4: how much work sweep and prune does. Nothing that stands still costs a swap, a box that moves
 * swaps its own ends with those that they pass and no others, and thousands of boxes come in by one
 * merge, without a swap. (That index arrays and stabbing numbers are right is what validating checks,
 * from scratch, here and in the other tests.) */
#include "broad_model.h"

enum { BOXES = 600 };

typedef struct row {
    graze_broad *broad;
    graze_broad_id ids[BOXES];
    graze_aabb boxes[BOXES];
} row;

static uint64_t swaps_of(const row *r) {
    graze_broad_statistics s;
    assert_int_equal(graze_broad_statistics_get(r->broad, &s), GRAZE_OK);
    return s.swaps;
}

static void update(const row *r) {
    const char *what = "";
    assert_int_equal(graze_broad_update(r->broad, NULL, NULL), GRAZE_OK);
    if (graze_broad_validate(r->broad, &what) != GRAZE_OK) fail_msg("%s", what);
}

static void create(row *r, graze_random *random) {
    graze_broad_config config = {.kind = GRAZE_BROAD_SWEEP_AND_PRUNE};
    graze_broad_proxy proxies[BOXES];
    assert_int_equal(graze_broad_create(&config, &r->broad), GRAZE_OK);
    for (int i = 0; i < BOXES; ++i) {
        graze_vec3 middle = {graze_random_uniform(random, -50, 50),
                             graze_random_uniform(random, -50, 50),
                             graze_random_uniform(random, -50, 50)};
        r->boxes[i] = model_box_around(middle, graze_vec3_make(2, 3, 4));
        proxies[i] = (graze_broad_proxy){.box = r->boxes[i]};
    }
    assert_int_equal(graze_broad_add_many(r->broad, proxies, BOXES, r->ids), GRAZE_OK);
    update(r);
}

/* Does the end v, lower or upper, stand before the end u? Of equals the lower one does. */
static bool stands_before(graze_real v, bool v_upper, graze_real u, bool u_upper) {
    return v < u || (v == u && !v_upper && u_upper);
}

typedef struct passed {
    uint64_t count; /* ends of other boxes between where the ends of one were and where they are */
    uint64_t ties;  /* those level with one of the same sort: on which side of them it stands is open */
} passed;

static graze_real end_of(const graze_aabb *box, int axis, bool upper) {
    return (&(upper ? &box->hi : &box->lo)->x)[axis];
}

static passed ends_passed(const row *r, int moved, const graze_aabb *to) {
    passed p = {0, 0};
    for (int n = 0; n < 6 * 2 * BOXES; ++n) {
        int axis = n % 3, i = n / 12;
        bool upper = n / 3 % 2, other_upper = n / 6 % 2;
        if (i == moved) continue;
        graze_real from_value = end_of(&r->boxes[moved], axis, upper),
                   to_value = end_of(to, axis, upper), other = end_of(&r->boxes[i], axis, other_upper);
        p.count += stands_before(other, other_upper, from_value, upper) !=
                   stands_before(other, other_upper, to_value, upper);
        p.ties += upper == other_upper && (other == from_value || other == to_value);
    }
    return p;
}

static void inserting_swaps_nothing(void **state) {
    (void)state;
    static row r;
    graze_random random = graze_random_seed(test_seed(1));
    create(&r, &random);
    assert_int_equal(swaps_of(&r), 0);
    assert_int_equal(graze_broad_remove_many(r.broad, r.ids, BOXES / 2), GRAZE_OK);
    update(&r);
    assert_int_equal(swaps_of(&r), 0);
    graze_broad_release(r.broad);
}

static void standing_still_swaps_nothing(void **state) {
    (void)state;
    static row r;
    graze_random random = graze_random_seed(test_seed(2));
    create(&r, &random);
    for (int frame = 0; frame < 10; ++frame) {
        graze_broad_statistics before, after;
        assert_int_equal(graze_broad_statistics_get(r.broad, &before), GRAZE_OK);
        if (frame % 2)
            assert_int_equal(graze_broad_move_many(r.broad, r.ids, r.boxes, BOXES), GRAZE_OK);
        update(&r);
        assert_int_equal(graze_broad_statistics_get(r.broad, &after), GRAZE_OK);
        assert_true(after.swaps == 0 && after.tests == before.tests);
    }
    graze_broad_release(r.broad);
}

static void a_mover_swaps_its_own_ends(void **state) {
    (void)state;
    static row r;
    uint64_t seed = test_seed(3), shifted = 0;
    graze_random random = graze_random_seed(seed);
    create(&r, &random);
    for (long n = 0; n < test_count(2000); ++n) {
        int i = (int)(graze_random_bits(&random) % BOXES);
        graze_vec3 by = {graze_random_uniform(&random, -1, 1), graze_random_uniform(&random, -1, 1),
                         graze_random_uniform(&random, -1, 1)};
        graze_aabb to = {graze_vec3_add(r.boxes[i].lo, by), graze_vec3_add(r.boxes[i].hi, by)};
        if (n % 5 == 0) to.lo.x -= 1;
        if (n % 5 == 1) to.hi.y = to.lo.y;
        if (n % 5 == 2) to = r.boxes[graze_random_bits(&random) % BOXES];
        passed p = ends_passed(&r, i, &to);
        uint64_t before = swaps_of(&r);
        assert_int_equal(graze_broad_move(r.broad, r.ids[i], &to), GRAZE_OK);
        update(&r);
        uint64_t swaps = swaps_of(&r) - before;
        /* One that goes far is taken out and merged in. */
        bool right = swaps + p.ties >= p.count && swaps <= p.count + p.ties;
        TEST_CHECK(right || (swaps == 0 && p.count > 64), seed, n, "%llu swaps, not %llu",
                   (unsigned long long)swaps, (unsigned long long)p.count);
        shifted += swaps > 0;
        r.boxes[i] = to;
    }
    assert_true(shifted > (uint64_t)test_count(2000) / 4);
    graze_broad_release(r.broad);
}

/* Every end passes every other one: they are merged, not swapped one by one. */
static void reversing_all_is_no_disaster(void **state) {
    (void)state;
    static row r;
    graze_random random = graze_random_seed(test_seed(4));
    create(&r, &random);
    for (int i = 0; i < BOXES; ++i)
        r.boxes[i] = (graze_aabb){graze_vec3_neg(r.boxes[i].hi), graze_vec3_neg(r.boxes[i].lo)};
    assert_int_equal(graze_broad_move_many(r.broad, r.ids, r.boxes, BOXES), GRAZE_OK);
    update(&r);
    assert_true(swaps_of(&r) < 3 * 2 * BOXES * 64);
    graze_broad_release(r.broad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inserting_swaps_nothing),
        cmocka_unit_test(standing_still_swaps_nothing),
        cmocka_unit_test(a_mover_swaps_its_own_ends),
        cmocka_unit_test(reversing_all_is_no_disaster),
    };
    return cmocka_run_group_tests_name("sweep and prune", tests, NULL, NULL);
}
