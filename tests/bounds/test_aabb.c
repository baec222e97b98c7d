/* SPDX-License-Identifier: MIT
 * S7, O3, O5, O6, Y2, Y3: boxes along the axes. Their forms, the packed one, boxes of other volumes,
 * and the four ways to keep one round something that turns. */
#include <math.h>

#include "exact_hold.h"
#include "point_clouds.h"

static graze_aabb random_box(graze_random *random, graze_real size) {
    graze_vec3 a = graze_vec3_scale(graze_random_direction(random),
                                    graze_random_uniform(random, 0, size)),
               b = graze_vec3_scale(graze_random_direction(random),
                                    graze_random_uniform(random, 0, size));
    bool flat = graze_random_bits(random) % 10 == 0;
    if (flat) b.y = a.y;
    return (graze_aabb){graze_vec3_min(a, b), graze_vec3_max(a, b)};
}

static graze_pose random_pose(graze_random *random, graze_real far) {
    graze_pose pose;
    graze_vec3 origin =
        graze_vec3_scale(graze_random_direction(random), graze_random_uniform(random, 0, far));
    assert_int_equal(graze_pose_make(graze_random_rotation(random), origin, &pose), GRAZE_OK);
    return pose;
}

static bool box_equals(const graze_aabb *a, const graze_aabb *b) {
    return graze_vec3_equal(a->lo, b->lo) && graze_vec3_equal(a->hi, b->hi);
}

/* -- forms -- */

static void check_form(const graze_aabb *box, const graze_aabb *back, graze_real loose, uint64_t seed,
                       long n, const char *what) {
    TEST_CHECK(graze_aabb_contains(back, box), seed, n, "%s: the box sticks out", what);
    graze_real worst = graze_max(graze_vec3_max_abs(graze_vec3_sub(box->lo, back->lo)),
                                 graze_vec3_max_abs(graze_vec3_sub(back->hi, box->hi)));
    TEST_CHECK(worst <= loose, seed, n, "%s is loose by %g, not %g", what, (double)worst,
               (double)loose);
}

static void forms_hold_the_box(void **state) {
    (void)state;
    uint64_t seed = test_seed(11);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(50000); ++n) {
        graze_real size = (graze_real)pow(10, (double)graze_random_uniform(&random, -9, 9));
        graze_aabb box = random_box(&random, size), back;
        graze_aabb_widths widths;
        graze_aabb_centered centered;
        graze_aabb_packed packed;
        graze_real eps = 4 * GRAZE_EPSILON * size;
        assert_int_equal(graze_aabb_to_widths(&box, &widths), GRAZE_OK);
        assert_int_equal(graze_aabb_from_widths(&widths, &back), GRAZE_OK);
        check_form(&box, &back, eps, seed, n, "widths");
        assert_int_equal(graze_aabb_to_centered(&box, &centered), GRAZE_OK);
        assert_int_equal(graze_aabb_from_centered(&centered, &back), GRAZE_OK);
        check_form(&box, &back, 2 * eps, seed, n, "centre and extent");
        assert_int_equal(graze_aabb_pack(&box, &packed), GRAZE_OK);
        assert_int_equal(graze_aabb_unpack(&packed, &back), GRAZE_OK);
        graze_real width = graze_vec3_max_abs(graze_vec3_sub(box.hi, box.lo));
        check_form(&box, &back, width / 127 + (graze_real)1e-6 * size, seed, n, "packed");
    }
    assert_int_equal(sizeof(graze_aabb_packed), 20); /* 18, and what aligns the next float */
}

