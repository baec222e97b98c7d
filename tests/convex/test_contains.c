/* SPDX-License-Identifier: MIT
 * Containment agrees with support: a point is inside iff no direction separates it, decided by linear
 * programming (V3) over support points, for every kind of shape and every class of pose. */
#include <math.h>

#include "harness.h"
#include "oracle/locate.h"
#include "oracle/random_shape.h"

static const graze_real half = (graze_real)0.5;

/* A point near the surface: a support point moved out or in by 10^-1 .. 10^-8 of the size, or one
 * anywhere in the box. */
static graze_vec3 probe(const graze_placed *placed, const graze_aabb *box, graze_random *random) {
    graze_vec3 extent = graze_aabb_extent(*box), center = graze_aabb_center(*box);
    if (graze_random_bits(random) % 3 == 0)
        return graze_vec3_add(center, graze_vec3_mul(extent, random_vector(1, random)));
    graze_vec3 out = graze_random_direction(random), surface;
    assert_int_equal(graze_placed_support(placed, out, &surface), GRAZE_OK);
    graze_real gap = graze_vec3_length(extent) + (graze_real)0.01; /* single points have no extent */
    for (int k = 1 + (int)(graze_random_bits(random) % 8); k > 0; --k) gap *= (graze_real)0.1;
    if (graze_random_bits(random) % 2) /* inwards: towards a point that is inside for sure */
        return graze_vec3_lerp(surface, center, graze_min(gap, 1));
    return graze_vec3_add_scaled(surface, gap, out);
}

/* The rounding radius promised for a placed shape, generously: in terms of the sizes, the distance, and
 * how far the shape is from its own origin. */
static long double band(const graze_placed *placed, graze_vec3 point) {
    graze_aabb box, local_box;
    graze_placed local = {placed->shape, graze_pose_identity(), 0};
    assert_int_equal(graze_placed_bounds(placed, &box), GRAZE_OK);
    assert_int_equal(graze_placed_bounds(&local, &local_box), GRAZE_OK);
    long double size = (long double)graze_vec3_length(graze_vec3_sub(box.hi, box.lo)) +
                       (long double)graze_vec3_length(graze_vec3_sub(point, graze_aabb_center(box)));
    long double stretch = 0;
    for (int k = 0; k < 3; ++k)
        stretch += (long double)graze_vec3_length_squared(placed->pose.basis.col[k]);
    stretch = sqrtl(stretch);
    size += stretch * (long double)graze_vec3_length(graze_aabb_center(local_box));
    return stretch * (long double)graze_shape_support_error(placed->shape) +
           100 * (long double)GRAZE_EPSILON * size;
}

static void check_kind(graze_shape_kind kind, bool placed_freely, graze_random *random, uint64_t seed,
                       long count) {
    long inside_count = 0, outside_count = 0, unsure = 0;
    for (long i = 0; i < count; ++i) {
        graze_shape *shape = random_shape(kind, 2, random);
        graze_placed placed = {shape, graze_pose_identity(), 0};
        if (placed_freely) {
            placed.pose = random_pose((random_pose_class)(i % RANDOM_POSE_CLASS_COUNT), 3, random);
            placed.margin = graze_random_bits(random) % 2 ? half : 0;
            if (i % 7 == 0) placed.pose.kind = GRAZE_POSE_UNKNOWN;
        }
        graze_aabb box;
        assert_int_equal(graze_placed_bounds(&placed, &box), GRAZE_OK);
        for (int k = 0; k < 10; ++k) {
            graze_vec3 point = probe(&placed, &box, random);
            bool inside = false;
            assert_int_equal(graze_placed_contains(&placed, point, &inside), GRAZE_OK);
            oracle_place place = oracle_locate(&placed, point, band(&placed, point), random);
            inside_count += place == ORACLE_INSIDE;
            outside_count += place == ORACLE_OUTSIDE;
            unsure += place == ORACLE_UNSURE;
            /* Inside the band "inside" is promised by the library; the oracle's band is wider, so a
             * point the oracle calls inside may rightly be outside only within that band. */
            if (place == ORACLE_OUTSIDE)
                TEST_CHECK(!inside, seed, i, "%s: a point outside is called inside",
                           graze_shape_kind_text(kind));
            if (place == ORACLE_INSIDE && !inside)
                TEST_CHECK(oracle_locate(&placed, point, 0, random) != ORACLE_INSIDE, seed, i,
                           "%s: a point inside is called outside", graze_shape_kind_text(kind));
        }
        graze_shape_release(shape);
    }
    TEST_CHECK(unsure * 20 <= count * 10, seed, count, "%s: %ld of %ld undecided",
               graze_shape_kind_text(kind), unsure, count * 10);
    if (count >= 20) {
        TEST_CHECK(outside_count > count / 2, seed, count, "%s: only %ld outside",
                   graze_shape_kind_text(kind), outside_count);
        if (kind != GRAZE_SHAPE_POINT)
            TEST_CHECK(inside_count > count / 8, seed, count, "%s: only %ld inside",
                       graze_shape_kind_text(kind), inside_count);
    }
}

