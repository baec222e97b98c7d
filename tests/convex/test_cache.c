/* SPDX-License-Identifier: MIT
 * A pair's cache changes the speed of an answer, never the answer (J7, R1): coherent motion with and
 * without it, and garbage in it. */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"
#include "oracle/solid.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};

/* The hull of random points on an ellipsoid with semi-axes 0.5 to 1. */
static graze_shape *ellipsoid_hull(int count, graze_random *random) {
    graze_vec3 points[128], axes = graze_vec3_make(graze_random_uniform(random, (graze_real)0.5, 1),
                                                   graze_random_uniform(random, (graze_real)0.5, 1),
                                                   graze_random_uniform(random, (graze_real)0.5, 1));
    for (int i = 0; i < count; ++i) points[i] = graze_vec3_mul(axes, graze_random_direction(random));
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_polytope(points, (size_t)count, 0, &shape), GRAZE_OK);
    return shape;
}

/* Two shapes that both turn one degree a frame while the direction between them drifts 0.01 rad and the
 * gap along it swings between two values. */
typedef struct dance {
    graze_placed a, b;
    graze_quat turn_a, turn_b, step_a, step_b, drift;
    graze_vec3 toward;
    double gap_least, gap_most, phase;
} dance;

static graze_quat turn_about(graze_vec3 axis, double angle) {
    graze_quat q;
    assert_int_equal(graze_quat_from_axis_angle(axis, (graze_real)angle, &q), GRAZE_OK);
    return q;
}

static void dance_begin(dance *d, const graze_shape *a, const graze_shape *b, double least, double most,
                        graze_random *random) {
    const double degree = 3.14159265358979 / 180;
    *d = (dance){.a = {.shape = a}, .b = {.shape = b}, .gap_least = least, .gap_most = most};
    d->turn_a = graze_random_rotation(random);
    d->turn_b = graze_random_rotation(random);
    d->step_a = turn_about(graze_random_direction(random), degree);
    d->step_b = turn_about(graze_random_direction(random), degree);
    d->drift = turn_about(graze_random_direction(random), 0.01);
    d->toward = graze_random_direction(random);
    d->phase = (double)graze_random_uniform(random, 0, 6);
}

static void dance_frame(dance *d, int frame) {
    graze_vec3 from_a, from_b, zero = graze_vec3_zero();
    assert_int_equal(graze_quat_normalize(graze_quat_mul(d->step_a, d->turn_a), &d->turn_a), GRAZE_OK);
    assert_int_equal(graze_quat_normalize(graze_quat_mul(d->step_b, d->turn_b), &d->turn_b), GRAZE_OK);
    d->toward = graze_quat_rotate(d->drift, d->toward);
    assert_int_equal(graze_pose_make(d->turn_a, zero, &d->a.pose), GRAZE_OK);
    assert_int_equal(graze_pose_make(d->turn_b, zero, &d->b.pose), GRAZE_OK);
    assert_int_equal(graze_placed_support(&d->a, d->toward, &from_a), GRAZE_OK);
    assert_int_equal(graze_placed_support(&d->b, graze_vec3_neg(d->toward), &from_b), GRAZE_OK);
    double gap =
        d->gap_least + (d->gap_most - d->gap_least) * (0.5 + 0.5 * sin(d->phase + 0.05 * frame));
    graze_real reach = graze_vec3_dot(d->toward, graze_vec3_sub(from_a, from_b)) + (graze_real)gap;
    d->b.pose.origin = graze_vec3_scale(d->toward, reach);
}

/* Every answer with the cache against that without. */
static void compare(const dance *d, graze_cache *ask, graze_cache *measure, uint64_t seed, long frame,
                    graze_intersection *cached) {
    graze_intersection cold;
    graze_separation near, far;
    assert_int_equal(graze_intersect(&d->a, &d->b, NULL, ask, cached), GRAZE_OK);
    assert_int_equal(graze_intersect(&d->a, &d->b, NULL, NULL, &cold), GRAZE_OK);
    assert_int_equal(graze_distance(&d->a, &d->b, &tightest, measure, &near), GRAZE_OK);
    assert_int_equal(graze_distance(&d->a, &d->b, &tightest, NULL, &far), GRAZE_OK);
    TEST_CHECK(near.lower <= far.upper && far.lower <= near.upper, seed, frame,
               "[%.9g, %.9g] with the cache, [%.9g, %.9g] without", (double)near.lower,
               (double)near.upper, (double)far.lower, (double)far.upper);
    double band = 300 * (double)GRAZE_EPSILON;
    if (cached->intersecting != cold.intersecting)
        TEST_CHECK((double)far.upper <= band, seed, frame, "%d with the cache, %d without, %g apart",
                   cached->intersecting, cold.intersecting, (double)far.distance);
    TEST_CHECK(!cached->intersecting || (double)far.lower <= band, seed, frame,
               "intersecting, yet %g apart", (double)far.lower);
    TEST_CHECK(cached->intersecting || cached->lower <= far.upper, seed, frame, "lower %g, distance %g",
               (double)cached->lower, (double)far.upper);
    TEST_CHECK(cached->end != GRAZE_ITERATION_LIMIT && near.end != GRAZE_ITERATION_LIMIT, seed, frame,
               "iteration limit");
}

