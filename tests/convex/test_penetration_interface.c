/* SPDX-License-Identifier: MIT
 * What the interface of graze_penetration and graze_signed_distance promises beside the numbers (E1-E8,
 * S12): shapes that are apart, half-spaces on either side, options, early ends that keep honest bounds,
 * watchers, caches over coherent frames. Bad input is in test_bad_input.c, threads and allocations in
 * test_threads.c. */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"
#include "oracle/signed_check.h"
#include "shape/shape.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};
#define EPS ((long double)GRAZE_EPSILON)

/* Answers of all tests here that ended at the limit because the difference is nearly round. */
static long too_round;

static graze_signed_separation signed_of(const graze_placed *a, const graze_placed *b,
                                         const graze_options *options, graze_cache *cache) {
    graze_signed_separation s;
    assert_int_equal(graze_signed_distance(a, b, options, cache, &s), GRAZE_OK);
    return s;
}

static graze_penetration_result depth_of(const graze_placed *a, const graze_placed *b,
                                         const graze_options *options, graze_cache *cache) {
    graze_penetration_result p;
    assert_int_equal(graze_penetration(a, b, options, cache, &p), GRAZE_OK);
    return p;
}

/* Does the depth's bracket hold the signed distance known to lie in s? */
static bool depth_agrees(const graze_penetration_result *p, const graze_signed_separation *s) {
    return p->lower <= graze_max(0, -s->lower) && p->upper >= graze_max(0, -s->upper) &&
           p->lower <= p->depth && p->depth <= p->upper;
}

/* -- apart -- */

/* Depth 0, the end says so, the axis proves it: at any accuracy, also a crude one. */
static void separated_shapes_have_an_axis_and_no_depth(void **state) {
    (void)state;
    uint64_t seed = test_seed(92001);
    graze_random random = graze_random_seed(seed);
    long apart = 0, count = test_count(20000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_vec3 way = graze_random_direction(&random);
        graze_real far = i % 2 ? 3 : graze_random_uniform(&random, 0, 2);
        pair.b.pose.origin = graze_vec3_add_scaled(pair.b.pose.origin, far, way);
        graze_options crude = {.rel = i % 3 == 0 ? (graze_real)0.5 : 0, .abs = i % 3 == 1 ? 1 : 0};
        signed_case c = {&pair.a, &pair.b, seed, i, &random, false, false, &too_round};
        graze_signed_separation s = signed_of(&pair.a, &pair.b, &tightest, NULL);
        graze_penetration_result p = depth_checked(&c, &crude);
        if ((long double)s.sd > signed_error(&pair.a, &pair.b)) {
            ++apart;
            TEST_CHECK(p.end == GRAZE_SEPARATED, seed, i, "end %d at sd %g", (int)p.end, (double)s.sd);
        }
        if (s.upper < 0) TEST_CHECK(p.end != GRAZE_SEPARATED, seed, i, "sd %g", (double)s.sd);
        signed_pair_drop(&pair);
    }
    if (count >= 100) assert_in_range(apart, count * 3 / 10, count * 9 / 10);
}

/* -- half-spaces -- */

