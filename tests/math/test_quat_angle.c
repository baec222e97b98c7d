/* SPDX-License-Identifier: MIT
 * A2, A4: axis and angle, Euler angles, slerp, integration (B:1252-1272, 1318-1322). */
#include "quat_help.h"

static const lvec axis_x = {{1, 0, 0}}, axis_y = {{0, 1, 0}}, axis_z = {{0, 0, 1}};

static void axis_and_angle_of_any_size(void **state) {
    (void)state;
    uint64_t seed = test_seed(51);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        const int span = HIGHEST_EXPONENT - LOWEST_EXPONENT - 60;
        graze_vec3 axis = random_vec3(&random, LOWEST_EXPONENT + 60 + (int)(i % span));
        graze_real angle = random_size(&random, -30, 30);
        graze_quat q;
        TEST_CHECK(graze_quat_from_axis_angle(axis, angle, &q) == GRAZE_OK, seed, i, "refused");
        lquat want = lq_axis_angle(wide(axis), (long double)angle);
        TEST_CHECK(lq_distance(wide_quat(q), want) <= 5 * EPS, seed, i, "angle %g", (double)angle);
    }
}

static lquat euler_product(long double yaw, long double pitch, long double roll) {
    return lq_mul(lq_axis_angle(axis_z, yaw),
                  lq_mul(lq_axis_angle(axis_y, pitch), lq_axis_angle(axis_x, roll)));
}

static void euler_angles_are_three_rotations_roll_first(void **state) {
    (void)state;
    uint64_t seed = test_seed(52);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        graze_real yaw = graze_random_uniform(&random, -7, 7),
                   pitch = graze_random_uniform(&random, -7, 7);
        graze_real roll = graze_random_uniform(&random, -7, 7);
        graze_quat q;
        TEST_CHECK(graze_quat_from_euler(yaw, pitch, roll, &q) == GRAZE_OK, seed, i, "refused");
        lquat want = euler_product((long double)yaw, (long double)pitch, (long double)roll);
        TEST_CHECK(lq_distance(wide_quat(q), want) <= 8 * EPS, seed, i, "%g %g %g", (double)yaw,
                   (double)pitch, (double)roll);
    }
}

/* B:1260: a quarter roll, then a quarter pitch, is a quarter pitch, then a quarter yaw backwards. */
static void the_books_example_of_two_triples_for_one_rotation(void **state) {
    (void)state;
    graze_real quarter = (graze_real)1.5707963267948966;
    graze_quat a, b;
    assert_int_equal(graze_quat_from_euler(0, quarter, quarter, &a), GRAZE_OK);
    assert_int_equal(graze_quat_from_euler(-quarter, quarter, 0, &b), GRAZE_OK);
    assert_true(lq_rotation_distance(wide_quat(a), wide_quat(b)) <= 8 * EPS);
    graze_real yaw, pitch, roll;
    assert_int_equal(graze_quat_to_euler(a, &yaw, &pitch, &roll), GRAZE_OK);
    assert_true(roll == 0);
    assert_true(fabsl((long double)yaw + (long double)quarter) <= 16 * EPS);
}

/* Any rotation has angles that give it back, in their ranges; away from the poles they are the ones
 * it was made of. */
