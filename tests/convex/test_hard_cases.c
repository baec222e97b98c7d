/* SPDX-License-Identifier: MIT
 * Cases on which other libraries failed (V1, J3-J6, A6, E1-E8, S12): tests/data/hard_cases.txt, at the
 * tightest accuracy and, for depths and signed distances, at the default one. Answers within tolerance,
 * witnesses valid, booleans right, proofs that hold. */
#include <math.h>

#include "harness.h"
#include "oracle/hard_cases.h"
#include "oracle/locate.h"
#include "oracle/solid.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};
static const uint64_t seed = 70001; /* of the oracle's shuffles only */

#define CASE_CHECK(condition, c, ...)                                                                  \
    do {                                                                                               \
        if (!(condition)) {                                                                            \
            char message[256];                                                                         \
            snprintf(message, sizeof message, __VA_ARGS__);                                            \
            fail_msg("%s (%s): %s", (c)->id, (c)->source, message);                                    \
        }                                                                                              \
    } while (0)

static double tolerance_of(const hard_case *c) {
    return sizeof(graze_real) == sizeof(float) ? c->tolerance_float : c->tolerance;
}

/* The gap between the planes that support the two shapes along a direction from A to B: no direction
 * shows more than the distance. */
static long double gap_along(const graze_placed *a, const graze_placed *b, graze_vec3 n) {
    graze_vec3 on_a, on_b;
    assert_int_equal(graze_placed_support(a, n, &on_a), GRAZE_OK);
    assert_int_equal(graze_placed_support(b, graze_vec3_neg(n), &on_b), GRAZE_OK);
    return ld3_dot(ld3_from(n), ld3_sub(ld3_from(on_b), ld3_from(on_a))) / ld3_length(ld3_from(n));
}

static void check_boolean(const hard_case *c) {
    graze_intersection result;
    assert_int_equal(graze_intersect(&c->a, &c->b, &tightest, NULL, &result), GRAZE_OK);
    CASE_CHECK(result.end != GRAZE_ITERATION_LIMIT, c, "iteration limit");
    double tolerance = tolerance_of(c);
    bool either = c->class_of_pair == HARD_TOUCHING || fabs(c->sd) <= tolerance;
    if (!either)
        CASE_CHECK(result.intersecting == (c->sd < 0), c, "sd %g, intersecting %d", c->sd,
                   result.intersecting);
    if (result.intersecting) {
        graze_random random = graze_random_seed(seed);
        CASE_CHECK(oracle_locate(&c->a, result.point, tolerance, &random) != ORACLE_OUTSIDE, c,
                   "the common point is not in A");
        CASE_CHECK(oracle_locate(&c->b, result.point, tolerance, &random) != ORACLE_OUTSIDE, c,
                   "the common point is not in B");
    } else {
        long double gap = gap_along(&c->a, &c->b, result.axis);
        CASE_CHECK(gap >= (long double)result.lower - tolerance, c, "the axis shows %Lg, not %g", gap,
                   (double)result.lower);
    }
}

/* Valid, not equal: on parallel faces they are not unique. */
static void check_points(const hard_case *c, graze_vec3 point_a, graze_vec3 point_b, graze_vec3 normal,
                         double sd, double tolerance) {
    graze_random random = graze_random_seed(seed);
    CASE_CHECK(oracle_locate(&c->a, point_a, tolerance, &random) != ORACLE_OUTSIDE, c,
               "point_a is not in A");
    CASE_CHECK(oracle_locate(&c->b, point_b, tolerance, &random) != ORACLE_OUTSIDE, c,
               "point_b is not in B");
    ld3 between = ld3_sub(ld3_from(point_b), ld3_from(point_a));
    ld3 along = ld3_scale(ld3_from(normal), sd);
    CASE_CHECK(ld3_distance(between, along) <= tolerance, c,
               "witnesses %Lg apart, not %g along the normal", ld3_length(between), sd);
    long double unit = ld3_length(ld3_from(normal));
    CASE_CHECK(fabsl(unit - 1) < 16 * (long double)GRAZE_EPSILON, c, "normal of length %Lg", unit);
}

static void check_witnesses(const hard_case *c, const graze_separation *s) {
    check_points(c, s->point_a, s->point_b, s->normal, (double)s->distance, tolerance_of(c));
}

/* -- depth and signed distance -- */

/* What was asked, relative to |sd|, on top of the case's tolerance. */
static double allowed(const hard_case *c, bool tight) {
    double rel = sizeof(graze_real) == sizeof(float) ? 1e-4 : 1e-8;
    return tolerance_of(c) + (tight ? 0 : rel * fabs(c->sd));
}

/* A normal that shows at least sd - 2 tolerance is close to the unique one only as far as the shapes
 * are round or the next face is off; so it is judged by what it shows, and by its direction roughly. */
