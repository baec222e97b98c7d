/* SPDX-License-Identifier: MIT
 * A3: quaternion algebra and rotation matrices (B:1274-1314). */
#include "quat_help.h"

/* B: N(p q) = N(p) N(q), and q q* = N(q). */
static void products_follow_hamilton_and_multiply_norms(void **state) {
    (void)state;
    uint64_t seed = test_seed(41);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        graze_quat p = random_quat(&random, (int)(i % 7) - 3),
                   q = random_quat(&random, (int)(i % 5) - 2);
        lquat lp = wide_quat(p), lq = wide_quat(q), product = wide_quat(graze_quat_mul(p, q));
        long double size = lq_length(lp) * lq_length(lq);
        TEST_CHECK(lq_distance(product, lq_mul(lp, lq)) <= 5 * EPS * size, seed, i, "product");
        TEST_CHECK(fabsl(lq_dot(product, product) - size * size) <= 12 * EPS * size * size, seed, i,
                   "norm");
        lquat square = wide_quat(graze_quat_mul(q, graze_quat_conjugate(q)));
        lquat want = {{0, 0, 0, lq_dot(lq, lq)}};
        TEST_CHECK(lq_distance(square, want) <= 5 * EPS * want.c[3], seed, i, "q q*");
    }
    graze_quat x = graze_quat_make(1, 0, 0, 0), y = graze_quat_make(0, 1, 0, 0),
               z = graze_quat_make(0, 0, 1, 0);
    assert_true(same_quat(graze_quat_mul(x, y), z) &&
                same_quat(graze_quat_mul(y, x), graze_quat_conjugate(z)));
    assert_true(same_quat(graze_quat_mul(graze_quat_identity(), x), x));
}

static void every_size_can_be_normalised(void **state) {
    (void)state;
    uint64_t seed = test_seed(42);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        const int span = HIGHEST_EXPONENT - LOWEST_EXPONENT;
        graze_quat q = random_quat(&random, LOWEST_EXPONENT + 2 + (int)(i % span)), unit;
        if (i & 1) q.w = random_size(&random, LOWEST_EXPONENT, HIGHEST_EXPONENT);
        if (lq_length(wide_quat(q)) == 0) continue;
        TEST_CHECK(graze_quat_normalize(q, &unit) == GRAZE_OK, seed, i, "refused");
        long double error = lq_distance(wide_quat(unit), lq_unit(wide_quat(q)));
        TEST_CHECK(error <= 3 * EPS, seed, i, "off by %Lg", error);
    }
}

/* The matrix of an axis and an angle is Rodrigues', it is orthogonal to a few eps, and products of
 * quaternions are products of matrices. */
static void matrices_are_those_of_the_rotations(void **state) {
    (void)state;
    uint64_t seed = test_seed(43);
    graze_random random = graze_random_seed(seed);
    long double worst = 0;
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        lvec axis = wide(random_vec3(&random, 0));
        long double angle = 7 * (long double)graze_random_uniform(&random, -1, 1);
        if (l_length(axis) == 0) continue;
        lquat exact = lq_axis_angle(axis, angle);
        graze_quat p, q;
        q = graze_quat_make((graze_real)exact.c[0], (graze_real)exact.c[1], (graze_real)exact.c[2],
                            (graze_real)exact.c[3]);
        graze_mat3 m = graze_quat_to_mat3(q), mp, mpq;
        lmat given = wide_mat(&m), want = l_rotation(axis, angle);
        TEST_CHECK(l_mat_difference(&given, &want) <= 6 * EPS, seed, i, "not Rodrigues' matrix");
        p = graze_random_rotation(&random);
        mp = graze_quat_to_mat3(p);
        mpq = graze_quat_to_mat3(graze_quat_mul(p, q));
        lmat lp = wide_mat(&mp), product = l_mul(&lp, &given), lpq = wide_mat(&mpq);
        TEST_CHECK(l_mat_difference(&product, &lpq) <= 16 * EPS, seed, i, "q first, then p");
        TEST_CHECK(fabsl(l_det(&given) - 1) <= 16 * EPS, seed, i, "determinant");
        for (int k = 0; k < 3; ++k) {
            worst = fmaxl(worst, fabsl(l_length(given.col[k]) - 1) / EPS);
            worst = fmaxl(worst, fabsl(l_dot(given.col[k], given.col[(k + 1) % 3])) / EPS);
        }
    }
    print_message("columns off orthonormal by up to %.2Lf eps\n", worst);
    assert_true(worst <= 8); /* what GZ_ORTHOGONAL relies on */
}

