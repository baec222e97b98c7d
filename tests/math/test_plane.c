/* SPDX-License-Identifier: MIT
 * G5, G6: planes through points, and planes under affine transformations. */
#include "pose_help.h"

static long double l_height(const graze_plane *plane, lvec x) {
    return l_dot(wide(plane->normal), x) + (long double)plane->offset;
}

/* The three points lie on the plane, and the normal points to where they turn counterclockwise. */
static void planes_go_through_their_points_at_every_size(void **state) {
    (void)state;
    uint64_t seed = test_seed(71);
    graze_random random = graze_random_seed(seed);
    long refused = 0;
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        const int span = HIGHEST_EXPONENT - NORMAL_EXPONENT - 30;
        int exponent =
            i & 1 ? 0 : NORMAL_EXPONENT + 30 + (int)(graze_random_bits(&random) % (uint64_t)span);
        graze_vec3 p[3];
        for (int k = 0; k < 3; ++k) p[k] = random_vec3(&random, exponent);
        if (i % 4 == 3) { /* a needle, thinner and thinner */
            graze_real thin = random_size(&random, -70, 0);
            p[2] = graze_vec3_add_scaled(
                graze_vec3_lerp(p[0], p[1], graze_random_uniform(&random, -1, 2)), thin, p[2]);
        }
        lvec side = l_add(wide(p[1]), -1, wide(p[0])), other = l_add(wide(p[2]), -1, wide(p[0]));
        lvec third = l_add(wide(p[2]), -1, wide(p[1])), exact = l_cross(side, other);
        long double lengths[3] = {l_length(side), l_length(other), l_length(third)};
        long double longest = fmaxl(fmaxl(lengths[0], lengths[1]), lengths[2]);
        long double product = lengths[0] * lengths[1] * lengths[2] / longest; /* of the shorter two */
        long double sine = l_length(exact) / product;
        graze_plane plane;
        graze_status status = graze_plane_from_points(p[0], p[1], p[2], &plane);
        if (sine < 8 * EPS) {
            TEST_CHECK(status == GRAZE_INVALID_ARGUMENT, seed, i, "collinear to %Lg eps", sine / EPS);
            ++refused;
        }
        if (sine < 24 * EPS) continue;
        TEST_CHECK(status == GRAZE_OK, seed, i, "refused, sine %Lg", sine);
        long double size = 0, error = l_length(l_cross(wide(plane.normal), exact)) / l_length(exact);
        for (int k = 0; k < 3; ++k) size = fmaxl(size, l_length(wide(p[k])));
        TEST_CHECK(error <= 12 * EPS / sine, seed, i, "normal off by %Lg, sine %Lg", error, sine);
        TEST_CHECK(l_dot(wide(plane.normal), exact) > 0, seed, i, "the wrong side");
        TEST_CHECK(fabsl(l_length(wide(plane.normal)) - 1) <= 3 * EPS, seed, i, "not unit");
        for (int k = 0; k < 3; ++k) {
            long double height = fabsl(l_height(&plane, wide(p[k])));
            long double bound =
                6 * EPS * size + 12 * EPS / sine * longest + ldexpl(1, LOWEST_EXPONENT + 2);
            TEST_CHECK(height <= bound, seed, i, "point %d is %Lg off the plane", k, height);
        }
    }
    if (test_count(100000) >= 1000) assert_true(refused > 0);
}

/* G2: moving the points by whole numbers moves the plane and turns no normal. */
static void normals_do_not_depend_on_the_origin(void **state) {
    (void)state;
    uint64_t seed = test_seed(72);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(20000); i < count; ++i) {
        graze_vec3 p[4];
        for (int k = 0; k < 4; ++k) {
            graze_vec3 v = random_vec3(&random, 8);
            p[k] = graze_vec3_make((graze_real)(int)v.x, (graze_real)(int)v.y, (graze_real)(int)v.z);
        }
        graze_plane here, there;
        graze_status status = graze_plane_from_points(p[0], p[1], p[2], &here);
        for (int k = 0; k < 3; ++k) p[k] = graze_vec3_add(p[k], graze_vec3_scale(p[3], 1024));
        TEST_CHECK(graze_plane_from_points(p[0], p[1], p[2], &there) == status, seed, i, "dependence");
        if (status == GRAZE_OK)
            TEST_CHECK(graze_vec3_equal(here.normal, there.normal), seed, i, "normal");
    }
}

/* G5: x is above, on or below a plane iff its image is above, on or below the image, under every class
 * of pose: shear, reflection, scales far apart. */
static void membership_survives_every_transformation(void **state) {
    (void)state;
    uint64_t seed = test_seed(73);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        graze_pose pose = random_pose(&random, (int)(i % POSE_CLASSES), 5);
        graze_plane plane = {graze_random_direction(&random), graze_random_uniform(&random, -3, 3)},
                    image;
        int stretch = (int)(graze_random_bits(&random) % 41) - 20; /* a normal of another length */
        if (i & 1) {
            plane.normal = graze_vec3_scale(plane.normal, (graze_real)ldexpl(1, stretch));
            plane.offset *= (graze_real)ldexpl(1, stretch);
        }
        TEST_CHECK(graze_plane_transform(&pose, plane, &image) == GRAZE_OK, seed, i, "refused");
        TEST_CHECK(fabsl(l_length(wide(image.normal)) - 1) <= 3 * EPS, seed, i, "not unit");
        lvec x = wide(random_vec3(&random, 3)), n = wide(plane.normal);
        long double length = l_length(n), height = l_height(&plane, x) / length;
        lvec foot = l_add(x, -height / length, n); /* on the plane */
        long double on = l_height(&image, l_place(&pose, foot)),
                    above = l_height(&image, l_place(&pose, x));
        TEST_CHECK(fabsl(on) <= 2000 * EPS, seed, i, "the foot is %Lg off", on);
        if (fabsl(height) > 1e-3L) TEST_CHECK((height > 0) == (above > 0), seed, i, "changed sides");
    }
}

