/* SPDX-License-Identifier: MIT
 * Y1, O7: spheres round points by every method, held exactly; the minimal one against Welzl's method in
 * long double; how much larger the others are. Spheres round other volumes, merged and transformed. */
#include <math.h>

#include "exact_hold.h"
#include "oracle/min_ball.h"
#include "point_clouds.h"

#if defined(GRAZE_DOUBLE)
#define MINIMAL_SLACK 1e-12L
#else
#define MINIMAL_SLACK 1e-6L
#endif

static const char *const method_names[GRAZE_SPHERE_METHOD_COUNT] = {"minimal", "mean", "box centre",
                                                                    "extremal pair", "principal"};

static void check_holds_all(const graze_sphere *s, const graze_vec3 *points, size_t count,
                            uint64_t seed, long number, const char *what) {
    for (size_t i = 0; i < count; ++i)
        TEST_CHECK(sphere_holds(s, points[i]), seed, number, "%s leaves out point %zu", what, i);
}

typedef struct tightness {
    double sum[GRAZE_SPHERE_METHOD_COUNT], worst[GRAZE_SPHERE_METHOD_COUNT];
    long cases;
} tightness;

static void one_cloud(cloud_kind kind, long number, uint64_t seed, tightness *t) {
    enum { MOST = 300 };
    graze_vec3 points[MOST];
    graze_random random = graze_random_seed(seed);
    size_t count = 1 + (size_t)(graze_random_bits(&random) % MOST);
    graze_real scale = (graze_real)pow(10, (double)graze_random_uniform(&random, -6, 6));
    graze_vec3 shift = graze_vec3_scale(graze_random_direction(&random), scale);
    cloud_make(kind, points, count, scale, shift, &random);
    long double least = oracle_min_ball(points, count), coordinate = 0;
    for (size_t i = 0; i < count; ++i)
        coordinate = fmaxl(coordinate, (long double)graze_vec3_max_abs(points[i]));
    for (int m = 0; m < GRAZE_SPHERE_METHOD_COUNT; ++m) {
        graze_sphere s;
        assert_int_equal(graze_sphere_from_points(points, count, 0, (graze_sphere_method)m, &s),
                         GRAZE_OK);
        check_holds_all(&s, points, count, seed, number, method_names[m]);
        long double radius = (long double)s.radius;
        TEST_CHECK(radius >= least * (1 - 1e-14L), seed, number, "%s below the minimum",
                   method_names[m]);
        if (m == GRAZE_SPHERE_MINIMAL)
            TEST_CHECK(radius <=
                           least * (1 + MINIMAL_SLACK) + 2 * (long double)GRAZE_EPSILON * coordinate,
                       seed, number, "%s, %zu points: minimal is %Lg too large", cloud_names[kind],
                       count, radius / least - 1);
        if (!(least > 0)) continue;
        double ratio = (double)(radius / least);
        t->sum[m] += ratio;
        t->worst[m] = fmax(t->worst[m], ratio);
    }
    t->cases += least > 0;
}

static void every_method_holds_every_point(void **state) {
    (void)state;
    printf("radius over the smallest, mean and worst:\n%-22s", "");
    for (int m = 0; m < GRAZE_SPHERE_METHOD_COUNT; ++m) printf(" %16s", method_names[m]);
    printf("\n");
    for (int kind = 0; kind < CLOUD_KINDS; ++kind) {
        tightness t = {{0}, {0}, 0};
        uint64_t seed = test_seed(700 + (uint64_t)kind);
        for (long n = 0; n < test_count(400); ++n)
            one_cloud((cloud_kind)kind, n, seed + (uint64_t)n * 1000003, &t);
        printf("%-22s", cloud_names[kind]);
        for (int m = 0; m < GRAZE_SPHERE_METHOD_COUNT; ++m)
            printf("   %6.4f, %6.4f", t.sum[m] / (double)t.cases, t.worst[m]);
        printf("\n");
    }
}

/* At most ten points, against rationals: the library, and the oracle for many points. */
static void few_points_exactly(void **state) {
    (void)state;
    uint64_t seed = test_seed(34);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(900); ++n) {
        graze_vec3 points[10];
        cloud_kind kind = (cloud_kind)(n % CLOUD_KINDS);
        size_t count = 1 + (size_t)(graze_random_bits(&random) % 10);
        cloud_make(kind, points, count, 1, graze_vec3_zero(), &random);
        long double exact = oracle_min_ball_exact(points, count), size = 0;
        for (size_t i = 0; i < count; ++i)
            size = fmaxl(size, (long double)graze_vec3_max_abs(points[i]));
        TEST_CHECK(fabsl(oracle_min_ball(points, count) - exact) <= 1e-14L * exact, seed, n,
                   "the oracle is off by %Lg", oracle_min_ball(points, count) / exact - 1);
        graze_sphere s;
        assert_int_equal(graze_sphere_from_points(points, count, 0, GRAZE_SPHERE_MINIMAL, &s),
                         GRAZE_OK);
        long double slack = MINIMAL_SLACK * exact + 2 * (long double)GRAZE_EPSILON * size;
        TEST_CHECK((long double)s.radius >= exact && (long double)s.radius <= exact + slack, seed, n,
                   "%s, %zu points: off by %Lg", cloud_names[kind], count,
                   (long double)s.radius / exact - 1);
    }
}

