/* SPDX-License-Identifier: MIT
 * P7: the separating axes of every pair: how many are tried at most, and what they say, against the
 * exact tests and against GJK. P8, P9, P10: segment, triangle and box against a box; two boxes in fewer
 * than 200 operations, and near-parallel edges never separate falsely. H5: SAT lite errs to one side.
 */
#include "exact_set.h"
#include "primitive/box_frame.h"

#include <float.h>

/* -- the operations of two boxes, counted by the kernel itself --------------------------------- */

static int operations;
static double counted(double x) {
    ++operations;
    return x;
}
#define SAT_NAME counted_box_axes
#define SAT_NUMBER double
#define SAT_ADD(x, y) counted((x) + (y))
#define SAT_SUB(x, y) counted((x) - (y))
#define SAT_MUL(x, y) counted((x) * (y))
#define SAT_ABS(x) counted(fabs(x))
#define SAT_GREATER(x, y) (counted(0), (x) > (y))
#include "primitive/sat_box_box_kernel.h"

static void two_boxes_take_fewer_than_200_operations(void **state) {
    (void)state;
    graze_random random = graze_random_seed(5);
    int most = 0;
    for (int n = 0; n < 1000; ++n) {
        any_set a = set_random(&random, OBB, 0, graze_vec3_zero());
        any_set b = set_random(&random, OBB, 0, graze_vec3_zero());
        gz_box_pair p;
        gz_box_pair_make(&a.obb, &b.obb, &p);
        int axes = 0, same = 0;
        operations = 0;
        bool apart = counted_box_axes(p.r, p.t, p.ha, p.hb, p.slack, false, &axes);
        assert_int_equal(apart, gz_sat_boxes_apart(&p, &same));
        assert_int_equal(axes, same);
        assert_true(apart || axes == 15);
        most = operations > most ? operations : most;
        int lite = 0;
        gz_sat_boxes_apart_lite(&p, &lite);
        assert_true(lite == (axes < 6 ? axes : 6));
    }
    printf("two boxes: at most %d operations\n", most);
    assert_true(most > 100 && most < 200);
}

/* -- all pairs as sets of points and edges ----------------------------------------------------- */

static gz_sat_set sat_of(const any_set *s) {
    if (s->kind == SEGMENT) return gz_sat_segment(wide3_from(s->segment.a), wide3_from(s->segment.b));
    if (s->kind == TRIANGLE)
        return gz_sat_triangle(wide3_from(s->triangle.p[0]), wide3_from(s->triangle.p[1]),
                               wide3_from(s->triangle.p[2]));
    wide_mat3 axes = wide_mat3_from(&s->obb.axes);
    return gz_sat_box(wide3_from(s->obb.center), &axes, wide3_from(s->obb.half));
}

/* "Apart" is a proof; "not apart" is right but for touching and for sets of one plane. */
static void axes_agree(int kind_a, int kind_b, int limit, bool plane) {
    uint64_t seed = test_seed(11);
    graze_random random = graze_random_seed(seed);
    long count = test_count(10000), wrong = 0, apart_count = 0;
    int most = 0;
    for (long n = 0; n < count; ++n) {
        any_set a = set_random(&random, kind_a, 0, set_point(&random, 0));
        any_set b = set_random(&random, kind_b, 0, set_point(&random, 0));
        gz_sat_set s = sat_of(&a), t = sat_of(&b);
        int axes = 0;
        double slack = 1e-14 + (kind_b == OBB ? 64 * (double)GRAZE_EPSILON : 0);
        bool apart = gz_sat_apart(&s, &t, slack, &axes), meet = exact_meet(&a, &b, 0);
        apart_count += apart;
        TEST_CHECK(!apart || !meet, seed, n, "%s-%s: apart, and yet they meet", set_names[kind_a],
                   set_names[kind_b]);
        wrong += !apart && !meet;
        if (!apart && axes > most) most = axes;
        TEST_CHECK(axes <= limit, seed, n, "%d axes", axes);
    }
    printf("%s-%s: %d axes, apart %ld, not found %ld of %ld\n", set_names[kind_a], set_names[kind_b],
           most, apart_count, wrong, count);
    assert_int_equal(most, limit);
    assert_true(wrong <= (plane ? count / 100 : count / 1000));
}

static void axis_counts(void **state) {
    (void)state;
    axes_agree(SEGMENT, TRIANGLE, 4, true);
    axes_agree(OBB, SEGMENT, 6, false);
    axes_agree(TRIANGLE, TRIANGLE, 11, true);
    axes_agree(OBB, TRIANGLE, 13, false);
    axes_agree(OBB, OBB, 15, false);
}

/* -- near-parallel edges ----------------------------------------------------------------------- */

