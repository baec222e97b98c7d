/* SPDX-License-Identifier: MIT
 * The quick ways of graze_contact for plain shapes (boxes by their axes, single points by angles)
 * against the long one, which poses that do not say that they are rigid take: the same points, called
 * the same, also where faces and edges are within or beyond 1/32 of lying flat on each other. */
#include "contact_help.h"

#define V graze_vec3_make

enum { KINDS = 6, BOX = 0 };

typedef struct tally {
    long both, several, unlike;
} tally;

static int below(graze_random *random, int count) {
    return (int)(graze_random_bits(random) % (uint64_t)count);
}

static graze_shape *random_shape(int kind, graze_real size, graze_random *random) {
    graze_real x = size * graze_random_uniform(random, (graze_real)0.2, 1);
    graze_real y = size * graze_random_uniform(random, (graze_real)0.2, 1);
    graze_real z = size * graze_random_uniform(random, (graze_real)0.2, 1);
    graze_shape *shape = NULL;
    graze_status status = kind == BOX ? graze_shape_box(V(x, y, z), &shape)
                          : kind == 1 ? graze_shape_sphere(x, &shape)
                          : kind == 2 ? graze_shape_capsule(x, y, &shape)
                          : kind == 3 ? graze_shape_cylinder(x, y, &shape)
                          : kind == 4 ? graze_shape_cone(x, y, &shape)
                                      : graze_shape_ellipsoid(V(x, y, z), &shape);
    assert_int_equal(status, GRAZE_OK);
    return shape;
}

/* Turned any way, or by a quarter turn and up to 4 degrees more, about the limit of what lies flat, or
 * by next to nothing more. */
static graze_pose random_pose(graze_random *random) {
    const graze_real quarter = (graze_real)1.57079632679489661923;
    graze_vec3 axes[3] = {V(1, 0, 0), V(0, 1, 0), V(0, 0, 1)};
    int way = below(random, 4);
    graze_vec3 any = graze_random_direction(random), axis = axes[below(random, 3)];
    graze_real angle = graze_random_uniform(random, 0, 3), turns = (graze_real)below(random, 4);
    graze_real more = graze_random_uniform(random, 0, (graze_real)(way == 1 ? 1e-4 : 0.07));
    if (way == 0) return contact_pose(any, angle, graze_vec3_zero());
    graze_pose first = contact_pose(axis, turns * quarter, graze_vec3_zero());
    graze_pose second = contact_pose(any, more, graze_vec3_zero());
    return graze_pose_compose(&second, &first);
}

/* B is put where it overlaps by about that share of its size, or where it likes. */
static void bring_together(graze_placed *a, graze_placed *b, graze_real size, graze_random *random) {
    graze_vec3 way = graze_random_direction(random);
    graze_real share = graze_random_uniform(random, (graze_real)-3, (graze_real)-0.3);
    graze_signed_separation s;
    b->pose.origin = graze_vec3_add_scaled(a->pose.origin, 3 * size, way);
    if (below(random, 4) == 0) {
        b->pose.origin = graze_vec3_add_scaled(a->pose.origin, size / 2, way);
        return;
    }
    assert_int_equal(graze_signed_distance(a, b, NULL, NULL, &s), GRAZE_OK);
    graze_real depth = size * (graze_real)pow(10, (double)share);
    b->pose.origin = graze_vec3_add_scaled(b->pose.origin, -(s.sd + depth), s.normal);
}

static bool has_point(const graze_contact_set *s, const graze_contact_point *p, long double near) {
    for (int i = 0; i < s->count; ++i) {
        const graze_contact_point *q = &s->points[i];
        if (q->feature_a == p->feature_a && q->feature_b == p->feature_b &&
            ld3_distance(ld3_from(q->point_a), ld3_from(p->point_a)) <= near &&
            ld3_distance(ld3_from(q->point_b), ld3_from(p->point_b)) <= near)
            return true;
    }
    return false;
}

static void compare(const graze_placed *a, const graze_placed *b, uint64_t seed, long number,
                    tally *found) {
    graze_placed slow_a = *a, slow_b = *b;
    slow_a.pose.kind = slow_b.pose.kind = GRAZE_POSE_UNKNOWN;
    graze_contact_set quick = contact_of(a, b, 0, NULL), slow = contact_of(&slow_a, &slow_b, 0, NULL);
    long double slack = contact_slack(a, b);
    /* Each way may end anywhere in its own bracket, but both brackets hold the same number. */
    long double open = (long double)quick.upper - (long double)quick.lower +
                       ((long double)slow.upper - (long double)slow.lower);
    TEST_CHECK(fabsl((long double)quick.sd - (long double)slow.sd) <= open + 2 * slack || !quick.count,
               seed, number, "sd %g, the long way %g", (double)quick.sd, (double)slow.sd);
    /* Of two ways out that are as short either one is right. Where brackets are open, normals differ by
     * the root of that, and so may what just lies flat along one of them: seldom. */
    long double turn = ld3_distance(ld3_from(quick.normal), ld3_from(slow.normal));
    if (quick.count) contact_check(a, b, 0, &quick, seed, number);
    if (!quick.count || !slow.count || turn > 1e-5L) return;
    ++found->both;
    found->several += quick.count > 1;
    if (quick.count != slow.count && open > slack / 2) {
        ++found->unlike;
        return;
    }
    TEST_CHECK(quick.count == slow.count, seed, number, "%d points, the long way %d", quick.count,
               slow.count);
    /* Along a normal that turns, points on nearly parallel surfaces slide by more. */
    long double size = contact_extent(a, b), near = 64 * slack + 64 * turn * size;
    for (int i = 0; i < quick.count && quick.count > 1; ++i)
        TEST_CHECK(has_point(&slow, &quick.points[i], near), seed, number,
                   "point %d of %d is none of the long way's", i, quick.count);
}

static void run(int first, int kinds, uint64_t seed, long rounds) {
    graze_random random = graze_random_seed(seed);
    tally found = {0, 0, 0};
    for (long i = 0; i < rounds; ++i) {
        int kind_a = first + below(&random, kinds);
        int kind_b = first + below(&random, kinds);
        graze_real size = (graze_real)pow(10, (double)graze_random_uniform(&random, -3, 3));
        graze_shape *shape_a = random_shape(kind_a, size, &random);
        graze_shape *shape_b = random_shape(kind_b, size, &random);
        graze_placed a = {shape_a, random_pose(&random), 0}, b = {shape_b, random_pose(&random), 0};
        graze_vec3 place = graze_random_direction(&random);
        if (below(&random, 3) == 0) a.pose.origin = graze_vec3_scale(place, 100 * size);
        if (below(&random, 3) == 0) a.margin = size / 16;
        bring_together(&a, &b, size, &random);
        compare(&a, &b, seed, i, &found);
        graze_shape_release(shape_a);
        graze_shape_release(shape_b);
    }
    assert_true(found.both > rounds / 2);
    assert_true(found.several > rounds / 20);
    assert_true(found.unlike <= 1 + rounds / 10000);
}

static void boxes_have_the_points_of_the_long_way(void **state) {
    (void)state;
    run(BOX, 1, test_seed(20261116), test_count(20000));
}

static void all_plain_shapes_have_the_points_of_the_long_way(void **state) {
    (void)state;
    run(BOX, KINDS, test_seed(20261117), test_count(10000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_have_the_points_of_the_long_way),
        cmocka_unit_test(all_plain_shapes_have_the_points_of_the_long_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