static void rotating_is_applying_the_matrix_at_every_size(void **state) {
    (void)state;
    uint64_t seed = test_seed(44);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        graze_quat q = graze_random_rotation(&random);
        int exponent =
            i & 1 ? 0 : LOWEST_EXPONENT + 30 + (int)(i % (HIGHEST_EXPONENT - LOWEST_EXPONENT - 30));
        graze_vec3 v = random_vec3(&random, exponent);
        lquat unit = lq_unit(wide_quat(q)),
              vector = {{(long double)v.x, (long double)v.y, (long double)v.z, 0}};
        lquat conjugate = {{-unit.c[0], -unit.c[1], -unit.c[2], unit.c[3]}};
        lquat turned = lq_mul(lq_mul(unit, vector), conjugate);
        lvec want = {{turned.c[0], turned.c[1], turned.c[2]}};
        long double size = l_length(wide(v));
        TEST_CHECK(l_distance(wide(graze_quat_rotate(q, v)), want) <=
                       12 * EPS * size + ldexpl(1, LOWEST_EXPONENT),
                   seed, i, "size %Lg", size);
    }
    graze_vec3 largest = graze_vec3_make(GRAZE_REAL_MAX, 0, 0);
    graze_vec3 turned = graze_quat_rotate(graze_quat_make(0, 0, 1, 0), largest); /* half a turn */
    assert_true(turned.x == -GRAZE_REAL_MAX && turned.y == 0 && turned.z == 0);
}

static graze_mat3 rounded(const lmat *m) {
    graze_mat3 out;
    for (int i = 0; i < 3; ++i)
        out.col[i] = graze_vec3_make((graze_real)m->col[i].c[0], (graze_real)m->col[i].c[1],
                                     (graze_real)m->col[i].c[2]);
    return out;
}

/* All four largest-component cases, half turns (w = 0) and turns next to them. */
static void quaternions_come_back_from_their_matrices(void **state) {
    (void)state;
    uint64_t seed = test_seed(45);
    graze_random random = graze_random_seed(seed);
    long cases[4] = {0, 0, 0, 0};
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        lvec axis = wide(graze_random_direction(&random));
        long double pi = acosl(-1), angle = pi * (long double)graze_random_uniform(&random, -1, 1);
        if (i % 4 == 1) angle = pi;
        if (i % 4 == 2) angle = pi + EPS * (long double)graze_random_uniform(&random, -9, 9);
        lmat exact = l_rotation(axis, angle);
        lquat want = lq_axis_angle(axis, angle);
        graze_mat3 m = rounded(&exact);
        graze_quat q;
        TEST_CHECK(graze_quat_from_mat3(&m, &q) == GRAZE_OK, seed, i, "refused");
        TEST_CHECK(q.w >= 0, seed, i, "w = %g", (double)q.w);
        TEST_CHECK(lq_rotation_distance(wide_quat(q), want) <= 8 * EPS, seed, i, "another rotation");
        int largest = 0;
        for (int k = 1; k < 4; ++k)
            if (fabsl(want.c[k]) > fabsl(want.c[largest])) largest = k;
        ++cases[largest];
    }
    if (test_count(100000) >= 1000)
        for (int k = 0; k < 4; ++k) assert_true(cases[k] > 50);
}

