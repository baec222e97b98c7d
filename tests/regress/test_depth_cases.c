/* SPDX-License-Identifier: MIT
 * Depths that random tests once found wanting, kept by their numbers. In float the numbers are rounded,
 * and the case is another one nearby. */
#include "harness.h"
#include "oracle/signed_check.h"

#define R(x) ((graze_real)(x))

static graze_pose pose_of(const double *columns, double x, double y, double z) {
    graze_pose pose = graze_pose_identity();
    for (int j = 0; j < 3; ++j)
        pose.basis.col[j] =
            graze_vec3_make(R(columns[3 * j]), R(columns[3 * j + 1]), R(columns[3 * j + 2]));
    pose.origin = graze_vec3_make(R(x), R(y), R(z));
    return pose;
}

/* sd_is_continuous_across_zero, seed 90004, case 4917 of ten times as many: GJK ended with a simplex of
 * 1e-15, from which EPA did not get on, 5 E wide. */
static void point_on_the_side_of_a_flat_cylinder(void **state) {
    (void)state;
    const double turned[9] = {-0x1.011f52490aa98p-3, 0x1.a0799130f80ecp-4,  0x1.f94625c848c0fp-1,
                              0x1.a3a1182889801p-2,  -0x1.cd1a64023d2d8p-1, 0x1.28cda0361ff38p-3,
                              0x1.ce97209e2161dp-1,  0x1.b0bf8e33c885cp-2,  0x1.2474a5b52beb8p-4};
    const double flat[9] = {0x1.9bd88db8b27c6p+1,  0x1.f903ef43f7074p+0,  0x1.9a0a6d5f25f61p-5,
                            -0x1.7aea9b7cd089ep-3, 0x1.41ebfaef92e8dp-2,  -0x1.fcd93f9d914d2p-2,
                            0x1.a7c891d109042p-1,  -0x1.522b94183330cp+0, -0x1.24d5eaa128b63p+0};
    const graze_options tightest = {.rel = GRAZE_TIGHTEST};
    graze_random random = graze_random_seed(test_seed(90004));
    graze_shape *point, *cylinder;
    assert_int_equal(graze_shape_sphere(0, &point), GRAZE_OK);
    assert_int_equal(graze_shape_cylinder(R(0x1.39f356f8ae2ebp-1), R(0x1.4e9ba3a7a0983p-1), &cylinder),
                     GRAZE_OK);
    graze_placed a = {
        point, pose_of(turned, -0x1.d1207e6ae32cp-6, 0x1.9542889cf648p-8, -0x1.000eaabc776c2p-2), 0};
    graze_placed b = {
        cylinder, pose_of(flat, 0x1.a6dbd551390d6p-1, 0x1.83b8995644fdap+0, 0x1.170926d7284d4p-3), 0};
    b.pose.kind = GRAZE_POSE_AFFINE;
    signed_case c = {&a, &b, 90004, 4917, &random, false, false, NULL};
    signed_checked(&c, &tightest);
    graze_shape_release(point);
    graze_shape_release(cylinder);
}

/* moving_out_by_the_depth_leaves_them_touching, seed 90001, case 57312: EPA's polytope ended at a
 * corner that stood for a cap of normals and was no point of C, so B's witness lay 2.6 outside. */
static void cylinder_in_a_hull_of_small_numbers(void **state) {
    (void)state;
    const double turned[9] = {0x1.38c8781803e0cp-1, -0x1.d2702fee38e5ep-2, -0x1.4b8a8e11b6c29p-1,
                              0x1.92cf6ab6bf87p-2,  0x1.c4d5c04062a82p-1,  -0x1.011062c374b55p-2,
                              0x1.5fc6ca6feb3fbp-1, -0x1.9f2dd923240b8p-4, 0x1.706151aaf4388p-1};
    const double around[9] = {0x1.39304de0ddea8p-4, -0x1.ddbb0f47d1d59p-2, 0x1.c32b9f83da732p-1,
                              0x1.daa2fc36f2488p-1, -0x1.2b27dc9062ee4p-2, -0x1.e1818d3c691c2p-3,
                              0x1.77eee1274d95cp-2, 0x1.ab734abc3e994p-1,  0x1.a3fe7db82ed42p-2};
    const graze_vec3 corners[] = {{-2, -2, 0}, {1, -2, 0},  {0, -1, 2},  {-2, 2, 0},  {-1, -1, 2},
                                  {-2, 1, -1}, {2, 0, 2},   {-1, -2, 1}, {-2, 2, 2},  {-1, 2, -1},
                                  {-2, -1, 1}, {2, -1, -2}, {0, 2, -1},  {0, -2, -2}, {0, 1, -2},
                                  {-1, 2, 2},  {2, 2, 1}};
    const graze_options tightest = {.rel = GRAZE_TIGHTEST};
    graze_random random = graze_random_seed(test_seed(90001));
    graze_shape *cylinder, *hull;
    assert_int_equal(graze_shape_cylinder(R(0x1.6281a0d72bbabp-1), R(0x1.67f43a3f5298cp-2), &cylinder),
                     GRAZE_OK);
    assert_int_equal(graze_shape_polytope(corners, sizeof corners / sizeof corners[0], 0, &hull),
                     GRAZE_OK);
    graze_placed a = {cylinder,
                      pose_of(turned, 0x1.340b6e565c21p-2, -0x1.ba22401f8d41ap-2, 0x1.67cb211cdc808p-3),
                      R(0x1.21ffb5d00ca5cp-4)};
    graze_placed b = {
        hull, pose_of(around, 0x1.9399f237754adp-2, -0x1.3d3cfee5d94e3p-1, 0x1.1716bf5576bf9p-4),
        R(0x1.5af429480c9bep-3)};
    signed_case c = {&a, &b, 90001, 57312, &random, true, false, NULL};
    depth_checked(&c, &tightest);
    graze_shape_release(cylinder);
    graze_shape_release(hull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(point_on_the_side_of_a_flat_cylinder),
        cmocka_unit_test(cylinder_in_a_hull_of_small_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