/* Two boxes turned by a hair against each other, edge to edge, at distances next to nothing on both
 * sides of zero: whoever meets is never apart, and lite knows no more than the whole. */
static void near_parallel_edges_never_separate_falsely(void **state) {
    (void)state;
    uint64_t seed = test_seed(17);
    graze_random random = graze_random_seed(seed);
    long count = test_count(10000), meeting = 0, lite_only = 0;
    for (long n = 0; n < count; ++n) {
        any_set a = {.kind = OBB}, b = {.kind = OBB};
        graze_quat turn, hair;
        graze_mat3 base = graze_quat_to_mat3(graze_random_rotation(&random));
        double angle = ldexp(1, -set_below(&random, sizeof(graze_real) == 4 ? 26 : 56));
        assert_int_equal(graze_quat_from_axis_angle(set_point(&random, 0), (graze_real)angle, &hair),
                         GRAZE_OK);
        assert_int_equal(graze_quat_from_mat3(&base, &turn), GRAZE_OK);
        a.obb.axes = base;
        b.obb.axes = graze_quat_to_mat3(graze_quat_mul(hair, turn));
        a.obb.half = graze_vec3_abs(set_point(&random, 0));
        b.obb.half = graze_vec3_abs(set_point(&random, 0));
        graze_vec3 corner = graze_vec3_make(a.obb.half.x + b.obb.half.x, a.obb.half.y + b.obb.half.y,
                                            a.obb.half.z * graze_random_uniform(&random, -1, 1));
        graze_real push =
            1 + (graze_real)(set_below(&random, 2) ? 1 : -1) *
                    (graze_real)ldexp(1, -4 - set_below(&random, sizeof(graze_real) == 4 ? 22 : 50));
        b.obb.center = graze_mat3_mul_vec(&base, graze_vec3_scale(corner, push));
        gz_box_pair p;
        gz_box_pair_make(&a.obb, &b.obb, &p);
        bool meet = exact_meet(&a, &b, 0), hit = false;
        assert_int_equal(set_test(&a, &b, &hit), GRAZE_OK);
        meeting += meet;
        TEST_CHECK(!meet || (hit && !gz_sat_boxes_apart(&p, NULL)), seed, n, "separated falsely");
        bool lite = gz_sat_boxes_apart_lite(&p, NULL);
        TEST_CHECK(!lite || gz_sat_boxes_apart(&p, NULL), seed, n, "lite says more than the whole");
        lite_only += !lite && gz_sat_boxes_apart(&p, NULL);
        double sum = (double)(a.obb.half.x + a.obb.half.y + a.obb.half.z) +
                     (double)(b.obb.half.x + b.obb.half.y + b.obb.half.z);
        double band = 256 * (double)GRAZE_EPSILON * sum + 64 * 0x1p-53 * 2 * sum;
        TEST_CHECK(meet || !hit || exact_meet(&a, &b, band), seed, n, "not that near");
    }
    printf("near-parallel: %ld of %ld meet, lite misses %ld\n", meeting, count, lite_only);
    assert_true(meeting > count / 4 && meeting < count * 3 / 4);
}

/* -- GJK agrees -------------------------------------------------------------------------------- */

static void gjk_agrees(void **state) {
    (void)state;
    uint64_t seed = test_seed(23);
    graze_random random = graze_random_seed(seed);
    long count = test_count(2000);
    for (long n = 0; n < count; ++n) {
        any_set a = set_random(&random, OBB, 0, set_point(&random, 0));
        any_set b = set_random(&random, OBB, 0, set_point(&random, 0));
        graze_shape *shape[2];
        graze_placed placed[2] = {{.pose = graze_pose_identity()}, {.pose = graze_pose_identity()}};
        const graze_obb *box[2] = {&a.obb, &b.obb};
        for (int k = 0; k < 2; ++k) {
            assert_int_equal(graze_shape_box(box[k]->half, &shape[k]), GRAZE_OK);
            placed[k].shape = shape[k];
            placed[k].pose.basis = box[k]->axes;
            placed[k].pose.origin = box[k]->center;
        }
        graze_signed_separation truth;
        bool hit = false;
        assert_int_equal(graze_signed_distance(&placed[0], &placed[1], NULL, NULL, &truth), GRAZE_OK);
        assert_int_equal(set_test(&a, &b, &hit), GRAZE_OK);
        double band = 512 * (double)GRAZE_EPSILON;
        if (fabs((double)truth.sd) > band)
            TEST_CHECK(hit == (truth.sd < 0), seed, n, "GJK says %g", (double)truth.sd);
        graze_shape_release(shape[0]);
        graze_shape_release(shape[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_boxes_take_fewer_than_200_operations),
        cmocka_unit_test(axis_counts),
        cmocka_unit_test(near_parallel_edges_never_separate_falsely),
        cmocka_unit_test(gjk_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
