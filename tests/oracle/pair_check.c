/* SPDX-License-Identifier: MIT */
#include "oracle/pair_check.h"

#include "base/tolerance.h"
#include "convex/pair.h"
#include "harness.h"
#include "oracle/features.h"
#include "oracle/minkowski.h"

#define ULP (2 * (long double)GRAZE_EPSILON)

test_polytope test_polytope_make(const graze_vec3 *points, int count, const graze_pose *pose,
                                 graze_real margin) {
    graze_hull *hull = NULL;
    graze_shape *shape = NULL;
    assert_int_equal(graze_hull_create(points, (size_t)count, 0, &hull), GRAZE_OK);
    assert_int_equal(graze_shape_from_hull(hull, &shape), GRAZE_OK);
    test_polytope polytope = {{shape, *pose, margin}, oracle_polyhedron_from_hull(hull, pose)};
    graze_hull_release(hull);
    return polytope;
}

void test_polytope_free(test_polytope *polytope) {
    graze_shape_release((graze_shape *)polytope->placed.shape);
    oracle_polyhedron_free(&polytope->body);
}

long double test_pair_error(const test_polytope *a, const test_polytope *b) {
    gz_pair pair;
    assert_int_equal(gz_pair_make(&a->placed, &b->placed, &pair), GRAZE_OK);
    return (long double)pair.error / (long double)pair.scale;
}

static long double margins(const test_polytope *a, const test_polytope *b) {
    return (long double)a->placed.margin + (long double)b->placed.margin;
}

static long double size_of(const test_polytope *a, const test_polytope *b) {
    ld3 from, to;
    long double extents =
        oracle_polyhedron_extent(&a->body, &from) + oracle_polyhedron_extent(&b->body, &to);
    return extents + ld3_distance(from, to);
}

test_pair test_pair_measure(const test_polytope *a, const test_polytope *b, uint64_t seed,
                            long number) {
    long double size = size_of(a, b), sd = oracle_polyhedron_closest(&a->body, &b->body).distance;
    long double unsure = 1e-17L * size;
    if (sd <= unsure) {
        oracle_signed deep = oracle_minkowski(&a->body, &b->body);
        unsure = (deep.dimension == 3 ? 1e-13L : 1e-10L) * size;
        sd = deep.distance < 0 ? deep.distance : 0;
    }
    return (test_pair){a, b, sd - margins(a, b), unsure, seed, number};
}

/* -- what all checks use -- */

/* Points come back in world coordinates, rounded. */
static long double world_rounding(const test_pair *pair) {
    ld3 a, b;
    oracle_polyhedron_extent(&pair->a->body, &a);
    oracle_polyhedron_extent(&pair->b->body, &b);
    return ULP * (ld3_length(a) + ld3_length(b) + 2 * size_of(pair->a, pair->b));
}

static long double slack_of(const test_pair *pair) {
    return test_pair_error(pair->a, pair->b) + world_rounding(pair) + pair->unsure;
}

static long double outside(const test_polytope *polytope, graze_vec3 point) {
    return oracle_polyhedron_point_distance(&polytope->body, ld3_from(point)) -
           (long double)polytope->placed.margin;
}

static void check_unit(const test_pair *pair, graze_vec3 normal) {
    long double off = fabsl(ld3_length(ld3_from(normal)) - 1);
    TEST_CHECK(off <= 8 * ULP, pair->seed, pair->number, "the normal's length is off by %Lg", off);
}

/* By how much the unit vector along the axis separates the two, margins counted. */
static long double gap_along(const test_pair *pair, graze_vec3 axis) {
    ld3 n = ld3_unit(ld3_from(axis));
    ld3 a = pair->a->body.vertices[oracle_polyhedron_support(&pair->a->body, n)];
    ld3 b = pair->b->body.vertices[oracle_polyhedron_support(&pair->b->body, ld3_scale(n, -1))];
    return ld3_dot(n, ld3_sub(b, a)) - margins(pair->a, pair->b);
}

static void check_common_point(const test_pair *pair, graze_vec3 point) {
    long double a = outside(pair->a, point), b = outside(pair->b, point), slack = slack_of(pair);
    TEST_CHECK(a <= slack && b <= slack, pair->seed, pair->number,
               "the common point is %Lg and %Lg off, %Lg allowed, sd %Lg", a, b, slack, pair->sd);
}

/* -- distance -- */

static void check_apart(const test_pair *pair, const graze_separation *sep, long double rel) {
    long double error = test_pair_error(pair->a, pair->b), slack = slack_of(pair);
    long double upper = (long double)sep->upper, width = upper - (long double)sep->lower;
    long double asked = fmaxl(rel * upper, error) + 2 * error + 4 * ULP * upper;
    TEST_CHECK(sep->end == GRAZE_CONVERGED, pair->seed, pair->number, "end %d at %Lg", (int)sep->end,
               pair->sd);
    TEST_CHECK(width <= asked, pair->seed, pair->number, "%Lg E wide, %Lg E asked, at %Lg",
               width / error, asked / error, pair->sd);
    long double gap = gap_along(pair, sep->normal);
    TEST_CHECK(gap >= (long double)sep->lower - pair->unsure, pair->seed, pair->number,
               "the normal certifies %.12Lg of %.12Lg", gap, (long double)sep->lower);
    long double a = outside(pair->a, sep->point_a), b = outside(pair->b, sep->point_b);
    TEST_CHECK(a <= slack && b <= slack, pair->seed, pair->number,
               "witnesses %Lg and %Lg off, %Lg allowed", a, b, slack);
    ld3 between = ld3_sub(ld3_from(sep->point_b), ld3_from(sep->point_a));
    ld3 along = ld3_scale(ld3_from(sep->normal), (long double)sep->distance);
    TEST_CHECK(ld3_distance(between, along) <= 2 * slack, pair->seed, pair->number,
               "point_b - point_a is %Lg off distance * normal, %Lg allowed",
               ld3_distance(between, along), 2 * slack);
}

