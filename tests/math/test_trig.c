/* SPDX-License-Identifier: MIT
 * A2-A4: graze_sin, graze_cos, graze_acos and graze_atan2 against MPFR, in units of the last place. */
#include <float.h>
#include <math.h>
#include <mpfr.h>

#include "harness.h"

#if defined(GRAZE_DOUBLE)
#define DIGITS DBL_MANT_DIG
#define LOWEST_EXPONENT (-1074)
#define HIGHEST_EXPONENT 1024
#define SMALLEST_NORMAL DBL_MIN
#else
#define DIGITS FLT_MANT_DIG
#define LOWEST_EXPONENT (-149)
#define HIGHEST_EXPONENT 128
#define SMALLEST_NORMAL FLT_MIN
#endif
#define PRECISION 160

static mpfr_t exact, other, argument, second, difference;

static int start(void **state) {
    (void)state;
    mpfr_inits2(PRECISION, exact, other, argument, second, difference, (mpfr_ptr)0);
    return 0;
}

static int stop(void **state) {
    (void)state;
    mpfr_clears(exact, other, argument, second, difference, (mpfr_ptr)0);
    mpfr_free_cache();
    return 0;
}

/* |got - want| in units of the last place of want, in the format under test. */
static double ulps(graze_real got, mpfr_t want) {
    if (!graze_is_finite(got)) return HUGE_VAL;
    if (mpfr_zero_p(want)) return got == 0 ? 0 : HUGE_VAL;
    long unit = (long)mpfr_get_exp(want) - DIGITS;
    if (unit < LOWEST_EXPONENT) unit = LOWEST_EXPONENT;
    mpfr_sub_d(difference, want, (double)got, MPFR_RNDN);
    mpfr_mul_2si(difference, difference, -unit, MPFR_RNDN);
    return fabs(mpfr_get_d(difference, MPFR_RNDN));
}

/* A number of random sign, mantissa and exponent: every size of the format is as likely. */
static graze_real any_size(graze_random *random, int lowest, int highest) {
    int exponent = lowest + (int)(graze_random_bits(random) % (uint64_t)(highest - lowest));
    double mantissa = 1 + (double)(graze_random_bits(random) >> 12) * 0x1p-52;
    graze_real x = (graze_real)ldexp(mantissa, exponent);
    if (!graze_is_finite(x)) x = GRAZE_REAL_MAX;
    return graze_random_bits(random) & 1 ? -x : x;
}

/* The number next to k pi/2, for k up to 2^62 and beyond by exact doubling, off by a few places. */
static graze_real near_multiple(graze_random *random) {
    uint64_t k = graze_random_bits(random) >> (1 + graze_random_bits(random) % 63);
    long doublings = graze_random_bits(random) & 3 ? 0 : (long)(graze_random_bits(random) % 960);
    if (sizeof(graze_real) == 4) doublings = doublings % 60;
    mpfr_const_pi(argument, MPFR_RNDN);
    mpfr_mul_ui(argument, argument, (unsigned long)k, MPFR_RNDN);
    mpfr_mul_2si(argument, argument, doublings - 1, MPFR_RNDN);
    graze_real x = (graze_real)mpfr_get_d(argument, MPFR_RNDN);
    graze_real direction = graze_random_bits(random) & 1 ? GRAZE_REAL_MAX : -GRAZE_REAL_MAX;
    for (uint64_t steps = graze_random_bits(random) % 4; steps > 0; --steps)
        x = sizeof(graze_real) == 4 ? (graze_real)nextafterf((float)x, (float)direction)
                                    : (graze_real)nextafter((double)x, (double)direction);
    return x;
}

static void check_sine_and_cosine(graze_real x, uint64_t seed, long i, double worst[2]) {
    mpfr_set_d(argument, (double)x, MPFR_RNDN);
    mpfr_sin_cos(exact, other, argument, MPFR_RNDN);
    double sine = ulps(graze_sin(x), exact), cosine = ulps(graze_cos(x), other);
    TEST_CHECK(sine < 1, seed, i, "sin(%a) = %a is off by %g ulp", (double)x, (double)graze_sin(x),
               sine);
    TEST_CHECK(cosine < 1, seed, i, "cos(%a) = %a is off by %g ulp", (double)x, (double)graze_cos(x),
               cosine);
    worst[0] = fmax(worst[0], sine);
    worst[1] = fmax(worst[1], cosine);
}

static void sine_and_cosine_are_within_one_ulp_everywhere(void **state) {
    (void)state;
    uint64_t seed = test_seed(11);
    graze_random random = graze_random_seed(seed);
    double worst[2] = {0, 0};
    for (long i = 0, count = test_count(1000000); i < count; ++i) {
        uint64_t choice = graze_random_bits(&random) % 8;
        graze_real x;
        if (choice < 2)
            x = any_size(&random, LOWEST_EXPONENT, HIGHEST_EXPONENT);
        else if (choice < 4)
            x = any_size(&random, -8, 8);
        else if (choice < 6)
            x = near_multiple(&random);
        else
            x = graze_random_uniform(&random, -4, 4);
        check_sine_and_cosine(x, seed, i, worst);
    }
    print_message("worst sin %.4f ulp, cos %.4f ulp\n", worst[0], worst[1]);
    if (test_count(1000000) >= 1000) /* a measure that never measures is broken */
        assert_true(worst[0] > 0.4 && worst[1] > 0.4);
}

/* 6381956970095103 * 2^797 is the double next to a multiple of pi/2 (Muller, Elementary Functions);
 * 16367173 * 2^72 is that of float. */