static void exact_boxes_stay_exact(void **state) {
    (void)state;
    graze_aabb box = {graze_vec3_make(-3, 2, 0), graze_vec3_make(5, 2, (graze_real)0.5)}, back;
    graze_aabb_widths widths;
    graze_aabb_centered centered;
    graze_aabb_packed packed;
    assert_int_equal(graze_aabb_to_widths(&box, &widths), GRAZE_OK);
    assert_int_equal(graze_aabb_from_widths(&widths, &back), GRAZE_OK);
    assert_true(box_equals(&box, &back));
    assert_int_equal(graze_aabb_to_centered(&box, &centered), GRAZE_OK);
    assert_true(graze_vec3_equal(centered.center, graze_vec3_make(1, 2, (graze_real)0.25)));
    assert_true(graze_vec3_equal(centered.extent, graze_vec3_make(4, 0, (graze_real)0.25)));
    assert_int_equal(graze_aabb_from_centered(&centered, &back), GRAZE_OK);
    assert_true(box_equals(&box, &back));
    assert_int_equal(graze_aabb_pack(&box, &packed), GRAZE_OK);
    assert_int_equal(graze_aabb_unpack(&packed, &back), GRAZE_OK);
    assert_true(box_equals(&box, &back));
}

/* -- relations -- */

static void merging_containing_and_measuring(void **state) {
    (void)state;
    uint64_t seed = test_seed(12);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(20000); ++n) {
        graze_aabb a = random_box(&random, 2), b = random_box(&random, 2);
        graze_aabb both = graze_aabb_merge(a, b), alone = graze_aabb_merge(a, graze_aabb_nothing());
        TEST_CHECK(graze_aabb_contains(&both, &a) && graze_aabb_contains(&both, &b), seed, n, "merge");
        TEST_CHECK(box_equals(&alone, &a), seed, n, "merged with nothing");
        bool hit;
        assert_int_equal(graze_test_aabb_aabb(&a, &b, &hit), GRAZE_OK);
        TEST_CHECK(hit == graze_aabb_overlaps(&a, &b), seed, n, "overlap");
        graze_proximity near;
        assert_int_equal(graze_near_aabb_aabb(&a, &b, &near), GRAZE_OK);
        graze_real squared = graze_aabb_distance_squared(&a, &b);
        double want = near.sd > 0 ? (double)(near.sd * near.sd) : 0;
        TEST_CHECK(fabs((double)squared - want) <= 1e-5 * (want + 1e-3), seed, n, "distance");
        TEST_CHECK((squared == 0) == hit, seed, n, "distance zero and overlap");
    }
    graze_aabb box = {graze_vec3_make(0, 0, 0), graze_vec3_make(1, 2, 3)};
    assert_true(graze_aabb_volume(&box) == 6 && graze_aabb_area(&box) == 22);
    assert_true(graze_aabb_contains_point(&box, graze_vec3_make(1, 2, 0)));
    assert_false(graze_aabb_contains_point(&box, graze_vec3_make(1, 2, -1)));
}

/* -- of other volumes -- */

static void boxes_hold_spheres_and_boxes(void **state) {
    (void)state;
    uint64_t seed = test_seed(13);
    graze_random random = graze_random_seed(seed);
    for (long n = 0; n < test_count(20000); ++n) {
        graze_aabb inner = random_box(&random, 2), box;
        graze_pose pose = random_pose(&random, n % 2 ? 1000 : 1);
        graze_sphere s = {pose.origin, graze_random_uniform(&random, 0, 2)};
        assert_int_equal(graze_aabb_from_sphere(&s, &box), GRAZE_OK);
        for (int k = 0; k < 3; ++k) {
            long double c = (long double)graze_vec3_get(s.center, k), r = (long double)s.radius;
            TEST_CHECK((long double)graze_vec3_get(box.hi, k) >= c + r, seed, n, "sphere sticks out");
            TEST_CHECK((long double)graze_vec3_get(box.lo, k) <= c - r, seed, n, "sphere sticks out");
        }
        graze_obb obb = {pose.origin, pose.basis, graze_aabb_extent(inner)};
        assert_int_equal(graze_aabb_from_obb(&obb, &box), GRAZE_OK);
        long double largest = 0;
        for (int corner = 0; corner < 8; ++corner) {
            ld3 x = ld3_from(obb.center);
            for (int k = 0; k < 3; ++k) {
                long double h = (long double)graze_vec3_get(obb.half, k);
                x = ld3_add_scaled(x, corner >> k & 1 ? h : -h, ld3_from(obb.axes.col[k]));
            }
            bool in = x.x <= (long double)box.hi.x && x.x >= (long double)box.lo.x &&
                      x.y <= (long double)box.hi.y && x.y >= (long double)box.lo.y &&
                      x.z <= (long double)box.hi.z && x.z >= (long double)box.lo.z;
            TEST_CHECK(in, seed, n, "corner %d of an oriented box sticks out", corner);
            largest = fmaxl(largest, x.x);
        }
        TEST_CHECK((long double)box.hi.x - largest <= 64 * (long double)GRAZE_EPSILON * 1010, seed, n,
                   "loose by %Lg", (long double)box.hi.x - largest);
    }
}

