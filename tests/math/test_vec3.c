/* SPDX-License-Identifier: MIT
 * G1, G2, G6, G7: vectors, at every size. */
#include "math_help.h"
#include "math/scale.h"

static void lengths_are_right_at_every_size(void **state) {
    (void)state;
    uint64_t seed = test_seed(21);
    graze_random random = graze_random_seed(seed);
    long long_ones = 0;
    for (long i = 0, count = test_count(200000); i < count; ++i) {
        bool wild = (i & 1) != 0; /* sizes of their own, or one size for all three */
        int lowest = wild ? LOWEST_EXPONENT : -3, highest = wild ? HIGHEST_EXPONENT : 3;
        graze_vec3 v = graze_vec3_make(random_size(&random, lowest, highest),
                                       random_size(&random, lowest, highest),
                                       random_size(&random, lowest, highest));
        if (i % 8 == 0) v = random_vec3(&random, LOWEST_EXPONENT + (int)(i / 8 % 40));
        if (i % 8 == 2) v = random_vec3(&random, HIGHEST_EXPONENT + 1 - (int)(i / 8 % 40));
        if (!graze_vec3_is_finite(v)) continue;
        long double want = l_length(wide(v));
        graze_real got = graze_vec3_length(v);
        if (want > (long double)GRAZE_REAL_MAX) {
            TEST_CHECK(got == INFINITE || got == GRAZE_REAL_MAX, seed, i, "length beyond the range");
            ++long_ones;
            continue;
        }
        long double bound = 3 * EPS * want + ldexpl(1, LOWEST_EXPONENT - 1);
        TEST_CHECK(fabsl((long double)got - want) <= bound, seed, i, "length %Lg is given as %g", want,
                   (double)got);
        graze_vec3 unit;
        if (want == 0) continue;
        assert_int_equal(graze_vec3_normalize(v, &unit), GRAZE_OK);
        for (int k = 0; k < 3; ++k) {
            long double component = wide(v).c[k] / want, error = fabsl(wide(unit).c[k] - component);
            TEST_CHECK(error <= 4 * EPS * fabsl(component) + ldexpl(1, LOWEST_EXPONENT), seed, i,
                       "unit component %Lg is off by %Lg", component, error);
        }
        TEST_CHECK(fabsl(l_length(wide(unit)) - 1) <= 3 * EPS, seed, i, "unit length");
    }
    if (test_count(200000) >= 1000) assert_true(long_ones > 0);
}

static void directions_are_rescaled_by_a_power_of_two(void **state) {
    (void)state;
    uint64_t seed = test_seed(22);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(50000); i < count; ++i) {
        int exponent =
            (int)(graze_random_bits(&random) % (uint64_t)(HIGHEST_EXPONENT - NORMAL_EXPONENT - 30));
        graze_vec3 v = random_vec3(&random, NORMAL_EXPONENT + 30 + exponent);
        graze_vec3 d = gz_direction_rescaled(v);
        graze_real size = graze_vec3_max_abs(d);
        TEST_CHECK(size >= 1 && size < 2, seed, i, "size %g", (double)size);
        int k = graze_vec3_closest_axis(v), power = 0;
        long double ratio = wide(d).c[k] / wide(v).c[k];
        TEST_CHECK(frexpl(ratio, &power) == 0.5L, seed, i, "not a power of two");
        for (int j = 0; j < 3; ++j)
            TEST_CHECK(wide(d).c[j] == wide(v).c[j] * ratio, seed, i, "not the same power of two");
        graze_vec3 safe = gz_direction(v);
        TEST_CHECK(graze_is_finite(graze_vec3_length_squared(safe)), seed, i, "squares overflow");
        TEST_CHECK(graze_vec3_length_squared(safe) > 0, seed, i, "squares underflow");
    }
    graze_vec3 tiny = graze_vec3_make((graze_real)ldexpl(1, LOWEST_EXPONENT), 0, 0);
    assert_true(gz_direction(tiny).x == 1);
    assert_true(graze_vec3_equal(gz_direction(graze_vec3_zero()), graze_vec3_zero()));
    assert_true(graze_vec3_length(gz_unit(gz_direction(graze_vec3_zero()))) == 1);
}