static void planes_of_any_size_under_poses_of_any_size(void **state) {
    (void)state;
    uint64_t seed = test_seed(74);
    graze_random random = graze_random_seed(seed);
    const int reach = HIGHEST_EXPONENT / 4;
    for (long i = 0, count = test_count(50000); i < count; ++i) {
        graze_vec3 scale =
            graze_vec3_make(random_size(&random, -reach, reach), random_size(&random, -reach, reach),
                            random_size(&random, -reach, reach));
        graze_pose pose;
        assert_int_equal(
            graze_pose_make_scaled(graze_random_rotation(&random), graze_vec3_zero(), scale, &pose),
            GRAZE_OK);
        graze_plane plane = {random_vec3(&random, (int)(graze_random_bits(&random) % (uint64_t)reach) -
                                                      reach / 2),
                             0},
                    image;
        plane.offset = graze_vec3_max_abs(plane.normal) * random_size(&random, -reach / 2, reach / 2);
        TEST_CHECK(graze_plane_transform(&pose, plane, &image) == GRAZE_OK, seed, i, "refused");
        /* three points of the plane, one on each axis: x_k = -offset / n_k e_k */
        lmat m = wide_mat(&pose.basis);
        for (int k = 0; k < 3; ++k) {
            lvec x = {{0, 0, 0}};
            x.c[k] = -(long double)plane.offset / wide(plane.normal).c[k];
            lvec there = l_apply(&m, x);
            long double height = fabsl(l_height(&image, there));
            TEST_CHECK(height <= 30 * EPS * (l_length(there) + fabsl((long double)image.offset)), seed,
                       i, "point %d at %Lg is %Lg off", k, l_length(there), height);
        }
    }
}

static void bad_planes_are_refused(void **state) {
    (void)state;
    graze_plane out, plane = {graze_vec3_make(0, 0, 1), 2}, flat = {graze_vec3_zero(), 1};
    graze_pose one = graze_pose_identity(), zero;
    graze_vec3 a = graze_vec3_make(1, 2, 3), b = graze_vec3_make(2, 4, 6), c = graze_vec3_make(0, 1, 0);
    memset(&zero, 0, sizeof zero);
    REFUSES(graze_plane_from_points(a, b, graze_vec3_zero(), &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_plane_from_points(a, a, b, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_plane_from_points(a, b, a, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_plane_from_points(b, a, a, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_plane_from_points(a, a, a, &out), GRAZE_INVALID_ARGUMENT, out);
    assert_int_equal(graze_plane_from_points(a, b, c, NULL), GRAZE_INVALID_ARGUMENT);
    REFUSES(graze_plane_transform(&one, flat, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_plane_transform(NULL, plane, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_plane_transform(&zero, plane, &out), GRAZE_SINGULAR, out);
    assert_int_equal(graze_plane_transform(&one, plane, NULL), GRAZE_INVALID_ARGUMENT);
    const graze_real bad[] = {NOT_A_NUMBER, INFINITE, -INFINITE};
    for (int i = 0; i < 3; ++i) {
        graze_vec3 wrong = graze_vec3_make(0, bad[i], 1);
        REFUSES(graze_plane_from_points(wrong, b, c, &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_plane_from_points(a, wrong, c, &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_plane_from_points(a, b, wrong, &out), GRAZE_INVALID_ARGUMENT, out);
        graze_plane no_normal = {wrong, 1}, no_offset = {a, bad[i]};
        REFUSES(graze_plane_transform(&one, no_normal, &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_plane_transform(&one, no_offset, &out), GRAZE_INVALID_ARGUMENT, out);
    }
}

static void extreme_planes(void **state) {
    (void)state;
    graze_plane out, plane = {graze_vec3_make(GRAZE_EPSILON, 0, 0), GRAZE_REAL_MAX};
    graze_pose one = graze_pose_identity();
    REFUSES(graze_plane_transform(&one, plane, &out), GRAZE_OUT_OF_RANGE, out);
    graze_real m = GRAZE_REAL_MAX;
    graze_vec3 x = graze_vec3_make(m, -m, 0), y = graze_vec3_make(-m, -m, 0),
               z = graze_vec3_make(0, m, 0);
    assert_int_equal(graze_plane_from_points(x, y, z, &out), GRAZE_OK);
    assert_true(out.normal.z == -1 && out.offset == 0);
    x = graze_vec3_make(m, 0, m), y = graze_vec3_make(m, m, 0), z = graze_vec3_make(0, m, m);
    REFUSES(graze_plane_from_points(x, y, z, &out), GRAZE_OUT_OF_RANGE, out);
    plane = (graze_plane){graze_vec3_make(0, 0, 1), -3};
    assert_int_equal(graze_plane_transform(&one, plane, &out), GRAZE_OK);
    assert_true(graze_vec3_equal(out.normal, plane.normal) && out.offset == -3);
    assert_true(graze_plane_distance(out, graze_vec3_make(7, 8, 5)) == 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_go_through_their_points_at_every_size),
        cmocka_unit_test(normals_do_not_depend_on_the_origin),
        cmocka_unit_test(membership_survives_every_transformation),
        cmocka_unit_test(planes_of_any_size_under_poses_of_any_size),
        cmocka_unit_test(bad_planes_are_refused),
        cmocka_unit_test(extreme_planes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