static void check_normal(const hard_case *c, graze_vec3 normal, double tolerance) {
    long double gap = gap_along(&c->a, &c->b, normal);
    CASE_CHECK(gap >= c->sd - 2 * tolerance, c, "the normal shows %.12Lg of %.12g", gap, c->sd);
    if (!c->has_normal || fabs(c->sd) <= 2 * tolerance) return;
    double cosine = (double)normal.x * c->normal[0] + (double)normal.y * c->normal[1] +
                    (double)normal.z * c->normal[2];
    CASE_CHECK(cosine >= 1 - 2 * tolerance / fabs(c->sd) - 1e-4, c, "normal off: cosine %.9g", cosine);
}

static void check_signed(const hard_case *c, bool tight) {
    graze_signed_separation s;
    double tolerance = allowed(c, tight);
    assert_int_equal(graze_signed_distance(&c->a, &c->b, tight ? &tightest : NULL, NULL, &s), GRAZE_OK);
    CASE_CHECK(s.end != GRAZE_ITERATION_LIMIT, c, "signed distance: iteration limit");
    CASE_CHECK(fabs((double)s.sd - c->sd) <= tolerance, c, "sd %.12g, not %.12g", (double)s.sd, c->sd);
    CASE_CHECK((double)s.lower <= c->sd + tolerance && (double)s.upper >= c->sd - tolerance, c,
               "%.12g not within [%.12g, %.12g]", c->sd, (double)s.lower, (double)s.upper);
    CASE_CHECK(s.lower <= s.sd && s.sd <= s.upper, c, "sd not within its bounds");
    bool either = c->class_of_pair == HARD_TOUCHING || fabs(c->sd) <= tolerance_of(c);
    graze_end end = c->sd < 0 ? GRAZE_OVERLAP : GRAZE_CONVERGED;
    CASE_CHECK(either || s.end == end, c, "end %d at %g", (int)s.end, c->sd);
    check_points(c, s.point_a, s.point_b, s.normal, (double)s.sd, tolerance);
    check_normal(c, s.normal, tolerance);
}

static void check_depth(const hard_case *c, bool tight) {
    graze_penetration_result p;
    double tolerance = allowed(c, tight), depth = c->sd < 0 ? -c->sd : 0;
    assert_int_equal(graze_penetration(&c->a, &c->b, tight ? &tightest : NULL, NULL, &p), GRAZE_OK);
    CASE_CHECK(p.end != GRAZE_ITERATION_LIMIT, c, "penetration: iteration limit");
    CASE_CHECK(fabs((double)p.depth - depth) <= tolerance, c, "depth %.12g, not %.12g", (double)p.depth,
               depth);
    CASE_CHECK((double)p.lower <= depth + tolerance && (double)p.upper >= depth - tolerance, c,
               "%.12g not within [%.12g, %.12g]", depth, (double)p.lower, (double)p.upper);
    CASE_CHECK(p.lower <= p.depth && p.depth <= p.upper && p.lower >= 0, c,
               "depth not within its bounds");
    bool either = c->class_of_pair == HARD_TOUCHING || fabs(c->sd) <= tolerance_of(c);
    CASE_CHECK(either || p.end == (c->sd < 0 ? GRAZE_OVERLAP : GRAZE_SEPARATED), c, "end %d at %g",
               (int)p.end, c->sd);
    if (p.end == GRAZE_SEPARATED) {
        CASE_CHECK(gap_along(&c->a, &c->b, p.normal) >= -tolerance, c, "the axis does not separate");
        return;
    }
    check_points(c, p.point_a, p.point_b, p.normal, -(double)p.depth, tolerance + fmax(c->sd, 0));
    check_normal(c, p.normal, tolerance);
}

/* -- the other queries -- */

static void check_separation(const hard_case *c) {
    graze_separation s;
    assert_int_equal(graze_distance(&c->a, &c->b, &tightest, NULL, &s), GRAZE_OK);
    double tolerance = tolerance_of(c), expected = c->sd > 0 ? c->sd : 0;
    CASE_CHECK(s.end != GRAZE_ITERATION_LIMIT, c, "iteration limit");
    CASE_CHECK(fabs((double)s.distance - expected) <= tolerance, c, "distance %.9g, not %.9g",
               (double)s.distance, expected);
    CASE_CHECK((double)s.lower <= expected + tolerance && (double)s.upper >= expected - tolerance, c,
               "%.9g not within [%.9g, %.9g]", expected, (double)s.lower, (double)s.upper);
    check_witnesses(c, &s);
    if (!(c->sd > tolerance)) return;
    CASE_CHECK(s.end == GRAZE_CONVERGED || s.end == GRAZE_TOUCHING, c, "end %d", (int)s.end);
    long double gap = gap_along(&c->a, &c->b, s.normal);
    CASE_CHECK(gap >= c->sd - 2 * tolerance, c, "the normal shows %Lg of %.9g", gap, c->sd);
    /* Every point x of B - A has n . x >= sd - 2 tolerance, so also the nearest one, sd * normal. */
    if (!c->has_normal) return;
    double cosine = (double)s.normal.x * c->normal[0] + (double)s.normal.y * c->normal[1] +
                    (double)s.normal.z * c->normal[2];
    CASE_CHECK(cosine >= 1 - 2 * tolerance / c->sd - 1e-6, c, "normal off: cosine %.9g", cosine);
}

