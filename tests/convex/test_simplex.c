/* SPDX-License-Identifier: MIT
 * The closest point of a simplex (J1's job) against its optimality conditions and a scan of all faces
 * in long double. */
#include "convex/simplex.h"

#include <float.h>

#include "convex/simplex_step.h"
#include "harness.h"

#define EPSILON 1.1102230246251565e-16 /* the solver works in double in both builds */

typedef long double wide;
typedef struct exact3 {
    wide x[3];
} exact3;

static wide wide_dot(exact3 a, exact3 b) { return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2]; }
static exact3 wide_from(wide3 v) { return (exact3){{v.x, v.y, v.z}}; }

/* Squared distance of the origin from the hull of the points, by Wolfe-like exhaustive search: for
 * every subset solve the normal equations and keep the least feasible one. */
static wide brute_force(const wide3 *y, int count) {
    wide best = 1e300L;
    for (int mask = 1; mask < 1 << count; ++mask) {
        exact3 p[4] = {{{0}}};
        int n = 0;
        for (int i = 0; i < count; ++i)
            if (mask >> i & 1) p[n++] = wide_from(y[i]);
        /* Minimise |p0 + sum t_k (p_k - p0)|^2 by Gaussian elimination on the Gram matrix. */
        wide a[3][4] = {{0}};
        exact3 e[3];
        for (int k = 1; k < n; ++k)
            for (int c = 0; c < 3; ++c) e[k - 1].x[c] = p[k].x[c] - p[0].x[c];
        for (int r = 0; r < n - 1; ++r) {
            for (int c = 0; c < n - 1; ++c) a[r][c] = wide_dot(e[r], e[c]);
            a[r][3] = -wide_dot(e[r], p[0]);
        }
        bool regular = true;
        for (int k = 0; k < n - 1 && regular; ++k) {
            int pivot = k;
            for (int r = k + 1; r < n - 1; ++r)
                if ((a[r][k] < 0 ? -a[r][k] : a[r][k]) > (a[pivot][k] < 0 ? -a[pivot][k] : a[pivot][k]))
                    pivot = r;
            for (int c = 0; c < 4; ++c) {
                wide keep = a[k][c];
                a[k][c] = a[pivot][c];
                a[pivot][c] = keep;
            }
            regular = a[k][k] != 0;
            for (int r = 0; r < n - 1 && regular; ++r)
                if (r != k) {
                    wide f = a[r][k] / a[k][k];
                    for (int c = 0; c < 4; ++c) a[r][c] -= f * a[k][c];
                }
        }
        if (!regular) continue; /* a smaller subset has the same hull point */
        wide first = 1;
        exact3 v = p[0];
        bool feasible = true;
        for (int k = 0; k < n - 1; ++k) {
            wide t = a[k][3] / a[k][k];
            feasible = feasible && t >= 0;
            first -= t;
            for (int c = 0; c < 3; ++c) v.x[c] += t * e[k].x[c];
        }
        if (feasible && first >= 0 && wide_dot(v, v) < best) best = wide_dot(v, v);
    }
    return best;
}

/* Positive, adding up to 1; returns what they combine the points to. */
static wide3 check_weights(const gz_simplex *simplex, uint64_t seed, long number) {
    double sum = 0;
    wide3 combined = wide3_make(0, 0, 0);
    for (int i = 0; i < simplex->count; ++i) {
        TEST_CHECK(simplex->weight[i] > 0, seed, number, "weight %d is %g", i, simplex->weight[i]);
        sum += simplex->weight[i];
        combined = wide3_add_scaled(combined, simplex->weight[i], simplex->y[i]);
    }
    TEST_CHECK(fabs(sum - 1) <= 16 * EPSILON, seed, number, "weights sum to %g", sum);
    return combined;
}