graze_separation test_pair_distance(const test_pair *pair, const graze_options *options) {
    graze_separation sep;
    long double error = test_pair_error(pair->a, pair->b), sd = pair->sd, unsure = pair->unsure;
    long double known = sd > 0 ? sd : 0;
    long double rel = !options || options->rel == 0 ? (long double)GZ_DEFAULT_ACCURACY
                      : options->rel > 0            ? (long double)options->rel
                                                    : 0;
    assert_int_equal(graze_distance(&pair->a->placed, &pair->b->placed, options, NULL, &sep), GRAZE_OK);
    TEST_CHECK((long double)sep.lower <= known + unsure && (long double)sep.upper >= known - unsure,
               pair->seed, pair->number, "%.12Lg is not in %.12g .. %.12g (E %Lg)", known,
               (double)sep.lower, (double)sep.upper, error);
    TEST_CHECK(sep.lower <= sep.distance && sep.distance <= sep.upper && sep.lower >= 0, pair->seed,
               pair->number, "%g is not in %g .. %g", (double)sep.distance, (double)sep.lower,
               (double)sep.upper);
    check_unit(pair, sep.normal);
    if (sep.end == GRAZE_CONVERGED || sd > 2 * error + unsure) {
        check_apart(pair, &sep, rel);
    } else { /* up to E apart, or overlapping */
        check_common_point(pair, sep.point_a);
        check_common_point(pair, sep.point_b);
    }
    if (sd < -8 * error - unsure) {
        TEST_CHECK(sep.end == GRAZE_OVERLAP && sep.upper == 0, pair->seed, pair->number,
                   "end %d, upper %g at depth %Lg", (int)sep.end, (double)sep.upper, -sd);
        TEST_CHECK(memcmp(&sep.point_a, &sep.point_b, sizeof sep.point_a) == 0, pair->seed,
                   pair->number, "overlap, yet two points");
    }
    return sep;
}

/* -- booleans -- */

void test_pair_within(const test_pair *pair, graze_real distance) {
    graze_intersection hit;
    long double error = test_pair_error(pair->a, pair->b), slack = slack_of(pair);
    long double beyond = pair->sd - (long double)distance;
    assert_int_equal(graze_within(&pair->a->placed, &pair->b->placed, distance, NULL, NULL, &hit),
                     GRAZE_OK);
    if (beyond < -pair->unsure)
        TEST_CHECK(hit.intersecting, pair->seed, pair->number, "%Lg within %g denied", pair->sd,
                   (double)distance);
    if (beyond > 2 * error + pair->unsure)
        TEST_CHECK(!hit.intersecting, pair->seed, pair->number, "%Lg within %g claimed, E %Lg",
                   pair->sd, (double)distance, error);
    if (hit.intersecting) {
        long double a = outside(pair->a, hit.point), b = outside(pair->b, hit.point);
        a = a > 0 ? a : 0;
        b = b > 0 ? b : 0;
        TEST_CHECK(a + b <= (long double)distance + 2 * slack && hit.lower == 0, pair->seed,
                   pair->number, "the point is %Lg and %Lg off for %g", a, b, (double)distance);
        TEST_CHECK(hit.end == GRAZE_OVERLAP ||
                       (hit.end == GRAZE_TOUCHING && fabsl(beyond) <= 8 * error + pair->unsure),
                   pair->seed, pair->number, "end %d at %Lg", (int)hit.end, beyond);
    } else {
        long double gap = gap_along(pair, hit.axis);
        check_unit(pair, hit.axis);
        TEST_CHECK(hit.end == GRAZE_SEPARATED, pair->seed, pair->number, "end %d", (int)hit.end);
        TEST_CHECK(gap >= (long double)hit.lower - pair->unsure, pair->seed, pair->number,
                   "the axis separates by %.12Lg, not by %.12g", gap, (double)hit.lower);
        TEST_CHECK((long double)hit.lower >= (long double)distance - error, pair->seed, pair->number,
                   "lower bound %g for %g", (double)hit.lower, (double)distance);
    }
}

void test_pair_intersect(const test_pair *pair) {
    graze_intersection hit, within;
    test_pair_within(pair, 0);
    const graze_placed *a = &pair->a->placed, *b = &pair->b->placed;
    assert_int_equal(graze_intersect(a, b, NULL, NULL, &hit), GRAZE_OK);
    assert_int_equal(graze_within(a, b, 0, NULL, NULL, &within), GRAZE_OK);
    TEST_CHECK(hit.intersecting == within.intersecting && hit.lower == within.lower, pair->seed,
               pair->number, "intersect and within 0 differ");
}

void test_pair_everything(const test_pair *pair) {
    static const graze_options tightest = {.rel = GRAZE_TIGHTEST};
    test_pair_distance(pair, NULL);
    test_pair_distance(pair, &tightest);
    test_pair_intersect(pair);
    if (pair->sd > 0) {
        test_pair_within(pair, (graze_real)(pair->sd * 0.999L));
        test_pair_within(pair, (graze_real)(pair->sd * 1.001L));
        test_pair_within(pair, (graze_real)(pair->sd * 3));
    }
    test_pair_within(pair, (graze_real)size_of(pair->a, pair->b));
}