/* 10^6 frames: three pairs of four keep apart as in a coherent workload, the fourth comes and goes. */
static void coherent_frames_give_the_same_answers(void **state) {
    (void)state;
    enum { SHAPES = 32, FRAMES = 100 };
    const int sizes[4] = {8, 16, 32, 128};
    uint64_t seed = test_seed(73001);
    graze_random random = graze_random_seed(seed);
    graze_shape *shapes[SHAPES];
    for (int i = 0; i < SHAPES; ++i) shapes[i] = ellipsoid_hull(sizes[i % 4], &random);
    long pairs = test_count(10000), apart = 0, at_once = 0, crossing = 0, hits = 0;
    for (long p = 0; p < pairs; ++p) {
        dance d;
        bool cross = p % 4 == 3;
        const graze_shape *a = shapes[graze_random_bits(&random) % SHAPES];
        const graze_shape *b = shapes[graze_random_bits(&random) % SHAPES];
        dance_begin(&d, a, b, cross ? -0.3 : 0.05, cross ? 0.2 : 0.5, &random);
        graze_cache ask = {0}, measure = {0};
        for (int frame = 0; frame < FRAMES; ++frame) {
            graze_intersection cached;
            dance_frame(&d, frame);
            compare(&d, &ask, &measure, seed, p * FRAMES + frame, &cached);
            crossing += cross;
            hits += cross && cached.intersecting;
            if (cross) continue;
            ++apart;
            at_once += !cached.intersecting && cached.iterations == 1;
        }
    }
    double share = 100.0 * (double)at_once / (double)apart;
    print_message("%ld coherent frames: %.1f %% answered in the first iteration; %.0f %% hits of those "
                  "that cross\n",
                  pairs * FRAMES, share, 100.0 * (double)hits / (double)(crossing ? crossing : 1));
    assert_true(share >= 80);
    if (pairs >= 100) assert_in_range(hits * 10, crossing * 2, crossing * 8);
    for (int i = 0; i < SHAPES; ++i) graze_shape_release(shapes[i]);
}

static void spoil(graze_cache *cache, graze_random *random) {
    const graze_real values[] = {NAN, INFINITY, -INFINITY, GRAZE_SHAPE_REACH, 0, (graze_real)1e-30, 1};
    graze_real axis[3];
    for (int k = 0; k < 3; ++k) axis[k] = values[graze_random_bits(random) % 7];
    cache->axis = graze_vec3_make(axis[0], axis[1], axis[2]);
    for (int k = 0; k < 4; ++k) {
        cache->support_a[k] = (uint32_t)graze_random_bits(random);
        cache->support_b[k] = graze_random_bits(random) % 2 ? UINT32_MAX : 5;
    }
    cache->size = (uint32_t)(graze_random_bits(random) % 9);
}

static void garbage_in_a_cache_is_harmless(void **state) {
    (void)state;
    uint64_t seed = test_seed(73002);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(20000); ++i) {
        graze_shape *a = random_shape((graze_shape_kind)(i % GRAZE_SHAPE_CONVEX_COUNT), 2, &random);
        graze_shape *b = random_shape(GRAZE_SHAPE_POLYTOPE, 2, &random);
        dance d;
        dance_begin(&d, a, b, -0.2, 0.4, &random);
        d.a.pose = random_pose(RANDOM_POSE_RIGID, 1, &random);
        d.b.pose = random_pose((random_pose_class)(i % RANDOM_POSE_CLASS_COUNT), 1, &random);
        graze_cache ask, measure;
        graze_intersection cached;
        spoil(&ask, &random);
        spoil(&measure, &random);
        compare(&d, &ask, &measure, seed, i, &cached);
        compare(&d, &ask, &measure, seed, i, &cached); /* and with what it holds now */
        graze_shape_release(a);
        graze_shape_release(b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coherent_frames_give_the_same_answers),
        cmocka_unit_test(garbage_in_a_cache_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
