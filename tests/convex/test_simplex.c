/* SPDX-License-Identifier: MIT
 * The closest point of a simplex (J1's job) against its optimality conditions and a scan of all faces
 * in long double. */
#include "convex/simplex.h"
#include "harness.h"

typedef long double wide;
typedef struct exact3 {
    wide x[3];
} exact3;

static wide wide_dot(wide3 a, wide3 b) { return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2]; }
static wide3 wide_from(vec3 v) { return (wide3){{v.x, v.y, v.z}}; }

/* Squared distance of the origin from the hull of the points, by Wolfe-like exhaustive search: for
 * every subset solve the normal equations and keep the least feasible one. */
static wide brute_force(const vec3 *y, int count) {
    wide best = 1e300L;
    for (int mask = 1; mask < 1 << count; ++mask) {
        wide3 p[4];
        int n = 0;
        for (int i = 0; i < count; ++i)
            if (mask >> i & 1) p[n++] = wide_from(y[i]);
        /* Minimise |p0 + sum t_k (p_k - p0)|^2 by Gaussian elimination on the Gram matrix. */
        wide a[3][4] = {{0}};
        wide3 e[3];
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
        wide3 v = p[0];
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

static void check(const vec3 *y, int count, uint64_t seed, long number) {
    gz_simplex simplex = {.count = count};
    real size = 0;
    for (int i = 0; i < count; ++i) {
        simplex.y[i] = y[i];
        size = graze_max(size, vec3_max_abs(y[i]));
    }
    vec3 v = gz_simplex_reduce(&simplex, false);
    wide got = sqrtl(wide_dot(wide_from(v), wide_from(v))), want = sqrtl(brute_force(y, count));
    wide allowed = 32 * (wide)GRAZE_EPSILON * size;
    TEST_CHECK(fabsl(got - want) <= allowed, seed, number, "%d points: %.12Lg instead of %.12Lg", count,
               got, want);
    real sum = 0;
    vec3 combined = vec3_zero();
    for (int i = 0; i < simplex.count; ++i) {
        TEST_CHECK(simplex.weight[i] > 0, seed, number, "weight %d is %g", i,
                   (double)simplex.weight[i]);
        sum += simplex.weight[i];
        combined = vec3_add_scaled(combined, simplex.weight[i], simplex.y[i]);
    }
    TEST_CHECK(graze_abs(sum - 1) <= 16 * GRAZE_EPSILON, seed, number, "weights sum to %g",
               (double)sum);
    real off = vec3_length(vec3_sub(combined, v));
    TEST_CHECK(off <= 64 * GRAZE_EPSILON * size, seed, number, "weights miss the point by %g eps",
               (double)(off / (GRAZE_EPSILON * size)));
}

static vec3 random_point(graze_random *random, int family) {
    vec3 p = vec3_make(graze_random_uniform(random, -1, 1), graze_random_uniform(random, -1, 1),
                       graze_random_uniform(random, -1, 1));
    if (family == 1) /* a small integer grid: coincident, collinear and coplanar points abound */
        p = vec3_make((real)(int)(p.x * 3), (real)(int)(p.y * 3), (real)(int)(p.z * 3));
    if (family == 2) p.z = p.z * (real)1e-3 + (real)0.5; /* a flat simplex beside the origin */
    return p;
}

static void closest_points_match_brute_force(void **state) {
    (void)state;
    uint64_t seed = test_seed(20250301);
    graze_random random = graze_random_seed(seed);
    long insides = 0, count = test_count(200000);
    for (long i = 0; i < count; ++i) {
        vec3 y[4];
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(closest_points_match_brute_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
