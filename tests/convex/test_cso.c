/* SPDX-License-Identifier: MIT
 * Queries on the configuration space obstacle A - B = A + (-B) (S11, S12; B:1142-1164): two shapes
 * meet iff the origin lies in it, and it moves along when B does. */
#include "harness.h"
#include "oracle/random_shape.h"
#include "oracle/seidel_lp.h"

static graze_shape *difference(graze_shape *a, graze_shape *b) {
    graze_pose mirror;
    graze_shape *minus_b = NULL, *cso = NULL;
    assert_int_equal(graze_pose_make_scaled(graze_quat_identity(), graze_vec3_zero(),
                                            graze_vec3_make(-1, -1, -1), &mirror),
                     GRAZE_OK);
    assert_int_equal(graze_shape_transformed(b, &mirror, &minus_b), GRAZE_OK);
    assert_int_equal(graze_shape_minkowski_sum(a, minus_b, &cso), GRAZE_OK);
    graze_shape_release(minus_b);
    return cso;
}

static bool contains(const graze_shape *shape, graze_vec3 point) {
    bool inside = false;
    assert_int_equal(graze_shape_contains(shape, point, &inside), GRAZE_OK);
    return inside;
}

static graze_shape *cloud(graze_vec3 center, graze_random *random) {
    enum { COUNT = 20 };
    graze_vec3 points[COUNT];
    graze_shape *shape = NULL;
    for (int i = 0; i < COUNT; ++i) points[i] = graze_vec3_add(center, random_vector(1, random));
    assert_int_equal(graze_shape_polytope(points, COUNT, 0, &shape), GRAZE_OK);
    return shape;
}

static int add_half_spaces(const graze_shape *shape, oracle_constraint *out) {
    graze_hull_view view;
    assert_int_equal(graze_hull_get(graze_shape_hull(shape), &view), GRAZE_OK);
    for (uint32_t f = 0; f < view.facet_count; ++f) {
        graze_plane plane = view.planes[f];
        out[f] =
            (oracle_constraint){{plane.normal.x, plane.normal.y, plane.normal.z, 1}, -plane.offset};
    }
    return (int)view.facet_count;
}

/* How deep a ball fits into both polytopes; negative when they are disjoint (V3 as in B:2532-2566). */
static long double room(const graze_shape *a, const graze_shape *b, graze_random *random) {
    oracle_constraint constraints[200];
    int count = add_half_spaces(a, constraints);
    count += add_half_spaces(b, constraints + count);
    long double objective[4] = {0, 0, 0, 1}, x[4];
    assert_true(oracle_lp(4, constraints, count, objective, 100, random, x));
    return x[3];
}

static void the_origin_is_in_the_difference_iff_they_meet(void **state) {
    (void)state;
    uint64_t seed = test_seed(51001);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(2000);
    for (long i = 0; i < count; ++i) {
        graze_shape *a = cloud(graze_vec3_zero(), &random);
        graze_shape *b = cloud(random_vector((graze_real)1.85, &random), &random);
        graze_shape *cso = difference(a, b);
        long double t = room(a, b, &random), band = 1000 * (long double)GRAZE_EPSILON;
        bool meets = contains(cso, graze_vec3_zero());
        hits += meets;
        if (t > band)
            TEST_CHECK(meets, seed, i, "a common ball of radius %Lg, yet the origin is outside", t);
        if (t < -band) TEST_CHECK(!meets, seed, i, "%Lg apart, yet the origin is inside", -t);
        graze_shape_release(cso);
        graze_shape_release(a);
        graze_shape_release(b);
    }
    if (count >= 200) assert_in_range(hits, count * 3 / 10, count * 7 / 10);
}

/* Aligned boxes overlap by h_a + h_b - |c| on each axis: moving B by the least of these separates. */
static void moving_by_the_depth_vector_gives_touching(void **state) {
    (void)state;
    uint64_t seed = test_seed(51002);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(2000); ++i) {
        graze_vec3 half_a = graze_vec3_add(graze_vec3_make(2, 2, 2), random_vector(1, &random));
        graze_vec3 half_b = graze_vec3_add(graze_vec3_make(2, 2, 2), random_vector(1, &random));
        graze_vec3 c = random_vector(1, &random);
        graze_shape *a = NULL, *b = NULL;
        assert_int_equal(graze_shape_box(half_a, &a), GRAZE_OK);
        assert_int_equal(graze_shape_box(half_b, &b), GRAZE_OK);
        graze_shape *cso = difference(a, b); /* A - (B + c) contains 0 iff A - B contains c */
        graze_vec3 room_left = graze_vec3_sub(graze_vec3_add(half_a, half_b), graze_vec3_abs(c));
        int axis = room_left.x <= room_left.y ? (room_left.x <= room_left.z ? 0 : 2)
                                              : (room_left.y <= room_left.z ? 1 : 2);
        graze_real depth = graze_vec3_get(room_left, axis);
        graze_real way = depth * graze_sign(graze_vec3_get(c, axis));
        graze_vec3 unit =
            graze_vec3_make((graze_real)(axis == 0), (graze_real)(axis == 1), (graze_real)(axis == 2));
        TEST_CHECK(contains(cso, c), seed, i, "boxes %g deep do not meet", (double)depth);
        graze_real less = way * (graze_real)0.999, more = way * (graze_real)1.001;
        TEST_CHECK(contains(cso, graze_vec3_add_scaled(c, less, unit)), seed, i, "separated too early");
        TEST_CHECK(contains(cso, graze_vec3_add_scaled(c, way, unit)), seed, i,
                   "touching is not intersecting");
        TEST_CHECK(!contains(cso, graze_vec3_add_scaled(c, more, unit)), seed, i, "not separated");
        graze_shape_release(cso);
        graze_shape_release(a);
        graze_shape_release(b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_origin_is_in_the_difference_iff_they_meet),
        cmocka_unit_test(moving_by_the_depth_vector_gives_touching),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
