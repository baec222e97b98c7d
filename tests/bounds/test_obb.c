/* SPDX-License-Identifier: MIT
 * Y4: oriented boxes round points by every method, held exactly, and how large they are; round other
 * volumes, merged and transformed. */
#include <math.h>

#include "exact_hold.h"
#include "point_clouds.h"

static const char *const method_names[GRAZE_OBB_METHOD_COUNT] = {"near minimal", "principal",
                                                                 "hull principal"};

static double volume_of(const graze_obb *b) {
    return 8 * (double)b->half.x * (double)b->half.y * (double)b->half.z;
}

static void check_axes(const graze_obb *b, uint64_t seed, long number) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            graze_real dot = graze_vec3_dot(b->axes.col[i], b->axes.col[j]);
            TEST_CHECK(graze_abs(dot - (i == j)) <= 12 * GRAZE_EPSILON, seed, number,
                       "axes %d and %d: off by %g", i, j, (double)(dot - (i == j)));
        }
}

static void every_method_holds_every_point(void **state) {
    (void)state;
    enum { MOST = 200 };
    graze_vec3 points[MOST];
    printf("volume over that of the near minimal box, geometric mean:\n");
    for (int kind = 0; kind < CLOUD_KINDS; ++kind) {
        uint64_t seed = test_seed(40 + (uint64_t)kind);
        graze_random random = graze_random_seed(seed);
        double ratio[GRAZE_OBB_METHOD_COUNT] = {0};
        long solid = 0;
        for (long n = 0; n < test_count(100); ++n) {
            size_t count = 1 + (size_t)(graze_random_bits(&random) % MOST);
            graze_real scale = (graze_real)pow(10, (double)graze_random_uniform(&random, -6, 6));
            cloud_make((cloud_kind)kind, points, count, scale, graze_vec3_make(scale, 0, scale),
                       &random);
            double least = 0;
            for (int m = 0; m < GRAZE_OBB_METHOD_COUNT; ++m) {
                graze_obb b;
                assert_int_equal(graze_obb_from_points(points, count, 0, (graze_obb_method)m, &b),
                                 GRAZE_OK);
                check_axes(&b, seed, n);
                for (size_t i = 0; i < count; ++i)
                    TEST_CHECK(obb_holds(&b, points[i]) && graze_obb_contains_point(&b, points[i]),
                               seed, n, "%s, %s leaves out point %zu", cloud_names[kind],
                               method_names[m], i);
                if (m == 0) least = volume_of(&b);
                if (m == 0) solid += count > 10;
                if (count > 10) ratio[m] += log(volume_of(&b) / least);
            }
        }
        printf("  %-22s", cloud_names[kind]);
        for (int m = 0; m < GRAZE_OBB_METHOD_COUNT; ++m)
            printf("  %s %.3f", method_names[m], exp(ratio[m] / (double)solid));
        printf("\n");
    }
}

