/* SPDX-License-Identifier: MIT
 * Balls against simple bodies: the closed forms for signed distance, depth and cast agree with the
 * general methods, which answer when somebody watches by a trace; and where a ball's centre lies on an
 * axis, a tip, a rim, a corner or in the middle, the answer still has a unit normal and witnesses that
 * fit. */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"

static graze_flow watch(void *user, const graze_trace_step *step) {
    (void)user;
    (void)step;
    return GRAZE_CONTINUE;
}
static const graze_trace trace = {watch, NULL};
static const graze_options watched = {.rel = GRAZE_TIGHTEST, .trace = &trace};

static const graze_shape_kind bodies[] = {GRAZE_SHAPE_SPHERE, GRAZE_SHAPE_CAPSULE, GRAZE_SHAPE_BOX,
                                          GRAZE_SHAPE_CYLINDER, GRAZE_SHAPE_CONE};
enum { BODIES = 5 };

static graze_real size_in(graze_random *random, double lo, double hi) {
    return graze_random_uniform(random, (graze_real)lo, (graze_real)hi);
}

/* Sizes from nothing to needles and plates. */
static graze_real odd_size(graze_random *random) {
    uint64_t choice = graze_random_bits(random) % 8;
    graze_real size = size_in(random, 0.1, 1);
    return choice == 0 ? 0 : choice == 1 ? size * (graze_real)1e-4 : size;
}

static graze_shape *odd_body(graze_shape_kind kind, graze_random *random) {
    graze_real x = odd_size(random), y = odd_size(random), z = odd_size(random);
    graze_shape *shape = NULL;
    graze_status status = GRAZE_OK;
    if (kind == GRAZE_SHAPE_SPHERE) status = graze_shape_sphere(x, &shape);
    if (kind == GRAZE_SHAPE_CAPSULE) status = graze_shape_capsule(x, y, &shape);
    if (kind == GRAZE_SHAPE_BOX) status = graze_shape_box(graze_vec3_make(x, y, z), &shape);
    if (kind == GRAZE_SHAPE_CYLINDER) status = graze_shape_cylinder(x, y, &shape);
    if (kind == GRAZE_SHAPE_CONE) status = graze_shape_cone(x, y, &shape);
    assert_int_equal(status, GRAZE_OK);
    return shape;
}

typedef struct meeting {
    graze_placed a, b;
    bool body_is_a;
    graze_real size, band;
} meeting;

/* A place where something is special in the body's axes, or anywhere. */
static graze_vec3 special_place(const graze_placed *body, graze_random *random) {
    graze_vec3 p = graze_vec3_zero();
    switch (graze_random_bits(random) % 6) {
    case 0: /* the middle, or on the axis */
        p.y = graze_random_bits(random) % 2 ? 0 : size_in(random, -1, 1);
        break;
    case 1: /* a support point along the axis, up or down: a tip, a face */
        assert_int_equal(
            graze_shape_support(body->shape,
                                graze_vec3_make(0, graze_random_bits(random) % 2 ? 1 : -1, 0), &p),
            GRAZE_OK);
        break;
    case 2: /* any support point: rims, edges, corners */
        assert_int_equal(graze_shape_support(body->shape, graze_random_direction(random), &p),
                         GRAZE_OK);
        break;
    default:
        p = random_vector((graze_real)1.5, random);
    }
    return graze_pose_apply(&body->pose, p);
}

static meeting make_meeting(graze_shape_kind kind, long number, graze_random *random) {
    graze_shape *ball = NULL;
    assert_int_equal(graze_shape_sphere(number % 5 ? size_in(random, 0.05, 0.8) : 0, &ball), GRAZE_OK);
    graze_placed body = {odd_body(kind, random), random_pose(RANDOM_POSE_RIGID, 2, random), 0};
    graze_placed round = {ball, random_pose(RANDOM_POSE_RIGID, 1, random), 0};
    if (number % 4 == 0) body.pose = graze_pose_at(size_in(random, -1, 1), 0, 0);
    if (number % 3 == 0) body.margin = size_in(random, 0, 0.2);
    if (number % 7 == 0) round.margin = size_in(random, 0, 0.2);
    round.pose.origin = special_place(&body, random);
    meeting m = {body, round, true, 8, 0};
    if (number % 2) m = (meeting){round, body, false, 8, 0};
    m.band = 100 * GRAZE_EPSILON * m.size; /* generously, E */
    return m;
}

