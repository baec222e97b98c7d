/* SPDX-License-Identifier: MIT
 * S2: point, segment, triangle, tetrahedron, polygon and polytope answer every question about one
 * shape, and refuse what is no shape. */
#include <math.h>

#include "harness.h"
#include "oracle/point_family.h"
#include "shape/shape.h"

/* A shape of count <= 4 corners. */
static graze_status make_simplex(const graze_vec3 *c, uint32_t count, graze_shape **out) {
    switch (count) {
    case 1:
        return graze_shape_point(c[0], out);
    case 2:
        return graze_shape_segment(c[0], c[1], out);
    case 3:
        return graze_shape_triangle(c[0], c[1], c[2], out);
    default:
        return graze_shape_tetrahedron(c[0], c[1], c[2], c[3], out);
    }
}

/* Corners of every degree of degeneracy, near and far. */
static void random_corners(graze_vec3 corners[4], long n, graze_random *random) {
    graze_vec3 far = graze_vec3_scale(graze_random_direction(random), n % 3 ? 0 : 1000);
    for (int i = 0; i < 4; ++i) corners[i] = graze_vec3_add(far, graze_random_direction(random));
    if (n % 5 == 1) corners[1] = corners[0];
    if (n % 5 == 2) corners[3] = corners[2] = corners[0];
    if (n % 7 == 3)
        for (int i = 0; i < 4; ++i) corners[i].y = 2;
}

static void simplices_answer_supports(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(11));
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(100000); ++n) {
        graze_vec3 corners[4];
        random_corners(corners, n, &random);
        uint32_t count = 1 + (uint32_t)(n % 4);
        graze_shape *shape;
        assert_int_equal(make_simplex(corners, count, &shape), GRAZE_OK);
        assert_int_equal(shape->kind, (int)count - 1);
        assert_null(graze_shape_hull(shape));
        for (int k = 0; k < 4; ++k) {
            graze_vec3 v = k ? graze_random_direction(&random) : graze_vec3_zero();
            uint32_t hint = (uint32_t)graze_random_bits(&random);
            graze_vec3 offset = shape->ops->core(shape, v, &hint);
            TEST_CHECK(hint < count, seed, n, "hint %u", hint);
            TEST_CHECK(graze_vec3_equal(shape->vertices[hint], corners[hint]), seed, n, "vertex");
            graze_vec3 expected = graze_vec3_sub(corners[hint], shape->center);
            TEST_CHECK(graze_vec3_equal(offset, expected), seed, n, "offset");
            long double shortfall = point_family_shortfall(corners, count, v, hint);
            TEST_CHECK(shortfall <= shape->support_error, seed, n, "%u corners: %Lg short", count,
                       shortfall);
        }
        graze_shape_release(shape);
    }
}

/* Is every point in the ball, judged in long double? */
static bool ball_contains(graze_sphere ball, const graze_vec3 *points, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        long double x = (long double)points[i].x - ball.center.x,
                    y = (long double)points[i].y - ball.center.y;
        long double z = (long double)points[i].z - ball.center.z;
        if (x * x + y * y + z * z > (long double)ball.radius * ball.radius) return false;
    }
    return true;
}

/* A lower bound on the radius of the smallest ball: Frank-Wolfe on the dual, in long double. With
 * weights w >= 0, sum 1, and c = sum w p, no ball around the points is smaller than sqrt(sum w |p -
 * c|^2). */
static long double least_radius(const graze_vec3 *points, uint32_t count) {
    long double c[3] = {points[0].x, points[0].y, points[0].z}, mean = 0, best = 0;
    for (int step = 0; step < 3000; ++step) {
        long double farthest = -1;
        uint32_t at = 0;
        for (uint32_t i = 0; i < count; ++i) {
            long double x = points[i].x - c[0], y = points[i].y - c[1], z = points[i].z - c[2];
            if (x * x + y * y + z * z > farthest) farthest = x * x + y * y + z * z, at = i;
        }
        /* weights become (1 - t) w + t at: the variance becomes (1 - t) mean + t (1 - t) farthest */
        long double t = farthest > 0 ? (farthest - mean) / (2 * farthest) : 0;
        mean = (1 - t) * mean + t * (1 - t) * farthest;
        const long double p[3] = {points[at].x, points[at].y, points[at].z};
        for (int i = 0; i < 3; ++i) c[i] += t * (p[i] - c[i]);
        if (mean > best) best = mean;
    }
    return sqrtl(best);
}