/* The scaling helper against the C library's, which the library itself must not use. */
static void scaling_by_powers_of_two_rounds_once(void **state) {
    (void)state;
    uint64_t seed = test_seed(23);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(200000); i < count; ++i) {
        double x = ldexp(1 + (double)(graze_random_bits(&random) >> 12) * 0x1p-52,
                         (int)(graze_random_bits(&random) % 2098) - 1074);
        int e = (int)(graze_random_bits(&random) % 4600) - 2300;
        if (i & 1) e = (int)(graze_random_bits(&random) % 64) - 1106 - gz_exponent(x);
        double got = gz_scale_double(x, e), want = scalbn(x, e);
        TEST_CHECK(got == want, seed, i, "%a * 2^%d is %a, not %a", x, e, got, want);
        TEST_CHECK(gz_exponent(-x) == ilogb(x), seed, i, "exponent of %a is %d", x, gz_exponent(x));
    }
    assert_int_equal(gz_exponent(0), 0);
    assert_true(gz_scale_double(1, 100000) == HUGE_VAL && gz_scale_double(1, -100000) == 0);
}

/* G6: the cross product is at right angles to both factors and as long as the parallelogram is large;
 * the triple product is cyclic and changes sign with the orientation. */
static void cross_and_triple_product_keep_their_identities(void **state) {
    (void)state;
    uint64_t seed = test_seed(24);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(50000); i < count; ++i) {
        graze_vec3 a = random_vec3(&random, 0), b = random_vec3(&random, 0),
                   c = random_vec3(&random, 0);
        long double la = l_length(wide(a)), lb = l_length(wide(b)), lc = l_length(wide(c));
        lvec n = wide(graze_vec3_cross(a, b));
        TEST_CHECK(l_distance(n, l_cross(wide(a), wide(b))) <= 3 * EPS * la * lb, seed, i,
                   "cross product");
        TEST_CHECK(fabsl(l_dot(n, wide(a))) <= 4 * EPS * la * la * lb, seed, i, "not at right angles");
        long double area = la * la * lb * lb - l_dot(wide(a), wide(b)) * l_dot(wide(a), wide(b));
        TEST_CHECK(fabsl(l_dot(n, n) - area) <= 8 * EPS * la * la * lb * lb, seed, i,
                   "Lagrange's identity");
        long double abc = (long double)graze_vec3_triple(a, b, c), bound = 8 * EPS * la * lb * lc;
        TEST_CHECK(fabsl(abc - (long double)graze_vec3_triple(b, c, a)) <= 2 * bound, seed, i,
                   "not cyclic");
        TEST_CHECK(fabsl(abc + (long double)graze_vec3_triple(b, a, c)) <= 2 * bound, seed, i, "sign");
        lmat m = {{wide(a), wide(b), wide(c)}};
        TEST_CHECK(fabsl(abc - l_det(&m)) <= bound, seed, i, "not the determinant");
    }
    graze_vec3 x = graze_vec3_make(1, 0, 0), y = graze_vec3_make(0, 1, 0), z = graze_vec3_make(0, 0, 1);
    assert_true(graze_vec3_equal(graze_vec3_cross(x, y), z) && graze_vec3_triple(x, y, z) == 1);
}

/* G7: sign(+-0) = +1, clamp, order, |.|. */
static void componentwise_lifts(void **state) {
    (void)state;
    const graze_real zero = 0;
    assert_true(graze_sign(zero) == 1 && graze_sign(-zero) == 1);
    assert_true(graze_sign((graze_real)-1e-30) == -1 && graze_sign((graze_real)1e-30) == 1);
    graze_vec3 v = graze_vec3_make(-3, -zero, 2);
    assert_true(graze_vec3_equal(graze_vec3_sign(v), graze_vec3_make(-1, 1, 1)));
    assert_true(graze_vec3_equal(graze_vec3_abs(v), graze_vec3_make(3, 0, 2)));
    assert_false(signbit(graze_vec3_abs(v).y));
    graze_vec3 lo = graze_vec3_make(-1, -1, -1), hi = graze_vec3_make(1, 1, 1);
    assert_true(graze_vec3_equal(graze_vec3_clamp(v, lo, hi), graze_vec3_make(-1, 0, 1)));
    assert_true(graze_vec3_less_equal(lo, hi) && graze_vec3_less_equal(lo, lo));
    assert_false(graze_vec3_less_equal(hi, lo));
    assert_false(graze_vec3_less_equal(graze_vec3_make(0, 0, 2), hi));
    assert_true(graze_vec3_equal(graze_vec3_min(v, hi), graze_vec3_make(-3, 0, 1)));
    assert_true(graze_vec3_equal(graze_vec3_max(v, hi), graze_vec3_make(1, 1, 2)));
    assert_true(graze_vec3_equal(graze_vec3_mul(v, v), graze_vec3_make(9, 0, 4)));
    assert_true(graze_vec3_max_abs(v) == 3);
    for (int i = 0; i < 3; ++i)
        assert_true(graze_vec3_get(graze_vec3_make(4, 5, 6), i) == (graze_real)(4 + i));
}

