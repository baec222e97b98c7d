/* SPDX-License-Identifier: MIT
 * The predicates against GMP integers: 10^7 near-degenerate inputs over the float and the double
 * program (each runs half, with a seed of its own), no disagreement. */
#include "base/exact.h"
#include "base/exact_sum.h"
#include "harness.h"

#include <float.h>
#include <math.h>

#include <gmp.h>

static int below(graze_random *random, int limit) {
    return (int)(graze_random_bits(random) % (uint64_t)limit);
}

static int between(graze_random *random, int lo, int hi) { return lo + below(random, hi - lo + 1); }

static double uniform(graze_random *random) {
    return ldexp((double)(graze_random_bits(random) >> 11), -52) - 1;
}

/* -- near-degenerate inputs: points, a planted relation, a small push, a scale -------------------- */

typedef struct points {
    int count, dimension;
    double p[4][3];
} points;

static double any_finite(graze_random *random) {
    for (;;) {
        uint64_t pattern = graze_random_bits(random);
        double x;
        memcpy(&x, &pattern, sizeof x);
        if (isfinite(x)) return x;
    }
}

static double coordinate(graze_random *random, int kind) {
    switch (kind) {
    case 0:
        return uniform(random);
    case 1:
        return between(random, -3, 3); /* a small grid: many exact relations */
    case 2:
        return between(random, -100000, 100000); /* a large one */
    case 3:
        return (double)(float)uniform(random); /* floats */
    case 4:
        return 1000 + ldexp(uniform(random), -20); /* a small cluster far from the origin */
    case 5:
        return any_finite(random); /* exponents over the whole range */
    case 6:
        return ldexp(between(random, -9, 9), -1074); /* the smallest denormals */
    case 7:
        return (below(random, 2) ? -DBL_MAX : DBL_MAX) * (1 - ldexp(below(random, 4), -53));
    default:
        return coordinate(random, below(random, 8)); /* all of these together */
    }
}

enum { PLANT_NONE, PLANT_COMBINATION, PLANT_SIMPLE, PLANT_DUPLICATE, PLANT_PROPORTIONAL, PLANTS };

/* The last point becomes a (rounded) affine combination of the others. */
static void plant_combination(graze_random *random, points *s, bool simple) {
    double weight[3], sum = 1;
    for (int i = 1; i < s->count - 1; ++i) {
        weight[i] = simple ? ldexp(between(random, -2, 4), -1) : uniform(random);
        sum -= weight[i];
    }
    weight[0] = sum;
    for (int k = 0; k < s->dimension; ++k) {
        double x = 0;
        for (int i = 0; i < s->count - 1; ++i) x += weight[i] * s->p[i][k];
        s->p[s->count - 1][k] = x;
    }
}

static void plant(graze_random *random, points *s, int kind) {
    if (kind == PLANT_COMBINATION || kind == PLANT_SIMPLE)
        plant_combination(random, s, kind == PLANT_SIMPLE);
    if (kind == PLANT_DUPLICATE) {
        int from = below(random, s->count), to = below(random, s->count);
        memcpy(s->p[to], s->p[from], sizeof s->p[to]);
    }
    if (kind == PLANT_PROPORTIONAL) { /* a plane or line through the origin, exactly on it */
        int from = below(random, s->dimension), to = below(random, s->dimension);
        double factor =
            ldexp(below(random, 2) ? 1 : -1, below(random, 4) ? 0 : between(random, -60, 60));
        double shift = below(random, 4) ? 0 : s->p[0][to];
        for (int i = 0; i < s->count; ++i) s->p[i][to] = factor * s->p[i][from] + shift;
    }
}

static double moved_by_ulps(double x, int ulps) {
    for (; ulps > 0; --ulps) x = nextafter(x, INFINITY);
    for (; ulps < 0; ++ulps) x = nextafter(x, -INFINITY);
    return x;
}

static void push(graze_random *random, points *s, int kind) {
    if (kind == 0)
        for (int i = 0; i < 2; ++i) {
            double *x = &s->p[below(random, s->count)][below(random, s->dimension)];
            *x = moved_by_ulps(*x, between(random, -3, 3));
        }
    if (kind == 1) {
        double *x = s->p[s->count - 1];
        double size = ldexp(uniform(random), -between(random, 40, 56));
        for (int k = 0; k < s->dimension; ++k) x[k] += size * x[k];
    }
}

