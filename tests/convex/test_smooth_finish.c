/* SPDX-License-Identifier: MIT
 * Distances of round shapes, which Newton's method finds between the rounds of GJK, against closed
 * forms and against GJK alone, which whoever watches by a trace gets. */
#include <math.h>

#include "harness.h"

enum { CYLINDER, CONE, ELLIPSOID, ROUND_KINDS, BOX = ROUND_KINDS, TETRAHEDRON, KINDS };
enum { ANYHOW, PARALLEL, COAXIAL, CLOSE, FAR_AWAY, SIZE_RATIO, REGIMES };

static graze_flow go_on(void *user, const graze_trace_step *step) {
    (void)user, (void)step;
    return GRAZE_CONTINUE;
}
static const graze_trace trace = {.step = go_on};
static const graze_options watched = {.trace = &trace};

static graze_shape *make_shape(int kind, graze_real size, graze_random *random) {
    graze_shape *shape = NULL;
    graze_real x = size * graze_random_uniform(random, (graze_real)0.1, 1);
    graze_real y = size * graze_random_uniform(random, (graze_real)0.1, 1);
    graze_real z = size * graze_random_uniform(random, (graze_real)0.1, 1);
    graze_status status = kind == CYLINDER    ? graze_shape_cylinder(x, 2 * y, &shape)
                          : kind == CONE      ? graze_shape_cone(x, 2 * y, &shape)
                          : kind == ELLIPSOID ? graze_shape_ellipsoid(graze_vec3_make(x, y, z), &shape)
                          : kind == BOX       ? graze_shape_box(graze_vec3_make(x, y, z), &shape)
                                              : GRAZE_OK;
    if (kind == TETRAHEDRON) {
        graze_vec3 corners[4];
        for (int i = 0; i < 4; ++i)
            corners[i] = graze_vec3_scale(graze_random_direction(random), i % 2 ? x : z);
        status = graze_shape_polytope(corners, 4, 0, &shape);
    }
    assert_int_equal(status, GRAZE_OK);
    return shape;
}

/* How far apart the support planes across n are: a bound of the distance from below. */
static long double gap(const graze_placed *a, const graze_placed *b, graze_vec3 n) {
    graze_vec3 from, to;
    assert_int_equal(graze_placed_support(a, n, &from), GRAZE_OK);
    assert_int_equal(graze_placed_support(b, graze_vec3_neg(n), &to), GRAZE_OK);
    return (long double)n.x * ((long double)to.x - (long double)from.x) +
           (long double)n.y * ((long double)to.y - (long double)from.y) +
           (long double)n.z * ((long double)to.z - (long double)from.z);
}

/* b beside a, their support planes some way apart. */
static void put_apart(int regime, graze_placed *a, graze_placed *b, graze_random *random) {
    graze_quat turn = graze_random_rotation(random), same = turn;
    graze_vec3 direction = graze_random_direction(random);
    assert_int_equal(graze_pose_make(turn, graze_vec3_zero(), &a->pose), GRAZE_OK);
    bool aligned = regime == PARALLEL || regime == COAXIAL;
    turn = aligned ? same : graze_random_rotation(random);
    assert_int_equal(graze_pose_make(turn, graze_vec3_zero(), &b->pose), GRAZE_OK);
    if (regime == COAXIAL) direction = a->pose.basis.col[1];
    graze_real apart = regime == CLOSE      ? (graze_real)1e-4
                       : regime == FAR_AWAY ? (graze_real)1e6
                                            : graze_random_uniform(random, (graze_real)0.01, 1);
    long double more = (long double)apart - gap(a, b, direction);
    b->pose.origin = graze_vec3_scale(direction, (graze_real)more);
}

/* What both are worth, in terms of the rounding radius: a little more than E. */
static long double rounding(const graze_placed *a, const graze_placed *b) {
    graze_vec3 between = graze_vec3_sub(a->pose.origin, b->pose.origin);
    return 128 * (long double)GRAZE_EPSILON * (4 + (long double)graze_vec3_length(between));
}

