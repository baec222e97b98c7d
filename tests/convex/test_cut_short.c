/* SPDX-License-Identifier: MIT
 * Answers of graze_distance that come before all is known: cut short by the rounds allowed or by
 * whoever watches (V1, J4), or stalled by rounding next to contact. Bounds, normal and points must
 * belong together all the same, and an overlap must not be called a gap. */
#include <math.h>

#include "harness.h"
#include "oracle/signed_check.h"

static graze_placed moved(const graze_placed *placed, graze_real way, graze_vec3 along) {
    graze_placed p = *placed;
    p.pose.origin = graze_vec3_add_scaled(p.pose.origin, way, along);
    return p;
}

/* lower by the normal, upper by the points, and all of one size: within E and roundings in the world.
 */
static void check(const graze_placed *a, const graze_placed *b, const graze_separation *s,
                  uint64_t seed, long number) {
    if (s->end == GRAZE_OVERLAP || s->end == GRAZE_TOUCHING) return;
    long double slack = signed_slack(a, b);
    ld3 normal = ld3_from(s->normal);
    ld3 between = ld3_sub(ld3_from(s->point_b), ld3_from(s->point_a));
    long double gap = signed_gap(a, b, normal), apart = ld3_length(between);
    TEST_CHECK(s->lower <= s->distance && s->distance <= s->upper, seed, number, "%g not in [%g, %g]",
               (double)s->distance, (double)s->lower, (double)s->upper);
    TEST_CHECK(s->lower == 0 || gap >= (long double)s->lower - slack, seed, number,
               "the normal shows %Lg, not %g", gap, (double)s->lower);
    TEST_CHECK(apart <= (long double)s->upper + slack, seed, number, "points %Lg apart, not %g", apart,
               (double)s->upper);
    ld3 off = ld3_sub(between, ld3_scale(normal, (long double)s->distance));
    TEST_CHECK(ld3_length(off) <= 2 * slack, seed, number, "points %Lg E off distance * normal",
               ld3_length(off) / slack);
}

static graze_flow stop_at(void *user, const graze_trace_step *step) {
    const int *round = user;
    return step->round >= *round ? GRAZE_STOP : GRAZE_CONTINUE;
}

static void bounds_normal_and_points_belong_together(void **state) {
    (void)state;
    uint64_t seed = test_seed(75001);
    graze_random random = graze_random_seed(seed);
    long limited = 0, count = test_count(5000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_real way = graze_random_uniform(&random, 0, 3);
        graze_placed b = moved(&pair.b, way, graze_random_direction(&random));
        for (int rounds = 1; rounds <= 12; ++rounds) {
            graze_trace trace = {stop_at, &rounds};
            graze_options few = {.rel = GRAZE_TIGHTEST, .max_iterations = rounds};
            graze_options watched = {.rel = GRAZE_TIGHTEST, .trace = &trace};
            graze_separation s, t;
            assert_int_equal(graze_distance(&pair.a, &b, &few, NULL, &s), GRAZE_OK);
            assert_int_equal(graze_distance(&pair.a, &b, &watched, NULL, &t), GRAZE_OK);
            check(&pair.a, &b, &s, seed, i);
            check(&pair.a, &b, &t, seed, i);
            limited += s.end == GRAZE_ITERATION_LIMIT;
        }
        signed_pair_drop(&pair);
    }
    assert_true(limited > count);
}

/* Around the place where two come apart, as a bisection finds it. */
static void an_overlap_is_no_gap(void **state) {
    (void)state;
    uint64_t seed = test_seed(75002);
    graze_random random = graze_random_seed(seed);
    const graze_options tightest = {.rel = GRAZE_TIGHTEST};
    long overlaps = 0, count = test_count(4000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_vec3 along = graze_random_direction(&random);
        graze_signed_separation s;
        double in = 0, out = 12;
        for (int k = 0; k < 60; ++k) {
            graze_placed b = moved(&pair.b, (graze_real)((in + out) / 2), along);
            assert_int_equal(graze_signed_distance(&pair.a, &b, &tightest, NULL, &s), GRAZE_OK);
            *(s.sd <= 0 ? &in : &out) = (in + out) / 2;
        }
        graze_placed zero = moved(&pair.b, (graze_real)in, along);
        long double error = signed_slack(&pair.a, &zero);
        for (int k = 0; k < 10; ++k) {
            graze_placed b = moved(&zero, -(graze_real)(error * powl(2, k)), along);
            graze_separation d;
            assert_int_equal(graze_signed_distance(&pair.a, &b, &tightest, NULL, &s), GRAZE_OK);
            assert_int_equal(graze_distance(&pair.a, &b, &tightest, NULL, &d), GRAZE_OK);
            check(&pair.a, &b, &d, seed, i);
            if ((long double)s.upper >= -8 * signed_error(&pair.a, &b)) continue;
            ++overlaps;
            TEST_CHECK(d.end == GRAZE_OVERLAP || d.end == GRAZE_TOUCHING, seed, i,
                       "overlapping by %Lg E, but %Lg E apart", -(long double)s.sd / error,
                       (long double)d.distance / error);
        }
        signed_pair_drop(&pair);
    }
    assert_true(overlaps > count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_normal_and_points_belong_together),
        cmocka_unit_test(an_overlap_is_no_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
