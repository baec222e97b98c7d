/* SPDX-License-Identifier: MIT
 * Boxes and balls around shapes (Y2, S7): they contain, and they touch. */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"
#include "oracle/solid.h"
#include "shape/shape.h"

/* One side of a box: the box may only err outward, and by at most the slack. */
static void check_side(const solid *s, ld3 axis, graze_real side, long double slack, uint64_t seed,
                       long number) {
    long double truth = solid_height(s, axis);
    long double over = (long double)side - truth;
    long double fuzz = 1e-18L * fabsl(truth);
    TEST_CHECK(over >= -fuzz, seed, number, "the box misses the shape by %Lg", -over);
    TEST_CHECK(over <= slack, seed, number, "the box is loose by %Lg, allowed %Lg", over, slack);
}

static void check_box(const solid *s, graze_aabb box, long double slack, uint64_t seed, long number) {
    check_side(s, (ld3){1, 0, 0}, box.hi.x, slack, seed, number);
    check_side(s, (ld3){0, 1, 0}, box.hi.y, slack, seed, number);
    check_side(s, (ld3){0, 0, 1}, box.hi.z, slack, seed, number);
    check_side(s, (ld3){-1, 0, 0}, -box.lo.x, slack, seed, number);
    check_side(s, (ld3){0, -1, 0}, -box.lo.y, slack, seed, number);
    check_side(s, (ld3){0, 0, -1}, -box.lo.z, slack, seed, number);
}

static long double size_of(const graze_shape *shape) {
    return ld3_length(ld3_from(shape->center)) + (long double)shape->extent;
}

/* Y2: world boxes under every kind of pose, with and without a margin, touch on all six sides. */
static void world_boxes_contain_and_touch(void **state) {
    (void)state;
    uint64_t seed = test_seed(62001);
    graze_random random = graze_random_seed(seed);
    static solid_tree tree;
    for (long i = 0; i < test_count(20000); ++i) {
        graze_real scale = solid_scale(&random);
        const solid *child = solid_random(&tree, (solid_kind)(i % SOLID_KIND_COUNT), 3, scale, &random);
        graze_pose pose =
            random_pose((random_pose_class)(i / 7 % RANDOM_POSE_CLASS_COUNT), scale, &random);
        solid image = {.kind = SOLID_IMAGE, .count = 1, .parts = {child}, .pose = pose};
        solid swollen = {.kind = SOLID_ROUNDED, .count = 1, .parts = {&image}};
        swollen.size.x = i % 3 ? scale / 3 : 0;
        graze_shape *shape = solid_shape(child);
        graze_placed placed = {shape, pose, swollen.size.x};
        graze_aabb box;
        assert_int_equal(graze_placed_bounds(&placed, &box), GRAZE_OK);
        long double norm = 0;
        for (int k = 0; k < 3; ++k) norm += ld3_length(ld3_from(pose.basis.col[k]));
        long double size =
            norm * size_of(shape) + ld3_length(ld3_from(pose.origin)) + (long double)placed.margin;
        long double slack = 2 * norm * (long double)graze_shape_support_error(shape) +
                            32 * (long double)GRAZE_EPSILON * size + 1e-40L;
        check_box(&swollen, box, slack, seed, i);
        graze_shape_release(shape);
    }
}

/* The shape's own box: centre and half extents contain and touch; the extent reaches every point, and
 * no farther than the corner of the box. */
