/* SPDX-License-Identifier: MIT
 * G1: determinant, inverse, Cramer's rule, singular matrices, at every size. */
#include "base/tolerance.h"
#include "math_help.h"

static void determinants_keep_their_identities(void **state) {
    (void)state;
    uint64_t seed = test_seed(31);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(50000); i < count; ++i) {
        graze_mat3 a = random_mat3(&random), b = random_mat3(&random);
        lmat la = wide_mat(&a), lb = wide_mat(&b);
        long double det_a = (long double)graze_mat3_determinant(&a);
        TEST_CHECK(fabsl(det_a - l_det(&la)) <= 24 * EPS, seed, i, "determinant");
        graze_mat3 transposed = graze_mat3_transpose(&a), product = graze_mat3_mul(&a, &b);
        TEST_CHECK(fabsl((long double)graze_mat3_determinant(&transposed) - det_a) <= 48 * EPS, seed, i,
                   "det A^T");
        lmat exact_product = l_mul(&la, &lb), given = wide_mat(&product);
        TEST_CHECK(l_mat_difference(&exact_product, &given) <= 12 * EPS, seed, i, "product");
        long double det_product = (long double)graze_mat3_determinant(&product);
        TEST_CHECK(fabsl(det_product - l_det(&la) * l_det(&lb)) <= 400 * EPS, seed, i, "det A B");
        graze_mat3 swapped = graze_mat3_from_columns(a.col[1], a.col[0], a.col[2]);
        TEST_CHECK(fabsl((long double)graze_mat3_determinant(&swapped) + det_a) <= 48 * EPS, seed, i,
                   "swap");
        graze_vec3 v = random_vec3(&random, 0);
        graze_vec3 left = graze_mat3_tmul_vec(&a, v), right = graze_mat3_mul_vec(&transposed, v);
        TEST_CHECK(graze_vec3_equal(left, right), seed, i, "M^T v");
    }
    graze_mat3 d = graze_mat3_diagonal(graze_vec3_make(2, 3, 4)), one = graze_mat3_identity();
    assert_true(graze_mat3_determinant(&d) == 24 && graze_mat3_determinant(&one) == 1);
}

/* How far row i of the computed inverse is from dual to the columns, relative to the sizes involved
 * and to how flat the matrix is: cofactors err by a few eps times that. */
static long double worst_product_with_inverse(const lmat *m, const lmat *inverse,
                                              long double flatness) {
    long double worst = 0;
    for (int i = 0; i < 3; ++i) {
        lvec row = {{inverse->col[0].c[i], inverse->col[1].c[i], inverse->col[2].c[i]}};
        for (int j = 0; j < 3; ++j) {
            long double error = fabsl(l_dot(row, m->col[j]) - (i == j));
            worst = fmaxl(worst, error / (EPS * flatness * l_length(row) * l_length(m->col[j])));
        }
    }
    return worst;
}

static bool fits(long double x) { return fabsl(x) <= (long double)GRAZE_REAL_MAX; }
static bool all_fit(const lmat *m, long double factor) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            if (!fits(factor * m->col[i].c[j])) return false;
    return true;
}

/* The exact inverse: rows are the cross products of columns over the determinant. */
static lmat l_inverse(const lmat *m) {
    lmat inverse;
    for (int i = 0; i < 3; ++i) {
        lvec row = l_cross(m->col[(i + 1) % 3], m->col[(i + 2) % 3]);
        for (int j = 0; j < 3; ++j) inverse.col[j].c[i] = row.c[j] / l_det(m);
    }
    return inverse;
}