static void check_all_kinds(bool placed_freely, uint64_t base) {
    uint64_t seed = test_seed(base);
    for (int kind = 0; kind < GRAZE_SHAPE_CONVEX_COUNT; ++kind) {
        if (kind == GRAZE_SHAPE_HALF_SPACE) continue;
        graze_random random = graze_random_seed(seed + (uint64_t)kind);
        check_kind((graze_shape_kind)kind, placed_freely, &random, seed, test_count(200));
    }
}

static void local_containment_agrees_with_support(void **state) {
    (void)state;
    check_all_kinds(false, 41001);
}

static void placed_containment_agrees_with_support(void **state) {
    (void)state;
    check_all_kinds(true, 41002);
}

static void half_spaces_contain_by_their_plane(void **state) {
    (void)state;
    uint64_t seed = test_seed(41003);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(20000); ++i) {
        graze_vec3 normal = random_vector(3, &random);
        graze_real offset = graze_random_uniform(&random, -2, 2);
        graze_shape *shape = NULL;
        assert_int_equal(graze_shape_half_space(normal, offset, &shape), GRAZE_OK);
        graze_placed placed = {
            shape, random_pose((random_pose_class)(i % RANDOM_POSE_CLASS_COUNT), 2, &random), 0};
        graze_vec3 local = random_vector(2, &random), world = graze_pose_apply(&placed.pose, local);
        bool inside_local, inside_world;
        assert_int_equal(graze_shape_contains(shape, local, &inside_local), GRAZE_OK);
        assert_int_equal(graze_placed_contains(&placed, world, &inside_world), GRAZE_OK);
        long double value = (long double)normal.x * local.x + (long double)normal.y * local.y +
                            (long double)normal.z * local.z - offset;
        if (fabsl(value) > 1000 * (long double)GRAZE_EPSILON) {
            TEST_CHECK(inside_local == (value < 0), seed, i, "local side wrong at %Lg", value);
            TEST_CHECK(inside_world == (value < 0), seed, i, "world side wrong at %Lg", value);
        }
        graze_shape_release(shape);
    }
}

/* Points at exactly known places: boxes and their corners, edges, faces (touching is inside). */
static void touching_points_are_inside(void **state) {
    (void)state;
    graze_shape *box = NULL;
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 2, 3), &box), GRAZE_OK);
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z) {
                bool inside = false;
                graze_vec3 p = graze_vec3_make((graze_real)x, (graze_real)(2 * y), (graze_real)(3 * z));
                assert_int_equal(graze_shape_contains(box, p, &inside), GRAZE_OK);
                assert_true(inside);
                if (x == 0 && y == 0 && z == 0) continue;
                p = graze_vec3_scale(p, (graze_real)1.001);
                assert_int_equal(graze_shape_contains(box, p, &inside), GRAZE_OK);
                assert_false(inside);
            }
    graze_shape_release(box);
}

static void sizes_from_tiny_to_huge(void **state) {
    (void)state;
    graze_real size = GRAZE_REAL_MAX;
    for (size = (graze_real)1e-24; size < (graze_real)1e17; size *= 10) {
        graze_shape *box = NULL;
        assert_int_equal(graze_shape_box(graze_vec3_make(size, size, size), &box), GRAZE_OK);
        bool inside = false;
        graze_real near_corner = size * (graze_real)0.999, off_corner = size * (graze_real)1.001;
        assert_int_equal(
            graze_shape_contains(box, graze_vec3_make(near_corner, near_corner, near_corner), &inside),
            GRAZE_OK);
        assert_true(inside);
        assert_int_equal(
            graze_shape_contains(box, graze_vec3_make(near_corner, near_corner, off_corner), &inside),
            GRAZE_OK);
        assert_false(inside);
        graze_shape_release(box);
    }
}

static void bad_input_is_refused(void **state) {
    (void)state;
    graze_shape *box = NULL;
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 1, 1), &box), GRAZE_OK);
    graze_real infinity = (graze_real)INFINITY, not_a_number = (graze_real)NAN;
    bool inside = true;
    graze_placed placed = {box, graze_pose_identity(), 0};
    assert_int_equal(graze_shape_contains(NULL, graze_vec3_zero(), &inside), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_contains(box, graze_vec3_zero(), NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_contains(box, graze_vec3_make(infinity, 0, 0), &inside),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_contains(box, graze_vec3_make(0, not_a_number, 0), &inside),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_shape_contains(box, graze_vec3_make(GRAZE_REAL_MAX, 0, 0), &inside),
                     GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_placed_contains(NULL, graze_vec3_zero(), &inside), GRAZE_INVALID_ARGUMENT);
    placed.margin = -1;
    assert_int_equal(graze_placed_contains(&placed, graze_vec3_zero(), &inside),
                     GRAZE_INVALID_ARGUMENT);
    placed.margin = 0;
    placed.pose.basis.col[1] = graze_vec3_zero();
    assert_int_equal(graze_placed_contains(&placed, graze_vec3_zero(), &inside), GRAZE_SINGULAR);
    assert_true(inside);
    graze_shape_release(box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(local_containment_agrees_with_support),
        cmocka_unit_test(placed_containment_agrees_with_support),
        cmocka_unit_test(half_spaces_contain_by_their_plane),
        cmocka_unit_test(touching_points_are_inside),
        cmocka_unit_test(sizes_from_tiny_to_huge),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
