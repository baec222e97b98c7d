/* SPDX-License-Identifier: MIT
 * A5: random numbers, directions and rotations (B:4431). The seeds are fixed, so the statistics are
 * too; bounds on chi-square are those exceeded with probability 10^-6. */
#include "quat_help.h"

static void the_same_seed_gives_the_same_bits(void **state) {
    (void)state;
    graze_random a = graze_random_seed(5), b = graze_random_seed(5), other = graze_random_seed(6);
    int equal = 0;
    for (int i = 0; i < 1000; ++i) {
        uint64_t bits = graze_random_bits(&a);
        assert_true(bits == graze_random_bits(&b));
        equal += bits == graze_random_bits(&other);
    }
    assert_int_equal(equal, 0);
}

/* Each of the 64 bits is set half of the time, and differs from the bit before half of the time. */
static void every_bit_is_a_fair_coin(void **state) {
    (void)state;
    graze_random random = graze_random_seed(1);
    enum { DRAWS = 100000 };
    long set[64] = {0}, changed[64] = {0};
    uint64_t before = 0;
    for (int i = 0; i < DRAWS; ++i) {
        uint64_t bits = graze_random_bits(&random);
        for (int k = 0; k < 64; ++k) {
            set[k] += (long)(bits >> k & 1);
            changed[k] += (long)((bits ^ before) >> k & 1);
        }
        before = bits;
    }
    for (int k = 0; k < 64; ++k) { /* 5 standard deviations of sqrt(DRAWS) / 2 */
        assert_true(labs(set[k] - DRAWS / 2) < 5 * 159);
        assert_true(labs(changed[k] - DRAWS / 2) < 5 * 159);
    }
}

static double chi_square(const long *counts, int bins, double expected) {
    double sum = 0;
    for (int i = 0; i < bins; ++i)
        sum += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    return sum;
}

static void uniform_numbers_fill_the_interval_and_never_reach_its_end(void **state) {
    (void)state;
    uint64_t seed = test_seed(81);
    graze_random random = graze_random_seed(seed);
    long counts[100] = {0};
    for (long i = 0; i < 200000; ++i) {
        graze_real x = graze_random_uniform(&random, -2, 3);
        TEST_CHECK(x >= -2 && x < 3, seed, i, "%g", (double)x);
        ++counts[(int)(((double)x + 2) * 20)];
    }
    double spread = chi_square(counts, 100, 2000);
    print_message("chi-square of 100 bins: %.1f\n", spread);
    assert_true(spread < 185 && spread > 40);
    for (long i = 0, count = test_count(200000); i < count;
         ++i) { /* intervals of a few numbers, everywhere */
        graze_real lo = random_size(&random, LOWEST_EXPONENT, HIGHEST_EXPONENT), hi = lo;
        for (uint64_t steps = 1 + graze_random_bits(&random) % 3; steps > 0; --steps)
            hi = sizeof hi == 4 ? (graze_real)nextafterf((float)hi, INFINITY)
                                : (graze_real)nextafter((double)hi, (double)INFINITE);
        graze_real x = graze_random_uniform(&random, lo, hi);
        TEST_CHECK(x >= lo && x < hi, seed, i, "%a in %a..%a", (double)x, (double)lo, (double)hi);
    }
    graze_real denormal = (graze_real)ldexpl(1, LOWEST_EXPONENT);
    assert_true(graze_random_uniform(&random, -denormal, 0) == -denormal);
    assert_true(graze_random_uniform(&random, 0, denormal) == 0);
}

static void the_whole_range_is_an_interval_too(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(82));
    long negative = 0;
    for (int i = 0; i < 10000; ++i) {
        graze_real x = graze_random_uniform(&random, -GRAZE_REAL_MAX, GRAZE_REAL_MAX);
        assert_true(graze_is_finite(x) && x < GRAZE_REAL_MAX);
        negative += x < 0;
    }
    assert_true(labs(negative - 5000) < 250);
}

/* Bands of equal height have equal area on the sphere: 8 octants times 8 bands along each axis. */
static void directions_are_uniform_on_the_sphere(void **state) {
    (void)state;
    graze_random random = graze_random_seed(2);
    enum { DRAWS = 200000 };
    long octants[8] = {0}, bands[3][16] = {{0}};
    lvec mean = {{0, 0, 0}};
    for (int i = 0; i < DRAWS; ++i) {
        graze_vec3 d = graze_random_direction(&random);
        assert_true(fabsl(l_length(wide(d)) - 1) <= 4 * EPS);
        ++octants[(d.x > 0) + 2 * (d.y > 0) + 4 * (d.z > 0)];
        for (int k = 0; k < 3; ++k) {
            int band = (int)((wide(d).c[k] + 1) * 8);
            ++bands[k][band > 15 ? 15 : band];
        }
        mean = l_add(mean, 1.0L / DRAWS, wide(d));
    }
    assert_true(chi_square(octants, 8, DRAWS / 8.0) < 41); /* 7 degrees of freedom */
    for (int k = 0; k < 3; ++k) assert_true(chi_square(bands[k], 16, DRAWS / 16.0) < 57); /* 15 */
    assert_true(l_length(mean) < 6 / sqrt(3.0 * DRAWS) * sqrt(3.0));
}

