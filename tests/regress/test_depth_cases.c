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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(point_on_the_side_of_a_flat_cylinder)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