/* One power of two for all, one an axis, or such that products of two axes just underflow. */
static void rescale(graze_random *random, points *s, int kind) {
    int exponent[3];
    for (int k = 0; k < 3; ++k) exponent[k] = between(random, -1060, 1020);
    if (kind == 0) exponent[1] = exponent[2] = exponent[0];
    if (kind == 2) {
        int first = below(random, 3), second = (first + 1 + below(random, 2)) % 3;
        exponent[first] = between(random, -1000, -60);
        exponent[second] = -1000 - between(random, 0, 70) - exponent[first];
    }
    if (kind > 2) return;
    for (int i = 0; i < s->count; ++i)
        for (int k = 0; k < s->dimension; ++k) s->p[i][k] = ldexp(s->p[i][k], exponent[k]);
}

static points near_degenerate(graze_random *random, int count, int dimension) {
    points s = {.count = count, .dimension = dimension};
    int kind = between(random, 0, 9), planted = below(random, PLANTS);
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < dimension; ++k) s.p[i][k] = coordinate(random, kind);
    plant(random, &s, planted);
    if (planted != PLANT_NONE) push(random, &s, below(random, 4));
    rescale(random, &s, below(random, 8));
    bool to_floats = below(random, 4) == 0;
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < dimension; ++k) {
            double *x = &s.p[i][k];
            if (to_floats && fabs(*x) < FLT_MAX) *x = (double)(float)*x;
            if (!isfinite(*x)) *x = *x < 0 ? -DBL_MAX : DBL_MAX;
        }
    return s;
}

/* -- the oracle ----------------------------------------------------------------------------------- */

static mpz_t difference[4][3], minor[3], total, whole[4];

static void oracle_begin(void) {
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) mpz_init(difference[i][k]);
        mpz_init(whole[i]);
    }
    for (int k = 0; k < 3; ++k) mpz_init(minor[k]);
    mpz_init(total);
}

static void oracle_end(void) {
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) mpz_clear(difference[i][k]);
        mpz_clear(whole[i]);
    }
    for (int k = 0; k < 3; ++k) mpz_clear(minor[k]);
    mpz_clear(total);
}

/* Each axis has its own power of two that makes its coordinates integers: a positive factor of the
 * determinant. difference[i] = point i - point 0. */
static void oracle_load(const points *s) {
    for (int k = 0; k < s->dimension; ++k) {
        double fraction[4];
        int exponent[4], least = INT32_MAX;
        for (int i = 0; i < s->count; ++i) {
            fraction[i] = frexp(s->p[i][k], &exponent[i]);
            if (fraction[i] != 0 && exponent[i] < least) least = exponent[i];
        }
        for (int i = 0; i < s->count; ++i) {
            mpz_set_d(whole[i], ldexp(fraction[i], DBL_MANT_DIG));
            if (fraction[i] != 0) mpz_mul_2exp(whole[i], whole[i], (mp_bitcnt_t)(exponent[i] - least));
            mpz_sub(difference[i][k], whole[i], whole[0]);
        }
    }
}

/* minor[k] = u_i v_j - u_j v_i with (i, j, k) cyclic. */
static void oracle_minor(int k) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    mpz_mul(minor[k], difference[1][i], difference[2][j]);
    mpz_submul(minor[k], difference[1][j], difference[2][i]);
}

static int oracle_orient2d(const points *s) {
    oracle_load(s);
    oracle_minor(2);
    return mpz_sgn(minor[2]);
}

static int oracle_orient3d(const points *s) {
    oracle_load(s);
    mpz_set_ui(total, 0);
    for (int k = 0; k < 3; ++k) {
        oracle_minor(k);
        mpz_addmul(total, minor[k], difference[3][k]);
    }
    return mpz_sgn(total);
}

static bool oracle_collinear3d(const points *s) {
    oracle_load(s);
    for (int k = 0; k < 3; ++k) {
        oracle_minor(k);
        if (mpz_sgn(minor[k]) != 0) return false;
    }
    return true;
}

/* -- the comparison ------------------------------------------------------------------------------- */

static int sign(double x) { return (x > 0) - (x < 0); }

static void fail_with_points(uint64_t seed, long number, const points *s, const char *what) {
    char text[512] = "";
    for (int i = 0; i < s->count; ++i)
        for (int k = 0; k < s->dimension; ++k) {
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s%a", k ? ", " : "; ", s->p[i][k]);
        }
    test_fail(seed, number, "%s%s", what, text);
}

typedef struct tally {
    long cases, zeros, positive, filtered;
} tally;

/* The inputs must be interesting: many exact zeros, many that the filter leaves open, many that it
 * decides, and both signs. */
