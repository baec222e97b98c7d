/* SPDX-License-Identifier: MIT
 * Hulls with a vertex budget: within it, inside the full hull, and no input point farther away than
 * stated; and not much nearer either, which Gilbert's algorithm over the vertices checks (S4). */
#include <math.h>

#include "check_hull.h"
#include "oracle/point_sets.h"

#define MOST_POINTS 200

/* The distance of a point from the hull of others by Gilbert's algorithm (Frank-Wolfe) in long double:
 * *low <= distance <= *high, as close as the steps allow. */
static void distance_to_hull(const graze_vec3 *y, uint32_t count, graze_vec3 point, long double *low,
                             long double *high) {
    long double x[3] = {(long double)y[0].x - point.x, (long double)y[0].y - point.y,
                        (long double)y[0].z - point.z};
    *low = 0;
    for (int step = 0; step < 3000; ++step) {
        long double best = INFINITY, s[3] = {0}, norm = 0;
        for (int k = 0; k < 3; ++k) norm += x[k] * x[k];
        for (uint32_t i = 0; i < count; ++i) {
            long double p[3] = {(long double)y[i].x - point.x, (long double)y[i].y - point.y,
                                (long double)y[i].z - point.z};
            long double along = p[0] * x[0] + p[1] * x[1] + p[2] * x[2];
            if (along < best) {
                best = along;
                memcpy(s, p, sizeof s);
            }
        }
        if (norm > 0 && best / sqrtl(norm) > *low) *low = best / sqrtl(norm);
        long double gap = norm - best, squared = 0;
        for (int k = 0; k < 3; ++k) squared += (s[k] - x[k]) * (s[k] - x[k]);
        if (gap <= 1e-12L * norm || squared == 0) break;
        long double t = gap / squared < 1 ? gap / squared : 1;
        for (int k = 0; k < 3; ++k) x[k] += t * (s[k] - x[k]);
    }
    *high = sqrtl(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static void simplified_hulls_keep_budget_and_error(void **state) {
    (void)state;
    uint64_t seed = test_seed(31);
    graze_random random = graze_random_seed(seed);
    long reduced = 0, sets = test_count(400);
    for (long number = 0; number < sets; ++number) {
        graze_vec3 points[MOST_POINTS];
        check at = {seed, number};
        point_family family = (point_family)(number % POINTS_ANY_SIZE);
        int count = 1 + (int)(graze_random_bits(&random) % MOST_POINTS);
        uint32_t budget = 4 + (uint32_t)(graze_random_bits(&random) % 30);
        point_set(&random, family, count, points);
        graze_hull *full = NULL, *hull = NULL;
        graze_hull_view f, v;
        graze_real error = -1;
        assert_int_equal(graze_hull_create(points, (size_t)count, 0, &full), GRAZE_OK);
        assert_int_equal(graze_hull_create_simplified(points, (size_t)count, 0, budget, &error, &hull),
                         GRAZE_OK);
        assert_int_equal(graze_hull_get(full, &f), GRAZE_OK);
        assert_int_equal(graze_hull_get(hull, &v), GRAZE_OK);
        check_valid(at, hull);
        check_sources(at, &v, points, count);
        uint32_t expected = f.vertex_count < budget ? f.vertex_count : budget;
        TEST_CHECK(v.vertex_count == expected && v.dimension == f.dimension, seed, number,
                   "%u vertices, dimension %d; full %u, %d; budget %u", v.vertex_count, v.dimension,
                   f.vertex_count, f.dimension, budget);
        long double farthest = 0, largest = 0;
        for (uint32_t p = 0; p < f.vertex_count && f.vertex_count > budget; ++p) {
            long double low, high;
            distance_to_hull(v.vertices, v.vertex_count, f.vertices[p], &low, &high);
            TEST_CHECK(low <= error, seed, number, "vertex %u is %Lg away, stated %g", p, low,
                       (double)error);
            if (high > farthest) farthest = high;
            if (graze_vec3_max_abs(f.vertices[p]) > largest)
                largest = graze_vec3_max_abs(f.vertices[p]);
        }
        TEST_CHECK(error <= farthest * 1.01L + 1e-6L * largest, seed, number, "stated %g, but only %Lg",
                   (double)error, farthest);
        reduced += f.vertex_count > budget;
        graze_hull_release(full);
        graze_hull_release(hull);
    }
    assert_true(sets < 100 || (reduced > sets / 5 && reduced < sets));
}

/* More vertices never make it worse by much, and the whole set fits exactly. */
static void errors_shrink_with_the_budget(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(32));
    graze_vec3 points[MOST_POINTS];
    point_set(&random, POINTS_SPHERE, MOST_POINTS, points);
    graze_real last = 2;
    for (uint32_t budget = 4; budget <= MOST_POINTS; budget = budget < 100 ? budget * 2 : budget + 1) {
        graze_hull *hull = NULL;
        graze_real error;
        assert_int_equal(graze_hull_create_simplified(points, MOST_POINTS, 0, budget, &error, &hull),
                         GRAZE_OK);
        assert_true(error <= last);
        assert_true((error == 0) == (budget == MOST_POINTS));
        last = budget < 100 ? error : 2;
        graze_hull_release(hull);
    }
    graze_hull *hull = NULL;
    assert_int_equal(graze_hull_create_simplified(points, MOST_POINTS, 0, 50, NULL, &hull), GRAZE_OK);
    graze_hull_release(hull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simplified_hulls_keep_budget_and_error),
        cmocka_unit_test(errors_shrink_with_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