static void check(const graze_placed *a, const graze_placed *b, const graze_separation *s,
                  uint64_t seed, long i, const char *which) {
    long double e = rounding(a, b), lower = (long double)s->lower, upper = (long double)s->upper;
    long double points = (long double)graze_vec3_length(graze_vec3_sub(s->point_b, s->point_a));
    long double width = (long double)(sizeof(graze_real) == 4 ? 1e-4 : 1e-8) * upper;
    TEST_CHECK(s->end != GRAZE_ITERATION_LIMIT, seed, i, "%s: iteration limit", which);
    if (s->end != GRAZE_CONVERGED) return;
    TEST_CHECK(gap(a, b, s->normal) >= lower - e, seed, i, "%s: the normal shows %Lg, lower is %Lg",
               which, gap(a, b, s->normal), lower);
    TEST_CHECK(fabsl(points - (long double)s->distance) <= e, seed, i, "%s: points %Lg apart", which,
               points);
    TEST_CHECK(upper - lower <= width + e, seed, i, "%s: bracket %Lg wide", which, upper - lower);
}

static void compare(int kind_a, int kind_b, long count) {
    uint64_t seed = test_seed(92001 + (uint64_t)(kind_a * KINDS + kind_b));
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < count; ++i) {
        int regime = (int)(i % REGIMES);
        graze_real small = regime == SIZE_RATIO ? (graze_real)1e-3 : 1;
        graze_shape *first = make_shape(kind_a, 1, &random),
                    *second = make_shape(kind_b, small, &random);
        graze_placed a = {.shape = first}, b = {.shape = second};
        put_apart(regime, &a, &b, &random);
        graze_separation by_newton, by_gjk, again;
        graze_cache cache = {0};
        assert_int_equal(graze_distance(&a, &b, NULL, &cache, &by_newton), GRAZE_OK);
        assert_int_equal(graze_distance(&a, &b, NULL, &cache, &again), GRAZE_OK);
        assert_int_equal(graze_distance(&a, &b, &watched, NULL, &by_gjk), GRAZE_OK);
        check(&a, &b, &by_newton, seed, i, "cold");
        check(&a, &b, &again, seed, i, "cached");
        TEST_CHECK(by_newton.lower <= by_gjk.upper && by_gjk.lower <= by_newton.upper, seed, i,
                   "[%.9g, %.9g], by GJK [%.9g, %.9g]", (double)by_newton.lower,
                   (double)by_newton.upper, (double)by_gjk.lower, (double)by_gjk.upper);
        TEST_CHECK(again.lower <= by_gjk.upper && by_gjk.lower <= again.upper, seed, i,
                   "cached [%.9g, %.9g]", (double)again.lower, (double)again.upper);
        graze_shape_release(first);
        graze_shape_release(second);
    }
}

static void agrees_with_gjk(void **state) {
    (void)state;
    for (int a = 0; a < KINDS; ++a)
        for (int b = 0; b < KINDS; ++b)
            if (a < ROUND_KINDS || b < ROUND_KINDS) compare(a, b, test_count(6000));
}

/* Shapes of radius 1 and height 2 (cones: apex up) about the y axis, the second turned by the
 * angle about z and moved. */
typedef struct known {
    int kind_a, kind_b;
    double angle, x, y, z, distance;
} known;