static void half_spaces_work_on_either_side(void **state) {
    (void)state;
    uint64_t seed = test_seed(92002);
    graze_random random = graze_random_seed(seed);
    long deep = 0, count = test_count(20000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_vec3 n = graze_random_direction(&random), low;
        graze_real offset = graze_random_uniform(&random, -3, 1);
        graze_shape *half;
        assert_int_equal(graze_shape_half_space(n, offset, &half), GRAZE_OK);
        graze_placed ground = {half, random_pose(RANDOM_POSE_RIGID, 1, &random),
                               i % 2 ? (graze_real)0.25 : 0};
        ld3 up = {0, 0, 0}, unit = ld3_unit(ld3_from(n));
        const long double in[3] = {unit.x, unit.y, unit.z};
        for (int k = 0; k < 3; ++k) up = ld3_add_scaled(up, in[k], ld3_from(ground.pose.basis.col[k]));
        graze_vec3 down = graze_vec3_make(-(graze_real)up.x, -(graze_real)up.y, -(graze_real)up.z);
        assert_int_equal(graze_placed_support(&pair.b, down, &low), GRAZE_OK);
        ld3 above = ld3_sub(ld3_from(low), ld3_from(ground.pose.origin));
        long double sd = ld3_dot(up, above) - (long double)offset - (long double)ground.margin;
        long double slack = 256 * EPS * (4 + ld3_length(above)) +
                            16 * (long double)graze_shape_support_error(pair.b.shape);
        deep += sd < 0;
        for (int swap = 0; swap < 2; ++swap) {
            const graze_placed *a = swap ? &pair.b : &ground, *b = swap ? &ground : &pair.b;
            graze_signed_separation s = signed_of(a, b, NULL, NULL);
            graze_penetration_result p = depth_of(a, b, NULL, NULL);
            TEST_CHECK((long double)s.lower <= sd + slack && (long double)s.upper >= sd - slack &&
                           s.lower <= s.sd && s.sd <= s.upper &&
                           (long double)(s.upper - s.lower) <= 4 * slack,
                       seed, i, "%.9Lg, not %.9g in %.9g .. %.9g", sd, (double)s.sd, (double)s.lower,
                       (double)s.upper);
            TEST_CHECK(depth_agrees(&p, &s), seed, i, "sd %g, depth %g", (double)s.sd, (double)p.depth);
            long double cosine = ld3_dot(up, ld3_from(s.normal)) * (swap ? -1 : 1);
            TEST_CHECK(cosine >= 1 - 16 * EPS, seed, i, "normal off: cosine %Lg", cosine);
            ld3 between = ld3_sub(ld3_from(s.point_b), ld3_from(s.point_a));
            ld3 along = ld3_scale(ld3_from(s.normal), (long double)s.sd);
            TEST_CHECK(ld3_distance(between, along) <= slack, seed, i, "the points do not fit");
            graze_end end = s.sd > 0 ? GRAZE_CONVERGED : GRAZE_OVERLAP;
            TEST_CHECK(s.end == end || fabsl(sd) <= slack, seed, i, "end %d at %Lg", (int)s.end, sd);
            if (sd > slack) TEST_CHECK(p.end == GRAZE_SEPARATED, seed, i, "end %d", (int)p.end);
            if (sd < -slack)
                TEST_CHECK(p.end == GRAZE_OVERLAP && graze_vec3_equal(p.normal, s.normal), seed, i,
                           "end %d", (int)p.end);
        }
        graze_shape_release(half);
        signed_pair_drop(&pair);
    }
    if (count >= 100) assert_in_range(deep, count * 3 / 10, count * 7 / 10);
}

/* -- options -- */

/* However few rounds are allowed, the bounds hold; with enough of them they close. */
static void few_rounds_keep_honest_bounds(void **state) {
    (void)state;
    static const int limits[] = {1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 40};
    uint64_t seed = test_seed(92003);
    graze_random random = graze_random_seed(seed);
    long limited = 0, count = test_count(4000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_signed_separation full = signed_of(&pair.a, &pair.b, &tightest, NULL);
        signed_case c = {&pair.a, &pair.b, seed, i, &random, false, true, &too_round};
        /* A depth takes a few looks in any case: a bound from above is the least it owes. And the axes
         * of two polytopes, which are as many as they are, come before GJK, whose rounds are limited.
         */
        bool polytopes = pair.a.shape->vertices && pair.b.shape->vertices;
        int owed = 32 + (polytopes ? full.iterations : 0);
        for (size_t k = 0; k < sizeof limits / sizeof limits[0]; ++k) {
            graze_options options = {.rel = GRAZE_TIGHTEST, .max_iterations = limits[k]};
            graze_signed_separation s = signed_checked(&c, &options);
            graze_penetration_result p = depth_checked(&c, &options);
            TEST_CHECK(signed_brackets_meet(&full, &s, 0), seed, i,
                       "%.9g .. %.9g after %d rounds, %.9g .. %.9g in full", (double)s.lower,
                       (double)s.upper, limits[k], (double)full.lower, (double)full.upper);
            TEST_CHECK(depth_agrees(&p, &full), seed, i, "depth %g .. %g after %d rounds, sd %g",
                       (double)p.lower, (double)p.upper, limits[k], (double)full.sd);
            TEST_CHECK(s.end != GRAZE_ITERATION_LIMIT || s.iterations <= limits[k] + owed, seed, i,
                       "%d rounds of %d", s.iterations, limits[k]);
            limited += s.end == GRAZE_ITERATION_LIMIT;
        }
        signed_pair_drop(&pair);
    }
    print_message("%ld of %ld ended early\n", limited, 11 * count);
    assert_true(limited > count / 2);
}

