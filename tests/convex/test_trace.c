/* SPDX-License-Identifier: MIT
 * What GJK does round by round: the bounds only tighten (V2, J4), whoever watches can stop it, few
 * rounds give wide but true brackets, both oscillations of figure 4.10 end (J3), and how many rounds it
 * takes (J5). */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"
#include "oracle/solid.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};

typedef struct watch {
    long calls, stop_at; /* stop_at = 0: never */
    graze_trace_step last;
    bool rose, fell, crossed, odd;
    long double band;
} watch;

static graze_flow watch_step(void *user, const graze_trace_step *step) {
    watch *w = user;
    if (w->calls > 0) {
        w->rose |= step->upper > w->last.upper;
        w->fell |= step->lower < w->last.lower;
        w->odd |= step->round <= w->last.round;
    }
    long double length = ld3_length(ld3_from(step->closest));
    w->crossed |= (long double)step->lower > (long double)step->upper + w->band;
    w->odd |= step->count < 1 || step->count > 4 || length < (long double)step->upper - w->band ||
              length > (long double)step->upper * (1 + 1e-5L) + w->band;
    w->last = *step;
    return ++w->calls == w->stop_at ? GRAZE_STOP : GRAZE_CONTINUE;
}

static graze_placed any_placed(graze_random *random) {
    graze_shape_kind kind;
    do kind = (graze_shape_kind)(graze_random_bits(random) % GRAZE_SHAPE_CONVEX_COUNT);
    while (kind == GRAZE_SHAPE_HALF_SPACE);
    random_pose_class pose = (random_pose_class)(graze_random_bits(random) % RANDOM_POSE_CLASS_COUNT);
    graze_placed p = {random_shape(kind, 1, random), random_pose(pose, 2, random), 0};
    if (graze_random_bits(random) % 3 == 0) p.margin = (graze_real)0.1;
    return p;
}

static void drop(graze_placed *p) { graze_shape_release((graze_shape *)p->shape); }

/* Generous bound on E for these sizes: shapes of a few units, scaled up to 4, a few units apart. */
static const long double band = 4000 * (long double)GRAZE_EPSILON;

static void bounds_only_tighten(void **state) {
    (void)state;
    uint64_t seed = test_seed(74001);
    graze_random random = graze_random_seed(seed);
    long steps = 0, count = test_count(50000);
    for (long i = 0; i < count; ++i) {
        graze_placed a = any_placed(&random), b = any_placed(&random);
        watch w = {.band = band};
        graze_trace trace = {watch_step, &w};
        graze_options options = {.rel = GRAZE_TIGHTEST, .trace = &trace};
        graze_separation s;
        assert_int_equal(graze_distance(&a, &b, &options, NULL, &s), GRAZE_OK);
        TEST_CHECK(!w.rose, seed, i, "upper rises");
        TEST_CHECK(!w.fell, seed, i, "lower falls");
        TEST_CHECK(!w.crossed, seed, i, "lower exceeds upper: %g %g", (double)w.last.lower,
                   (double)w.last.upper);
        TEST_CHECK(!w.odd, seed, i, "a step makes no sense");
        TEST_CHECK(w.calls >= 1 && s.iterations >= w.last.round, seed, i, "%ld steps, %d iterations",
                   w.calls, s.iterations);
        steps += w.calls;
        drop(&a);
        drop(&b);
    }
    assert_true(steps > 3 * count);
}

static void whoever_watches_can_stop_it(void **state) {
    (void)state;
    uint64_t seed = test_seed(74002);
    graze_random random = graze_random_seed(seed);
    long stopped = 0, count = test_count(10000);
    for (long i = 0; i < count; ++i) {
        graze_placed a = any_placed(&random), b = any_placed(&random);
        watch all = {.band = band};
        graze_trace trace = {watch_step, &all};
        graze_options options = {.rel = GRAZE_TIGHTEST, .trace = &trace};
        graze_separation full, cut;
        assert_int_equal(graze_distance(&a, &b, &options, NULL, &full), GRAZE_OK);
        watch some = {.band = band, .stop_at = 1 + (long)(graze_random_bits(&random) % 6)};
        trace.user = &some;
        assert_int_equal(graze_distance(&a, &b, &options, NULL, &cut), GRAZE_OK);
        TEST_CHECK(some.calls <= some.stop_at, seed, i, "called again after GRAZE_STOP");
        if (some.stop_at < all.calls) {
            ++stopped;
            TEST_CHECK(cut.iterations == some.last.round, seed, i, "%d iterations, stopped at %d",
                       cut.iterations, some.last.round);
            TEST_CHECK(cut.end == GRAZE_ITERATION_LIMIT, seed, i, "end %d", (int)cut.end);
        }
        TEST_CHECK(cut.lower <= full.upper && full.lower <= cut.upper, seed, i,
                   "[%g, %g] when stopped, [%g, %g] in full", (double)cut.lower, (double)cut.upper,
                   (double)full.lower, (double)full.upper);
        drop(&a);
        drop(&b);
    }
    assert_true(stopped * 3 > count);
}