/* Under the Haar measure the angle of a rotation has the density (1 - cos a) / pi on 0..pi, its axis
 * is uniform and independent, and the mean matrix is zero. */
static void rotations_are_uniform_over_all_rotations(void **state) {
    (void)state;
    graze_random random = graze_random_seed(3);
    enum { DRAWS = 200000, BINS = 20 };
    const double pi = acos(-1.0);
    long angles[BINS] = {0}, octants[8] = {0}, columns[BINS] = {0};
    lmat mean = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}};
    for (int i = 0; i < DRAWS; ++i) {
        graze_quat q = graze_random_rotation(&random);
        assert_true(fabsl(lq_length(wide_quat(q)) - 1) <= 4 * EPS);
        double sine = (double)l_length((lvec){{(long double)q.x, (long double)q.y, (long double)q.z}});
        double angle = 2 * atan2(sine, fabs((double)q.w));
        int bin =
            (int)((angle - sin(angle)) / pi * BINS); /* the distribution function of the density */
        ++angles[bin >= BINS ? BINS - 1 : bin];
        double sign = q.w < 0 ? -1 : 1;
        ++octants[((double)q.x * sign > 0) + 2 * ((double)q.y * sign > 0) +
                  4 * ((double)q.z * sign > 0)];
        graze_mat3 m = graze_quat_to_mat3(q);
        bin = (int)(((double)m.col[1].z + 1) / 2 * BINS);
        ++columns[bin >= BINS ? BINS - 1 : bin];
        for (int k = 0; k < 3; ++k) mean.col[k] = l_add(mean.col[k], 1.0L / DRAWS, wide(m.col[k]));
    }
    double spread = chi_square(angles, BINS, (double)DRAWS / BINS);
    print_message("chi-square of the angle: %.1f\n", spread);
    assert_true(spread < 64); /* 19 degrees of freedom */
    assert_true(chi_square(columns, BINS, (double)DRAWS / BINS) < 64);
    assert_true(chi_square(octants, 8, DRAWS / 8.0) < 41);
    for (int k = 0; k < 9; ++k) /* each entry has variance 1/3 */
        assert_true(fabsl(mean.col[k / 3].c[k % 3]) < 5 / sqrt(3.0 * DRAWS));
}

/* The measure is invariant: turning all rotations by a fixed one changes no statistic. */
static void turned_rotations_are_as_uniform(void **state) {
    (void)state;
    graze_random random = graze_random_seed(4);
    enum { DRAWS = 100000 };
    lquat fixed = lq_unit((lquat){{1, 2, -3, 0.5L}});
    long quarters[16] = {0};
    for (int i = 0; i < DRAWS; ++i) {
        lquat q = lq_mul(fixed, wide_quat(graze_random_rotation(&random)));
        ++quarters[(q.c[0] > 0) + 2 * (q.c[1] > 0) + 4 * (q.c[2] > 0) + 8 * (q.c[3] > 0)];
    }
    assert_true(chi_square(quarters, 16, DRAWS / 16.0) < 57);
}

static void bad_intervals_give_their_start(void **state) {
    (void)state;
    graze_random random = graze_random_seed(9);
    assert_true(graze_random_uniform(&random, 3, 3) == 3);
    assert_true(graze_random_uniform(&random, 3, 2) == 3);
    assert_true(graze_random_uniform(&random, 1, INFINITE) == 1);
    assert_true(graze_random_uniform(&random, 1, NOT_A_NUMBER) == 1);
    assert_true(isnan(graze_random_uniform(&random, NOT_A_NUMBER, 1)));
    assert_true(graze_random_bits(NULL) == 0);
    assert_true(graze_random_uniform(NULL, 1, 2) == 1);
    assert_true(graze_vec3_length(graze_random_direction(NULL)) == 1);
    assert_true(same_quat(graze_random_rotation(NULL), graze_quat_identity()));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_gives_the_same_bits),
        cmocka_unit_test(every_bit_is_a_fair_coin),
        cmocka_unit_test(uniform_numbers_fill_the_interval_and_never_reach_its_end),
        cmocka_unit_test(the_whole_range_is_an_interval_too),
        cmocka_unit_test(directions_are_uniform_on_the_sphere),
        cmocka_unit_test(rotations_are_uniform_over_all_rotations),
        cmocka_unit_test(turned_rotations_are_as_uniform),
        cmocka_unit_test(bad_intervals_give_their_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