/* Cruder options give wider brackets, but no wider than asked (signed_checked looks), around the same
 * number. */
static void brackets_are_as_wide_as_asked(void **state) {
    (void)state;
    static const graze_real rels[] = {(graze_real)0.5, (graze_real)0.1, (graze_real)1e-2,
                                      (graze_real)1e-3, (graze_real)1e-5};
    uint64_t seed = test_seed(92004);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(4000); ++i) {
        signed_pair pair = signed_pair_random(&random);
        signed_case c = {&pair.a, &pair.b, seed, i, &random, false, false, &too_round};
        graze_signed_separation full = signed_of(&pair.a, &pair.b, &tightest, NULL);
        for (size_t k = 0; k < sizeof rels / sizeof rels[0]; ++k) {
            graze_options options = {.rel = rels[k]};
            graze_signed_separation s = signed_checked(&c, &options);
            graze_penetration_result p = depth_checked(&c, &options);
            TEST_CHECK(signed_brackets_meet(&full, &s, 0) && depth_agrees(&p, &full), seed, i,
                       "at %g: %.9g .. %.9g, tightest %.9g", (double)rels[k], (double)s.lower,
                       (double)s.upper, (double)full.sd);
            options = (graze_options){.rel = GRAZE_TIGHTEST, .abs = rels[k]};
            s = signed_of(&pair.a, &pair.b, &options, NULL);
            long double most = (long double)rels[k] + 3 * signed_error(&pair.a, &pair.b);
            TEST_CHECK(signed_brackets_meet(&full, &s, 0) &&
                           (long double)(s.upper - s.lower) <= most * (1 + 8 * EPS) + 8 * EPS,
                       seed, i, "within %g: %.9g .. %.9g, tightest %.9g", (double)rels[k],
                       (double)s.lower, (double)s.upper, (double)full.sd);
        }
        signed_pair_drop(&pair);
    }
}

/* -- watching -- */

typedef struct watcher {
    long calls, stop_at; /* 0: never */
    long depth_calls;
    graze_trace_step last;
    const char *wrong;
} watcher;

static graze_flow watch(void *user, const graze_trace_step *step) {
    watcher *w = user;
    if (w->calls > 0 && step->phase == w->last.phase) {
        if (step->lower < w->last.lower) w->wrong = "lower falls";
        if (step->upper > w->last.upper) w->wrong = "upper rises";
        if (step->round <= w->last.round) w->wrong = "rounds do not count up";
    }
    if (w->calls > 0 && step->phase < w->last.phase) w->wrong = "distance after depth";
    if (step->count < 1 || step->count > 4) w->wrong = "no simplex";
    if (!graze_vec3_is_finite(step->closest) || !graze_vec3_is_finite(step->support))
        w->wrong = "no numbers";
    w->depth_calls += step->phase == GRAZE_TRACE_DEPTH;
    w->last = *step;
    return ++w->calls == w->stop_at ? GRAZE_STOP : GRAZE_CONTINUE;
}

/* E: lower never falls, upper never rises, the depth of the cores lies between them in every round; and
 * watching (which goes the general way even for polytopes) does not change the answer. */