static void euler_angles_come_back(void **state) {
    (void)state;
    uint64_t seed = test_seed(53);
    graze_random random = graze_random_seed(seed);
    const long double pi = acosl(-1);
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        graze_real yaw, pitch, roll;
        long double in[3];
        for (int k = 0; k < 3; ++k)
            in[k] = (k == 1 ? pi / 2 : pi) * (long double)graze_random_uniform(&random, -1, 1);
        long double off = powl(10, -19 * (long double)graze_random_uniform(&random, 0, 1));
        if (i & 1) in[1] = in[1] < 0 ? off - pi / 2 : pi / 2 - off; /* near a pole, at every distance */
        lquat exact = euler_product(in[0], in[1], in[2]);
        graze_quat q = graze_quat_make((graze_real)exact.c[0], (graze_real)exact.c[1],
                                       (graze_real)exact.c[2], (graze_real)exact.c[3]);
        TEST_CHECK(graze_quat_to_euler(q, &yaw, &pitch, &roll) == GRAZE_OK, seed, i, "refused");
        long double y = (long double)yaw, p = (long double)pitch, r = (long double)roll;
        bool in_range =
            fabsl(y) <= pi * (1 + EPS) && fabsl(p) <= pi / 2 * (1 + EPS) && fabsl(r) <= pi * (1 + EPS);
        TEST_CHECK(in_range, seed, i, "out of range: %Lg %Lg %Lg", y, p, r);
        long double error = lq_rotation_distance(euler_product(y, p, r), lq_unit(wide_quat(q)));
        TEST_CHECK(error <= 16 * EPS, seed, i, "gives another rotation, off by %Lg eps", error / EPS);
        if (cosl(in[1]) < EPS) TEST_CHECK(roll == 0, seed, i, "roll %Lg at a pole", r);
        long double bound = 16 * EPS / cosl(in[1]);
        if (bound > 0.1L) continue;
        TEST_CHECK(fabsl(p - in[1]) <= 8 * EPS, seed, i, "pitch %Lg, not %Lg", p, in[1]);
        TEST_CHECK(fabsl(remainderl(y - in[0], 2 * pi)) <= bound, seed, i, "yaw %Lg, not %Lg", y,
                   in[0]);
        TEST_CHECK(fabsl(remainderl(r - in[2], 2 * pi)) <= bound, seed, i, "roll %Lg, not %Lg", r,
                   in[2]);
    }
}

static void roll_is_zero_at_the_poles(void **state) {
    (void)state;
    uint64_t seed = test_seed(54);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(20000); i < count; ++i) {
        graze_real quarter = (graze_real)1.5707963267948966, yaw, pitch, roll;
        graze_quat q;
        if (i & 1) quarter = -quarter;
        assert_int_equal(graze_quat_from_euler(graze_random_uniform(&random, -3, 3), quarter,
                                               graze_random_uniform(&random, -3, 3), &q),
                         GRAZE_OK);
        assert_int_equal(graze_quat_to_euler(q, &yaw, &pitch, &roll), GRAZE_OK);
        TEST_CHECK(roll == 0, seed, i, "roll %g", (double)roll);
        TEST_CHECK(fabsl((long double)pitch - (long double)quarter) <= 16 * EPS, seed, i, "pitch %g",
                   (double)pitch);
    }
}

/* The slerp of two unit quaternions by its textbook formula, in long double. */
static lquat l_slerp(lquat a, lquat b, long double t) {
    if (lq_dot(a, b) < 0) b = lq_combine(-1, b, 0, b);
    long double angle = 2 * atan2l(lq_distance(a, b), lq_length(lq_combine(1, a, 1, b)));
    if (angle == 0) return a;
    return lq_combine(sinl((1 - t) * angle) / sinl(angle), a, sinl(t * angle) / sinl(angle), b);
}

static void slerp_follows_the_short_arc_at_constant_speed(void **state) {
    (void)state;
    uint64_t seed = test_seed(55);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        graze_quat a = graze_random_rotation(&random), b = graze_random_rotation(&random), out;
        graze_real t = graze_random_uniform(&random, 0, 1);
        if (i % 4 == 1) { /* nearly equal, at every distance */
            graze_quat off = random_quat(&random, -(int)(graze_random_bits(&random) % 80));
            b = graze_quat_make(a.x + off.x, a.y + off.y, a.z + off.z, a.w + off.w);
        }
        if (i % 4 == 2) b = graze_quat_make(-b.x * 5, -b.y * 5, -b.z * 5, -b.w * 5);
        if (i % 4 == 3) t = graze_random_uniform(&random, -4, 4);
        TEST_CHECK(graze_quat_slerp(a, b, t, &out) == GRAZE_OK, seed, i, "refused");
        lquat unit_a = lq_unit(wide_quat(a)), unit_b = lq_unit(wide_quat(b));
        long double near_half_turn = fabsl(lq_dot(unit_a, unit_b));
        if (near_half_turn < 8 * EPS) continue; /* either way is right */
        lquat want = l_slerp(unit_a, unit_b, (long double)t);
        long double error = lq_distance(wide_quat(out), want);
        TEST_CHECK(error <= (8 + 8 * fabsl((long double)t)) * EPS, seed, i, "t = %g, off by %Lg eps",
                   (double)t, error / EPS);
        TEST_CHECK(fabsl(lq_length(wide_quat(out)) - 1) <= 3 * EPS, seed, i, "not unit");
    }
}