/* G7: over all triples of 0, +-1, +-2 the axes are the extreme ones, the lowest index on ties. */
static void closest_and_least_axis_take_the_lowest_index_on_ties(void **state) {
    (void)state;
    for (int code = 0; code < 125; ++code) {
        graze_real c[3] = {(graze_real)(code % 5 - 2), (graze_real)(code / 5 % 5 - 2),
                           (graze_real)(code / 25 - 2)};
        int most = 0, least = 0;
        for (int i = 1; i < 3; ++i) {
            if (fabs((double)c[i]) > fabs((double)c[most])) most = i;
            if (fabs((double)c[i]) < fabs((double)c[least])) least = i;
        }
        graze_vec3 v = graze_vec3_make(c[0], c[1], c[2]);
        assert_int_equal(graze_vec3_closest_axis(v), most);
        assert_int_equal(graze_vec3_least_axis(v), least);
    }
}

/* G2: an affine combination does not care where the origin is. Whole numbers keep it exact. */
static void affine_combinations_move_with_the_origin(void **state) {
    (void)state;
    uint64_t seed = test_seed(25);
    graze_random random = graze_random_seed(seed);
    for (long i = 0, count = test_count(20000); i < count; ++i) {
        graze_vec3 p[3];
        for (int k = 0; k < 3; ++k) {
            p[k] = graze_vec3_make((graze_real)(graze_random_bits(&random) % 2001) - 1000,
                                   (graze_real)(graze_random_bits(&random) % 2001) - 1000,
                                   (graze_real)(graze_random_bits(&random) % 2001) - 1000);
        }
        graze_real t = (graze_real)(graze_random_bits(&random) % 65) / 16 - 2;
        graze_vec3 here = graze_vec3_lerp(p[0], p[1], t);
        graze_vec3 there = graze_vec3_lerp(graze_vec3_add(p[0], p[2]), graze_vec3_add(p[1], p[2]), t);
        TEST_CHECK(graze_vec3_equal(there, graze_vec3_add(here, p[2])), seed, i, "t = %g", (double)t);
        TEST_CHECK(graze_vec3_equal(graze_vec3_lerp(p[0], p[1], 0), p[0]), seed, i, "start");
    }
}

static void boxes_of_any_size_have_a_center_and_an_extent(void **state) {
    (void)state;
    graze_aabb all = {graze_vec3_make(-GRAZE_REAL_MAX, -1, 3), graze_vec3_make(GRAZE_REAL_MAX, 5, 3)};
    assert_true(graze_vec3_equal(graze_aabb_center(all), graze_vec3_make(0, 2, 3)));
    assert_true(graze_vec3_equal(graze_aabb_extent(all), graze_vec3_make(GRAZE_REAL_MAX, 3, 0)));
}

static void what_has_no_direction_is_refused(void **state) {
    (void)state;
    graze_vec3 out, one = graze_vec3_make(1, 0, 0);
    const graze_real bad[] = {NOT_A_NUMBER, INFINITE, -INFINITE};
    REFUSES(graze_vec3_normalize(graze_vec3_zero(), &out), GRAZE_INVALID_ARGUMENT, out);
    assert_int_equal(graze_vec3_normalize(one, NULL), GRAZE_INVALID_ARGUMENT);
    for (int i = 0; i < 3; ++i) {
        REFUSES(graze_vec3_normalize(graze_vec3_make(bad[i], 1, 1), &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_vec3_normalize(graze_vec3_make(0, bad[i], 0), &out), GRAZE_INVALID_ARGUMENT, out);
        REFUSES(graze_vec3_normalize(graze_vec3_make(0, 1, bad[i]), &out), GRAZE_INVALID_ARGUMENT, out);
        assert_false(graze_is_finite(bad[i]));
        assert_false(graze_vec3_is_finite(graze_vec3_make(0, bad[i], 0)));
        assert_false(graze_is_finite(graze_vec3_length(graze_vec3_make(0, bad[i], 0))));
    }
    assert_true(graze_is_finite(GRAZE_REAL_MAX));
    assert_true(graze_vec3_is_finite(graze_vec3_make(GRAZE_REAL_MAX, -GRAZE_REAL_MAX, GRAZE_REAL_MAX)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_right_at_every_size),
        cmocka_unit_test(directions_are_rescaled_by_a_power_of_two),
        cmocka_unit_test(scaling_by_powers_of_two_rounds_once),
        cmocka_unit_test(cross_and_triple_product_keep_their_identities),
        cmocka_unit_test(componentwise_lifts),
        cmocka_unit_test(closest_and_least_axis_take_the_lowest_index_on_ties),
        cmocka_unit_test(affine_combinations_move_with_the_origin),
        cmocka_unit_test(boxes_of_any_size_have_a_center_and_an_extent),
        cmocka_unit_test(what_has_no_direction_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