static void few_rounds_give_true_brackets(void **state) {
    (void)state;
    uint64_t seed = test_seed(74003);
    graze_random random = graze_random_seed(seed);
    long limited = 0, count = test_count(10000);
    for (long i = 0; i < count; ++i) {
        graze_placed a = any_placed(&random), b = any_placed(&random);
        graze_separation full, cut;
        graze_intersection meet;
        assert_int_equal(graze_distance(&a, &b, &tightest, NULL, &full), GRAZE_OK);
        for (int rounds = 1; rounds <= 8; ++rounds) {
            graze_options options = {.rel = GRAZE_TIGHTEST, .max_iterations = rounds};
            assert_int_equal(graze_distance(&a, &b, &options, NULL, &cut), GRAZE_OK);
            TEST_CHECK(cut.iterations <= rounds, seed, i, "%d iterations of %d", cut.iterations,
                       rounds);
            TEST_CHECK(cut.lower <= full.upper && full.lower <= cut.upper, seed, i,
                       "[%g, %g] after %d rounds, [%g, %g] in full", (double)cut.lower,
                       (double)cut.upper, rounds, (double)full.lower, (double)full.upper);
            limited += cut.end == GRAZE_ITERATION_LIMIT;
            assert_int_equal(graze_intersect(&a, &b, &options, NULL, &meet), GRAZE_OK);
            TEST_CHECK(meet.iterations <= rounds && meet.lower <= full.upper, seed, i,
                       "lower %g after %d rounds, distance %g", (double)meet.lower, rounds,
                       (double)full.upper);
            TEST_CHECK(meet.end == GRAZE_ITERATION_LIMIT || meet.intersecting == (full.distance == 0) ||
                           (long double)full.distance <= band,
                       seed, i, "intersecting %d, distance %g", meet.intersecting,
                       (double)full.distance);
        }
        drop(&a);
        drop(&b);
    }
    assert_true(limited > count);
}

/* Figure 4.10 (a): the same support point again and again, on facets a million times longer than wide
 * that arise when sizes differ by as much. A box far smaller than the other hovers over a face. */
static void size_ratios_of_a_million_end(void **state) {
    (void)state;
    uint64_t seed = test_seed(74004);
    graze_random random = graze_random_seed(seed);
    int most = 0;
    for (long i = 0; i < test_count(50000); ++i) {
        graze_real small = (graze_real)ldexp(1, -(int)(graze_random_bits(&random) % 21));
        graze_shape *large_box, *small_box;
        assert_int_equal(graze_shape_box(graze_vec3_make(1, 1, 1), &large_box), GRAZE_OK);
        assert_int_equal(graze_shape_box(graze_vec3_make(small, small, small), &small_box), GRAZE_OK);
        graze_placed a = {large_box, graze_pose_identity(), 0};
        graze_placed b = {small_box, random_pose(RANDOM_POSE_RIGID, 0, &random), 0};
        graze_real gap = small * (graze_real)ldexp(1, -(int)(graze_random_bits(&random) % 10));
        graze_vec3 low;
        assert_int_equal(graze_placed_support(&b, graze_vec3_make(0, 0, -1), &low), GRAZE_OK);
        graze_vec3 over = random_vector((graze_real)0.99, &random); /* its lowest corner goes there */
        over.z = 1 + gap;
        b.pose.origin = graze_vec3_sub(over, low);
        graze_separation s, swapped;
        assert_int_equal(graze_placed_support(&b, graze_vec3_make(0, 0, -1), &low), GRAZE_OK);
        assert_int_equal(graze_distance(&a, &b, &tightest, NULL, &s), GRAZE_OK);
        assert_int_equal(graze_distance(&b, &a, &tightest, NULL, &swapped), GRAZE_OK);
        long double expected = fmaxl(0, (long double)low.z - 1), e = 300 * (long double)GRAZE_EPSILON;
        most = s.iterations > most ? s.iterations : most;
        most = swapped.iterations > most ? swapped.iterations : most;
        TEST_CHECK(s.end != GRAZE_ITERATION_LIMIT && swapped.end != GRAZE_ITERATION_LIMIT, seed, i,
                   "iteration limit");
        TEST_CHECK(fabsl((long double)s.distance - expected) <= e &&
                       fabsl((long double)swapped.distance - expected) <= e,
                   seed, i, "distance %g and %g, not %Lg, size 1 : %g", (double)s.distance,
                   (double)swapped.distance, expected, (double)small);
        TEST_CHECK((long double)s.upper - (long double)s.lower <= 2 * e, seed, i, "bracket %g wide",
                   (double)(s.upper - s.lower));
        graze_shape_release(large_box);
        graze_shape_release(small_box);
    }
    print_message("size ratios 1 to 10^6: at most %d rounds\n", most);
    assert_true(most < 64);
}

/* Figure 4.10 (b): support points alternate between the ends of a diagonal when the closest point lies
 * next to it, on an oblong quadrilateral. Over its inside the distance is the height. */