static void a_million_points(void **state) {
    (void)state;
    const size_t count = 1000000;
    graze_vec3 *points = malloc(count * sizeof *points);
    assert_non_null(points);
    const cloud_kind kinds[4] = {CLOUD_BALL, CLOUD_COSPHERICAL, CLOUD_EXACTLY_COSPHERICAL, CLOUD_CUBE};
    for (int k = 0; k < 4; ++k) {
        graze_random random = graze_random_seed(test_seed(900 + (uint64_t)k));
        cloud_make(kinds[k], points, count, 1, graze_vec3_make(1, 2, -3), &random);
        graze_sphere s;
        assert_int_equal(graze_sphere_from_points(points, count, 0, GRAZE_SPHERE_MINIMAL, &s),
                         GRAZE_OK);
        check_holds_all(&s, points, count, 900 + (uint64_t)k, k, "minimal");
        long double least = oracle_min_ball(points, count);
        TEST_CHECK((long double)s.radius <= least * (1 + MINIMAL_SLACK), 900, k, "%s: %Lg too large",
                   cloud_names[kinds[k]], (long double)s.radius / least - 1);
    }
    free(points);
}

/* A point of the sphere, on its surface but for rounding inwards. */
static graze_vec3 on_sphere(const graze_sphere *s, graze_random *random) {
    graze_vec3 d = graze_random_direction(random);
    return graze_vec3_add_scaled(s->center, s->radius * (1 - 8 * GRAZE_EPSILON), d);
}

static graze_sphere random_sphere(graze_random *random) {
    graze_vec3 c = graze_vec3_scale(graze_random_direction(random), graze_random_uniform(random, 0, 3));
    bool point = graze_random_bits(random) % 10 == 0;
    return (graze_sphere){c, point ? 0 : graze_random_uniform(random, 0, 2)};
}

static void merged_spheres_hold_both(void **state) {
    (void)state;
    uint64_t seed = test_seed(31);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(20000); ++n) {
        graze_sphere a = random_sphere(&random), b = random_sphere(&random), m;
        if (n % 10 == 0) b.center = a.center;
        assert_int_equal(graze_sphere_merge(&a, &b, &m), GRAZE_OK);
        long double apart = ld3_distance(ld3_from(a.center), ld3_from(b.center));
        long double ra = (long double)a.radius, rb = (long double)b.radius;
        long double least = fmaxl(fmaxl(ra, rb), (apart + ra + rb) / 2);
        long double in_a = ld3_distance(ld3_from(m.center), ld3_from(a.center)) + ra,
                    in_b = ld3_distance(ld3_from(m.center), ld3_from(b.center)) + rb;
        TEST_CHECK((long double)m.radius >= fmaxl(in_a, in_b) * (1 - 1e-18L), seed, n,
                   "does not hold both");
        TEST_CHECK((long double)m.radius <= least + 16 * (long double)GRAZE_EPSILON * 8, seed, n,
                   "too large: %Lg", (long double)m.radius - least);
        TEST_CHECK(graze_sphere_overlaps(&m, &a), seed, n, "does not overlap what it holds");
    }
}

