/* SPDX-License-Identifier: MIT
 * Laws that the distance of polytopes obeys whatever the shapes (family 20: swap, rigid motion,
 * margins, moving), how GJK gets there (J3 ends under all circumstances, J4 bounds that close in, J5
 * few rounds, J6 closest points), and the library beside the book's other algorithms (V3 linear
 * programme, V4 Chung-Wang, V5 explicit difference, V6 and V7 feature walking, J1 with J2 inside the
 * book's own GJK). */
#include "harness.h"
#include "oracle/book_gjk.h"
#include "oracle/chung_wang.h"
#include "oracle/minkowski.h"
#include "oracle/pair_check.h"
#include "oracle/random_shape.h"
#include "oracle/seidel_lp.h"
#include "oracle/vclip.h"

enum { CLOUD = 14, LARGE = 60 };

static test_polytope random_polytope(int least, int most, graze_real reach, graze_random *random) {
    graze_vec3 points[LARGE];
    int count = least + (int)(graze_random_bits(random) % (uint64_t)(most - least + 1));
    for (int i = 0; i < count; ++i) points[i] = random_vector(1, random);
    graze_pose pose = random_pose(RANDOM_POSE_RIGID, reach, random);
    return test_polytope_make(points, count, &pose, 0);
}

static graze_separation distance_of(const graze_placed *a, const graze_placed *b) {
    graze_separation sep;
    assert_int_equal(graze_distance(a, b, &(graze_options){.rel = GRAZE_TIGHTEST}, NULL, &sep),
                     GRAZE_OK);
    return sep;
}

static bool brackets_overlap(const graze_separation *a, const graze_separation *b, long double slack) {
    return (long double)a->lower <= (long double)b->upper + slack &&
           (long double)b->lower <= (long double)a->upper + slack;
}

/* -- laws -- */

static void swapping_turns_the_answer_round(void **state) {
    (void)state;
    uint64_t seed = test_seed(63001);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(10000); ++i) {
        test_polytope a = random_polytope(1, CLOUD, 2, &random),
                      b = random_polytope(1, CLOUD, 2, &random);
        graze_separation ab = distance_of(&a.placed, &b.placed), ba = distance_of(&b.placed, &a.placed);
        TEST_CHECK(brackets_overlap(&ab, &ba, 0), seed, i, "%g .. %g and %g .. %g", (double)ab.lower,
                   (double)ab.upper, (double)ba.lower, (double)ba.upper);
        /* Both normals separate by lower: each comes within lower of the true difference vector. */
        if (ab.lower > ab.upper * (graze_real)0.99) {
            long double cosine = -ld3_dot(ld3_from(ab.normal), ld3_from(ba.normal));
            long double ratio = (long double)(ab.lower / ab.upper),
                        other = (long double)(ba.lower / ba.upper);
            long double least = 1 - 2 * ((1 - ratio) + (1 - other)) - 1e-6L;
            TEST_CHECK(cosine >= least, seed, i, "normals at cosine %Lg, at least %Lg", cosine, least);
        }
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
}

static void moving_both_rigidly_changes_nothing(void **state) {
    (void)state;
    uint64_t seed = test_seed(63002);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(10000); ++i) {
        test_polytope a = random_polytope(1, CLOUD, 2, &random),
                      b = random_polytope(1, CLOUD, 2, &random);
        graze_pose motion = random_pose(RANDOM_POSE_RIGID, 8, &random);
        graze_placed moved_a = a.placed, moved_b = b.placed;
        moved_a.pose = graze_pose_compose(&motion, &a.placed.pose);
        moved_b.pose = graze_pose_compose(&motion, &b.placed.pose);
        graze_separation here = distance_of(&a.placed, &b.placed),
                         there = distance_of(&moved_a, &moved_b);
        /* The composed poses are rounded: by about eps times the size and the way. */
        long double rounding = 32 * (long double)GRAZE_EPSILON * 20;
        TEST_CHECK(brackets_overlap(&here, &there, rounding), seed, i, "%.9g and %.9g",
                   (double)here.distance, (double)there.distance);
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
}