static void a_matrix_times_its_inverse_is_one_at_every_size(void **state) {
    (void)state;
    uint64_t seed = test_seed(32);
    graze_random random = graze_random_seed(seed);
    const uint64_t sizes = HIGHEST_EXPONENT - NORMAL_EXPONENT + 11;
    long out_of_range = 0, solved = 0;
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        graze_mat3 m = random_mat3(&random), inverse;
        for (int k = 0; i & 1 && k < 3; ++k) /* columns of three sizes, down to denormals */
            m.col[k] =
                random_vec3(&random, NORMAL_EXPONENT - 10 + (int)(graze_random_bits(&random) % sizes));
        lmat lm = wide_mat(&m), exact = l_inverse(&lm);
        long double flatness = l_flatness(&lm);
        graze_status status = graze_mat3_inverse(&m, &inverse);
        if (!(flatness * EPS < 1 / 32.0L)) continue; /* tested below */
        if (!all_fit(&exact, 1.001L)) {
            TEST_CHECK(status == GRAZE_OUT_OF_RANGE || all_fit(&exact, 0.999L), seed, i, "status %d",
                       status);
            ++out_of_range;
            continue;
        }
        TEST_CHECK(status == GRAZE_OK, seed, i, "status %d", status);
        lmat given = wide_mat(&inverse);
        long double largest = 0; /* rows of denormals round more coarsely */
        for (int k = 0; k < 3; ++k) largest = fmaxl(largest, l_length(lm.col[k]));
        if (largest > ldexpl(1, -NORMAL_EXPONENT - 10)) continue;
        long double worst = worst_product_with_inverse(&lm, &given, flatness);
        TEST_CHECK(worst <= 20, seed, i, "A^-1 A is off by %Lg eps, flatness %Lg", worst, flatness);
        ++solved;
    }
    if (test_count(100000) >= 1000) assert_true(solved > out_of_range && out_of_range > 0);
}

static void cramers_rule_solves_at_every_size(void **state) {
    (void)state;
    uint64_t seed = test_seed(33);
    graze_random random = graze_random_seed(seed);
    long solved = 0;
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        graze_mat3 m;
        for (int k = 0; k < 3; ++k)
            m.col[k] =
                random_vec3(&random, (int)(graze_random_bits(&random) % 61) * (HIGHEST_EXPONENT / 64) -
                                         30 * (HIGHEST_EXPONENT / 64));
        graze_vec3 b = random_vec3(&random, (int)(graze_random_bits(&random) % 61) - 30), x;
        lmat lm = wide_mat(&m), inverse = l_inverse(&lm);
        lvec exact = l_apply(&inverse, wide(b));
        long double flatness = l_flatness(&lm);
        if (!(flatness * EPS < 1 / 32.0L)) continue;
        TEST_CHECK(graze_mat3_solve(&m, b, &x) == GRAZE_OK, seed, i, "no solution");
        for (int k = 0; k < 3; ++k) {
            lvec row = {{inverse.col[0].c[k], inverse.col[1].c[k], inverse.col[2].c[k]}};
            long double bound = 20 * EPS * flatness * l_length(row) * l_length(wide(b));
            TEST_CHECK(fabsl(wide(x).c[k] - exact.c[k]) <= bound + ldexpl(1, LOWEST_EXPONENT), seed, i,
                       "x[%d] = %g, not %Lg", k, (double)wide(x).c[k], exact.c[k]);
        }
        ++solved;
    }
    assert_true(solved > 0);
    graze_mat3 one = graze_mat3_identity();
    graze_vec3 x, b = graze_vec3_make(1, 2, 3);
    assert_int_equal(graze_mat3_solve(&one, b, &x), GRAZE_OK);
    assert_true(graze_vec3_equal(x, b));
}

/* Matrices with |det| = t eps times the product of the column lengths, t between 1 and 64, at all
 * sizes: below 16 - 8 they must be called singular, above 16 + 8 they must not (the computed
 * determinant is off by up to 8). */