static void slerp_ends_where_it_should(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(56));
    for (int i = 0; i < 200; ++i) {
        graze_quat a = graze_random_rotation(&random), b = graze_random_rotation(&random), unit, out;
        assert_int_equal(graze_quat_normalize(a, &unit), GRAZE_OK);
        assert_int_equal(graze_quat_slerp(a, b, 0, &out), GRAZE_OK);
        assert_true(same_quat(out, unit));
        assert_int_equal(graze_quat_slerp(a, b, 1, &out), GRAZE_OK);
        assert_true(lq_rotation_distance(wide_quat(out), wide_quat(b)) <= 3 * EPS);
        graze_quat minus = graze_quat_make(-a.x, -a.y, -a.z, -a.w); /* the same rotation */
        assert_int_equal(graze_quat_slerp(a, minus, (graze_real)0.3, &out), GRAZE_OK);
        assert_true(same_quat(out, unit));
    }
    /* half a turn apart: towards the one given, so its negative goes the other way round */
    graze_quat one = graze_quat_identity(), half = graze_quat_make(1, 0, 0, 0),
               back = graze_quat_make(-1, 0, 0, 0);
    graze_quat there, other;
    assert_int_equal(graze_quat_slerp(one, half, (graze_real)0.5, &there), GRAZE_OK);
    assert_int_equal(graze_quat_slerp(one, back, (graze_real)0.5, &other), GRAZE_OK);
    lquat want = lq_axis_angle(axis_x, acosl(-1) / 2);
    assert_true(lq_distance(wide_quat(there), want) <= 4 * EPS);
    assert_true(there.x == -other.x && there.w == other.w);
}

static void integration_turns_about_omega_in_the_world(void **state) {
    (void)state;
    uint64_t seed = test_seed(57);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        graze_quat q = graze_random_rotation(&random), out;
        int exponent = (int)(graze_random_bits(&random) % (uint64_t)(2 * HIGHEST_EXPONENT - 60)) -
                       HIGHEST_EXPONENT + 30;
        graze_vec3 omega = random_vec3(&random, exponent);
        graze_real dt = random_size(&random, -exponent - 20, -exponent + 3);
        TEST_CHECK(graze_quat_integrate(q, omega, dt, &out) == GRAZE_OK, seed, i, "refused");
        long double angle = l_length(wide(omega)) * (long double)dt;
        lquat want = lq_mul(lq_axis_angle(wide(omega), angle), lq_unit(wide_quat(q)));
        long double error = lq_distance(wide_quat(out), want);
        TEST_CHECK(error <= (10 + 2 * fabsl(angle)) * EPS, seed, i, "angle %Lg, off by %Lg eps", angle,
                   error / EPS);
        TEST_CHECK(fabsl(lq_length(wide_quat(out)) - 1) <= 3 * EPS, seed, i, "not unit");
    }
    graze_quat two = graze_quat_make(0, 0, 0, 2), out;
    assert_int_equal(graze_quat_integrate(two, graze_vec3_zero(), 1, &out), GRAZE_OK);
    assert_true(same_quat(out, graze_quat_identity()));
    assert_int_equal(graze_quat_integrate(two, graze_vec3_make(1, 2, 3), 0, &out), GRAZE_OK);
    assert_true(same_quat(out, graze_quat_identity()));
}