static void bounding_balls_contain_and_are_smallest(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(12));
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(300); ++n) {
        graze_vec3 points[200];
        uint32_t count =
            n % 2 ? 1 + (uint32_t)(n / 2 % 4) : 4 + (uint32_t)(graze_random_bits(&random) % 197);
        graze_shape *shape;
        if (n % 2) {
            random_corners(points, n / 8, &random);
            assert_int_equal(make_simplex(points, count, &shape), GRAZE_OK);
        } else {
            point_family_make((point_family)(n / 2 % FAMILY_COUNT), count, &random, points);
            assert_int_equal(graze_shape_polytope(points, count, 0, &shape), GRAZE_OK);
        }
        graze_sphere ball;
        assert_int_equal(graze_shape_bounding_sphere(shape, &ball), GRAZE_OK);
        TEST_CHECK(ball_contains(ball, points, count), seed, n, "a point is outside");
        long double least = least_radius(points, count);
        long double rounding = 16 * GRAZE_EPSILON * (ball.radius + graze_vec3_length(ball.center));
        TEST_CHECK(ball.radius <= least * 1.001L + rounding, seed, n,
                   "%u points: radius %g, %Lg possible", count, (double)ball.radius, least);
        graze_real diagonal = graze_vec3_length(shape->half);
        TEST_CHECK(ball.radius <= diagonal + (graze_real)rounding, seed, n, "larger than the box");
        graze_shape_release(shape);
    }
}

static void boxes_and_extents_hold_the_vertices(void **state) {
    (void)state;
    uint64_t seed = test_seed(UINT64_C(13));
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(2000); ++n) {
        graze_vec3 points[60];
        uint32_t count = 1 + (uint32_t)(graze_random_bits(&random) % 60);
        point_family_make((point_family)(n % FAMILY_COUNT), count < 5 ? 5 : count, &random, points);
        graze_shape *shape;
        assert_int_equal(graze_shape_polytope(points, count, 0, &shape), GRAZE_OK);
        for (uint32_t i = 0; i < count; ++i) {
            long double x = (long double)points[i].x - shape->center.x;
            long double y = (long double)points[i].y - shape->center.y;
            long double z = (long double)points[i].z - shape->center.z;
            TEST_CHECK(fabsl(x) <= shape->half.x && fabsl(y) <= shape->half.y &&
                           fabsl(z) <= shape->half.z,
                       seed, n, "outside the box");
            TEST_CHECK(x * x + y * y + z * z <= (long double)shape->extent * shape->extent, seed, n,
                       "beyond the extent");
        }
        graze_shape_release(shape);
    }
}

static void check_text(graze_shape *shape, const char *expected) {
    char text[128];
    assert_int_equal(graze_shape_describe(shape, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
    graze_shape_release(shape);
}

static void descriptions_name_the_corners(void **state) {
    (void)state;
    const graze_vec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, (graze_real)1.5, 0}, z = {0, 0, -1};
    const graze_vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, (graze_real)1.5, 0}, {0, 0, -1}};
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_point(y, &shape), GRAZE_OK);
    check_text(shape, "point(0, 1.5, 0)");
    assert_int_equal(graze_shape_segment(o, x, &shape), GRAZE_OK);
    check_text(shape, "segment((0, 0, 0), (1, 0, 0))");
    assert_int_equal(graze_shape_triangle(o, x, y, &shape), GRAZE_OK);
    check_text(shape, "triangle((0, 0, 0), (1, 0, 0), (0, 1.5, 0))");
    assert_int_equal(graze_shape_tetrahedron(o, x, y, z, &shape), GRAZE_OK);
    check_text(shape, "tetrahedron((0, 0, 0), (1, 0, 0), (0, 1.5, 0), (0, 0, -1))");
    assert_int_equal(graze_shape_polygon(corners, 3, 0, &shape), GRAZE_OK);
    check_text(shape, "polygon(3 vertices)");
    assert_int_equal(graze_shape_polytope(corners, 4, 0, &shape), GRAZE_OK);
    check_text(shape, "polytope(4 vertices)");
    assert_int_equal(graze_shape_polytope(corners, 1, 0, &shape), GRAZE_OK);
    check_text(shape, "polytope(1 vertex)");
}

