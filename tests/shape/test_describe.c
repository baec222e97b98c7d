/* SPDX-License-Identifier: MIT
 * Shapes in words. */
#include "harness.h"
#include "shape/shape.h"

/* Takes the shape over. */
static void expect_text(graze_shape *shape, const char *expected) {
    char text[400];
    size_t length = graze_shape_describe(shape, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    graze_shape_release(shape);
}

static void every_shape_says_its_kind_and_sizes(void **state) {
    (void)state;
    graze_shape *s = NULL, *box = NULL;
    assert_int_equal(graze_shape_sphere((graze_real)0.5, &s), GRAZE_OK);
    expect_text(s, "sphere(0.5)");
    assert_int_equal(graze_shape_cone(1, 2, &s), GRAZE_OK);
    expect_text(s, "cone(1, 2)");
    assert_int_equal(graze_shape_cylinder(1, 2, &s), GRAZE_OK);
    expect_text(s, "cylinder(1, 2)");
    assert_int_equal(graze_shape_capsule(1, 2, &s), GRAZE_OK);
    expect_text(s, "capsule(1, 2)");
    assert_int_equal(graze_shape_ellipsoid(graze_vec3_make(1, 2, 3), &s), GRAZE_OK);
    expect_text(s, "ellipsoid(1, 2, 3)");
    assert_int_equal(graze_shape_ellipsoid(graze_vec3_make(2, 2, 2), &s), GRAZE_OK);
    expect_text(s, "ellipsoid(2, 2, 2)");
    assert_int_equal(graze_shape_half_space(graze_vec3_make(0, 2, 0), -3, &s), GRAZE_OK);
    expect_text(s, "half-space(0, 1, 0, -1.5)");
    assert_int_equal(graze_shape_half_space(graze_vec3_make(0, 0, -1), 0, &s), GRAZE_OK);
    expect_text(s, "half-space(0, 0, -1, 0)");
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 2, 3), &box), GRAZE_OK);
    assert_int_equal(graze_shape_rounded(box, (graze_real)0.1, &s), GRAZE_OK);
    expect_text(s, "rounded(0.1, box(1, 2, 3))");
    graze_pose pose = graze_pose_at(1, 2, 3);
    assert_int_equal(graze_shape_transformed(box, &pose, &s), GRAZE_OK);
    expect_text(s, "transformed(rigid, box(1, 2, 3))");
    graze_quat none = graze_quat_identity();
    assert_int_equal(graze_pose_make_scaled(none, graze_vec3_zero(), graze_vec3_make(2, 2, -2), &pose),
                     GRAZE_OK);
    assert_int_equal(graze_shape_transformed(box, &pose, &s), GRAZE_OK);
    expect_text(s, "transformed(uniform, box(1, 2, 3))");
    assert_int_equal(graze_pose_make_scaled(none, graze_vec3_zero(), graze_vec3_make(2, 1, 2), &pose),
                     GRAZE_OK);
    pose.kind = GRAZE_POSE_UNKNOWN; /* classified */
    assert_int_equal(graze_shape_transformed(box, &pose, &s), GRAZE_OK);
    expect_text(s, "transformed(affine, box(1, 2, 3))");
    graze_shape *parts[2] = {box, box};
    assert_int_equal(graze_shape_hull_of(parts, 2, &s), GRAZE_OK);
    expect_text(s, "hull of(box(1, 2, 3), box(1, 2, 3))");
    assert_int_equal(graze_shape_minkowski_sum(box, box, &s), GRAZE_OK);
    expect_text(s, "sum(box(1, 2, 3), box(1, 2, 3))");
    expect_text(box, "box(1, 2, 3)");
    expect_text(NULL, "null");
}

static void deep_nesting_is_cut(void **state) {
    (void)state;
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_sphere(1, &shape), GRAZE_OK);
    for (int i = 0; i < 8; ++i) {
        graze_shape *outer = NULL;
        assert_int_equal(graze_shape_rounded(shape, 1, &outer), GRAZE_OK);
        graze_shape_release(shape);
        shape = outer;
        if (i != 6) continue;
        char text[200]; /* eight levels still fit */
        graze_shape_describe(shape, text, sizeof text);
        assert_non_null(strstr(text, "sphere(1)"));
    }
    expect_text(shape, "rounded(1, rounded(1, rounded(1, rounded(1, rounded(1, rounded(1, rounded(1, "
                       "rounded(1, ...))))))))");
}

static void short_buffers_are_filled_and_closed(void **state) {
    (void)state;
    graze_shape *box = NULL;
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 2, 3), &box), GRAZE_OK);
    assert_int_equal(graze_shape_describe(box, NULL, 0), 12);
    char text[20];
    for (size_t size = 0; size <= 14; ++size) {
        memset(text, '#', sizeof text);
        assert_int_equal(graze_shape_describe(box, text, size), 12);
        if (size > 0) assert_int_equal(strlen(text), size < 13 ? size - 1 : 12);
        assert_true(strncmp(text, "box(1, 2, 3)", size ? size - 1 : 0) == 0);
        for (size_t i = size; i < sizeof text; ++i) assert_int_equal(text[i], '#');
    }
    graze_shape_release(box);
}

static void check_number(double number, const char *expected) {
    char text[40];
    gz_text growing = {text, sizeof text, 0};
    gz_text_add_real(&growing, (graze_real)number);
    text[growing.length] = 0;
    assert_string_equal(text, expected);
}

/* As %g writes them, for any size of number. */
static void numbers_read_as_percent_g(void **state) {
    (void)state;
    check_number(0, "0");
    check_number(-0.0, "0");
    check_number(-2.5, "-2.5");
    check_number(1e-23, "1e-23");
    check_number(123456, "123456");
    check_number(1234567, "1.23457e+06");
    check_number(0.0001, "0.0001");
    check_number(0.00001, "1e-05");
    check_number(100, "100");
    check_number(999999.5, "1e+06");
    check_number(1234565, "1.23456e+06"); /* ties go to even */
    check_number(1234575, "1.23458e+06");
    check_number((double)GRAZE_SHAPE_REACH, sizeof(graze_real) == 8 ? "3.27339e+150" : "1.15292e+18");
    if (sizeof(graze_real) == 8) check_number(4.9406564584124654e-324, "4.94066e-324");
    uint64_t seed = test_seed(64001);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(100000); ++i) {
        graze_real x = graze_random_uniform(&random, -1, 1);
        for (uint64_t k = graze_random_bits(&random) % 30; k > 0; --k)
            x *= i % 2 ? 10 : (graze_real)0.1;
        if (graze_abs(x) < 1000000 && i % 5 == 0) x = (graze_real)(int)(x * 64) / 64; /* ties */
        char plain[40];
        snprintf(plain, sizeof plain, "%g", (double)x);
        check_number((double)x, x == 0 ? "0" : plain);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_says_its_kind_and_sizes),
        cmocka_unit_test(deep_nesting_is_cut),
        cmocka_unit_test(short_buffers_are_filled_and_closed),
        cmocka_unit_test(numbers_read_as_percent_g),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
