/* SPDX-License-Identifier: MIT
 * Ellipsoids around cores (shape/oval.h): no support point lies outside; round shapes have one that is
 * hardly larger, boxes and flat shapes none. */
#include "harness.h"
#include "oracle/random_shape.h"
#include "shape/shape.h"

#define SHAPES 200
#define DIRECTIONS 100

static bool has_oval(const graze_shape *shape) {
    return shape->oval.x > 0 && shape->oval.y > 0 && shape->oval.z > 0;
}

/* How much farther than its surface a point is from the middle of the ellipsoid, in proportion. */
static double outside(const graze_shape *shape, graze_vec3 x) {
    double a = (double)x.x / (double)shape->oval.x, b = (double)x.y / (double)shape->oval.y,
           c = (double)x.z / (double)shape->oval.z;
    return a * a + b * b + c * c - 1;
}

static void ovals_hold_cores(void **state) {
    (void)state;
    uint64_t seed = test_seed(61201);
    graze_random random = graze_random_seed(seed);
    long shapes = test_count(SHAPES), ovals = 0;
    for (int kind = 0; kind < GRAZE_SHAPE_CONVEX_COUNT; ++kind) {
        if (kind == GRAZE_SHAPE_HALF_SPACE) continue;
        for (long i = 0; i < shapes; ++i) {
            graze_shape *shape = random_shape((graze_shape_kind)kind, 1, &random);
            ovals += has_oval(shape);
            double least = (double)graze_min(graze_min(shape->oval.x, shape->oval.y), shape->oval.z);
            double slack = least > 0 ? 4 * (double)shape->support_error / least : 0;
            for (int j = 0; j < DIRECTIONS && has_oval(shape); ++j) {
                uint32_t hint = 0;
                graze_vec3 x = shape->ops->core(shape, graze_random_direction(&random), &hint);
                TEST_CHECK(outside(shape, x) <= slack, seed, kind * 1000 + i, "outside by %g",
                           outside(shape, x));
            }
            graze_shape_release(shape);
        }
    }
    print_message("%ld ellipsoids\n", ovals);
    assert_true(ovals * 2 >= shapes); /* ellipsoids that are neither flat nor balls */
}

/* The hull of points all over an ellipsoid. */
static void round_hulls_have_close_ones(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(61202));
    graze_vec3 points[512];
    for (int i = 0; i < 512; ++i) {
        graze_vec3 d = graze_random_direction(&random);
        points[i] = graze_vec3_make(3 * d.x, 1 * d.y, 2 * d.z);
    }
    graze_shape *shape;
    assert_int_equal(graze_shape_polytope(points, 512, 0, &shape), GRAZE_OK);
    assert_true(has_oval(shape));
    assert_true(shape->oval.x < 3.3 && shape->oval.y < 1.1 && shape->oval.z < 2.2);
    graze_shape_release(shape);
}

static void boxes_and_polygons_have_none(void **state) {
    (void)state;
    graze_vec3 corners[8];
    for (int i = 0; i < 8; ++i)
        corners[i] =
            graze_vec3_make((graze_real)(i & 1), (graze_real)(i >> 1 & 1), (graze_real)(i >> 2));
    graze_shape *shape;
    assert_int_equal(graze_shape_polytope(corners, 8, 0, &shape), GRAZE_OK);
    assert_false(has_oval(shape));
    graze_shape_release(shape);
    assert_int_equal(graze_shape_polytope(corners, 4, 0, &shape), GRAZE_OK);
    assert_false(has_oval(shape));
    graze_shape_release(shape);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ovals_hold_cores),
        cmocka_unit_test(round_hulls_have_close_ones),
        cmocka_unit_test(boxes_and_polygons_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