/* sd(A + r, B + s) = sd(A, B) - r - s, on both sides of zero. */
static void margins_shorten_the_distance(void **state) {
    (void)state;
    uint64_t seed = test_seed(63003);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(6000);
    for (long i = 0; i < count; ++i) {
        test_polytope a = random_polytope(1, CLOUD, 2, &random),
                      b = random_polytope(1, CLOUD, 2, &random);
        test_pair bare = test_pair_measure(&a, &b, seed, i);
        a.placed.margin = graze_random_uniform(&random, 0, 1);
        b.placed.margin = i % 3 ? graze_random_uniform(&random, 0, 1) : 0;
        if (i % 5 == 0 &&
            bare.sd > (long double)b.placed.margin) /* touching, as nearly as it can be said */
            a.placed.margin = (graze_real)(bare.sd - (long double)b.placed.margin);
        test_pair pair = bare;
        pair.sd = bare.sd - (long double)a.placed.margin - (long double)b.placed.margin;
        hits += pair.sd <= 0;
        test_pair_everything(&pair);
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
    print_message("with margins: %ld of %ld meet\n", hits, count);
    if (count >= 100) assert_in_range(hits, count * 3 / 10, count * 7 / 10);
}

/* |sd(A + t) - sd(A)| <= |t|; along the normal exactly |t| until they touch, and beyond they overlap.
 */
static void moving_along_the_normal_closes_the_gap(void **state) {
    (void)state;
    uint64_t seed = test_seed(63004);
    graze_random random = graze_random_seed(seed);
    long tried = 0;
    for (long i = 0; i < test_count(10000); ++i) {
        test_polytope a = random_polytope(4, CLOUD, 3, &random),
                      b = random_polytope(4, CLOUD, 3, &random);
        graze_separation sep = distance_of(&a.placed, &b.placed);
        graze_placed moved = a.placed;
        graze_vec3 step = random_vector(1, &random);
        moved.pose.origin = graze_vec3_add(a.placed.pose.origin, step);
        graze_separation after = distance_of(&moved, &b.placed);
        long double rounding = 64 * (long double)GRAZE_EPSILON * 10;
        long double length = ld3_length(ld3_from(step)) + rounding;
        TEST_CHECK((long double)after.lower <= (long double)sep.upper + length &&
                       (long double)after.upper >= (long double)sep.lower - length,
                   seed, i, "moved by %Lg: %g to %g", length, (double)sep.distance,
                   (double)after.distance);
        for (int k = 1; k <= 2 && sep.lower > (graze_real)1e-3; ++k) {
            graze_real way = sep.distance * (graze_real)(0.5 * k), left = sep.distance - way;
            ++tried;
            moved.pose.origin = graze_vec3_add_scaled(a.placed.pose.origin, way, sep.normal);
            after = distance_of(&moved, &b.placed);
            TEST_CHECK((long double)after.lower <= (long double)left + rounding &&
                           (long double)after.upper >= (long double)left - rounding,
                       seed, i, "moved by %g of %g: %g .. %g left", (double)way, (double)sep.distance,
                       (double)after.lower, (double)after.upper);
        }
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
    assert_true(tried > 0);
}

/* -- how GJK gets there -- */

typedef struct watcher {
    long double distance, error;
    graze_trace_step last;
    const char *wrong;
} watcher;

static graze_flow watch(void *user, const graze_trace_step *step) {
    watcher *w = user;
    long double closest = ld3_length(ld3_from(step->closest)), slack = w->error;
    if (step->round > 1 && (step->lower < w->last.lower || step->upper > w->last.upper))
        w->wrong = "a bound moved back";
    if ((long double)step->lower > w->distance + slack ||
        (long double)step->upper < w->distance - slack)
        w->wrong = "the distance is not between the bounds";
    if (step->round != w->last.round + 1) w->wrong = "a round is missing";
    if (step->count < 1 || step->count > 4) w->wrong = "no simplex";
    if (closest > (long double)step->upper + 2 * slack)
        w->wrong = "the closest point is not that close";
    w->last = *step;
    return GRAZE_CONTINUE;
}

/* J4: in every round lower <= distance <= upper, lower never falls, upper never rises. */
static void bounds_close_in_round_by_round(void **state) {
    (void)state;
    uint64_t seed = test_seed(63005);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(6000); ++i) {
        test_polytope a = random_polytope(1, LARGE, 3, &random),
                      b = random_polytope(1, LARGE, 3, &random);
        watcher w = {.distance = oracle_polyhedron_closest(&a.body, &b.body).distance,
                     .error = test_pair_error(&a, &b)};
        graze_trace trace = {watch, &w};
        graze_options options = {.rel = GRAZE_TIGHTEST, .trace = &trace};
        graze_separation sep;
        assert_int_equal(graze_distance(&a.placed, &b.placed, &options, NULL, &sep), GRAZE_OK);
        TEST_CHECK(!w.wrong, seed, i, "round %d: %s (%.9g .. %.9g, distance %.9Lg)", w.last.round,
                   w.wrong, (double)w.last.lower, (double)w.last.upper, w.distance);
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
}

/* J5: for polytopes the rounds hardly depend on the size of the polytopes or the accuracy asked for. */
static double mean_rounds(int vertices, graze_real rel, long count, uint64_t seed, int *most) {
    graze_random random = graze_random_seed(seed);
    long rounds = 0;
    *most = 0;
    for (long i = 0; i < count; ++i) {
        test_polytope a = random_polytope(vertices, vertices, 3, &random);
        test_polytope b = random_polytope(vertices, vertices, 3, &random);
        graze_separation sep;
        assert_int_equal(graze_distance(&a.placed, &b.placed, &(graze_options){.rel = rel}, NULL, &sep),
                         GRAZE_OK);
        assert_int_not_equal(sep.end, GRAZE_ITERATION_LIMIT);
        rounds += sep.iterations;
        *most = sep.iterations > *most ? sep.iterations : *most;
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
    return (double)rounds / (double)count;
}

static void rounds_are_few(void **state) {
    (void)state;
    uint64_t seed = test_seed(63006);
    long count = test_count(1000);
    int most, most_loose, most_large;
    double mean = mean_rounds(8, GRAZE_TIGHTEST, count, seed, &most);
    double loose = mean_rounds(8, (graze_real)1e-2, count, seed, &most_loose);
    double large = mean_rounds(LARGE, GRAZE_TIGHTEST, count, seed, &most_large);
    print_message("rounds: %.2f (at most %d), at 1 %% %.2f (%d), with %d points %.2f (%d)\n", mean,
                  most, loose, most_loose, LARGE, large, most_large);
    assert_true(mean <= 8 && most <= 24 && large <= 10 && most_large <= 24);
    assert_true(mean - loose <= 1.5);
}

/* J3, figure 4.10: oblong facets of the difference, from boxes whose sizes differ a million times, in
 * close proximity, with the nearest point near a facet's diagonal. Both kinds of oscillation (the same
 * support point again; two that take turns) would run into the limit. */
static void oblong_facets_do_not_oscillate(void **state) {
    (void)state;
    uint64_t seed = test_seed(63007);
    graze_random random = graze_random_seed(seed);
    int most = 0;
    for (long i = 0; i < test_count(10000); ++i) {
        long double ratio = powl(10, (long double)(i % 7)), gap = powl(10, -(long double)(i / 7 % 6));
        graze_vec3 quad[4], corner[8];
        graze_real wide = (graze_real)ratio, thin = (graze_real)(i % 2 ? 1 : 1 / ratio);
        for (int k = 0; k < 4; ++k)
            quad[k] = graze_vec3_make(k & 1 ? wide : -wide, k & 2 ? thin : -thin, 0);
        for (int k = 0; k < 8; ++k)
            corner[k] = graze_vec3_make((graze_real)(k & 1 ? 0.5 : -0.5),
                                        (graze_real)(k & 2 ? 0.5 : -0.5), (graze_real)(k & 4));
        /* Over the diagonal, a little beside it, or anywhere. */
        graze_real along = graze_random_uniform(&random, (graze_real)-0.9, (graze_real)0.9);
        graze_real beside =
            i % 3 == 0 ? 0 : (graze_real)((i % 3 == 1 ? 1e-7L : 0.3L) * (long double)along);
        graze_pose here, there;
        graze_quat turn = i % 4 ? graze_random_rotation(&random) : graze_quat_identity();
        graze_vec3 over = graze_vec3_make(along * wide, (along + beside) * thin, (graze_real)gap);
        assert_int_equal(graze_pose_make(turn, graze_vec3_zero(), &here), GRAZE_OK);
        assert_int_equal(graze_pose_make(turn, graze_mat3_mul_vec(&here.basis, over), &there),
                         GRAZE_OK);
        test_polytope a = test_polytope_make(quad, 4, &here, 0);
        test_polytope b = test_polytope_make(corner, 8, &there, 0);
        /* The box hovers over the quad; turned, its place is rounded. */
        test_pair pair = {
            &a, &b, (long double)(graze_real)gap, 4 * (long double)GRAZE_EPSILON * ratio, seed, i};
        graze_separation sep = test_pair_distance(&pair, &(graze_options){.rel = GRAZE_TIGHTEST});
        test_pair_intersect(&pair);
        TEST_CHECK(sep.end != GRAZE_ITERATION_LIMIT, seed, i, "endless at ratio %Lg, gap %Lg", ratio,
                   gap);
        most = sep.iterations > most ? sep.iterations : most;
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
    print_message("oblong facets: at most %d rounds\n", most);
    assert_true(most <= 40);
}

/* -- the book's other algorithms -- */

static long double programme(const test_polytope *a, const test_polytope *b, graze_random *random) {
    graze_vec3 differences[CLOUD * CLOUD];
    long double v[3];
    int count = 0;
    for (int i = 0; i < a->body.vertex_count; ++i)
        for (int k = 0; k < b->body.vertex_count; ++k) {
            ld3 d = ld3_sub(a->body.vertices[i], b->body.vertices[k]);
            differences[count++] = graze_vec3_make((graze_real)d.x, (graze_real)d.y, (graze_real)d.z);
        }
    return oracle_separation(differences, count, graze_vec3_zero(), random, v);
}

static void the_books_algorithms_agree_with_the_library(void **state) {
    (void)state;
    uint64_t seed = test_seed(63008);
    graze_random random = graze_random_seed(seed);
    long hits = 0, decided = 0, walked = 0, count = test_count(6000);
    for (long i = 0; i < count; ++i) {
        test_polytope a = random_polytope(4, CLOUD, 1, &random);
        test_polytope b = random_polytope(4, CLOUD, 1, &random);
        graze_intersection hit;
        graze_separation sep = distance_of(&a.placed, &b.placed);
        assert_int_equal(graze_intersect(&a.placed, &b.placed, NULL, NULL, &hit), GRAZE_OK);
        long double sd = oracle_minkowski(&a.body, &b.body).distance;
        long double lower = (long double)sep.lower, upper = (long double)sep.upper, oracle = 1e-12L;
        hits += hit.intersecting;
        if (fabsl(sd) > 2 * test_pair_error(&a, &b) + oracle) { /* outside the band all agree */
            ld3 axis = {0, 0, 0};
            oracle_separability separable = oracle_chung_wang(&a.body, &b.body, &axis, NULL);
            long double by_programme = programme(&a, &b, &random);
            ++decided;
            TEST_CHECK(hit.intersecting == (sd < 0), seed, i, "V5: %Lg", sd);
            TEST_CHECK(separable == (hit.intersecting ? ORACLE_INTERIORS_MEET : ORACLE_SEPARATED), seed,
                       i, "V4: Chung-Wang says %d at %Lg", (int)separable, sd);
            TEST_CHECK(hit.intersecting || by_programme > 0, seed, i, "V3: no separation at %Lg", sd);
            TEST_CHECK(by_programme <= 16 * (long double)GRAZE_EPSILON || !hit.intersecting, seed, i,
                       "V3: separated by %Lg at %Lg", by_programme, sd);
        }
        oracle_book_gjk book = oracle_book_gjk_run(&a.body, &b.body, 1e-9L);
        TEST_CHECK(book.closest.distance >= lower - 1e-7L && book.closest.distance <= upper + oracle,
                   seed, i, "J1: the book's GJK %.12Lg, ours %.12Lg .. %.12Lg", book.closest.distance,
                   lower, upper);
        oracle_walk walk = {.steps = 0};
        oracle_vclip(&a.body, &b.body, &walk);
        if (walk.end == ORACLE_WALK_APART) {
            ++walked;
            TEST_CHECK(walk.closest.distance >= lower - oracle &&
                           walk.closest.distance <= upper + oracle,
                       seed, i, "V7: V-Clip %.12Lg, ours %.12Lg .. %.12Lg", walk.closest.distance,
                       lower, upper);
            /* J6: each pair of witnesses is as close as the other. */
            long double ours = ld3_distance(ld3_from(sep.point_a), ld3_from(sep.point_b));
            TEST_CHECK(fabsl(ours - walk.closest.distance) <= 4 * (upper - lower) + 1e-5L * upper, seed,
                       i, "J6: witnesses %Lg apart, V-Clip's %Lg", ours, walk.closest.distance);
        }
        test_polytope_free(&a);
        test_polytope_free(&b);
    }
    print_message("other algorithms: %ld of %ld meet, %ld decided, %ld walked\n", hits, count, decided,
                  walked);
    if (count < 100) return;
    assert_in_range(hits, count * 3 / 10, count * 7 / 10);
    assert_true(decided * 100 >= count * 99 && walked * 10 >= count * 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swapping_turns_the_answer_round),
        cmocka_unit_test(moving_both_rigidly_changes_nothing),
        cmocka_unit_test(margins_shorten_the_distance),
        cmocka_unit_test(moving_along_the_normal_closes_the_gap),
        cmocka_unit_test(bounds_close_in_round_by_round),
        cmocka_unit_test(rounds_are_few),
        cmocka_unit_test(oblong_facets_do_not_oscillate),
        cmocka_unit_test(the_books_algorithms_agree_with_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