static void only_rotation_matrices_are_taken_for_one(void **state) {
    (void)state;
    graze_quat out;
    graze_random random = graze_random_seed(test_seed(46));
    for (int i = 0; i < 300; ++i) {
        graze_mat3 m = graze_quat_to_mat3(graze_random_rotation(&random)), rough = m, sheared = m,
                   mirrored = m;
        graze_quat exact;
        assert_int_equal(graze_quat_from_mat3(&m, &exact), GRAZE_OK);
        int k = i % 3, next = (k + 1) % 3;
        rough.col[k] = graze_vec3_scale(rough.col[k], (graze_real)1.0005);
        assert_int_equal(graze_quat_from_mat3(&rough, &out), GRAZE_OK);
        assert_true(lq_rotation_distance(wide_quat(out), wide_quat(exact)) < 1e-3L);
        assert_true(fabsl(lq_length(wide_quat(out)) - 1) <= 3 * EPS);
        rough.col[k] = graze_vec3_scale(m.col[k], (graze_real)1.01);
        REFUSES(graze_quat_from_mat3(&rough, &out), GRAZE_INVALID_ARGUMENT, out);
        sheared.col[k] = graze_vec3_add_scaled(m.col[k], (graze_real)0.01, m.col[next]);
        REFUSES(graze_quat_from_mat3(&sheared, &out), GRAZE_INVALID_ARGUMENT, out);
        mirrored.col[k] = graze_vec3_neg(m.col[k]);
        REFUSES(graze_quat_from_mat3(&mirrored, &out), GRAZE_INVALID_ARGUMENT, out);
        m.col[k].y = i & 1 ? NOT_A_NUMBER : INFINITE;
        REFUSES(graze_quat_from_mat3(&m, &out), GRAZE_INVALID_ARGUMENT, out);
    }
    graze_mat3 huge =
        graze_mat3_diagonal(graze_vec3_make(GRAZE_REAL_MAX, GRAZE_REAL_MAX, GRAZE_REAL_MAX));
    REFUSES(graze_quat_from_mat3(&huge, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_quat_from_mat3(NULL, &out), GRAZE_INVALID_ARGUMENT, out);
    graze_mat3 one = graze_mat3_identity();
    assert_int_equal(graze_quat_from_mat3(&one, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_quat_from_mat3(&one, &out), GRAZE_OK);
    assert_true(same_quat(out, graze_quat_identity()));
}

static void what_cannot_be_normalised_is_refused(void **state) {
    (void)state;
    graze_quat out;
    const graze_real bad[] = {NOT_A_NUMBER, INFINITE, -INFINITE};
    REFUSES(graze_quat_normalize(graze_quat_make(0, 0, 0, 0), &out), GRAZE_INVALID_ARGUMENT, out);
    assert_int_equal(graze_quat_normalize(graze_quat_identity(), NULL), GRAZE_INVALID_ARGUMENT);
    for (int i = 0; i < 3; ++i) {
        REFUSES(graze_quat_normalize(graze_quat_make(bad[i], 0, 0, 1), &out), GRAZE_INVALID_ARGUMENT,
                out);
        REFUSES(graze_quat_normalize(graze_quat_make(0, bad[i], 0, 1), &out), GRAZE_INVALID_ARGUMENT,
                out);
        REFUSES(graze_quat_normalize(graze_quat_make(0, 0, bad[i], 1), &out), GRAZE_INVALID_ARGUMENT,
                out);
        REFUSES(graze_quat_normalize(graze_quat_make(0, 0, 1, bad[i]), &out), GRAZE_INVALID_ARGUMENT,
                out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_follow_hamilton_and_multiply_norms),
        cmocka_unit_test(every_size_can_be_normalised),
        cmocka_unit_test(matrices_are_those_of_the_rotations),
        cmocka_unit_test(rotating_is_applying_the_matrix_at_every_size),
        cmocka_unit_test(quaternions_come_back_from_their_matrices),
        cmocka_unit_test(only_rotation_matrices_are_taken_for_one),
        cmocka_unit_test(what_cannot_be_normalised_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