static void the_hardest_angles_are_right_too(void **state) {
    (void)state;
    double worst[2] = {0, 0};
    graze_real cases[] = {
        (graze_real)(16367173 * 0x1p72),
        GRAZE_REAL_MAX,
        SMALLEST_NORMAL,
        (graze_real)0.78539816339744831,
        (graze_real)1.5707963267948966,
        (graze_real)3.1415926535897932,
        (graze_real)1e22,
        0,
#if defined(GRAZE_DOUBLE)
        6381956970095103 * 0x1p797,
        5e-324
#else
        1e-45f
#endif
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        check_sine_and_cosine(cases[i], 0, (long)i, worst);
        check_sine_and_cosine(-cases[i], 0, (long)i, worst);
    }
    assert_true(1 / graze_sin((graze_real)-0.0) < 0);
    assert_true(graze_cos(0) == 1);
}

static void arc_cosine_is_within_one_ulp_everywhere(void **state) {
    (void)state;
    uint64_t seed = test_seed(12);
    graze_random random = graze_random_seed(seed);
    double worst = 0;
    for (long i = 0, count = test_count(200000); i < count; ++i) {
        uint64_t choice = graze_random_bits(&random) % 4;
        graze_real x;
        if (choice == 0)
            x = any_size(&random, LOWEST_EXPONENT, 0);
        else if (choice == 1)
            x = 1 - graze_abs(any_size(&random, -DIGITS, -1));
        else
            x = graze_random_uniform(&random, -1, 1);
        if (choice == 1 && i & 1) x = -x;
        mpfr_set_d(argument, (double)x, MPFR_RNDN);
        mpfr_acos(exact, argument, MPFR_RNDN);
        double error = ulps(graze_acos(x), exact);
        TEST_CHECK(error < 1, seed, i, "acos(%a) = %a is off by %g ulp", (double)x,
                   (double)graze_acos(x), error);
        worst = fmax(worst, error);
    }
    print_message("worst acos %.4f ulp\n", worst);
    if (test_count(200000) >= 1000) assert_true(worst > 0.4);
    mpfr_const_pi(exact, MPFR_RNDN);
    assert_true(ulps(graze_acos(-1), exact) < 1);
    assert_true(graze_acos(1) == 0);
    assert_true(graze_acos((graze_real)1.5) == 0 && graze_acos(-2) == graze_acos(-1));
    assert_true(graze_acos((graze_real)INFINITY) == 0);
}

static void the_angle_of_a_point_is_within_two_ulp_everywhere(void **state) {
    (void)state;
    uint64_t seed = test_seed(13);
    graze_random random = graze_random_seed(seed);
    double worst = 0;
    for (long i = 0, count = test_count(200000); i < count; ++i) {
        bool wild = (graze_random_bits(&random) & 1) != 0;
        int lowest = wild ? LOWEST_EXPONENT : -40, highest = wild ? HIGHEST_EXPONENT : 40;
        graze_real y = any_size(&random, lowest, highest), x = any_size(&random, lowest, highest);
        if (i % 8 == 0) y = x * graze_random_uniform(&random, (graze_real)0.9, (graze_real)1.1);
        if (i % 8 == 1) y = x * graze_random_uniform(&random, -1, 1);
        if (!graze_is_finite(y)) y = GRAZE_REAL_MAX;
        mpfr_set_d(argument, (double)y, MPFR_RNDN);
        mpfr_set_d(second, (double)x, MPFR_RNDN);
        mpfr_atan2(exact, argument, second, MPFR_RNDN);
        double error = ulps(graze_atan2(y, x), exact);
        TEST_CHECK(error < 2, seed, i, "atan2(%a, %a) = %a is off by %g ulp", (double)y, (double)x,
                   (double)graze_atan2(y, x), error);
        worst = fmax(worst, error);
    }
    print_message("worst atan2 %.4f ulp\n", worst);
    if (test_count(200000) >= 1000) assert_true(worst > 0.4);
}

/* Zeros and infinities as in the C library, but that both zeros give zero. */
static void special_points_have_the_usual_angles(void **state) {
    (void)state;
    const graze_real infinite = (graze_real)INFINITY, zero = 0;
    const graze_real values[] = {-infinite, -2, -zero, zero, 3, infinite};
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) {
            graze_real got = graze_atan2(values[i], values[j]);
            if (values[i] == 0 && values[j] == 0) {
                assert_true(got == 0);
                continue;
            }
            double want = atan2((double)values[i], (double)values[j]);
            assert_true(fabs((double)got - want) <= 4 * (double)GRAZE_EPSILON);
            assert_true(!signbit(got) == !signbit(want));
        }
}

static void not_a_number_stays_one(void **state) {
    (void)state;
    const graze_real nan = (graze_real)NAN, infinite = (graze_real)INFINITY;
    assert_true(isnan(graze_sin(nan)) && isnan(graze_sin(infinite)) && isnan(graze_sin(-infinite)));
    assert_true(isnan(graze_cos(nan)) && isnan(graze_cos(infinite)) && isnan(graze_cos(-infinite)));
    assert_true(isnan(graze_acos(nan)));
    assert_true(isnan(graze_atan2(nan, 1)) && isnan(graze_atan2(1, nan)) && isnan(graze_atan2(nan, 0)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine_are_within_one_ulp_everywhere),
        cmocka_unit_test(the_hardest_angles_are_right_too),
        cmocka_unit_test(arc_cosine_is_within_one_ulp_everywhere),
        cmocka_unit_test(the_angle_of_a_point_is_within_two_ulp_everywhere),
        cmocka_unit_test(special_points_have_the_usual_angles),
        cmocka_unit_test(not_a_number_stays_one),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
