/* SPDX-License-Identifier: MIT
 * S6, Y2: k-DOPs from points, supports and other volumes, held exactly; merged, transformed, measured,
 * compared and hit by rays. */
#include <math.h>

#include "exact_hold.h"
#include "point_clouds.h"

static const graze_kdop_sides all_sides[4] = {GRAZE_KDOP_6, GRAZE_KDOP_14, GRAZE_KDOP_18,
                                              GRAZE_KDOP_26};

enum { COUNT = 60 };

static void random_cloud(graze_vec3 *points, graze_random *random) {
    cloud_kind kind = (cloud_kind)(graze_random_bits(random) % CLOUD_KINDS);
    graze_vec3 shift = graze_vec3_scale(graze_random_direction(random), 2);
    cloud_make(kind, points, COUNT, 1, shift, random);
}

static void kdops_hold_their_points(void **state) {
    (void)state;
    uint64_t seed = test_seed(20);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(500); ++n) {
        graze_vec3 points[COUNT];
        random_cloud(points, &random);
        for (int k = 0; k < 4; ++k) {
            graze_kdop d;
            assert_int_equal(graze_kdop_from_points(points, COUNT, 0, all_sides[k], &d), GRAZE_OK);
            for (int i = 0; i < COUNT; ++i)
                TEST_CHECK(kdop_holds(&d, points[i]) && graze_kdop_contains_point(&d, points[i]), seed,
                           n, "%d sides leave out point %d", (int)all_sides[k], i);
            for (int i = 0; i < (int)all_sides[k] / 2; ++i) { /* tight but for one rounding */
                graze_vec3 axis = graze_kdop_axis(all_sides[k], i);
                long double most = -INFINITY, size = 0;
                for (int j = 0; j < COUNT; ++j) {
                    most = fmaxl(most, ld3_dot(ld3_from(axis), ld3_from(points[j])));
                    size = fmaxl(size, (long double)graze_vec3_max_abs(points[j]));
                }
                TEST_CHECK((long double)d.hi[i] - most <= 64 * (long double)GRAZE_EPSILON * size, seed,
                           n, "slab %d is loose", i);
            }
        }
        graze_kdop box;
        graze_aabb aabb, of_kdop;
        assert_int_equal(graze_kdop_from_points(points, COUNT, 0, GRAZE_KDOP_6, &box), GRAZE_OK);
        assert_int_equal(graze_aabb_from_points(points, COUNT, 0, &aabb), GRAZE_OK);
        assert_int_equal(graze_aabb_from_kdop(&box, &of_kdop), GRAZE_OK);
        TEST_CHECK(graze_vec3_equal(aabb.lo, of_kdop.lo) && graze_vec3_equal(aabb.hi, of_kdop.hi), seed,
                   n, "the 6-DOP is not the box");
    }
}

/* A point of a volume, by its parameters; shrunk by a few roundings. */
static graze_vec3 in_obb(const graze_obb *b, graze_random *random) {
    graze_real shrink = 1 - 16 * GRAZE_EPSILON;
    graze_vec3 x = b->center;
    for (int k = 0; k < 3; ++k)
        x = graze_vec3_add_scaled(
            x, shrink * graze_random_uniform(random, -1, 1) * graze_vec3_get(b->half, k),
            b->axes.col[k]);
    return x;
}