/* Overlapping: the distance is 0. How deep is the next question, not this one's. */
static void check_overlap(const hard_case *c) {
    graze_separation s;
    assert_int_equal(graze_distance(&c->a, &c->b, &tightest, NULL, &s), GRAZE_OK);
    double tolerance = tolerance_of(c);
    if (-c->sd > tolerance)
        CASE_CHECK(s.distance == 0 && (s.end == GRAZE_OVERLAP || s.end == GRAZE_TOUCHING), c,
                   "depth %g, yet distance %g, end %d", -c->sd, (double)s.distance, (int)s.end);
    CASE_CHECK((double)s.distance <= tolerance, c, "distance %g", (double)s.distance);
    check_witnesses(c, &s);
}

/* How far a float's rounding of the case itself, and E, may move the time of contact. */
static double cast_tolerance(const hard_case *c, graze_vec3 move) {
    double size = 0, speed = (double)graze_vec3_length(move);
    graze_aabb box;
    const graze_placed *both[2] = {&c->b, c->a.shape ? &c->a : &c->b};
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(graze_placed_bounds(both[i], &box), GRAZE_OK);
        size +=
            (double)graze_vec3_length(graze_vec3_max(graze_vec3_abs(box.lo), graze_vec3_abs(box.hi)));
    }
    size += (double)graze_vec3_length(c->ray.origin);
    double own = 64 * (double)GRAZE_EPSILON * (size / speed + c->t);
    return own > c->tolerance ? own : c->tolerance;
}

static void check_cast(const hard_case *c) {
    graze_cast_result r;
    bool ray = c->kind == HARD_RAY_CAST;
    graze_vec3 move = ray ? c->ray.direction : c->move;
    graze_status status = ray ? graze_ray_cast(&c->b, &c->ray, &tightest, &r)
                              : graze_shape_cast(&c->a, move, &c->b, &tightest, &r);
    assert_int_equal(status, GRAZE_OK);
    CASE_CHECK(r.end != GRAZE_ITERATION_LIMIT, c, "iteration limit");
    CASE_CHECK(r.hit == c->hit, c, "hit %d", r.hit);
    if (!c->hit) return;
    double tolerance = cast_tolerance(c, move);
    CASE_CHECK(fabs((double)r.t - c->t) <= tolerance, c, "t %.17g, not %.17g", (double)r.t, c->t);
    CASE_CHECK(r.lower <= r.t && r.t <= r.upper, c, "t not within its bounds");
    graze_random random = graze_random_seed(seed);
    double band = tolerance * (double)graze_vec3_length(move) + 1e-9;
    CASE_CHECK(oracle_locate(&c->b, r.point, band, &random) != ORACLE_OUTSIDE, c,
               "the point is not on B");
    if (!c->has_normal || r.end == GRAZE_OVERLAP) return;
    double cosine = (double)r.normal.x * c->normal[0] + (double)r.normal.y * c->normal[1] +
                    (double)r.normal.z * c->normal[2];
    CASE_CHECK(cosine >= 1 - 2 * band, c, "normal off: cosine %.9g", cosine);
}

static void check_case(const hard_case *c, void *user) {
    long *counts = user;
    ++counts[c->kind];
    if (c->kind == HARD_RAY_CAST || c->kind == HARD_SHAPE_CAST) {
        check_cast(c);
        return;
    }
    check_boolean(c);
    for (int tight = 0; tight < 2; ++tight) {
        check_signed(c, tight);
        check_depth(c, tight);
    }
    if (c->kind == HARD_DISTANCE)
        check_separation(c);
    else
        check_overlap(c);
}

static void every_hard_case_is_answered_rightly(void **state) {
    (void)state;
    char path[1024];
    long counts[4] = {0};
    long cases =
        hard_cases_visit(test_data_path("hard_cases.txt", path, sizeof path), check_case, counts);
    assert_int_equal(cases, 94);
    assert_int_equal(counts[HARD_DISTANCE], 29);
    assert_int_equal(counts[HARD_DEPTH], 49);
    assert_int_equal(counts[HARD_RAY_CAST], 4);
    assert_int_equal(counts[HARD_SHAPE_CAST], 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hard_case_is_answered_rightly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