static void check_mass(graze_shape *shape, double volume, double x, double y, double z) {
    graze_shape_mass mass;
    assert_int_equal(graze_shape_measure(shape, &mass), GRAZE_OK);
    double tolerance = 32 * (double)GRAZE_EPSILON;
    assert_true(fabs((double)mass.volume - volume) <= tolerance);
    assert_true(mass.lower <= mass.volume && mass.volume <= mass.upper);
    assert_true(fabs((double)mass.center.x - x) <= tolerance);
    assert_true(fabs((double)mass.center.y - y) <= tolerance);
    assert_true(fabs((double)mass.center.z - z) <= tolerance);
    graze_shape_release(shape);
}

static void masses_have_their_closed_forms(void **state) {
    (void)state;
    const graze_vec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, xy = {1, 1, 0};
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_point(x, &shape), GRAZE_OK);
    check_mass(shape, 0, 1, 0, 0);
    assert_int_equal(graze_shape_segment(o, xy, &shape), GRAZE_OK);
    check_mass(shape, 0, 0.5, 0.5, 0);
    assert_int_equal(graze_shape_triangle(o, x, y, &shape), GRAZE_OK);
    check_mass(shape, 0, 1.0 / 3, 1.0 / 3, 0);
    assert_int_equal(graze_shape_tetrahedron(o, x, y, z, &shape), GRAZE_OK);
    check_mass(shape, 1.0 / 6, 0.25, 0.25, 0.25);
    /* flat: a square, a segment with a corner in its middle, three times one point */
    assert_int_equal(graze_shape_tetrahedron(o, x, xy, y, &shape), GRAZE_OK);
    check_mass(shape, 0, 0.5, 0.5, 0);
    assert_int_equal(graze_shape_triangle(o, graze_vec3_make((graze_real)0.5, 0, 0), x, &shape),
                     GRAZE_OK);
    check_mass(shape, 0, 0.5, 0, 0);
    assert_int_equal(graze_shape_triangle(z, z, z, &shape), GRAZE_OK);
    check_mass(shape, 0, 0, 0, 1);
    const graze_vec3 wedge[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
    assert_int_equal(graze_shape_polytope(wedge, 6, 0, &shape), GRAZE_OK);
    check_mass(shape, 0.5, 1.0 / 3, 1.0 / 3, 0.5);
}

static void polygons_must_be_exactly_flat(void **state) {
    (void)state;
    graze_vec3 square[] = {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_polygon(square, 4, 0, &shape), GRAZE_OK);
    assert_int_equal(graze_shape_get_kind(shape), GRAZE_SHAPE_POLYGON);
    graze_shape_release(shape);
    shape = NULL;
    square[2].z += 2 * GRAZE_EPSILON; /* one unit in the last place */
    assert_int_equal(graze_shape_polygon(square, 4, 0, &shape), GRAZE_INVALID_ARGUMENT);
    assert_null(shape);
    assert_int_equal(graze_shape_polygon(square, 3, 0, &shape), GRAZE_OK);
    graze_shape_release(shape);
}

static void shapes_keep_their_hull_alive(void **state) {
    (void)state;
    graze_random random = graze_random_seed(3);
    graze_vec3 points[400];
    point_family_make(FAMILY_ELLIPSOID, 400, &random, points);
    for (size_t count = 40; count <= 400; count += 360) {
        graze_hull *hull = NULL;
        graze_shape *shape = NULL;
        graze_vec3 point;
        assert_int_equal(graze_hull_create(points, count, 0, &hull), GRAZE_OK);
        assert_int_equal(graze_shape_from_hull(hull, &shape), GRAZE_OK);
        assert_ptr_equal(graze_shape_hull(shape), hull);
        graze_hull_release(hull);
        assert_int_equal(graze_shape_support(shape, points[0], &point), GRAZE_OK);
        graze_shape_release(shape);
    }
    assert_null(graze_shape_hull(NULL));
}