static void local_boxes_contain_and_touch(void **state) {
    (void)state;
    uint64_t seed = test_seed(62002);
    graze_random random = graze_random_seed(seed);
    static solid_tree tree;
    for (long i = 0; i < test_count(20000); ++i) {
        graze_real scale = solid_scale(&random);
        const solid *s = solid_random(&tree, (solid_kind)(i % SOLID_KIND_COUNT), 3, scale, &random);
        graze_shape *shape = solid_shape(s);
        ld3 c = ld3_from(shape->center), h = ld3_from(shape->half);
        ld3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        /* The centre of each level is a rounded one. */
        long double error = 2 * (long double)graze_shape_support_error(shape) +
                            (long double)GRAZE_EPSILON * (64 * (long double)shape->extent +
                                                          4 * ld3_length(ld3_from(shape->center)));
        for (int k = 0; k < 6; ++k) {
            ld3 v = ld3_scale(axes[k / 2], k % 2 ? -1 : 1);
            long double half = fabsl(ld3_dot(v, h)), truth = solid_height(s, v) - ld3_dot(v, c);
            long double fuzz = 1e-18L * size_of(shape);
            TEST_CHECK(half - truth >= -fuzz, seed, i, "half misses by %Lg", truth - half);
            TEST_CHECK(half - truth <= error, seed, i, "half is loose by %Lg", half - truth);
        }
        for (int k = 0; k < 20; ++k) {
            ld3 v = ld3_from(graze_random_direction(&random));
            long double reach = solid_height(s, v) / ld3_length(v) - ld3_dot(v, c) / ld3_length(v);
            long double fuzz = 1e-18L * size_of(shape);
            TEST_CHECK(reach <= (long double)shape->extent + fuzz, seed, i, "extent misses by %Lg",
                       reach - (long double)shape->extent);
        }
        TEST_CHECK((long double)shape->extent <= ld3_length(h) + error, seed, i, "the extent is idle");
        graze_shape_release(shape);
    }
}

/* S7: min-max and centre-extent are the same box. */
static void box_forms_convert(void **state) {
    (void)state;
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 2, 3), &shape), GRAZE_OK);
    graze_placed placed = {shape, graze_pose_at(10, 20, 30), 0};
    graze_aabb box;
    assert_int_equal(graze_placed_bounds(&placed, &box), GRAZE_OK);
    graze_vec3 center = graze_aabb_center(box), extent = graze_aabb_extent(box);
    assert_true(graze_vec3_distance(center, graze_vec3_make(10, 20, 30)) <= 200 * GRAZE_EPSILON);
    assert_true(graze_vec3_distance(extent, graze_vec3_make(1, 2, 3)) <= 1000 * GRAZE_EPSILON);
    assert_true(graze_vec3_less_equal(box.lo, graze_vec3_sub(center, graze_vec3_make(1, 2, 3))));
    graze_shape_release(shape);
}

/* -- balls -- */

/* The radius of the least ball around points, from below: any ball around them that is centred at the
 * limit of these steps is within 1 % of the least. */
static long double least_radius(const ld3 *points, int count) {
    ld3 center = points[0];
    long double radius = 0;
    for (int step = 1; step < 400; ++step) {
        int farthest = 0;
        radius = 0;
        for (int i = 0; i < count; ++i) {
            long double distance = ld3_length(ld3_sub(points[i], center));
            if (distance > radius) {
                radius = distance;
                farthest = i;
            }
        }
        ld3 way = ld3_sub(points[farthest], center);
        center = ld3_add(center, ld3_scale(way, 1.0L / (step + 1)));
    }
    return radius / 1.01L;
}

static void balls_contain_and_are_tight(void **state) {
    (void)state;
    uint64_t seed = test_seed(62003);
    graze_random random = graze_random_seed(seed);
    static solid_tree tree;
    enum { COUNT = 300 };
    ld3 points[COUNT];
    for (long i = 0; i < test_count(600); ++i) {
        graze_real scale = solid_scale(&random);
        const solid *s = solid_random(&tree, (solid_kind)(i % SOLID_KIND_COUNT), 3, scale, &random);
        graze_shape *shape = solid_shape(s);
        graze_sphere ball;
        assert_int_equal(graze_shape_bounding_sphere(shape, &ball), GRAZE_OK);
        long double fuzz = 1e-18L * size_of(shape);
        for (int k = 0; k < COUNT; ++k) {
            graze_vec3 direction = solid_direction(&random), found;
            ld3 v = ld3_from(direction);
            if (ld3_length(v) == 0) direction = graze_vec3_make(1, 0, 0), v.x = 1;
            long double out = (solid_height(s, v) - ld3_dot(v, ld3_from(ball.center))) / ld3_length(v);
            TEST_CHECK(out <= (long double)ball.radius + fuzz, seed, i, "the ball misses by %Lg",
                       out - (long double)ball.radius);
            assert_int_equal(graze_shape_support(shape, direction, &found), GRAZE_OK);
            points[k] = ld3_from(found);
        }
        long double rounding = 64 * (long double)GRAZE_EPSILON * size_of(shape) +
                               4 * (long double)graze_shape_support_error(shape);
        long double least = least_radius(points, COUNT);
        TEST_CHECK((long double)ball.radius <= 1.06L * least + rounding, seed, i,
                   "a ball of %Lg where %Lg would do", (long double)ball.radius, least);
        graze_shape_release(shape);
    }
}