static void closed_forms_hold(void **state) {
    (void)state;
    const double right = acos(0.0), root = sqrt(2.0);
    const known cases[] = {
        {CYLINDER, CYLINDER, 0, 3, 0, 0, 1},                /* side by side */
        {CYLINDER, CYLINDER, 0, 3, 0.5, 0, 1},              /* side by side, one higher */
        {CYLINDER, CYLINDER, 0, 0, 5, 0, 3},                /* one on top of the other */
        {CYLINDER, CYLINDER, 0, 0.5, 5, 0, 3},              /* the same, aside */
        {CYLINDER, CYLINDER, 0, 3, 3, 0, root},             /* rim to rim, parallel planes */
        {CYLINDER, CYLINDER, right, 0, 0, 4, 2},            /* crossed axes */
        {CYLINDER, CYLINDER, right, 0, 4, 0, 2},            /* an end and a side */
        {CYLINDER, CYLINDER, right / 2, 0, 4, 0, 3 - root}, /* an end and a rim */
        {CYLINDER, CONE, 2 * right, 0, 4, 0, 2},            /* apex to end */
        {CYLINDER, CONE, right, 3, 0, 0, 1},                /* apex to side */
        {CONE, CONE, 2 * right, 0, 4, 0, 2},                /* apex to apex */
        {CONE, CONE, 0, 0, 5, 0, 3},                        /* base to apex */
        {CONE, CONE, 0, 3, 0, 0, 1},                        /* rim to rim */
        {CYLINDER, ELLIPSOID, 0, 4, 0, 0, 2.5},             /* half axes 0.5, 1, 2 */
        {CYLINDER, ELLIPSOID, right, 4, 0, 0, 2},
        {ELLIPSOID, ELLIPSOID, right, 4, 0, 0, 2.5},
    };
    graze_shape *shapes[ROUND_KINDS];
    assert_int_equal(graze_shape_cylinder(1, 2, &shapes[CYLINDER]), GRAZE_OK);
    assert_int_equal(graze_shape_cone(1, 2, &shapes[CONE]), GRAZE_OK);
    graze_vec3 radii = graze_vec3_make((graze_real)0.5, 1, 2);
    assert_int_equal(graze_shape_ellipsoid(radii, &shapes[ELLIPSOID]), GRAZE_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const known *k = &cases[i];
        graze_placed a = {.shape = shapes[k->kind_a]}, b = {.shape = shapes[k->kind_b]};
        graze_quat none = {0, 0, 0, 1};
        graze_quat turn = {0, 0, (graze_real)sin(k->angle / 2), (graze_real)cos(k->angle / 2)};
        graze_vec3 at = graze_vec3_make((graze_real)k->x, (graze_real)k->y, (graze_real)k->z);
        assert_int_equal(graze_pose_make(none, graze_vec3_zero(), &a.pose), GRAZE_OK);
        assert_int_equal(graze_pose_make(turn, at, &b.pose), GRAZE_OK);
        const graze_options tightest = {.rel = GRAZE_TIGHTEST};
        graze_separation s;
        assert_int_equal(graze_distance(&a, &b, &tightest, NULL, &s), GRAZE_OK);
        long double e = rounding(&a, &b),
                    off = fabsl((long double)s.distance - (long double)k->distance);
        TEST_CHECK(s.end == GRAZE_CONVERGED && off <= e, 0, (long)i, "%.17g instead of %.17g",
                   (double)s.distance, k->distance);
        TEST_CHECK((long double)s.upper - (long double)s.lower <= 4 * e, 0, (long)i, "[%.17g, %.17g]",
                   (double)s.lower, (double)s.upper);
    }
    for (int i = 0; i < ROUND_KINDS; ++i) graze_shape_release(shapes[i]);
}

/* With a cache one round is enough as a rule. */
static void coherent_queries_take_one_round(void **state) {
    (void)state;
    graze_random random = graze_random_seed(test_seed(92100));
    for (int kind = 0; kind < ROUND_KINDS; ++kind) {
        long rounds = 0, queries = 0;
        for (long i = 0; i < test_count(200); ++i) {
            graze_shape *first = make_shape(kind, 1, &random), *second = make_shape(kind, 1, &random);
            graze_placed a = {.shape = first}, b = {.shape = second};
            put_apart(ANYHOW, &a, &b, &random);
            graze_vec3 drift = graze_vec3_scale(graze_random_direction(&random), (graze_real)1e-3);
            graze_cache cache = {0};
            for (int frame = 0; frame < 50; ++frame) {
                graze_separation s;
                assert_int_equal(graze_distance(&a, &b, NULL, &cache, &s), GRAZE_OK);
                b.pose.origin = graze_vec3_add(b.pose.origin, drift);
                if (frame == 0 || s.end != GRAZE_CONVERGED) continue;
                rounds += s.iterations;
                ++queries;
            }
            graze_shape_release(first);
            graze_shape_release(second);
        }
        print_message("%.3f rounds a coherent query\n", (double)rounds / (double)queries);
        assert_true((double)rounds < 1.25 * (double)queries);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms_hold),
        cmocka_unit_test(agrees_with_gjk),
        cmocka_unit_test(coherent_queries_take_one_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