static void kdops_of_volumes_and_volumes_of_kdops(void **state) {
    (void)state;
    uint64_t seed = test_seed(21);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(2000); ++n) {
        graze_obb b = {graze_vec3_scale(graze_random_direction(&random), 2),
                       graze_quat_to_mat3(graze_random_rotation(&random)),
                       graze_vec3_make(graze_random_uniform(&random, (graze_real)0.1, 2), 1, 1)};
        graze_sphere s = {b.center, 1};
        graze_aabb box;
        assert_int_equal(graze_aabb_from_obb(&b, &box), GRAZE_OK);
        for (int k = 0; k < 4; ++k) {
            graze_kdop of_box, of_obb, of_sphere;
            graze_sphere round;
            graze_obb fit;
            assert_int_equal(graze_kdop_from_aabb(&box, all_sides[k], &of_box), GRAZE_OK);
            assert_int_equal(graze_kdop_from_obb(&b, all_sides[k], &of_obb), GRAZE_OK);
            assert_int_equal(graze_kdop_from_sphere(&s, all_sides[k], &of_sphere), GRAZE_OK);
            assert_int_equal(graze_sphere_from_kdop(&of_obb, &round), GRAZE_OK);
            assert_int_equal(graze_obb_from_kdop(&of_obb, &fit), GRAZE_OK);
            for (int i = 0; i < 8; ++i) {
                graze_vec3 x = in_obb(&b, &random);
                graze_vec3 y = graze_vec3_add_scaled(s.center, 1 - 16 * GRAZE_EPSILON,
                                                     graze_random_direction(&random));
                TEST_CHECK(kdop_holds(&of_obb, x) && kdop_holds(&of_box, x), seed, n, "of boxes");
                TEST_CHECK(kdop_holds(&of_sphere, y), seed, n, "of a sphere");
                TEST_CHECK(sphere_holds(&round, x), seed, n, "sphere of a k-DOP");
                TEST_CHECK(obb_holds(&fit, x), seed, n, "box of a k-DOP");
            }
            graze_vec3 corner = graze_vec3_make(
                n & 1 ? box.lo.x : box.hi.x, n & 2 ? box.lo.y : box.hi.y, n & 4 ? box.lo.z : box.hi.z);
            TEST_CHECK(kdop_holds(&of_box, corner), seed, n, "corner of a box");
        }
    }
}

static graze_vec3 ball_support(const void *user, graze_vec3 v) {
    const graze_sphere *s = user;
    return graze_vec3_add_scaled(s->center, s->radius / graze_vec3_length(v), v);
}

static void kdops_of_supports(void **state) {
    (void)state;
    graze_sphere s = {{1, 2, 3}, 2};
    for (int k = 0; k < 4; ++k) {
        graze_kdop a, b;
        assert_int_equal(
            graze_kdop_from_support(ball_support, &s, 64 * GRAZE_EPSILON, all_sides[k], &a), GRAZE_OK);
        assert_int_equal(graze_kdop_from_sphere(&s, all_sides[k], &b), GRAZE_OK);
        for (int i = 0; i < (int)all_sides[k] / 2; ++i) {
            assert_true(graze_abs(a.lo[i] - b.lo[i]) < 1024 * GRAZE_EPSILON);
            assert_true(a.hi[i] >= b.hi[i] - 64 * GRAZE_EPSILON &&
                        a.hi[i] - b.hi[i] < 1024 * GRAZE_EPSILON);
        }
    }
}