static graze_vec3 cone_support(const void *user, graze_vec3 v) {
    const graze_shape *shape = user;
    graze_vec3 p;
    return graze_shape_support(shape, v, &p) == GRAZE_OK ? p : graze_vec3_make(NAN, 0, 0);
}

static void supports_agree_with_placed_shapes(void **state) {
    (void)state;
    graze_shape *cone;
    assert_int_equal(graze_shape_cone(1, 3, &cone), GRAZE_OK);
    graze_pose still;
    assert_int_equal(graze_pose_make(graze_quat_identity(), graze_vec3_zero(), &still), GRAZE_OK);
    graze_placed placed = {cone, still, 0};
    graze_aabb of_shape, of_support;
    assert_int_equal(graze_placed_bounds(&placed, &of_shape), GRAZE_OK);
    assert_int_equal(
        graze_aabb_from_support(cone_support, cone, graze_shape_support_error(cone), &of_support),
        GRAZE_OK);
    graze_real off = graze_max(graze_vec3_max_abs(graze_vec3_sub(of_shape.lo, of_support.lo)),
                               graze_vec3_max_abs(graze_vec3_sub(of_shape.hi, of_support.hi)));
    assert_true(off <= 100 * GRAZE_EPSILON);
    assert_true(of_support.hi.y >= (graze_real)1.5 && of_support.hi.x >= 1 && of_support.lo.z <= -1);
    graze_shape_release(cone);
}

/* -- what turns (O6) -- */

static void the_four_ways(void **state) {
    (void)state;
    enum { COUNT = 200 };
    uint64_t seed = test_seed(14);
    graze_random random = graze_random_seed(seed);
    graze_vec3 points[COUNT];
    cloud_make(CLOUD_BALL, points, COUNT, 1, graze_vec3_make((graze_real)0.3, 0, 0), &random);
    for (int i = 0; i < COUNT; ++i) points[i].y *= 3;
    graze_hull *hull;
    graze_aabb original, loose;
    assert_int_equal(graze_hull_create(points, COUNT, 0, &hull), GRAZE_OK);
    assert_int_equal(graze_aabb_from_points(points, COUNT, 0, &original), GRAZE_OK);
    assert_int_equal(graze_aabb_around_pivot(points, COUNT, 0, graze_vec3_zero(), &loose), GRAZE_OK);
    uint32_t touching[6] = {UINT32_MAX, 0, 1, 2, 3, 4000};
    double volume[4] = {0};
    graze_real largest = 0;
    long rotations = test_count(10000);
    for (long n = 0; n < rotations; ++n) {
        graze_pose pose = random_pose(&random, 0);
        graze_aabb tight, climbed, wrapped;
        assert_int_equal(graze_aabb_from_posed_points(&pose, points, COUNT, 0, &tight), GRAZE_OK);
        assert_int_equal(graze_aabb_from_hull(&pose, hull, touching, &climbed), GRAZE_OK);
        assert_int_equal(graze_aabb_transform(&pose, &original, &wrapped), GRAZE_OK);
        for (int i = 0; i < COUNT; ++i) {
            ld3 x = {0, 0, 0};
            for (int k = 0; k < 3; ++k)
                x = ld3_add_scaled(x, (long double)graze_vec3_get(points[i], k),
                                   ld3_from(pose.basis.col[k]));
            const graze_aabb *all[4] = {&loose, &tight, &climbed, &wrapped};
            for (int k = 0; k < 4; ++k)
                TEST_CHECK(x.x >= (long double)all[k]->lo.x && x.x <= (long double)all[k]->hi.x &&
                               x.y >= (long double)all[k]->lo.y && x.y <= (long double)all[k]->hi.y &&
                               x.z >= (long double)all[k]->lo.z && x.z <= (long double)all[k]->hi.z,
                           seed, n, "way %c leaves out point %d", "abcd"[k], i);
        }
        graze_real off = graze_max(graze_vec3_max_abs(graze_vec3_sub(tight.lo, climbed.lo)),
                                   graze_vec3_max_abs(graze_vec3_sub(tight.hi, climbed.hi)));
        TEST_CHECK(off <= 16 * GRAZE_EPSILON * 4, seed, n, "b and c differ by %g", (double)off);
        graze_real slack = 1 + 64 * GRAZE_EPSILON;
        TEST_CHECK(graze_aabb_volume(&tight) <= graze_aabb_volume(&loose) * slack, seed, n,
                   "b above a");
        TEST_CHECK(graze_aabb_volume(&tight) <= graze_aabb_volume(&wrapped) * slack, seed, n,
                   "b above d");
        const graze_aabb *all[4] = {&loose, &tight, &climbed, &wrapped};
        for (int k = 0; k < 4; ++k) volume[k] += (double)graze_aabb_volume(all[k]) / (double)rotations;
        largest = graze_max(largest, graze_vec3_max_abs(graze_aabb_extent(wrapped)));
    }
    /* (d) from the original does not grow: it never reaches farther than the original's corners. */
    assert_true(largest <= graze_vec3_length(graze_aabb_extent(original)) * (1 + 64 * GRAZE_EPSILON));
    printf("mean volume over %ld rotations: a %.3f, b %.3f, c %.3f, d %.3f\n", rotations, volume[0],
           volume[1], volume[2], volume[3]);
    graze_hull_release(hull);
}