static void check_tally(const char *name, const tally *t) {
    double cases = (double)t->cases;
    double zeros = (double)t->zeros / cases, filtered = (double)t->filtered / cases;
    double positive = (double)t->positive / (double)(t->cases - t->zeros);
    printf(
        "%s: %ld cases, %.1f %% exact zeros, %.1f %% of the rest positive, %.1f %% decided by the filter\n",
        name, t->cases, 100 * zeros, 100 * positive, 100 * filtered);
    if (t->cases < 1000) return;
    assert_true(zeros > 0.2 && zeros < 0.7);
    assert_true(filtered > 0.1 && filtered < 0.7);
    assert_true(filtered + zeros < 0.95); /* the rest: nonzero, and the exact stage finds the sign */
    assert_true(positive > 0.4 && positive < 0.6);
}

#if defined(GRAZE_DOUBLE)
#define SEED 20260001
#else
#define SEED 20260002
#endif

static void orient2d_has_the_right_sign(void **unused) {
    (void)unused;
    uint64_t seed = test_seed(SEED);
    graze_random random = graze_random_seed(seed);
    tally t = {.cases = test_count(1500000)};
    for (long n = 0; n < t.cases; ++n) {
        points s = near_degenerate(&random, 3, 2);
        int right = oracle_orient2d(&s);
        if (sign(gz_orient2d(s.p[0], s.p[1], s.p[2])) != right)
            fail_with_points(seed, n, &s, "orient2d");
        if (sign(gz_orient2d_exact(s.p[0], s.p[1], s.p[2])) != right)
            fail_with_points(seed, n, &s, "orient2d, exact stage");
        double det;
        t.zeros += right == 0;
        t.positive += right > 0;
        t.filtered += gz_orient2d_filter(s.p[0], s.p[1], s.p[2], &det);
    }
    check_tally("orient2d", &t);
}

static void orient3d_has_the_right_sign(void **unused) {
    (void)unused;
    uint64_t seed = test_seed(SEED);
    graze_random random = graze_random_seed(seed);
    tally t = {.cases = test_count(2500000)};
    for (long n = 0; n < t.cases; ++n) {
        points s = near_degenerate(&random, 4, 3);
        int right = oracle_orient3d(&s);
        if (sign(gz_orient3d(s.p[0], s.p[1], s.p[2], s.p[3])) != right)
            fail_with_points(seed, n, &s, "orient3d");
        if (sign(gz_orient3d_exact(s.p[0], s.p[1], s.p[2], s.p[3])) != right)
            fail_with_points(seed, n, &s, "orient3d, exact stage");
        double det;
        t.zeros += right == 0;
        t.positive += right > 0;
        t.filtered += gz_orient3d_filter(s.p[0], s.p[1], s.p[2], s.p[3], &det);
    }
    check_tally("orient3d", &t);
}

static void collinear3d_is_exact(void **unused) {
    (void)unused;
    uint64_t seed = test_seed(SEED);
    graze_random random = graze_random_seed(seed);
    long count = test_count(1000000), collinear = 0;
    for (long n = 0; n < count; ++n) {
        points s = near_degenerate(&random, 3, 3);
        bool right = oracle_collinear3d(&s);
        if (gz_collinear3d(s.p[0], s.p[1], s.p[2]) != right)
            fail_with_points(seed, n, &s, "collinear3d");
        collinear += right;
    }
    printf("collinear3d: %ld cases, %.1f %% collinear\n", count,
           100.0 * (double)collinear / (double)count);
    assert_true(count < 1000 || (collinear > count / 5 && collinear < count * 4 / 5));
}

/* Pairs of terms that cancel but for a changed factor, all sizes together, up to the largest count. */
static int random_terms(graze_random *random, gz_exact_term terms[GZ_EXACT_TERMS]) {
    int count = below(random, GZ_EXACT_TERMS + 1), kind = between(random, 0, 9);
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) terms[i].factor[k] = coordinate(random, kind);
        terms[i].negative = below(random, 2);
        if (i % 2 == 0) continue;
        terms[i] = terms[i - 1];
        terms[i].negative = !terms[i].negative;
        if (below(random, 16) == 0) terms[i].factor[0] = nextafter(terms[i].factor[0], 0);
    }
    if (count % 2 == 1 && below(random, 2)) terms[count - 1].factor[1] = 0;
    return count;
}