static void bounds_of_the_depth_close_in(void **state) {
    (void)state;
    uint64_t seed = test_seed(92005);
    graze_random random = graze_random_seed(seed);
    long rounds = 0, count = test_count(10000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        signed_case c = {&pair.a, &pair.b, seed, i, &random, false, false, &too_round};
        graze_signed_separation plain = signed_of(&pair.a, &pair.b, &tightest, NULL);
        watcher w = {0};
        graze_trace trace = {watch, &w};
        graze_options options = {.rel = GRAZE_TIGHTEST, .trace = &trace};
        graze_signed_separation s = signed_checked(&c, &options);
        TEST_CHECK(!w.wrong, seed, i, "%s in round %d", w.wrong, w.last.round);
        TEST_CHECK(signed_brackets_meet(&plain, &s, 0), seed, i, "%.9g watched, %.9g not", (double)s.sd,
                   (double)plain.sd);
        rounds += w.depth_calls;
        signed_pair_drop(&pair);
    }
    print_message("%ld depth rounds watched over %ld pairs\n", rounds, count);
    assert_true(rounds > count);
}

static void whoever_watches_can_stop_it(void **state) {
    (void)state;
    uint64_t seed = test_seed(92006);
    graze_random random = graze_random_seed(seed);
    long stopped = 0, in_depth = 0, limited = 0, count = test_count(10000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        signed_case c = {&pair.a, &pair.b, seed, i, &random, false, true, &too_round};
        graze_signed_separation full = signed_of(&pair.a, &pair.b, &tightest, NULL);
        watcher all = {0}, some = {.stop_at = 1 + (long)(graze_random_bits(&random) % 16)};
        graze_trace trace = {watch, &all};
        graze_options options = {.rel = GRAZE_TIGHTEST, .trace = &trace};
        signed_of(&pair.a, &pair.b, &options, NULL);
        trace.user = &some;
        graze_signed_separation cut = signed_checked(&c, &options);
        TEST_CHECK(some.calls <= some.stop_at, seed, i, "called again after GRAZE_STOP");
        TEST_CHECK(signed_brackets_meet(&full, &cut, 0), seed, i,
                   "%g .. %g when stopped, %g .. %g in full", (double)cut.lower, (double)cut.upper,
                   (double)full.lower, (double)full.upper);
        if (some.stop_at < all.calls) {
            ++stopped;
            in_depth += some.last.phase == GRAZE_TRACE_DEPTH;
            limited += cut.end == GRAZE_ITERATION_LIMIT; /* else it had enough by then */
        }
        signed_pair_drop(&pair);
    }
    print_message("%ld of %ld stopped, %ld of them in the depth\n", stopped, count, in_depth);
    assert_true(stopped * 5 > count && in_depth > 0 && limited * 2 > stopped);
}

/* -- caches -- */

/* B drifts past and through A, turning: with a cache and without the same boolean, brackets that
 * overlap. A cache filled by the other queries serves as well. */