static void expect_ball(graze_shape *shape, graze_real y, graze_real radius) {
    graze_sphere ball;
    assert_int_equal(graze_shape_bounding_sphere(shape, &ball), GRAZE_OK);
    assert_true(graze_vec3_distance(ball.center, graze_vec3_make(0, y, 0)) <=
                16 * GRAZE_EPSILON * radius);
    assert_true(ball.radius >= radius * (1 - 2 * GRAZE_EPSILON));
    assert_true(ball.radius <= radius * (1 + 16 * GRAZE_EPSILON));
    graze_shape_release(shape);
}

static void balls_of_primitives_are_least(void **state) {
    (void)state;
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_sphere(2, &shape), GRAZE_OK);
    expect_ball(shape, 0, 2);
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 2, 2), &shape), GRAZE_OK);
    expect_ball(shape, 0, 3);
    assert_int_equal(graze_shape_cylinder(3, 8, &shape), GRAZE_OK);
    expect_ball(shape, 0, 5);
    assert_int_equal(graze_shape_capsule(3, 8, &shape), GRAZE_OK);
    expect_ball(shape, 0, 7);
    assert_int_equal(graze_shape_ellipsoid(graze_vec3_make(1, 7, 2), &shape), GRAZE_OK);
    expect_ball(shape, 0, 7);
    assert_int_equal(graze_shape_cone(2, 4, &shape), GRAZE_OK); /* y = -r^2 / 2h, R = h/2 - y */
    expect_ball(shape, (graze_real)-0.5, (graze_real)2.5);
    assert_int_equal(graze_shape_cone(4, 2, &shape), GRAZE_OK); /* flat: the ball over its base */
    expect_ball(shape, -1, 4);
    assert_int_equal(graze_shape_cone(0, 2, &shape), GRAZE_OK);
    expect_ball(shape, 0, 1);
}

static void unbounded_shapes_have_no_bounds(void **state) {
    (void)state;
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_half_space(graze_vec3_make(0, 1, 0), 1, &shape), GRAZE_OK);
    graze_placed placed = {shape, graze_pose_identity(), 0};
    graze_aabb box = {graze_vec3_make(1, 2, 3), graze_vec3_make(4, 5, 6)};
    graze_sphere ball = {graze_vec3_make(1, 2, 3), 4};
    graze_shape_mass mass = {.volume = 5};
    assert_int_equal(graze_placed_bounds(&placed, &box), GRAZE_UNBOUNDED);
    assert_int_equal(graze_shape_bounding_sphere(shape, &ball), GRAZE_UNBOUNDED);
    assert_int_equal(graze_shape_measure(shape, &mass), GRAZE_UNBOUNDED);
    assert_true(box.hi.z == 6 && ball.radius == 4 && mass.volume == 5);
    graze_shape_release(shape);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(world_boxes_contain_and_touch),
        cmocka_unit_test(local_boxes_contain_and_touch),
        cmocka_unit_test(box_forms_convert),
        cmocka_unit_test(balls_contain_and_are_tight),
        cmocka_unit_test(balls_of_primitives_are_least),
        cmocka_unit_test(unbounded_shapes_have_no_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