static int oracle_sum(const gz_exact_term *terms, int count) {
    mpz_set_ui(total, 0);
    for (int i = 0; i < count; ++i) {
        mpz_set_ui(minor[0], 1);
        for (int k = 0; k < 3;
             ++k) { /* in units of 2^-1200 a factor, below the last bit of any double */
            int exponent;
            double fraction = frexp(terms[i].factor[k], &exponent);
            mpz_set_d(whole[0], ldexp(fraction, DBL_MANT_DIG));
            mpz_mul(minor[0], minor[0], whole[0]);
            mpz_mul_2exp(minor[0], minor[0], (mp_bitcnt_t)(exponent + 1200));
        }
        if (terms[i].negative)
            mpz_sub(total, total, minor[0]);
        else
            mpz_add(total, total, minor[0]);
    }
    return mpz_sgn(total);
}

static void sums_of_products_have_the_right_sign(void **unused) {
    (void)unused;
    uint64_t seed = test_seed(SEED);
    graze_random random = graze_random_seed(seed);
    long count = test_count(100000), zeros = 0;
    for (long n = 0; n < count; ++n) {
        gz_exact_term terms[GZ_EXACT_TERMS];
        int used = random_terms(&random, terms), right = oracle_sum(terms, used);
        TEST_CHECK(gz_exact_sum_sign(terms, used) == right, seed, n, "sum of %d products", used);
        zeros += right == 0;
    }
    assert_true(count < 1000 || (zeros > count / 10 && zeros < count * 9 / 10));
    gz_exact_term widest[GZ_EXACT_TERMS]; /* the most limbs and carries there can be */
    for (int i = 0; i < GZ_EXACT_TERMS; ++i)
        widest[i] = (gz_exact_term){{DBL_MAX, DBL_MAX, DBL_MAX}, i == 0 || i > 16};
    widest[0].factor[0] = widest[0].factor[1] = widest[0].factor[2] = ldexp(1, -1074);
    widest[31].factor[0] = 0; /* 16 positive, 14 negative */
    assert_int_equal(gz_exact_sum_sign(widest, 32), 1);
    widest[15].factor[0] = widest[16].factor[0] = 0; /* 14 each, and the least there is */
    assert_int_equal(gz_exact_sum_sign(widest, 32), -1);
}

/* The sign convention of the header, where everybody can check it by hand. */
static void signs_follow_the_convention(void **unused) {
    (void)unused;
    double o[3] = {0, 0, 0}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    assert_true(gz_orient2d(o, x, y) > 0);
    assert_true(gz_orient2d(o, y, x) < 0);
    assert_true(gz_orient3d(o, x, y, z) > 0);
    assert_true(gz_orient3d(o, y, x, z) < 0);
    assert_true(gz_orient3d(x, y, z, o) < 0);
}

/* Products and differences that leave the range of double on both sides. */
static void the_whole_range_is_covered(void **unused) {
    (void)unused;
    double big = DBL_MAX, tiny = ldexp(1, -1074);
    double a[3] = {-big, -big, -big}, b[3] = {big, -big, -big}, c[3] = {-big, big, -big};
    double above[3] = {big, big, -big * (1 - DBL_EPSILON)}, on[3] = {big, big, -big};
    assert_true(gz_orient3d(a, b, c, above) > 0);
    assert_true(gz_orient3d(a, b, c, on) == 0);
    double o[3] = {0, 0, 0}, x[3] = {tiny, 0, 0}, y[3] = {0, tiny, 0}, z[3] = {0, 0, tiny};
    assert_true(gz_orient3d(o, x, y, z) > 0);
    assert_true(gz_orient3d(o, y, x, z) < 0);
    assert_true(gz_orient2d(o, x, y) > 0);
    assert_false(gz_collinear3d(o, x, y));
    double far_x[3] = {big, tiny, 0}, far_y[3] = {-big, tiny, 0}, between_them[3] = {0, tiny, 0};
    assert_true(gz_collinear3d(far_x, far_y, between_them));
    between_them[1] = 2 * tiny;
    assert_false(gz_collinear3d(far_x, far_y, between_them));
    assert_true(gz_orient2d(far_y, far_x, between_them) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_follow_the_convention),
        cmocka_unit_test(the_whole_range_is_covered),
        cmocka_unit_test(orient2d_has_the_right_sign),
        cmocka_unit_test(orient3d_has_the_right_sign),
        cmocka_unit_test(collinear3d_is_exact),
        cmocka_unit_test(sums_of_products_have_the_right_sign),
    };
    oracle_begin();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oracle_end();
    return failed;
}