/* What the notes warn of: each box made from the last one grows without end. */
static void wrapping_the_last_box_grows(void **state) {
    (void)state;
    graze_aabb original = {graze_vec3_make(-1, -1, -1), graze_vec3_make(1, 1, 1)}, last = original,
               kept;
    graze_quat step, turn = graze_quat_identity();
    assert_int_equal(graze_quat_from_axis_angle(graze_vec3_make(1, 2, 3), (graze_real)0.1, &step),
                     GRAZE_OK);
    for (int n = 0; n < 100; ++n) {
        graze_pose by_step, whole;
        turn = graze_quat_mul(step, turn);
        assert_int_equal(graze_pose_make(step, graze_vec3_zero(), &by_step), GRAZE_OK);
        assert_int_equal(graze_pose_make(turn, graze_vec3_zero(), &whole), GRAZE_OK);
        assert_int_equal(graze_aabb_transform(&by_step, &last, &last), GRAZE_OK);
        assert_int_equal(graze_aabb_transform(&whole, &original, &kept), GRAZE_OK);
    }
    assert_true(graze_aabb_volume(&last) > 1000 * graze_aabb_volume(&kept));
    assert_true(graze_vec3_max_abs(kept.hi) < (graze_real)1.7321);
}

/* -- the choice of space (O5) -- */

static void boxes_in_two_spaces(void **state) {
    (void)state;
    uint64_t seed = test_seed(15);
    graze_random random = graze_random_seed(seed);
    long apart = 0, seen = 0;
    for (long n = 0; n < test_count(20000); ++n) {
        graze_aabb a = random_box(&random, 1), b = random_box(&random, 1);
        graze_pose pa = random_pose(&random, 2), pb = random_pose(&random, 2);
        if (n % 3 == 0) pa.origin = graze_vec3_add(pa.origin, graze_vec3_make(1000, 0, 0));
        if (n % 3 == 0) pb.origin = graze_vec3_add(pb.origin, graze_vec3_make(1000, 0, 0));
        bool hit, truly, other;
        assert_int_equal(graze_aabb_test_posed(&pa, &a, &pb, &b, &hit), GRAZE_OK);
        assert_int_equal(graze_aabb_test_posed(&pb, &b, &pa, &a, &other), GRAZE_OK);
        TEST_CHECK(hit == other, seed, n, "the order matters");
        graze_obb oa = {graze_pose_apply(&pa, graze_aabb_center(a)), pa.basis, graze_aabb_extent(a)};
        graze_obb ob = {graze_pose_apply(&pb, graze_aabb_center(b)), pb.basis, graze_aabb_extent(b)};
        assert_int_equal(graze_test_obb_obb(&oa, &ob, &truly), GRAZE_OK);
        /* Sized down a little, so that rounding in the boxes made for comparison cannot tip it. */
        graze_vec3 less = graze_vec3_make((graze_real)1e-3, (graze_real)1e-3, (graze_real)1e-3);
        oa.half = graze_vec3_max(graze_vec3_sub(oa.half, less), graze_vec3_zero());
        bool surely;
        assert_int_equal(graze_test_obb_obb(&oa, &ob, &surely), GRAZE_OK);
        TEST_CHECK(hit || !surely, seed, n, "boxes that overlap were told apart");
        apart += !truly;
        seen += !hit;
    }
    printf("of %ld pairs of boxes that are apart, %ld were told apart\n", apart, seen);
    assert_true(seen > apart / 2);
}

