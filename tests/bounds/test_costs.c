/* SPDX-License-Identifier: MIT
 * What bounding volumes cost (Y3, Y5: B:4284-4290, 4337), counted by the kernels themselves, and when
 * they pay: two tori in space (Y6: B:4298-4358). */
#include <math.h>

#include "bounds/overlap.h"
#include "harness.h"
#include "primitive/box_frame.h"

static int operations;
static double counted(double x) {
    ++operations;
    return x;
}
#define OVERLAP_NAME(name) counted_##name
#define OVERLAP_ADD(x, y) ((real)counted((double)((x) + (y))))
#define OVERLAP_SUB(x, y) ((real)counted((double)((x) - (y))))
#define OVERLAP_MUL(x, y) ((real)counted((double)((x) * (y))))
#define OVERLAP_ABS(x) counted(fabs(x))
#define OVERLAP_LEQ(x, y) (counted(0) == 0 && (x) <= (y))
#include "bounds/overlap_kernel.h"

static void table_5_1(void **state) {
    (void)state;
    graze_random random = graze_random_seed(1);
    int most[7] = {0};
    for (int n = 0; n < 10000; ++n) {
        graze_sphere a = {graze_random_direction(&random), graze_random_uniform(&random, 0, 1)},
                     b = {graze_random_direction(&random), graze_random_uniform(&random, 0, 1)};
        operations = 0;
        assert_int_equal(counted_spheres(&a, &b), graze_sphere_overlaps(&a, &b));
        assert_int_equal(operations, 11);
        graze_aabb box_a, box_b;
        assert_int_equal(graze_aabb_from_sphere(&a, &box_a), GRAZE_OK);
        assert_int_equal(graze_aabb_from_sphere(&b, &box_b), GRAZE_OK);
        operations = 0;
        assert_int_equal(counted_boxes(&box_a, &box_b), graze_aabb_overlaps(&box_a, &box_b));
        most[0] = operations > most[0] ? operations : most[0];
        static const graze_kdop_sides sides[4] = {GRAZE_KDOP_6, GRAZE_KDOP_14, GRAZE_KDOP_18,
                                                  GRAZE_KDOP_26};
        for (int k = 0; k < 4; ++k) {
            graze_kdop c, d;
            assert_int_equal(graze_kdop_from_sphere(&a, sides[k], &c), GRAZE_OK);
            assert_int_equal(graze_kdop_from_sphere(&b, sides[k], &d), GRAZE_OK);
            operations = 0;
            assert_int_equal(counted_slabs(c.lo, c.hi, d.lo, d.hi, (int)sides[k] / 2),
                             graze_kdop_overlaps(&c, &d));
            most[1 + k] = operations > most[1 + k] ? operations : most[1 + k];
            assert_true(operations <= (int)sides[k]);
        }
    }
    const double row[3] = {0.5, -0.25, 1}, half[3] = {1, 2, 3};
    operations = 0;
    assert_true(fabs(counted_reach(row, half) - 4) < 1e-6);
    assert_int_equal(3 * operations, 24); /* three axes */
    assert_true(most[0] == 6);
    printf(
        "operations and numbers: sphere 11, 4; box <= %d, 6; k-DOP <= %d, %d, %d, %d, the same; oriented "
        "box < 200, 15; box of an oriented box 24\n",
        most[0], most[1], most[2], most[3], most[4]);
    assert_int_equal(sizeof(graze_sphere) / sizeof(graze_real), 4);
    assert_int_equal(sizeof(graze_aabb) / sizeof(graze_real), 6);
    assert_int_equal(sizeof(graze_obb) / sizeof(graze_real), 15);
}

/* -- the tori: radii 10 and 2, so a sphere of radius 12, a box of 24 x 24 x 4, a fixed box of side 24
 * -- */

enum { SPHERE, OBB, DYNAMIC, FIXED, SPHERE_OBB, FIXED_OBB, DYNAMIC_OBB, EVENTS };