static void drop_meeting(meeting *m) {
    graze_shape_release((graze_shape *)m->a.shape);
    graze_shape_release((graze_shape *)m->b.shape);
}

static graze_real off_unit(graze_vec3 v) { return graze_abs(graze_vec3_length(v) - 1); }

static void check_signed(const meeting *m, uint64_t seed, long number, long *searched) {
    graze_signed_separation r, q;
    assert_int_equal(graze_signed_distance(&m->a, &m->b, NULL, NULL, &r), GRAZE_OK);
    assert_int_equal(graze_signed_distance(&m->a, &m->b, &watched, NULL, &q), GRAZE_OK);
    *searched += r.iterations > 0;
    TEST_CHECK(r.lower <= r.sd && r.sd <= r.upper && r.upper - r.lower <= m->band, seed, number,
               "%g not in [%g, %g]", (double)r.sd, (double)r.lower, (double)r.upper);
    TEST_CHECK(off_unit(r.normal) <= 8 * GRAZE_EPSILON, seed, number, "normal of length 1 + %g",
               (double)off_unit(r.normal));
    graze_vec3 step = graze_vec3_sub(r.point_b, r.point_a);
    TEST_CHECK(graze_vec3_length(graze_vec3_add_scaled(step, -r.sd, r.normal)) <= m->band, seed, number,
               "points and sd do not fit");
    TEST_CHECK(q.end == GRAZE_ITERATION_LIMIT || (r.lower <= q.upper && q.lower <= r.upper), seed,
               number, "[%.9g, %.9g], by search [%.9g, %.9g]", (double)r.lower, (double)r.upper,
               (double)q.lower, (double)q.upper);
    /* B moved by -sd along the normal touches, up to E; the plane across the normal separates. */
    graze_vec3 top, bottom;
    assert_int_equal(graze_placed_support(&m->a, r.normal, &top), GRAZE_OK);
    assert_int_equal(graze_placed_support(&m->b, graze_vec3_neg(r.normal), &bottom), GRAZE_OK);
    graze_real apart = graze_vec3_dot(graze_vec3_sub(bottom, top), r.normal);
    TEST_CHECK(graze_abs(apart - r.sd) <= m->band, seed, number, "the plane says %.9g, sd is %.9g",
               (double)apart, (double)r.sd);
}

static void signed_distances_agree_with_the_search(void **state) {
    (void)state;
    for (int k = 0; k < BODIES; ++k) {
        uint64_t seed = test_seed(73000 + (uint64_t)k);
        graze_random random = graze_random_seed(seed);
        long count = test_count(20000), searched = 0;
        for (long i = 0; i < count; ++i) {
            meeting m = make_meeting(bodies[k], i, &random);
            check_signed(&m, seed, i, &searched);
            drop_meeting(&m);
        }
        TEST_CHECK(searched * 20 <= count, seed, count, "%ld searched for", searched); /* two points */
    }
}

static void depths_and_caches_agree(void **state) {
    (void)state;
    uint64_t seed = test_seed(73100);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(20000); ++i) {
        meeting m = make_meeting(bodies[i % BODIES], i, &random);
        graze_signed_separation s;
        graze_penetration_result r;
        graze_cache cache = {0};
        assert_int_equal(graze_signed_distance(&m.a, &m.b, NULL, NULL, &s), GRAZE_OK);
        for (int k = 0; k < 2; ++k) { /* cold, then with what it left behind */
            assert_int_equal(graze_penetration(&m.a, &m.b, NULL, &cache, &r), GRAZE_OK);
            TEST_CHECK((r.end == GRAZE_SEPARATED) == (s.sd > r.upper + m.band / 2) ||
                           graze_abs(s.sd) <= m.band,
                       seed, i, "end %d at %g", (int)r.end, (double)s.sd);
            TEST_CHECK(r.end == GRAZE_SEPARATED || graze_abs(r.depth + s.sd) <= m.band, seed, i,
                       "depth %g, sd %g", (double)r.depth, (double)s.sd);
            TEST_CHECK(off_unit(r.normal) <= 8 * GRAZE_EPSILON, seed, i, "no unit normal");
        }
        graze_intersection hit;
        assert_int_equal(graze_intersect(&m.a, &m.b, NULL, &cache, &hit), GRAZE_OK);
        TEST_CHECK(hit.intersecting == (s.sd <= 0) || graze_abs(s.sd) <= m.band, seed, i,
                   "intersecting %d at %g", hit.intersecting, (double)s.sd);
        drop_meeting(&m);
    }
}