static void flat_matrices_are_singular_and_no_others(void **state) {
    (void)state;
    uint64_t seed = test_seed(34);
    graze_random random = graze_random_seed(seed);
    long flat = 0, sound = 0;
    for (long i = 0, count = test_count(100000); i < count; ++i) {
        graze_mat3 m;
        m.col[0] = random_vec3(&random, 0);
        m.col[1] = random_vec3(&random, 0);
        graze_vec3 normal = graze_vec3_cross(m.col[0], m.col[1]);
        graze_real lift =
            GRAZE_EPSILON * graze_random_uniform(&random, -64, 64) / graze_vec3_length(normal);
        m.col[2] =
            graze_vec3_add(graze_vec3_lerp(m.col[0], m.col[1], graze_random_uniform(&random, -2, 2)),
                           graze_vec3_scale(normal, lift));
        for (int k = 0; i % 3 && k < 3; ++k) { /* powers of two change nothing */
            int shift = (int)(graze_random_bits(&random) % (uint64_t)(HIGHEST_EXPONENT + 60)) -
                        HIGHEST_EXPONENT / 2 - 60;
            lvec c = wide(m.col[k]);
            m.col[k] =
                graze_vec3_make((graze_real)ldexpl(c.c[0], shift), (graze_real)ldexpl(c.c[1], shift),
                                (graze_real)ldexpl(c.c[2], shift));
        }
        if (!graze_mat3_is_finite(&m)) continue;
        lmat lm = wide_mat(&m);
        long double t = 1 / (l_flatness(&lm) * EPS);
        graze_mat3 inverse;
        graze_status status = graze_mat3_inverse(&m, &inverse);
        if (t < 8) {
            TEST_CHECK(graze_mat3_is_singular(&m), seed, i, "%Lg eps is not singular", t);
            TEST_CHECK(status == GRAZE_SINGULAR, seed, i, "%Lg eps has an inverse", t);
            ++flat;
        } else if (t > 24) {
            TEST_CHECK(!graze_mat3_is_singular(&m), seed, i, "%Lg eps is singular", t);
            TEST_CHECK(status != GRAZE_SINGULAR, seed, i, "%Lg eps has no inverse", t);
            ++sound;
        }
    }
    if (test_count(100000) >= 1000) assert_true(flat > 50 && sound > 50);
}

static void bad_matrices_are_refused(void **state) {
    (void)state;
    graze_mat3 one = graze_mat3_identity(), zero = graze_mat3_diagonal(graze_vec3_zero()), out;
    graze_vec3 x, b = graze_vec3_make(1, 2, 3);
    REFUSES(graze_mat3_inverse(&zero, &out), GRAZE_SINGULAR, out);
    REFUSES(graze_mat3_solve(&zero, b, &x), GRAZE_SINGULAR, x);
    REFUSES(graze_mat3_inverse(NULL, &out), GRAZE_INVALID_ARGUMENT, out);
    REFUSES(graze_mat3_solve(NULL, b, &x), GRAZE_INVALID_ARGUMENT, x);
    assert_int_equal(graze_mat3_inverse(&one, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_mat3_solve(&one, b, NULL), GRAZE_INVALID_ARGUMENT);
    assert_true(graze_mat3_is_singular(NULL) && graze_mat3_is_singular(&zero));
    const graze_real bad[] = {NOT_A_NUMBER, INFINITE, -INFINITE};
    for (int i = 0; i < 27; ++i) {
        graze_mat3 m = one;
        graze_real *entry = i / 3 % 3 == 0   ? &m.col[i / 9].x
                            : i / 3 % 3 == 1 ? &m.col[i / 9].y
                                             : &m.col[i / 9].z;
        *entry = bad[i % 3];
        REFUSES(graze_mat3_inverse(&m, &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_mat3_solve(&m, b, &x), GRAZE_INVALID_ARGUMENT, x);
        assert_true(graze_mat3_is_singular(&m));
        assert_false(graze_mat3_is_finite(&m));
        REFUSES(graze_mat3_solve(&one, graze_vec3_make(0, bad[i % 3], 0), &x), GRAZE_INVALID_ARGUMENT,
                x);
    }
    graze_mat3 tiny =
        graze_mat3_diagonal(graze_vec3_make((graze_real)ldexpl(1, LOWEST_EXPONENT), 1, 1));
    assert_false(graze_mat3_is_singular(&tiny));
    REFUSES(graze_mat3_inverse(&tiny, &out), GRAZE_OUT_OF_RANGE, out);
    REFUSES(graze_mat3_solve(&tiny, b, &x), GRAZE_OUT_OF_RANGE, x);
    graze_mat3 huge =
        graze_mat3_diagonal(graze_vec3_make(GRAZE_REAL_MAX, GRAZE_REAL_MAX, GRAZE_REAL_MAX));
    assert_int_equal(graze_mat3_solve(&huge, graze_vec3_make(GRAZE_REAL_MAX, 0, 1), &x), GRAZE_OK);
    assert_true(x.x == 1 && x.y == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(determinants_keep_their_identities),
        cmocka_unit_test(a_matrix_times_its_inverse_is_one_at_every_size),
        cmocka_unit_test(cramers_rule_solves_at_every_size),
        cmocka_unit_test(flat_matrices_are_singular_and_no_others),
        cmocka_unit_test(bad_matrices_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