/* How often volumes overlap, in per cent, when the centres lie anywhere in a cube. */
static void sample(double cube, long samples, uint64_t seed, double percent[EVENTS]) {
    graze_random random = graze_random_seed(seed);
    long count[EVENTS] = {0};
    for (long n = 0; n < samples; ++n) {
        graze_obb box[2];
        graze_aabb around[2], fixed[2];
        graze_sphere ball[2];
        for (int i = 0; i < 2; ++i) {
            graze_real h = (graze_real)(cube / 2);
            graze_real x = graze_random_uniform(&random, -h, h),
                       y = graze_random_uniform(&random, -h, h),
                       z = graze_random_uniform(&random, -h, h);
            box[i] = (graze_obb){graze_vec3_make(x, y, z),
                                 graze_quat_to_mat3(graze_random_rotation(&random)),
                                 graze_vec3_make(12, 2, 12)};
            ball[i] = (graze_sphere){box[i].center, 12};
            assert_int_equal(graze_aabb_from_obb(&box[i], &around[i]), GRAZE_OK);
            assert_int_equal(graze_aabb_from_sphere(&ball[i], &fixed[i]), GRAZE_OK);
        }
        bool obb;
        assert_int_equal(graze_test_obb_obb(&box[0], &box[1], &obb), GRAZE_OK);
        bool sphere = graze_sphere_overlaps(&ball[0], &ball[1]),
             dynamic = graze_aabb_overlaps(&around[0], &around[1]),
             large = graze_aabb_overlaps(&fixed[0], &fixed[1]);
        const bool event[EVENTS] = {sphere,        obb,          dynamic,       large,
                                    sphere && obb, large && obb, dynamic && obb};
        for (int e = 0; e < EVENTS; ++e) count[e] += event[e];
        assert_true(dynamic || !obb);
    }
    for (int e = 0; e < EVENTS; ++e) percent[e] = 100 * (double)count[e] / (double)samples;
}

static void table_5_2_and_5_3(void **state) {
    (void)state;
    const double torus = 10000, cubes[2] = {100, 20};
    /* Two million samples made elsewhere. */
    const double known[2][EVENTS - 1] = {{4.36, 3.35, 8.9, 7.54, 2.88, 3.22},
                                         {98.75, 85.2, 99.0, 100, 84.9, 85.2}};
    long samples = test_count(100000);
    printf("tori: cube, first volume, second, P(first), P(both), mean operations\n");
    for (int c = 0; c < 2; ++c) {
        double p[EVENTS], t[6];
        sample(cubes[c], samples, test_seed(99 + (uint64_t)c), p);
        for (int e = 0; e < EVENTS - 1; ++e) { /* four standard deviations, and what was rounded */
            double share = known[c][e] / 100,
                   slack = 400 * sqrt(share * (1 - share) / (double)samples) + 0.06;
            if (fabs(p[e] - known[c][e]) > slack)
                fail_msg("event %d: %.2f, not %.2f", e, p[e], known[c][e]);
        }
        t[0] = 11 + p[SPHERE] / 100 * torus;
        t[1] = 200 + p[OBB] / 100 * torus;
        t[2] = 54 + p[DYNAMIC] / 100 * 200 + p[DYNAMIC_OBB] / 100 * torus;
        t[3] = 6 + p[FIXED] / 100 * 200 + p[FIXED_OBB] / 100 * torus;
        t[4] = 11 + p[SPHERE] / 100 * 200 + p[SPHERE_OBB] / 100 * torus;
        printf("  %3.0f  sphere         -    %6.2f       -   %6.0f\n", cubes[c], p[SPHERE], t[0]);
        printf("  %3.0f  OBB            -    %6.2f       -   %6.0f\n", cubes[c], p[OBB], t[1]);
        printf("  %3.0f  dynamic AABB   OBB  %6.2f  %6.2f   %6.0f\n", cubes[c], p[DYNAMIC],
               p[DYNAMIC_OBB], t[2]);
        printf("  %3.0f  fixed AABB     OBB  %6.2f  %6.2f   %6.0f\n", cubes[c], p[FIXED], p[FIXED_OBB],
               t[3]);
        printf("  %3.0f  sphere         OBB  %6.2f  %6.2f   %6.0f\n", cubes[c], p[SPHERE],
               p[SPHERE_OBB], t[4]);
        /* The book's order: spheres win alone where it is empty, oriented boxes where it is crowded;
         * the fixed box beats the dynamic one; sphere and oriented box together beat all. */
        assert_true(c == 0 ? t[0] < t[1] : t[1] < t[0]);
        assert_true(t[3] < t[2] && t[4] < t[3] && t[4] < t[0] && t[4] < t[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_5_1),
        cmocka_unit_test(table_5_2_and_5_3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