static void check(const wide3 *y, int count, uint64_t seed, long number) {
    gz_simplex simplex = {.count = count};
    double size = 0;
    for (int i = 0; i < count; ++i) {
        simplex.y[i] = y[i];
        size = wide3_max_abs(y[i]) > size ? wide3_max_abs(y[i]) : size;
    }
    wide3 v = gz_simplex_reduce(&simplex, false);
    wide got = sqrtl(wide_dot(wide_from(v), wide_from(v))), want = sqrtl(brute_force(y, count));
    wide allowed = 32 * (wide)EPSILON * size;
    TEST_CHECK(fabsl(got - want) <= allowed, seed, number, "%d points: %.12Lg instead of %.12Lg", count,
               got, want);
    wide3 combined = check_weights(&simplex, seed, number);
    double off = wide3_length(wide3_sub(combined, v));
    TEST_CHECK(off <= 64 * EPSILON * size, seed, number, "weights miss the point by %g eps",
               off / (EPSILON * size));
}

static wide3 random_point(graze_random *random, int family) {
    double c[3];
    for (int i = 0; i < 3; ++i) c[i] = (double)graze_random_uniform(random, -1, 1);
    if (family == 1) /* a small integer grid: coincident, collinear and coplanar points abound */
        for (int i = 0; i < 3; ++i) c[i] = (double)(int)(c[i] * 3);
    if (family == 2) c[2] = c[2] * 1e-3 + 0.5; /* a flat simplex beside the origin */
    return wide3_make(c[0], c[1], c[2]);
}

static void closest_points_match_brute_force(void **state) {
    (void)state;
    uint64_t seed = test_seed(20250301);
    graze_random random = graze_random_seed(seed);
    long insides = 0, count = test_count(200000);
    for (long i = 0; i < count; ++i) {
        wide3 y[4];
        int points = 1 + (int)(graze_random_bits(&random) % 4);
        int family = (int)(graze_random_bits(&random) % 3);
        for (int k = 0; k < points; ++k) y[k] = random_point(&random, family);
        check(y, points, seed, i);
        gz_simplex simplex = {.count = points};
        memcpy(simplex.y, y, sizeof y);
        gz_simplex_reduce(&simplex, false);
        insides += simplex.count == 4;
    }
    assert_in_range(insides, count / 100, count / 5);
}

/* A quick step from a reduced simplex to one with a point that GJK would add: where it answers, the
 * distance is the true one and the weights show it; where it does not, nothing has changed. It may
 * refuse, but not often on points in general position. */
static void quick_steps_match_brute_force(void **state) {
    (void)state;
    uint64_t seed = test_seed(20250302);
    graze_random random = graze_random_seed(seed);
    long tried = 0, answered = 0, insides = 0, count = test_count(400000);
    for (long i = 0; i < count; ++i) {
        int points = (int)(graze_random_bits(&random) % 4), family = (int)(i % 3);
        gz_simplex simplex = {.count = points};
        for (int k = 0; k < points; ++k) simplex.y[k] = random_point(&random, family);
        wide3 v = wide3_make(0, 0, 0), w = random_point(&random, family);
        if (points > 0) v = gz_simplex_reduce(&simplex, false);
        if (points > 0 && !(wide3_dot(v, w) < wide3_length_squared(v) * 0.999)) continue;
        gz_simplex before = simplex;
        before.y[before.count] = w;
        const double slack = 32 * EPSILON;
        gz_step step = gz_simplex_step(&simplex, &(gz_newcomer){.y = w}, DBL_MAX, slack);
        double length = step.length;
        tried += family == 0;
        if (length < 0) {
            simplex.y[simplex.count] = w;
            assert_memory_equal(&simplex, &before, sizeof simplex);
            continue;
        }
        answered += family == 0;
        insides += simplex.count == 4;
        wide want = sqrtl(brute_force(before.y, before.count + 1));
        TEST_CHECK(fabsl((wide)length - want) <= 2 * slack, seed, i, "%.12g instead of %.12Lg", length,
                   want);
        double along = wide3_dot(step.toward, step.v);
        TEST_CHECK(along >= (1 - 1e-9) * length * wide3_length(step.toward), seed, i, "not toward v");
        double shown = wide3_length(check_weights(&simplex, seed, i));
        TEST_CHECK(fabs(shown - length) <= 2 * slack, seed, i, "%g by the weights, %g said", shown,
                   length);
    }
    assert_in_range(answered, tried * 99 / 100, tried);
    assert_true(insides > count / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(closest_points_match_brute_force),
                                       cmocka_unit_test(quick_steps_match_brute_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