static void transformed_kdops_hold_the_image(void **state) {
    (void)state;
    uint64_t seed = test_seed(22);
    graze_random random = graze_random_seed(seed);
    double grown[4] = {0};
    long cases = test_count(1000);
    for (long n = 0; n < cases; ++n) {
        graze_vec3 points[COUNT];
        cloud_make(CLOUD_BALL, points, COUNT, 1, graze_vec3_make(1, 0, 2), &random);
        graze_pose pose;
        assert_int_equal(
            graze_pose_make(graze_random_rotation(&random), graze_vec3_make(3, -4, 5), &pose),
            GRAZE_OK);
        bool sheared = n % 2;
        if (sheared) pose.basis.col[2] = graze_vec3_add_scaled(pose.basis.col[2], 1, pose.basis.col[0]);
        if (sheared) pose.kind = GRAZE_POSE_AFFINE;
        for (int k = 0; k < 4; ++k) {
            graze_kdop d, image;
            assert_int_equal(graze_kdop_from_points(points, COUNT, 0, all_sides[k], &d), GRAZE_OK);
            assert_int_equal(graze_kdop_transform(&pose, &d, &image), GRAZE_OK);
            for (int i = 0; i < (int)all_sides[k] / 2; ++i) {
                ld3 axis = ld3_from(graze_kdop_axis(all_sides[k], i));
                for (int j = 0; j < COUNT; ++j) {
                    ld3 x = ld3_from(pose.origin);
                    for (int c = 0; c < 3; ++c)
                        x = ld3_add_scaled(x, (long double)graze_vec3_get(points[j], c),
                                           ld3_from(pose.basis.col[c]));
                    long double at = ld3_dot(axis, x);
                    TEST_CHECK(at <= (long double)image.hi[i] && at >= (long double)image.lo[i], seed,
                               n, "%d sides, slab %d", (int)all_sides[k], i);
                }
            }
            graze_real before, after, area;
            assert_int_equal(graze_kdop_measure(&d, &before, &area), GRAZE_OK);
            assert_int_equal(graze_kdop_measure(&image, &after, &area), GRAZE_OK);
            if (!sheared) grown[k] += (double)after / (double)before * 2 / (double)cases;
        }
    }
    printf("volume after a rotation over before: 6 sides %.2f, 14: %.2f, 18: %.2f, 26: %.2f\n",
           grown[0], grown[1], grown[2], grown[3]);
    assert_true(grown[3] < grown[1] && grown[3] < grown[2] && grown[2] < grown[0] &&
                grown[1] < grown[0]);
}

/* Against the hull of the same slabs, made by the shape. */
static void measures_agree_with_hulls(void **state) {
    (void)state;
    uint64_t seed = test_seed(23);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(300); ++n) {
        graze_vec3 points[COUNT], normals[GRAZE_KDOP_SLABS_MOST];
        cloud_make(n % 2 ? CLOUD_BALL : CLOUD_CUBE, points, COUNT, 1, graze_vec3_make(5, 5, 5),
                   &random);
        for (int k = 0; k < 4; ++k) {
            int slabs = (int)all_sides[k] / 2;
            graze_kdop d;
            graze_real volume, area;
            graze_shape *shape;
            graze_shape_mass mass;
            graze_hull_mass hull;
            assert_int_equal(graze_kdop_from_points(points, COUNT, 0, all_sides[k], &d), GRAZE_OK);
            assert_int_equal(graze_kdop_measure(&d, &volume, &area), GRAZE_OK);
            for (int i = 0; i < slabs; ++i) normals[i] = graze_kdop_axis(all_sides[k], i);
            assert_int_equal(graze_shape_kdop(normals, d.lo, d.hi, slabs, &shape), GRAZE_OK);
            assert_int_equal(graze_shape_measure(shape, &mass), GRAZE_OK);
            assert_int_equal(graze_hull_measure(graze_shape_hull(shape), &hull), GRAZE_OK);
            double off = fabs((double)(volume - mass.volume)) / (double)mass.volume;
            TEST_CHECK(off < 1e-4, seed, n, "volume %g, of the hull %g", (double)volume,
                       (double)mass.volume);
            off = fabs((double)(area - hull.area)) / (double)hull.area;
            TEST_CHECK(off < 1e-4, seed, n, "area %g, of the hull %g", (double)area, (double)hull.area);
            graze_shape_release(shape);
        }
    }
    graze_vec3 one = {1, 2, 3}, square[4] = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    graze_kdop d;
    graze_real volume, area;
    assert_int_equal(graze_kdop_from_points(&one, 1, 0, GRAZE_KDOP_26, &d), GRAZE_OK);
    assert_int_equal(graze_kdop_measure(&d, &volume, &area), GRAZE_OK);
    assert_true(volume == 0 && area == 0);
    assert_int_equal(graze_kdop_from_points(square, 4, 0, GRAZE_KDOP_26, &d), GRAZE_OK);
    assert_int_equal(graze_kdop_measure(&d, &volume, &area), GRAZE_OK);
    assert_true(volume == 0 && fabs((double)area - 2) < 1e-5);
}