/* Many small steps neither drift off unit length nor off the rotation. */
static void many_steps_make_the_whole(void **state) {
    (void)state;
    graze_vec3 omega = graze_vec3_make((graze_real)0.3, (graze_real)-0.7, (graze_real)1.1);
    graze_quat q = graze_quat_identity();
    const int steps = 1000;
    for (int i = 0; i < steps; ++i)
        assert_int_equal(graze_quat_integrate(q, omega, (graze_real)0.015625, &q), GRAZE_OK);
    lquat want = lq_axis_angle(wide(omega), l_length(wide(omega)) * 0.015625L * steps);
    assert_true(lq_distance(wide_quat(q), want) <= 4 * steps * EPS);
    assert_true(fabsl(lq_length(wide_quat(q)) - 1) <= 3 * EPS);
}

static void bad_angles_and_axes_are_refused(void **state) {
    (void)state;
    graze_quat out, one = graze_quat_identity(), zero = graze_quat_make(0, 0, 0, 0);
    graze_vec3 x = graze_vec3_make(1, 0, 0);
    graze_real angles[3];
    REFUSES(graze_quat_from_axis_angle(graze_vec3_zero(), 1, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_quat_slerp(zero, one, 0, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_quat_slerp(one, zero, 0, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_quat_integrate(zero, x, 1, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_quat_integrate(one, graze_vec3_make(GRAZE_REAL_MAX, 0, 0), 4, &out),
            GRAZE_OUT_OF_RANGE, out);
    REFUSES(graze_quat_slerp(one, graze_quat_make(1, 0, 0, 0), GRAZE_REAL_MAX, &out),
            GRAZE_OUT_OF_RANGE, out);
    REFUSES(graze_quat_to_euler(zero, &angles[0], &angles[1], &angles[2]), GRAZE_INVALID_ARGUMENT,
            angles);
    const graze_real bad[] = {NOT_A_NUMBER, INFINITE, -INFINITE};
    for (int i = 0; i < 3; ++i) {
        graze_quat wrong = graze_quat_make(0, 0, bad[i], 1);
        REFUSES(graze_quat_from_axis_angle(x, bad[i], &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_quat_from_axis_angle(graze_vec3_make(1, bad[i], 0), 1, &out),
                GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_quat_from_euler(bad[i], 0, 0, &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_quat_from_euler(0, bad[i], 0, &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_quat_from_euler(0, 0, bad[i], &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_quat_to_euler(wrong, &angles[0], &angles[1], &angles[2]), GRAZE_INVALID_ARGUMENT,
                angles);
        REFUSES(graze_quat_slerp(one, one, bad[i], &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_quat_slerp(wrong, one, 0, &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_quat_slerp(one, wrong, 0, &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_quat_integrate(one, x, bad[i], &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_quat_integrate(one, graze_vec3_make(0, 0, bad[i]), 1, &out),
                GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_quat_integrate(wrong, x, 1, &out), GRAZE_INVALID_ARGUMENT, out);
    }
    assert_int_equal(graze_quat_from_axis_angle(x, 1, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_quat_from_euler(0, 0, 0, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_quat_slerp(one, one, 0, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_quat_integrate(one, x, 1, NULL), GRAZE_INVALID_ARGUMENT);
    for (int i = 0; i < 3; ++i)
        REFUSES(graze_quat_to_euler(one, i == 0 ? NULL : &angles[0], i == 1 ? NULL : &angles[1],
                                    i == 2 ? NULL : &angles[2]),
                GRAZE_INVALID_ARGUMENT, angles);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axis_and_angle_of_any_size),
        cmocka_unit_test(euler_angles_are_three_rotations_roll_first),
        cmocka_unit_test(the_books_example_of_two_triples_for_one_rotation),
        cmocka_unit_test(euler_angles_come_back),
        cmocka_unit_test(roll_is_zero_at_the_poles),
        cmocka_unit_test(slerp_follows_the_short_arc_at_constant_speed),
        cmocka_unit_test(slerp_ends_where_it_should),
        cmocka_unit_test(integration_turns_about_omega_in_the_world),
        cmocka_unit_test(many_steps_make_the_whole),
        cmocka_unit_test(bad_angles_and_axes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