static void coherent_frames_give_the_same_answers(void **state) {
    (void)state;
    enum { FRAMES = 40 };
    uint64_t seed = test_seed(92007);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(2000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_vec3 along = graze_random_direction(&random);
        graze_pose spin;
        graze_quat turn;
        assert_int_equal(graze_quat_from_axis_angle(along, (graze_real)0.02, &turn), GRAZE_OK);
        assert_int_equal(graze_pose_make(turn, graze_vec3_zero(), &spin), GRAZE_OK);
        graze_cache deep = {0}, both = {0}, mixed = {0};
        graze_vec3 middle = pair.b.pose.origin;
        for (int frame = 0; frame < FRAMES; ++frame) {
            graze_real way = (graze_real)(4.0 * frame / FRAMES - 2.0);
            pair.b.pose = graze_pose_compose(&spin, &pair.b.pose);
            pair.b.pose.origin = graze_vec3_add_scaled(middle, way, along);
            const graze_options *options = i % 2 ? &tightest : NULL;
            graze_signed_separation cold = signed_of(&pair.a, &pair.b, &tightest, NULL);
            graze_signed_separation warm = signed_of(&pair.a, &pair.b, options, &both);
            graze_penetration_result p = depth_of(&pair.a, &pair.b, options, &deep);
            graze_separation other;
            assert_int_equal(graze_distance(&pair.a, &pair.b, NULL, &mixed, &other), GRAZE_OK);
            graze_penetration_result q = depth_of(&pair.a, &pair.b, options, &mixed);
            TEST_CHECK(signed_brackets_meet(&cold, &warm, 0), seed, i,
                       "frame %d: %.9g .. %.9g with the cache, %.9g .. %.9g without", frame,
                       (double)warm.lower, (double)warm.upper, (double)cold.lower, (double)cold.upper);
            TEST_CHECK(depth_agrees(&p, &cold) && depth_agrees(&q, &cold), seed, i,
                       "frame %d: depth %.9g and %.9g with a cache, sd %.9g without", frame,
                       (double)p.depth, (double)q.depth, (double)cold.sd);
            long double error = signed_error(&pair.a, &pair.b);
            if (fabsl((long double)cold.sd) > 2 * error) {
                bool apart = cold.sd > 0;
                TEST_CHECK(apart == (p.end == GRAZE_SEPARATED) && apart == (q.end == GRAZE_SEPARATED) &&
                               apart == (warm.sd > 0),
                           seed, i, "frame %d: ends %d, %d at sd %g", frame, (int)p.end, (int)q.end,
                           (double)cold.sd);
            }
            hits += cold.sd < 0;
        }
        signed_pair_drop(&pair);
    }
    print_message("%ld of %ld frames overlap\n", hits, count * FRAMES);
    if (count >= 100) assert_in_range(hits, count * FRAMES * 2 / 10, count * FRAMES * 8 / 10);
}

/* Whatever a cache holds, the answer is the same up to E. */
static void garbage_in_a_cache_is_harmless(void **state) {
    (void)state;
    const graze_real values[] = {NAN, INFINITY, -INFINITY, GRAZE_SHAPE_REACH, 0, (graze_real)1e-30, 1};
    uint64_t seed = test_seed(92008);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(10000); ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_cache cache = {.size = (uint32_t)(graze_random_bits(&random) % 9)};
        graze_real axis[3];
        for (int k = 0; k < 3; ++k) axis[k] = values[graze_random_bits(&random) % 7];
        cache.axis = graze_vec3_make(axis[0], axis[1], axis[2]);
        for (int k = 0; k < 4; ++k) {
            cache.support_a[k] = (uint32_t)graze_random_bits(&random);
            cache.support_b[k] = graze_random_bits(&random) % 2 ? UINT32_MAX : 5;
        }
        graze_cache again = cache;
        graze_signed_separation cold = signed_of(&pair.a, &pair.b, &tightest, NULL);
        graze_signed_separation warm = signed_of(&pair.a, &pair.b, &tightest, &cache);
        graze_penetration_result p = depth_of(&pair.a, &pair.b, &tightest, &again);
        TEST_CHECK(signed_brackets_meet(&cold, &warm, 0) && depth_agrees(&p, &cold), seed, i,
                   "%.9g and %.9g with garbage, %.9g without", (double)warm.sd, (double)p.depth,
                   (double)cold.sd);
        signed_pair_drop(&pair);
    }
}

static void few_pairs_are_too_round(void **state) {
    (void)state;
    signed_check_round(too_round, 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separated_shapes_have_an_axis_and_no_depth),
        cmocka_unit_test(half_spaces_work_on_either_side),
        cmocka_unit_test(few_rounds_keep_honest_bounds),
        cmocka_unit_test(brackets_are_as_wide_as_asked),
        cmocka_unit_test(bounds_of_the_depth_close_in),
        cmocka_unit_test(whoever_watches_can_stop_it),
        cmocka_unit_test(coherent_frames_give_the_same_answers),
        cmocka_unit_test(garbage_in_a_cache_is_harmless),
        cmocka_unit_test(few_pairs_are_too_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