static void transformed_spheres_hold_the_image(void **state) {
    (void)state;
    uint64_t seed = test_seed(32);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(20000); ++n) {
        graze_sphere s = random_sphere(&random), image;
        graze_pose pose;
        graze_vec3 origin = graze_vec3_scale(graze_random_direction(&random), 10);
        assert_int_equal(graze_pose_make(graze_random_rotation(&random), origin, &pose), GRAZE_OK);
        bool scaled = n % 2;
        graze_real sizes[3] = {1, 1, 1};
        for (int k = 0; k < 3 && scaled; ++k) {
            sizes[k] = graze_random_uniform(&random, (graze_real)0.1, 3);
            pose.basis.col[k] = graze_vec3_scale(pose.basis.col[k], sizes[k]);
        }
        if (scaled) pose.kind = GRAZE_POSE_AFFINE;
        assert_int_equal(graze_sphere_transform(&pose, &s, &image), GRAZE_OK);
        graze_real most = graze_max(sizes[0], graze_max(sizes[1], sizes[2]));
        TEST_CHECK(image.radius <= most * s.radius * (1 + 64 * GRAZE_EPSILON) + 64 * GRAZE_EPSILON * 20,
                   seed, n, "too large: %g for %g", (double)image.radius, (double)(most * s.radius));
        ld3 x = ld3_from(on_sphere(&s, &random)), y = ld3_from(pose.origin);
        if (s.radius < (graze_real)1e-3) continue;
        y = ld3_add_scaled(y, x.x, ld3_from(pose.basis.col[0]));
        y = ld3_add_scaled(y, x.y, ld3_from(pose.basis.col[1]));
        y = ld3_add_scaled(y, x.z, ld3_from(pose.basis.col[2]));
        TEST_CHECK(ld3_distance(y, ld3_from(image.center)) <=
                       (long double)image.radius + 16 * (long double)GRAZE_EPSILON,
                   seed, n, "a point of the image is outside");
    }
}

static graze_vec3 ellipsoid_support(const void *user, graze_vec3 v) {
    const graze_vec3 *r = user;
    graze_vec3 s = graze_vec3_mul(*r, v);
    return graze_vec3_scale(graze_vec3_mul(*r, s), 1 / graze_vec3_length(s));
}

static void from_a_support_function_and_from_boxes(void **state) {
    (void)state;
    uint64_t seed = test_seed(33);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(2000); ++n) {
        graze_vec3 r = graze_vec3_make(graze_random_uniform(&random, (graze_real)0.1, 2),
                                       graze_random_uniform(&random, (graze_real)0.1, 2),
                                       graze_random_uniform(&random, (graze_real)0.1, 2));
        graze_sphere s, of_box, of_obb;
        graze_aabb box;
        graze_obb obb;
        graze_real error = 16 * GRAZE_EPSILON * 2;
        assert_int_equal(graze_sphere_from_support(ellipsoid_support, &r, error, &s), GRAZE_OK);
        assert_int_equal(graze_aabb_from_support(ellipsoid_support, &r, error, &box), GRAZE_OK);
        assert_int_equal(graze_sphere_from_aabb(&box, &of_box), GRAZE_OK);
        assert_int_equal(graze_obb_from_aabb(&box, &obb), GRAZE_OK);
        assert_int_equal(graze_sphere_from_obb(&obb, &of_obb), GRAZE_OK);
        graze_vec3 p = ellipsoid_support(&r, graze_random_direction(&random));
        TEST_CHECK(sphere_holds(&s, p) && sphere_holds(&of_box, p) && sphere_holds(&of_obb, p), seed, n,
                   "a point of the ellipsoid is outside");
        TEST_CHECK(s.radius <= of_box.radius * (1 + 1000 * GRAZE_EPSILON), seed, n,
                   "looser than the box: %.9g, %.9g", (double)s.radius, (double)of_box.radius);
        graze_vec3 corner = graze_vec3_make(n & 1 ? box.lo.x : box.hi.x, n & 2 ? box.lo.y : box.hi.y,
                                            n & 4 ? box.lo.z : box.hi.z);
        TEST_CHECK(sphere_holds(&of_box, corner) && sphere_holds(&of_obb, corner), seed, n,
                   "a corner of the box is outside");
    }
}

static void measures(void **state) {
    (void)state;
    graze_sphere s = {graze_vec3_make(1, 2, 3), 2};
    assert_true(fabs((double)graze_sphere_volume(&s) - 32 * 3.14159265358979 / 3) < 1e-4);
    assert_true(fabs((double)graze_sphere_area(&s) - 16 * 3.14159265358979) < 1e-4);
    graze_sphere inner = {graze_vec3_make(1, 2, 4), 1}, outer = {graze_vec3_make(1, 2, 4), 2};
    assert_true(graze_sphere_contains(&s, &inner) && !graze_sphere_contains(&s, &outer));
    assert_true(graze_sphere_contains_point(&s, graze_vec3_make(3, 2, 3)));
    assert_false(graze_sphere_contains_point(&s, graze_vec3_make(3, 3, 3)));
    graze_sphere touching = {graze_vec3_make(4, 2, 3), 1}, apart = {graze_vec3_make(5, 2, 3), 1};
    assert_true(graze_sphere_overlaps(&s, &touching) && !graze_sphere_overlaps(&s, &apart));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_holds_every_point),
        cmocka_unit_test(few_points_exactly),
        cmocka_unit_test(a_million_points),
        cmocka_unit_test(merged_spheres_hold_both),
        cmocka_unit_test(transformed_spheres_hold_the_image),
        cmocka_unit_test(from_a_support_function_and_from_boxes),
        cmocka_unit_test(measures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
