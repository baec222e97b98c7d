/* SPDX-License-Identifier: MIT
 * The depth of a box and a cylinder or cone by its own method against the general one: whoever watches
 * by a trace gets GJK and EPA. The two brackets must meet, and both normals must be worth what they
 * claim. Some pairs stand upright on each other, where whole sides touch. */
#include <math.h>

#include "harness.h"

static graze_flow go_on(void *user, const graze_trace_step *step) {
    (void)step;
    ++*(long *)user;
    return GRAZE_CONTINUE;
}

static graze_shape *random_shape(int kind, graze_random *random) {
    graze_shape *shape = NULL;
    graze_real x = graze_random_uniform(random, (graze_real)0.05, 1);
    graze_real y = graze_random_uniform(random, (graze_real)0.05, 1);
    graze_real z = graze_random_uniform(random, (graze_real)0.05, 1);
    graze_status status = kind == 0   ? graze_shape_box(graze_vec3_make(x, y, z), &shape)
                          : kind == 1 ? graze_shape_cylinder(x, 2 * y, &shape)
                                      : graze_shape_cone(x, 2 * y, &shape);
    assert_int_equal(status, GRAZE_OK);
    return shape;
}

/* Turned at random, or not at all. */
static graze_placed place(const graze_shape *shape, graze_real reach, graze_random *random) {
    graze_placed placed = {.shape = shape};
    graze_quat turn = {0, 0, 0, 1};
    if (graze_random_bits(random) % 4 > 0) turn = graze_random_rotation(random);
    graze_vec3 at = graze_random_direction(random);
    at = graze_vec3_scale(at, graze_random_uniform(random, 0, reach));
    assert_int_equal(graze_pose_make(turn, at, &placed.pose), GRAZE_OK);
    if (graze_random_bits(random) % 4 == 0)
        placed.margin = graze_random_uniform(random, 0, (graze_real)0.1);
    return placed;
}

/* The height of A - B along n: what it takes to move B out that way. */
static double height(const graze_placed *a, const graze_placed *b, graze_vec3 n) {
    graze_vec3 from, to;
    assert_int_equal(graze_placed_support(a, n, &from), GRAZE_OK);
    assert_int_equal(graze_placed_support(b, graze_vec3_scale(n, -1), &to), GRAZE_OK);
    return (double)graze_vec3_dot(n, graze_vec3_sub(from, to));
}

static void agrees_with_the_general_way(void **state) {
    (void)state;
    const uint64_t seed = test_seed(4711);
    graze_random random = graze_random_seed(seed);
    const double slack = 256 * (double)GRAZE_EPSILON * 8;
    long overlaps = 0, direct = 0;
    for (long i = 0; i < test_count(20000); ++i) {
        graze_shape *box = random_shape(0, &random), *round = random_shape(1 + (int)(i % 2), &random);
        bool first = graze_random_bits(&random) % 2;
        graze_placed a = place(first ? box : round, 0, &random);
        graze_placed b = place(first ? round : box, (graze_real)1.5, &random);
        long steps = 0;
        graze_trace trace = {.step = go_on, .user = &steps};
        graze_options watched = {.trace = &trace};
        graze_penetration_result r, s;
        assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &r), GRAZE_OK);
        assert_int_equal(graze_penetration(&a, &b, &watched, NULL, &s), GRAZE_OK);
        if (r.end == GRAZE_OVERLAP) {
            ++overlaps;
            direct += r.iterations == 0 || a.margin > 0 || b.margin > 0;
            TEST_CHECK(s.end != GRAZE_SEPARATED, seed, i, "overlap of %g, or none", (double)r.depth);
            TEST_CHECK((double)r.lower <= (double)s.upper + slack, seed, i, "deeper: %g > %g",
                       (double)r.lower, (double)s.upper);
            if (s.end != GRAZE_ITERATION_LIMIT)
                TEST_CHECK((double)s.lower <= (double)r.upper + slack, seed, i, "less deep: %g < %g",
                           (double)r.upper, (double)s.lower);
            TEST_CHECK(height(&a, &b, r.normal) <= (double)r.upper + slack, seed, i,
                       "not the way out: %.17g > %.17g", height(&a, &b, r.normal), (double)r.upper);
        } else if (r.end == GRAZE_SEPARATED) {
            TEST_CHECK(s.end != GRAZE_OVERLAP, seed, i, "no overlap, or %g", (double)s.depth);
            TEST_CHECK(height(&a, &b, r.normal) <= slack, seed, i, "the normal does not separate");
        }
        graze_shape_release(box);
        graze_shape_release(round);
    }
    assert_true(2 * overlaps > test_count(20000) / 2);
    assert_true(direct >
                overlaps - overlaps / 50); /* hardly any was left to GJK but where only margins meet */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_the_general_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