/* Corners of a box, or points all over its surface, in any orientation. */
static size_t box_points(graze_vec3 half, bool corners, graze_vec3 *points, graze_random *random) {
    graze_quat turn = graze_random_rotation(random);
    graze_mat3 basis = graze_quat_to_mat3(turn);
    size_t count = corners ? 8 : 2000;
    for (size_t i = 0; i < count; ++i) {
        graze_vec3 p = graze_vec3_make(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
        if (!corners) {
            graze_real side = graze_random_bits(random) % 2 ? 1 : -1,
                       u = graze_random_uniform(random, -1, 1), v = graze_random_uniform(random, -1, 1);
            p = i % 3 == 0   ? graze_vec3_make(side, u, v)
                : i % 3 == 1 ? graze_vec3_make(u, side, v)
                             : graze_vec3_make(u, v, side);
        }
        points[i] = graze_mat3_mul_vec(&basis, graze_vec3_mul(half, p));
    }
    return count;
}

static void the_box_of_a_box(void **state) {
    (void)state;
    static graze_vec3 points[2000];
    const char *const what[3] = {"corners of a box", "surface of a box", "corners of a cube"};
    for (int kind = 0; kind < 3; ++kind) {
        uint64_t seed = test_seed(60 + (uint64_t)kind);
        graze_random random = graze_random_seed(seed);
        double worst[GRAZE_OBB_METHOD_COUNT] = {0};
        for (long n = 0; n < test_count(kind == 1 ? 20 : 200); ++n) {
            graze_vec3 half = graze_vec3_make(1, 1, 1);
            if (kind < 2)
                half = graze_vec3_make(graze_random_uniform(&random, (graze_real)0.2, 2),
                                       graze_random_uniform(&random, (graze_real)0.2, 2), 1);
            size_t count = box_points(half, kind != 1, points, &random);
            double truth = 8 * (double)half.x * (double)half.y * (double)half.z;
            for (int m = 0; m < GRAZE_OBB_METHOD_COUNT; ++m) {
                graze_obb b;
                assert_int_equal(graze_obb_from_points(points, count, 0, (graze_obb_method)m, &b),
                                 GRAZE_OK);
                worst[m] = fmax(worst[m], volume_of(&b) / truth);
            }
            TEST_CHECK(worst[0] <= 1.01, seed, n, "%s: the near minimal box is %.4f of it", what[kind],
                       worst[0]);
        }
        printf(
            "%s: worst volume over the true one: near minimal %.6f, principal %.3f, hull principal %.3f\n",
            what[kind], worst[0], worst[1], worst[2]);
        /* The corners of a cube have no principal axes: what comes out is as good as any. */
        if (kind == 2) assert_true(worst[1] > 1.5);
    }
}

/* The smallest box by trying orientations all over: a grid of rotations, then turned on finely. */
static double brute_volume(const graze_vec3 *points, size_t count, const graze_quat *turn) {
    graze_mat3 axes = graze_quat_to_mat3(*turn);
    double volume = 1;
    for (int k = 0; k < 3; ++k) {
        double lo = 1e300, hi = -1e300;
        for (size_t i = 0; i < count; ++i) {
            double x = (double)graze_vec3_dot(axes.col[k], points[i]);
            lo = fmin(lo, x);
            hi = fmax(hi, x);
        }
        volume *= hi - lo;
    }
    return volume;
}

static void near_minimal_against_brute_force(void **state) {
    (void)state;
    enum { COUNT = 14, TRIES = 6000, STEPS = 3000 };
    uint64_t seed = test_seed(70);
    graze_random random = graze_random_seed(seed);
    double sum = 0, worst = 0;
    long cases = test_count(20);
    for (long n = 0; n < cases; ++n) {
        graze_vec3 points[COUNT];
        cloud_make(n % 2 ? CLOUD_BALL : CLOUD_COSPHERICAL, points, COUNT, 1, graze_vec3_zero(),
                   &random);
        graze_quat best = graze_quat_identity();
        double least = brute_volume(points, COUNT, &best), reach = 0.3;
        for (int i = 0; i < TRIES; ++i) {
            graze_quat turn = graze_random_rotation(&random);
            double volume = brute_volume(points, COUNT, &turn);
            if (volume < least) best = turn;
            least = fmin(least, volume);
        }
        for (int i = 0; i < STEPS; ++i) {
            graze_quat turn;
            graze_real angle = (graze_real)reach * graze_random_uniform(&random, -1, 1);
            assert_int_equal(graze_quat_from_axis_angle(graze_random_direction(&random), angle, &turn),
                             GRAZE_OK);
            turn = graze_quat_mul(turn, best);
            double volume = brute_volume(points, COUNT, &turn);
            if (volume < least) best = turn;
            least = fmin(least, volume);
            reach = fmax(reach * 0.997, 1e-4);
        }
        graze_obb b;
        assert_int_equal(graze_obb_from_points(points, COUNT, 0, GRAZE_OBB_NEAR_MINIMAL, &b), GRAZE_OK);
        double ratio = volume_of(&b) / least;
        sum += ratio;
        worst = fmax(worst, ratio);
        TEST_CHECK(ratio < 1.05, seed, n, "%.4f of what brute force finds", ratio);
    }
    printf("near minimal over brute force, %d points: mean %.4f, worst %.4f\n", COUNT,
           sum / (double)cases, worst);
}

static graze_obb random_obb(graze_random *random) {
    graze_obb b = {graze_vec3_scale(graze_random_direction(random), 3),
                   graze_quat_to_mat3(graze_random_rotation(random)),
                   graze_vec3_make(graze_random_uniform(random, 0, 1),
                                   graze_random_uniform(random, 0, 2),
                                   graze_random_uniform(random, 0, 1))};
    if (graze_random_bits(random) % 8 == 0) b.half.z = 0;
    return b;
}

static ld3 corner_of(const graze_obb *b, int corner, long double shrink) {
    ld3 x = ld3_from(b->center);
    for (int k = 0; k < 3; ++k) {
        long double h = (long double)graze_vec3_get(b->half, k) * shrink;
        x = ld3_add_scaled(x, corner >> k & 1 ? h : -h, ld3_from(b->axes.col[k]));
    }
    return x;
}

/* In long double, which is far finer than what the box was rounded outwards by. */
static bool holds_closely(const graze_obb *b, ld3 x) {
    ld3 from = ld3_sub(x, ld3_from(b->center));
    ld3 a = ld3_from(b->axes.col[0]), c = ld3_from(b->axes.col[1]), d = ld3_from(b->axes.col[2]);
    long double det = ld3_dot(a, ld3_cross(c, d));
    return fabsl(ld3_dot(from, ld3_cross(c, d)) / det) <= (long double)b->half.x &&
           fabsl(ld3_dot(from, ld3_cross(d, a)) / det) <= (long double)b->half.y &&
           fabsl(ld3_dot(from, ld3_cross(a, c)) / det) <= (long double)b->half.z;
}

static void merged_and_transformed(void **state) {
    (void)state;
    uint64_t seed = test_seed(80);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(10000); ++n) {
        graze_obb a = random_obb(&random), b = random_obb(&random), both, image;
        assert_int_equal(graze_obb_merge(&a, &b, &both), GRAZE_OK);
        graze_pose pose;
        assert_int_equal(
            graze_pose_make(graze_random_rotation(&random), graze_vec3_make(5, 6, 7), &pose), GRAZE_OK);
        bool sheared = n % 2;
        if (sheared) pose.basis.col[0] = graze_vec3_add_scaled(pose.basis.col[0], 2, pose.basis.col[1]);
        if (sheared) pose.kind = GRAZE_POSE_AFFINE;
        assert_int_equal(graze_obb_transform(&pose, &a, &image), GRAZE_OK);
        TEST_CHECK(graze_obb_contains(&both, &a) && graze_obb_contains(&both, &b), seed, n, "contains");
        TEST_CHECK(!graze_obb_contains(&a, &both) || graze_obb_contains(&a, &b), seed, n, "contained");
        check_axes(&both, seed, n);
        check_axes(&image, seed, n);
        for (int corner = 0; corner < 8; ++corner) {
            ld3 x = corner_of(&a, corner, 1), y = ld3_from(pose.origin);
            TEST_CHECK(holds_closely(&both, x), seed, n, "a corner of A is outside");
            TEST_CHECK(holds_closely(&both, corner_of(&b, corner, 1)), seed, n,
                       "a corner of B is outside");
            y = ld3_add_scaled(y, x.x, ld3_from(pose.basis.col[0]));
            y = ld3_add_scaled(y, x.y, ld3_from(pose.basis.col[1]));
            y = ld3_add_scaled(y, x.z, ld3_from(pose.basis.col[2]));
            TEST_CHECK(holds_closely(&image, y), seed, n, "a corner of the image is outside");
        }
        if (!sheared)
            for (int k = 0; k < 3; ++k)
                TEST_CHECK(graze_vec3_get(image.half, k) - graze_vec3_get(a.half, k) <=
                               512 * GRAZE_EPSILON * 10,
                           seed, n, "a rigid pose made it larger");
    }
}