/* -- bad input -- */

static void bad_input(void **state) {
    (void)state;
    graze_vec3 points[2] = {{0, 0, 0}, {1, 1, 1}};
    graze_aabb box = {{7, 7, 7}, {8, 8, 8}}, same = box;
    graze_pose pose;
    assert_int_equal(graze_pose_make(graze_quat_identity(), graze_vec3_zero(), &pose), GRAZE_OK);
    assert_int_equal(graze_aabb_from_points(points, 0, 0, &box), GRAZE_EMPTY);
    assert_int_equal(graze_aabb_from_points(NULL, 2, 0, &box), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_aabb_from_points(points, 2, 4, &box), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_aabb_from_points(points, 2, 0, NULL), GRAZE_INVALID_ARGUMENT);
    points[1].y = NAN;
    assert_int_equal(graze_aabb_from_points(points, 2, 0, &box), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_aabb_from_posed_points(&pose, points, 2, 0, &box), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_aabb_around_pivot(points, 2, 0, points[0], &box), GRAZE_INVALID_ARGUMENT);
    points[1].y = INFINITY;
    assert_int_equal(graze_aabb_from_points(points, 2, 0, &box), GRAZE_INVALID_ARGUMENT);
    points[1].y = GRAZE_REAL_MAX;
    assert_int_equal(graze_aabb_from_points(points, 2, 0, &box), GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_aabb_from_support(NULL, NULL, 0, &box), GRAZE_INVALID_ARGUMENT);
    graze_aabb wrong = {{1, 0, 0}, {0, 1, 1}};
    graze_aabb_packed packed;
    assert_int_equal(graze_aabb_pack(&wrong, &packed), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_aabb_transform(&pose, &wrong, &box), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_aabb_transform(NULL, &same, &box), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_aabb_from_hull(&pose, NULL, NULL, &box), GRAZE_INVALID_ARGUMENT);
    graze_sphere ball = {{0, 0, 0}, -1};
    assert_int_equal(graze_aabb_from_sphere(&ball, &box), GRAZE_INVALID_ARGUMENT);
    assert_true(box_equals(&box, &same));
    unsigned char unaligned[1 + 2 * 40];
    graze_vec3 p = {1, 2, 3}, q = {3, 2, 1};
    memcpy(unaligned + 1, &p, sizeof p);
    memcpy(unaligned + 1 + 40, &q, sizeof q);
    assert_int_equal(graze_aabb_from_points(unaligned + 1, 2, 40, &box), GRAZE_OK);
    assert_true(graze_vec3_equal(box.lo, graze_vec3_make(1, 2, 1)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_hold_the_box),
        cmocka_unit_test(exact_boxes_stay_exact),
        cmocka_unit_test(merging_containing_and_measuring),
        cmocka_unit_test(boxes_hold_spheres_and_boxes),
        cmocka_unit_test(supports_agree_with_placed_shapes),
        cmocka_unit_test(the_four_ways),
        cmocka_unit_test(wrapping_the_last_box_grows),
        cmocka_unit_test(boxes_in_two_spaces),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