static void overlap_containment_and_distance(void **state) {
    (void)state;
    uint64_t seed = test_seed(24);
    graze_random random = graze_random_seed(seed);
    long apart[4] = {0};
    for (long n = 0; n < test_count(2000); ++n) {
        graze_vec3 p[COUNT], q[COUNT];
        cloud_make(CLOUD_COSPHERICAL, p, COUNT, 1, graze_vec3_zero(), &random);
        graze_real away = graze_random_uniform(&random, 1, 4);
        cloud_make(CLOUD_COSPHERICAL, q, COUNT, 1,
                   graze_vec3_scale(graze_random_direction(&random), away), &random);
        long double nearest = INFINITY;
        for (int i = 0; i < COUNT; ++i)
            for (int j = 0; j < COUNT; ++j)
                nearest = fminl(nearest, ld3_distance(ld3_from(p[i]), ld3_from(q[j])));
        for (int k = 0; k < 4; ++k) {
            graze_kdop a, b, both;
            assert_int_equal(graze_kdop_from_points(p, COUNT, 0, all_sides[k], &a), GRAZE_OK);
            assert_int_equal(graze_kdop_from_points(q, COUNT, 0, all_sides[k], &b), GRAZE_OK);
            assert_int_equal(graze_kdop_merge(&a, &b, &both), GRAZE_OK);
            TEST_CHECK(graze_kdop_contains(&both, &a) && graze_kdop_contains(&both, &b), seed, n,
                       "merge");
            TEST_CHECK(!graze_kdop_contains(&a, &both) || graze_kdop_contains(&a, &b), seed, n,
                       "contains");
            graze_real gap = graze_kdop_distance(&a, &b);
            TEST_CHECK((gap > 0) == !graze_kdop_overlaps(&a, &b), seed, n, "a gap and an overlap");
            TEST_CHECK((long double)gap <= nearest, seed, n, "more than the distance of two points");
            apart[k] += !graze_kdop_overlaps(&a, &b);
        }
    }
    /* More slabs never tell fewer apart. */
    assert_true(apart[0] <= apart[1] && apart[0] <= apart[2] && apart[1] <= apart[3] &&
                apart[2] <= apart[3] && apart[3] > 0);
}

/* A ray's way through a k-DOP against its way through the hull of the same slabs. */
static void rays(void **state) {
    (void)state;
    uint64_t seed = test_seed(25);
    graze_random random = graze_random_seed(seed);
    long hits = 0;
    for (long n = 0; n < test_count(20000); ++n) {
        graze_vec3 points[8];
        cloud_make(CLOUD_BALL, points, 8, 1, graze_vec3_zero(), &random);
        graze_kdop d;
        assert_int_equal(graze_kdop_from_points(points, 8, 0, all_sides[n % 4], &d), GRAZE_OK);
        graze_vec3 from =
            graze_vec3_scale(graze_random_direction(&random), graze_random_uniform(&random, 0, 3));
        graze_ray ray = {from,
                         graze_vec3_sub(graze_vec3_scale(graze_random_direction(&random), 1), from), 2};
        graze_ray_hit hit;
        assert_int_equal(graze_ray_kdop(&ray, &d, &hit), GRAZE_OK);
        long double enter = 0, exit = 2;
        for (int i = 0; i < (int)d.sides / 2; ++i) {
            ld3 axis = ld3_from(graze_kdop_axis(d.sides, i));
            long double at = ld3_dot(axis, ld3_from(ray.origin)),
                        rate = ld3_dot(axis, ld3_from(ray.direction));
            long double t0 = ((long double)d.lo[i] - at) / rate,
                        t1 = ((long double)d.hi[i] - at) / rate;
            enter = fmaxl(enter, fminl(t0, t1));
            exit = fminl(exit, fmaxl(t0, t1));
        }
        if (fabsl(exit - enter) < 1e-4L) continue;
        TEST_CHECK(hit.hit == (enter < exit), seed, n, "hit %d, in %Lg..%Lg", hit.hit, enter, exit);
        if (!hit.hit) continue;
        ++hits;
        TEST_CHECK(fabsl((long double)hit.enter - enter) < 1e-5L &&
                       fabsl((long double)hit.exit - exit) < 1e-5L,
                   seed, n, "%g..%g, not %Lg..%Lg", (double)hit.enter, (double)hit.exit, enter, exit);
        TEST_CHECK(hit.inside == (enter == 0), seed, n, "inside");
        graze_real length = graze_vec3_length(hit.normal);
        TEST_CHECK(hit.inside ? length == 0 : graze_abs(length - 1) < 8 * GRAZE_EPSILON, seed, n,
                   "normal");
        TEST_CHECK(hit.inside || graze_vec3_dot(hit.normal, ray.direction) < 0, seed, n,
                   "normal's side");
    }
    assert_true(hits > test_count(20000) / 10);
    graze_kdop d;
    graze_vec3 corners[2] = {{0, 0, 0}, {1, 1, 1}};
    graze_ray still = {{0, 0, 0}, {0, 0, 0}, INFINITY}, beside = {{0, 0, 2}, {1, 0, 0}, INFINITY};
    graze_ray_hit hit;
    assert_int_equal(graze_kdop_from_points(corners, 2, 0, GRAZE_KDOP_14, &d), GRAZE_OK);
    assert_int_equal(graze_ray_kdop(&still, &d, &hit), GRAZE_OK);
    assert_true(hit.hit && hit.inside && hit.exit == 0);
    assert_int_equal(graze_ray_kdop(&beside, &d, &hit), GRAZE_OK);
    assert_false(hit.hit);
}