static void of_other_volumes(void **state) {
    (void)state;
    graze_sphere ball = {{1, 2, 3}, 2};
    graze_obb b;
    assert_int_equal(graze_obb_from_sphere(&ball, &b), GRAZE_OK);
    assert_true(graze_vec3_equal(b.half, graze_vec3_make(2, 2, 2)) && graze_obb_volume(&b) == 64);
    graze_aabb box = {{0, 0, 0}, {2, 4, 6}};
    assert_int_equal(graze_obb_from_aabb(&box, &b), GRAZE_OK);
    assert_true(graze_vec3_equal(b.half, graze_vec3_make(1, 2, 3)) && graze_obb_area(&b) == 88);
    assert_true(graze_obb_contains_point(&b, graze_vec3_make(2, 4, 6)));
    assert_false(graze_obb_contains_point(&b, graze_vec3_make(2, 4, (graze_real)6.001)));
}

static graze_vec3 ball_support(const void *user, graze_vec3 v) {
    const graze_sphere *s = user;
    return graze_vec3_add_scaled(s->center, s->radius / graze_vec3_length(v), v);
}

static void from_a_support_function(void **state) {
    (void)state;
    graze_sphere ball = {{1, -2, 30}, 2};
    graze_random random = graze_random_seed(5);
    for (int n = 0; n < 1000; ++n) {
        graze_mat3 axes = graze_quat_to_mat3(graze_random_rotation(&random));
        graze_obb b;
        assert_int_equal(graze_obb_from_support(ball_support, &ball, 64 * GRAZE_EPSILON, &axes, &b),
                         GRAZE_OK);
        assert_true(obb_holds(&b, ball_support(&ball, graze_random_direction(&random))));
        assert_true(graze_vec3_max_abs(graze_vec3_sub(b.half, graze_vec3_make(2, 2, 2))) <
                    4096 * GRAZE_EPSILON);
    }
}