static graze_vec3 make_motion(meeting *m, long number, graze_random *random) {
    graze_placed *ball = m->body_is_a ? &m->b : &m->a;
    graze_vec3 aim = ball->pose.origin, u = graze_random_direction(random);
    graze_vec3 way = graze_vec3_scale(u, size_in(random, 1, 4));
    if (number % 9 == 0) way = graze_vec3_scale(u, (graze_real)1e-3);
    ball->pose.origin = graze_vec3_sub(aim, graze_vec3_scale(way, size_in(random, 0.3, 1.1)));
    return m->body_is_a ? graze_vec3_neg(way) : way;
}

static void casts_agree_with_the_general_cast(void **state) {
    (void)state;
    for (int k = 0; k < BODIES; ++k) {
        uint64_t seed = test_seed(73200 + (uint64_t)k);
        graze_random random = graze_random_seed(seed);
        long count = test_count(20000), direct = 0, hits = 0;
        for (long i = 0; i < count; ++i) {
            meeting m = make_meeting(bodies[k], i, &random);
            graze_vec3 motion = make_motion(&m, i, &random);
            graze_cast_result r, q;
            assert_int_equal(graze_shape_cast(&m.a, motion, &m.b, NULL, &r), GRAZE_OK);
            assert_int_equal(graze_shape_cast(&m.a, motion, &m.b, &watched, &q), GRAZE_OK);
            if (r.iterations == 0 && (r.end == GRAZE_CONVERGED || r.end == GRAZE_SEPARATED)) {
                ++direct;
                hits += r.hit;
                TEST_CHECK(q.end == GRAZE_TOUCHING || q.end == GRAZE_ITERATION_LIMIT || r.hit == q.hit,
                           seed, i, "end %d, general cast %d", (int)r.end, (int)q.end);
                TEST_CHECK(!r.hit || q.end != GRAZE_CONVERGED ||
                               (r.lower <= q.upper && q.lower <= r.upper),
                           seed, i, "[%.9g, %.9g], general cast [%.9g, %.9g]", (double)r.lower,
                           (double)r.upper, (double)q.lower, (double)q.upper);
            }
            if (r.hit && r.iterations == 0 && r.end == GRAZE_CONVERGED) {
                /* At t they touch, with that normal, and B's point is on B. */
                graze_placed there = m.a;
                there.pose.origin = graze_vec3_add_scaled(there.pose.origin, r.t, motion);
                graze_signed_separation s;
                assert_int_equal(graze_signed_distance(&there, &m.b, NULL, NULL, &s), GRAZE_OK);
                TEST_CHECK(graze_abs(s.sd) <= m.band, seed, i, "%g apart at t", (double)s.sd);
                TEST_CHECK(off_unit(r.normal) <= 8 * GRAZE_EPSILON, seed, i, "no unit normal");
                TEST_CHECK(graze_vec3_length(graze_vec3_sub(r.point, s.point_b)) <= 20 * m.band ||
                               graze_vec3_dot(s.normal, r.normal) < (graze_real)0.999999,
                           seed, i, "the point is not B's");
            }
            drop_meeting(&m);
        }
        if (count >= 1000) assert_in_range(direct * 10, count * 3, count * 10);
        if (count >= 1000) assert_in_range(hits * 10, count * 2, count * 9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signed_distances_agree_with_the_search),
        cmocka_unit_test(depths_and_caches_agree),
        cmocka_unit_test(casts_agree_with_the_general_cast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