static void what_is_no_shape_is_refused(void **state) {
    (void)state;
    const graze_vec3 fine = {1, 2, 3};
    const graze_real bad_numbers[] = {(graze_real)NAN, (graze_real)INFINITY, -(graze_real)INFINITY,
                                      4 * GRAZE_SHAPE_REACH};
    graze_shape *const untouched = (graze_shape *)(uintptr_t)64;
    for (int k = 0; k < 12; ++k) {
        graze_status expected = k / 3 < 3 ? GRAZE_INVALID_ARGUMENT : GRAZE_OUT_OF_RANGE;
        graze_vec3 bad = fine;
        if (k % 3 == 0) bad.x = bad_numbers[k / 3];
        if (k % 3 == 1) bad.y = bad_numbers[k / 3];
        if (k % 3 == 2) bad.z = bad_numbers[k / 3];
        graze_shape *shape = untouched;
        const graze_vec3 points[] = {fine, bad};
        assert_int_equal(graze_shape_point(bad, &shape), expected);
        assert_int_equal(graze_shape_segment(fine, bad, &shape), expected);
        assert_int_equal(graze_shape_triangle(fine, fine, bad, &shape), expected);
        assert_int_equal(graze_shape_tetrahedron(fine, fine, fine, bad, &shape), expected);
        assert_int_equal(graze_shape_polygon(points, 2, 0, &shape), expected);
        assert_int_equal(graze_shape_polytope(points, 2, 0, &shape), expected);
        assert_ptr_equal(shape, untouched);
    }
    graze_shape *shape = untouched;
    graze_hull *hull = NULL;
    assert_int_equal(graze_hull_create(&fine, 1, 0, &hull), GRAZE_OK);
    assert_int_equal(graze_shape_point(fine, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_segment(fine, fine, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_triangle(fine, fine, fine, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_tetrahedron(fine, fine, fine, fine, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_polygon(&fine, 1, 0, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_polygon(NULL, 1, 0, &shape), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_polytope(&fine, 0, 0, &shape), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_polytope(&fine, 1, 1, &shape), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_from_hull(NULL, &shape), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_from_hull(hull, NULL), GRAZE_INVALID_ARGUMENT);
    assert_ptr_equal(shape, untouched);
    graze_hull_release(hull);
}

typedef struct recipe {
    graze_vec3 points[500];
    uint32_t count;
    bool simplex;
} recipe;

static graze_status make_by_recipe(void *context) {
    const recipe *r = context;
    graze_shape *shape = NULL;
    graze_status status = r->simplex ? make_simplex(r->points, r->count, &shape)
                                     : graze_shape_polytope(r->points, r->count, 0, &shape);
    if (status != GRAZE_OK) return status;
    graze_shape_mass mass;
    status = graze_shape_measure(shape, &mass);
    graze_shape_release(shape);
    return status;
}

static void no_failing_allocation_leaves_anything(void **state) {
    (void)state;
    graze_random random = graze_random_seed(6);
    recipe r = {.simplex = true};
    for (r.count = 1; r.count <= 4; ++r.count) {
        random_corners(r.points, 4, &random);
        assert_true(test_every_allocation_failure(make_by_recipe, &r) >= 2);
    }
    r.simplex = false;
    for (r.count = 20; r.count <= 500; r.count += 480) { /* scanned, climbed */
        point_family_make(FAMILY_CONE, r.count, &random, r.points);
        assert_true(test_every_allocation_failure(make_by_recipe, &r) >= 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simplices_answer_supports),
        cmocka_unit_test(bounding_balls_contain_and_are_smallest),
        cmocka_unit_test(boxes_and_extents_hold_the_vertices),
        cmocka_unit_test(descriptions_name_the_corners),
        cmocka_unit_test(masses_have_their_closed_forms),
        cmocka_unit_test(polygons_must_be_exactly_flat),
        cmocka_unit_test(shapes_keep_their_hull_alive),
        cmocka_unit_test(what_is_no_shape_is_refused),
        cmocka_unit_test(no_failing_allocation_leaves_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