static void points_over_a_diagonal_end(void **state) {
    (void)state;
    uint64_t seed = test_seed(74005);
    graze_random random = graze_random_seed(seed);
    int most = 0;
    for (long i = 0; i < test_count(100000); ++i) {
        graze_real wide = (graze_real)ldexp(1, -(int)(graze_random_bits(&random) % 20));
        graze_real height = (graze_real)ldexp(1, -(int)(graze_random_bits(&random) % 20));
        graze_shape *quad, *point;
        graze_vec3 corners[4] = {{-1, -wide, 0}, {1, -wide, 0}, {1, wide, 0}, {-1, wide, 0}};
        assert_int_equal(graze_shape_polytope(corners, 4, 0, &quad), GRAZE_OK);
        assert_int_equal(graze_shape_point(graze_vec3_zero(), &point), GRAZE_OK);
        graze_real x = graze_random_uniform(&random, (graze_real)-0.9, (graze_real)0.9);
        graze_real off = wide * graze_random_uniform(&random, -1, 1) *
                         (graze_real)ldexp(1, -(int)(graze_random_bits(&random) % 30));
        graze_pose turn = i % 2 ? random_pose(RANDOM_POSE_RIGID, 0, &random) : graze_pose_identity();
        graze_vec3 over = graze_vec3_make(x, wide * x + off, height);
        graze_placed a = {quad, turn, 0}, b = {point, graze_pose_identity(), 0};
        b.pose.origin = graze_pose_apply(&turn, over);
        graze_separation s, swapped;
        assert_int_equal(graze_distance(&a, &b, &tightest, NULL, &s), GRAZE_OK);
        assert_int_equal(graze_distance(&b, &a, &tightest, NULL, &swapped), GRAZE_OK);
        bool inside = graze_abs(over.y) <= wide * (graze_real)0.999;
        long double e = 300 * (long double)GRAZE_EPSILON;
        most = s.iterations > most ? s.iterations : most;
        most = swapped.iterations > most ? swapped.iterations : most;
        TEST_CHECK(s.end != GRAZE_ITERATION_LIMIT && swapped.end != GRAZE_ITERATION_LIMIT, seed, i,
                   "iteration limit");
        TEST_CHECK(!inside || fabsl((long double)s.distance - (long double)height) <= e, seed, i,
                   "distance %.9g, height %.9g, width %g", (double)s.distance, (double)height,
                   (double)wide);
        TEST_CHECK((long double)s.upper - (long double)s.lower <= 2 * e &&
                       (long double)swapped.upper - (long double)swapped.lower <= 2 * e,
                   seed, i, "brackets %g and %g wide", (double)(s.upper - s.lower),
                   (double)(swapped.upper - swapped.lower));
        graze_shape_release(quad);
        graze_shape_release(point);
    }
    print_message("points over a diagonal: at most %d rounds\n", most);
    assert_true(most < 32);
}

/* J5: polytopes take few rounds at any accuracy, and so do quadrics with Newton's method between them.
 */
static double mean_rounds(graze_shape_kind kind, double rel, uint64_t seed) {
    graze_random random = graze_random_seed(seed);
    long rounds = 0, asked = 0;
    for (long i = 0; i < test_count(5000); ++i) {
        graze_shape *a = random_shape(kind, 0, &random), *b = random_shape(kind, 0, &random);
        graze_placed pa = {a, random_pose(RANDOM_POSE_RIGID, 1, &random), 0};
        graze_placed pb = {b, random_pose(RANDOM_POSE_RIGID, 1, &random), 0};
        pb.pose.origin.x += 4;
        graze_options options = {.rel = (graze_real)rel};
        graze_separation s;
        assert_int_equal(graze_distance(&pa, &pb, &options, NULL, &s), GRAZE_OK);
        rounds += s.iterations;
        ++asked;
        graze_shape_release(a);
        graze_shape_release(b);
    }
    return (double)rounds / (double)asked;
}

static void rounds_are_few_at_any_accuracy(void **state) {
    (void)state;
    const double rels[3] = {1e-2, 1e-5, (double)GRAZE_TIGHTEST};
    const graze_shape_kind kinds[] = {GRAZE_SHAPE_BOX, GRAZE_SHAPE_POLYTOPE, GRAZE_SHAPE_CONE,
                                      GRAZE_SHAPE_CYLINDER, GRAZE_SHAPE_ELLIPSOID};
    double mean[5][3];
    for (int k = 0; k < 5; ++k) {
        for (int r = 0; r < 3; ++r) mean[k][r] = mean_rounds(kinds[k], rels[r], test_seed(74006));
        print_message("%-10s mean rounds: %.1f at 1e-2, %.1f at 1e-5, %.1f at the tightest\n",
                      graze_shape_kind_text(kinds[k]), mean[k][0], mean[k][1], mean[k][2]);
        assert_true(mean[k][2] < 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_only_tighten),
        cmocka_unit_test(whoever_watches_can_stop_it),
        cmocka_unit_test(few_rounds_give_true_brackets),
        cmocka_unit_test(size_ratios_of_a_million_end),
        cmocka_unit_test(points_over_a_diagonal_end),
        cmocka_unit_test(rounds_are_few_at_any_accuracy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