static void bad_input(void **state) {
    (void)state;
    graze_vec3 points[2] = {{0, 0, 0}, {1, 1, NAN}};
    graze_mat3 axes = graze_mat3_identity(), skew = {{{1, 0, 0}, {1, 1, 0}, {0, 0, 1}}};
    graze_obb b;
    for (int m = 0; m < GRAZE_OBB_METHOD_COUNT; ++m) {
        assert_int_equal(graze_obb_from_points(points, 0, 0, (graze_obb_method)m, &b), GRAZE_EMPTY);
        assert_int_equal(graze_obb_from_points(points, 2, 0, (graze_obb_method)m, &b),
                         GRAZE_INVALID_ARGUMENT);
        assert_int_equal(graze_obb_from_points(points, 1, 0, (graze_obb_method)m, NULL),
                         GRAZE_INVALID_ARGUMENT);
        assert_int_equal(graze_obb_from_points(points, 1, 0, (graze_obb_method)m, &b), GRAZE_OK);
        assert_true(obb_holds(&b, points[0]));
    }
    assert_int_equal(graze_obb_from_points(points, 1, 0, GRAZE_OBB_METHOD_COUNT, &b),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_obb_around(points, 1, 0, &skew, &b), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_obb_around(points, 1, 0, NULL, &b), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_obb_around(points, 1, 0, &axes, &b), GRAZE_OK);
    assert_int_equal(graze_obb_from_support(NULL, NULL, 0, &axes, &b), GRAZE_INVALID_ARGUMENT);
    graze_obb wrong = b;
    wrong.half.x = -1;
    assert_int_equal(graze_obb_merge(&b, &wrong, &b), GRAZE_INVALID_ARGUMENT);
}

static graze_status fit_a_box(void *context) {
    graze_obb b;
    return graze_obb_from_points(context, 60, 0, GRAZE_OBB_NEAR_MINIMAL, &b);
}

static void no_memory(void **state) {
    (void)state;
    graze_vec3 points[60];
    graze_random random = graze_random_seed(6);
    cloud_make(CLOUD_COSPHERICAL, points, 60, 1, graze_vec3_zero(), &random);
    assert_true(test_every_allocation_failure(fit_a_box, points) > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_holds_every_point),
        cmocka_unit_test(the_box_of_a_box),
        cmocka_unit_test(near_minimal_against_brute_force),
        cmocka_unit_test(merged_and_transformed),
        cmocka_unit_test(of_other_volumes),
        cmocka_unit_test(from_a_support_function),
        cmocka_unit_test(bad_input),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