static void bad_input(void **state) {
    (void)state;
    graze_vec3 p[1] = {{NAN, 0, 0}}, good = {0, 0, 0};
    graze_kdop d, e, wrong;
    graze_sphere s = {{0, 0, 0}, 1};
    assert_int_equal(graze_kdop_from_points(p, 0, 0, GRAZE_KDOP_14, &d), GRAZE_EMPTY);
    assert_int_equal(graze_kdop_from_points(p, 1, 0, GRAZE_KDOP_14, &d), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_kdop_from_points(&good, 1, 0, (graze_kdop_sides)8, &d),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_kdop_from_sphere(&s, GRAZE_KDOP_14, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_kdop_from_sphere(&s, GRAZE_KDOP_14, &d), GRAZE_OK);
    assert_int_equal(graze_kdop_from_sphere(&s, GRAZE_KDOP_18, &e), GRAZE_OK);
    assert_int_equal(graze_kdop_merge(&d, &e, &wrong), GRAZE_INVALID_ARGUMENT);
    assert_true(graze_kdop_overlaps(&d, &e) && !graze_kdop_contains(&d, &e));
    wrong = d;
    wrong.lo[3] = 100;
    graze_real volume, area;
    assert_int_equal(graze_kdop_measure(&wrong, &volume, &area), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_kdop_measure(&d, NULL, &area), GRAZE_INVALID_ARGUMENT);
    wrong = d;
    wrong.hi[2] = GRAZE_REAL_MAX;
    graze_aabb box;
    assert_int_equal(graze_aabb_from_kdop(&wrong, &box), GRAZE_OUT_OF_RANGE);
    assert_true(graze_vec3_equal(graze_kdop_axis(GRAZE_KDOP_14, 7), graze_vec3_zero()));
    assert_true(graze_vec3_equal(graze_kdop_axis(GRAZE_KDOP_18, 3), graze_vec3_make(1, 1, 0)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kdops_hold_their_points),
        cmocka_unit_test(kdops_of_volumes_and_volumes_of_kdops),
        cmocka_unit_test(kdops_of_supports),
        cmocka_unit_test(transformed_kdops_hold_the_image),
        cmocka_unit_test(measures_agree_with_hulls),
        cmocka_unit_test(overlap_containment_and_distance),
        cmocka_unit_test(rays),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
