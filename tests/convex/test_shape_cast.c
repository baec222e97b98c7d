/* SPDX-License-Identifier: MIT
 * Shape casts (A6, B:1330-1350; families 14-16, 18, 20): spheres and aligned boxes in closed form, cone
 * tips and zero sizes, random pairs of every kind checked by distances along the way, starts that
 * touch or overlap, and relations between casts. */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"
#include "oracle/solid.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};
static const long double eps = (long double)GRAZE_EPSILON;

static graze_cast_result cast(const graze_placed *a, graze_vec3 move, const graze_placed *b) {
    graze_cast_result r;
    assert_int_equal(graze_shape_cast(a, move, b, &tightest, &r), GRAZE_OK);
    assert_int_not_equal(r.end, GRAZE_ITERATION_LIMIT);
    assert_true(!r.hit || (r.lower <= r.t && r.t <= r.upper));
    return r;
}

static graze_placed at(graze_shape *shape, graze_vec3 p) {
    return (graze_placed){shape, graze_pose_at(p.x, p.y, p.z), 0};
}

static graze_vec3 along(graze_placed placed, graze_real t, graze_vec3 move) {
    return graze_vec3_add_scaled(placed.pose.origin, t, move);
}

/* True contact at `when` (negative: none) although nothing closer than E past touching is decided. */
static void compare(const graze_cast_result *r, long double when, bool sure, uint64_t seed, long i) {
    if (!sure) return;
    TEST_CHECK(r->hit == (when >= 0 && when <= 1), seed, i, "hit %d, but contact at %Lg", r->hit, when);
    if (!r->hit) return;
    TEST_CHECK((long double)r->lower <= when, seed, i, "contact at %.17Lg, lower %.17g", when,
               (double)r->lower);
    if (r->end == GRAZE_CONVERGED)
        TEST_CHECK(when <= (long double)r->upper, seed, i, "contact at %.17Lg, upper %.17g", when,
                   (double)r->upper);
}

/* |p + t m| = r1 + r2: the smaller root. */
static void spheres_meet_as_the_quadratic_says(void **state) {
    (void)state;
    uint64_t seed = test_seed(72001);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(100000);
    for (long i = 0; i < count; ++i) {
        graze_shape *a, *b;
        graze_real ra = graze_random_uniform(&random, 0, 1), rb = graze_random_uniform(&random, 0, 1);
        assert_int_equal(graze_shape_sphere(ra, &a), GRAZE_OK);
        assert_int_equal(graze_shape_sphere(rb, &b), GRAZE_OK);
        graze_placed pa = at(a, random_vector(3, &random)), pb = at(b, random_vector(3, &random));
        pb.margin = i % 2 ? graze_random_uniform(&random, 0, 1) : 0;
        graze_vec3 move = graze_vec3_scale(graze_random_direction(&random), 5);
        if (i / 2 % 2) /* towards the other one, a little off */
            move = graze_vec3_add(graze_vec3_sub(pb.pose.origin, pa.pose.origin),
                                  random_vector(1, &random));
        graze_cast_result r = cast(&pa, move, &pb);
        ld3 p = ld3_sub(ld3_from(pa.pose.origin), ld3_from(pb.pose.origin)), m = ld3_from(move);
        long double sum = (long double)ra + (long double)rb + (long double)pb.margin;
        long double mm = ld3_dot(m, m), pm = ld3_dot(p, m), c = ld3_dot(p, p) - sum * sum;
        long double nearest = ld3_length(ld3_sub(p, ld3_scale(m, pm / mm))),
                    band = 40 * eps * (sum + ld3_length(p));
        long double when = c <= 0 ? 0 : -1;
        if (c > 0 && nearest <= sum && pm < 0) when = (-pm - sqrtl(pm * pm - mm * c)) / mm;
        long double end_gap = ld3_length(ld3_add(p, m)) - sum;
        bool sure =
            fabsl(nearest - sum) > band && fabsl(ld3_length(p) - sum) > band && fabsl(end_gap) > band;
        compare(&r, when, sure, seed, i);
        hits += r.hit;
        if (c <= 0 && sure)
            TEST_CHECK(r.end == GRAZE_OVERLAP && r.t == 0 && graze_vec3_length(r.normal) == 0, seed, i,
                       "overlapping at the start: end %d", (int)r.end);
        graze_shape_release(a);
        graze_shape_release(b);
    }
    if (count > 1000) assert_in_range(hits * 10, count * 3, count * 7);
}

/* Per axis the times at which the slabs overlap; the boxes meet where all three do. */
static void aligned_boxes_meet_as_the_slabs_say(void **state) {
    (void)state;
    uint64_t seed = test_seed(72002);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(100000);
    for (long i = 0; i < count; ++i) {
        graze_shape *a, *b;
        graze_vec3 ha = graze_vec3_abs(random_vector(1, &random)),
                   hb = graze_vec3_abs(random_vector(1, &random));
        assert_int_equal(graze_shape_box(ha, &a), GRAZE_OK);
        assert_int_equal(graze_shape_box(hb, &b), GRAZE_OK);
        graze_placed pa = at(a, random_vector(3, &random)), pb = at(b, random_vector(3, &random));
        graze_vec3 move = graze_vec3_add(graze_vec3_sub(pb.pose.origin, pa.pose.origin),
                                         random_vector(i % 2 ? 2 : (graze_real)0.5, &random));
        if (i % 5 == 0) move.y = 0;
        long double in = 0, out = 1, clear = 1;
        for (int k = 0; k < 3; ++k) {
            long double p = (long double)graze_vec3_get(pa.pose.origin, k) -
                            (long double)graze_vec3_get(pb.pose.origin, k);
            long double h = (long double)graze_vec3_get(ha, k) + (long double)graze_vec3_get(hb, k);
            long double m = graze_vec3_get(move, k);
            if (m == 0) {
                if (fabsl(p) > h) out = -1;
                clear = fminl(clear, fabsl(fabsl(p) - h));
                continue;
            }
            in = fmaxl(in, fminl((-h - p) / m, (h - p) / m));
            out = fminl(out, fmaxl((-h - p) / m, (h - p) / m));
        }
        graze_cast_result r = cast(&pa, move, &pb);
        /* The overlap in time, as a length: when it is less than the band anything may be said. */
        bool sure =
            fabsl(out - in) * ld3_length(ld3_from(move)) > 4000 * eps && clear > 400 * eps && in != 0;
        compare(&r, in <= out ? in : -1, sure, seed, i);
        hits += r.hit;
        graze_shape_release(a);
        graze_shape_release(b);
    }
    if (count > 1000) assert_in_range(hits * 10, count * 3, count * 8);
}

/* The rounding radius of a pair, from public figures. */
static long double radius_of(const graze_placed *a, const graze_placed *b) {
    const graze_placed *both[2] = {a, b};
    long double size = ld3_length(ld3_sub(ld3_from(a->pose.origin), ld3_from(b->pose.origin))),
                error = 0;
    for (int i = 0; i < 2; ++i) {
        graze_sphere ball;
        assert_int_equal(graze_shape_bounding_sphere(both[i]->shape, &ball), GRAZE_OK);
        long double stretch = 0;
        for (int k = 0; k < 3; ++k)
            stretch += (long double)graze_vec3_length_squared(both[i]->pose.basis.col[k]);
        stretch = sqrtl(stretch);
        size += stretch * ((long double)ball.radius + ld3_length(ld3_from(ball.center))) +
                (long double)both[i]->margin;
        error += stretch * (long double)graze_shape_support_error(both[i]->shape);
    }
    return error + 34 * eps * size;
}

static graze_placed any_placed(graze_shape_kind kind, long number, graze_random *random) {
    graze_placed p = {random_shape(kind, 1, random),
                      random_pose((random_pose_class)(number % RANDOM_POSE_CLASS_COUNT), 3, random), 0};
    if (number % 3 == 0) p.margin = graze_random_uniform(random, 0, (graze_real)0.3);
    return p;
}

static graze_separation distance_at(graze_placed a, graze_real t, graze_vec3 move,
                                    const graze_placed *b) {
    graze_separation s;
    a.pose.origin = along(a, t, move);
    assert_int_equal(graze_distance(&a, b, &tightest, NULL, &s), GRAZE_OK);
    return s;
}

/* Before lower they are apart, at t within a few E, after upper together; on a miss always apart. */
static void check_by_distances(const graze_placed *a, graze_vec3 move, const graze_placed *b,
                               uint64_t seed, long number, long *hits) {
    enum { SAMPLES = 6 };
    graze_cast_result r = cast(a, move, b);
    long double band = radius_of(a, b) + 40 * eps * ld3_length(ld3_from(move));
    graze_real until = r.hit ? r.lower : 1;
    for (int k = 0; k < SAMPLES && until > 0; ++k) {
        graze_real t = until * (graze_real)k / SAMPLES;
        graze_separation s = distance_at(*a, t, move, b);
        TEST_CHECK(s.end != GRAZE_OVERLAP ||
                       (long double)(until - t) * ld3_length(ld3_from(move)) < band,
                   seed, number, "overlapping at %g, before %g", (double)t, (double)until);
    }
    *hits += r.hit;
    if (!r.hit) return;
    graze_separation s = distance_at(*a, r.t, move, b);
    TEST_CHECK((long double)s.lower <= 500 * band, seed, number, "at least %g apart at t = %g, E %Lg",
               (double)s.lower, (double)r.t, band);
    if (r.end == GRAZE_CONVERGED && r.upper <= 1) {
        s = distance_at(*a, r.upper, move, b);
        TEST_CHECK((long double)s.lower <= band, seed, number, "%g apart at upper = %g, E %Lg",
                   (double)s.lower, (double)r.upper, band);
    }
    if (r.end == GRAZE_OVERLAP) return;
    long double unit = ld3_length(ld3_from(r.normal));
    TEST_CHECK(fabsl(unit - 1) <= 8 * eps, seed, number, "normal of length %Lg", unit);
}

static void random_pairs_touch_at_t(void **state) {
    (void)state;
    uint64_t seed = test_seed(72003);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(20000);
    for (long i = 0; i < count; ++i) {
        graze_shape_kind kind[2];
        for (int k = 0; k < 2; ++k) do
                kind[k] = (graze_shape_kind)(graze_random_bits(&random) % GRAZE_SHAPE_CONVEX_COUNT);
            while (kind[k] == GRAZE_SHAPE_HALF_SPACE);
        graze_placed a = any_placed(kind[0], i, &random), b = any_placed(kind[1], i / 5, &random);
        graze_vec3 move =
            graze_vec3_add(graze_vec3_sub(b.pose.origin, a.pose.origin), random_vector(3, &random));
        check_by_distances(&a, move, &b, seed, i, &hits);
        graze_shape_release((graze_shape *)a.shape);
        graze_shape_release((graze_shape *)b.shape);
    }
    if (count > 1000) assert_in_range(hits * 10, count * 3, count * 9);
}

static void starts_that_touch_or_overlap(void **state) {
    (void)state;
    graze_shape *box;
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 1, 1), &box), GRAZE_OK);
    graze_placed a = at(box, graze_vec3_zero()), b = at(box, graze_vec3_make(2, 0, 0));
    graze_vec3 moves[4] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, 0, 0}};
    for (int i = 0; i < 4; ++i) { /* faces that touch: contact at once, wherever it goes */
        graze_cast_result r = cast(&a, moves[i], &b);
        assert_true(r.hit && r.t == 0 && r.end == GRAZE_TOUCHING);
        assert_true(r.normal.x > (graze_real)0.999);
    }
    b = at(box, graze_vec3_make(1, 0, 0));
    for (int i = 0; i < 4; ++i) {
        graze_cast_result r = cast(&a, moves[i], &b);
        assert_true(r.hit && r.t == 0 && r.end == GRAZE_OVERLAP);
        assert_true(graze_vec3_equal(r.normal, graze_vec3_zero()));
        graze_vec3 p = r.point;
        assert_true(graze_vec3_max_abs(p) <= 1 && p.x >= 0);
    }
    b = at(box, graze_vec3_make(3, 0, 0));
    assert_true(cast(&a, moves[0], &b).hit);                                  /* just reaches it */
    assert_false(cast(&a, graze_vec3_make((graze_real)0.999, 0, 0), &b).hit); /* just does not */
    assert_false(cast(&a, moves[1], &b).hit);                                 /* moves apart */
    assert_false(cast(&a, moves[3], &b).hit);                                 /* stays */
    graze_real tiny = sizeof tiny == sizeof(float) ? (graze_real)1e-44 : (graze_real)1e-320;
    assert_false(cast(&a, graze_vec3_make(tiny, 0, 0), &b).hit); /* denormal speed */
    graze_shape_release(box);
}

/* Faces that meet as a whole: an overlap follows, so it is a hit; sliding past each other is not. */
static void faces_that_meet_hit(void **state) {
    (void)state;
    graze_shape *box, *cylinder;
    assert_int_equal(graze_shape_box(graze_vec3_make(1, 1, 1), &box), GRAZE_OK);
    assert_int_equal(graze_shape_cylinder(1, 2, &cylinder), GRAZE_OK);
    const graze_real aside[] = {0, (graze_real)0.25, (graze_real)0.5, 1, (graze_real)1.9, 2};
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < 6; ++i) {
            graze_placed a = at(box, graze_vec3_zero()), b = at(k ? cylinder : box, graze_vec3_zero());
            b.pose.origin = graze_vec3_make(aside[i], 3, k ? 0 : aside[i] / 4);
            graze_cast_result r = cast(&a, graze_vec3_make(0, 2, 0), &b);
            assert_true(r.hit && r.normal.y > (graze_real)0.999);
            assert_int_equal(r.end, i < 5 ? GRAZE_CONVERGED : GRAZE_TOUCHING);
            assert_true(r.lower <= (graze_real)0.5 && (graze_real)0.5 <= r.upper);
        }
    graze_shape_release(box);
    graze_shape_release(cylinder);
}

/* sd = g for a cone's apex over a face, and for two apexes (family 14). */
static void cone_tips_meet_after_their_gap(void **state) {
    (void)state;
    graze_shape *cone, *box;
    assert_int_equal(graze_shape_cone(1, 2, &cone), GRAZE_OK);
    assert_int_equal(graze_shape_box(graze_vec3_make(2, 1, 2), &box), GRAZE_OK);
    graze_pose down;
    assert_int_equal(graze_pose_make(graze_quat_make(1, 0, 0, 0), graze_vec3_zero(), &down), GRAZE_OK);
    for (int k = 0; k < 2; ++k)
        for (graze_real g = 1; g > (graze_real)1e-3; g /= 4) {
            graze_placed a = at(cone, graze_vec3_make(0, -2 - g, 0)), b = at(box, graze_vec3_zero());
            if (k) {
                b = (graze_placed){cone, down, 0};
                b.pose.origin.y = 0;
            }
            graze_cast_result r = cast(&a, graze_vec3_make(0, 2 * g, 0), &b);
            assert_true(r.hit);
            assert_true(fabs((double)(r.t * 2 * g) - (double)g) <= 400 * (double)eps);
            assert_true(r.normal.y > (graze_real)0.5);
            assert_true((double)graze_abs(r.point.y + 1) < 1e-4);
        }
    graze_shape_release(cone);
    graze_shape_release(box);
}

/* Sizes of zero make the lower shape (family 15): the same casts. */
static void zero_sizes_are_the_lower_shapes(void **state) {
    (void)state;
    uint64_t seed = test_seed(72004);
    graze_random random = graze_random_seed(seed);
    graze_shape *pairs[3][2], *other;
    graze_vec3 origin = graze_vec3_zero();
    assert_int_equal(graze_shape_sphere(0, &pairs[0][0]), GRAZE_OK);
    assert_int_equal(graze_shape_point(origin, &pairs[0][1]), GRAZE_OK);
    assert_int_equal(graze_shape_capsule((graze_real)0.5, 0, &pairs[1][0]), GRAZE_OK);
    assert_int_equal(graze_shape_sphere((graze_real)0.5, &pairs[1][1]), GRAZE_OK);
    assert_int_equal(graze_shape_capsule(0, 1, &pairs[2][0]), GRAZE_OK);
    assert_int_equal(graze_shape_segment(graze_vec3_make(0, (graze_real)-0.5, 0),
                                         graze_vec3_make(0, (graze_real)0.5, 0), &pairs[2][1]),
                     GRAZE_OK);
    for (long i = 0; i < test_count(3000); ++i) {
        other = random_shape(GRAZE_SHAPE_POLYTOPE, 0, &random);
        graze_placed b = {other, random_pose(RANDOM_POSE_RIGID, 1, &random), 0};
        graze_placed a = {pairs[i % 3][0], random_pose(RANDOM_POSE_RIGID, 4, &random), 0}, c = a;
        c.shape = pairs[i % 3][1];
        graze_vec3 move =
            graze_vec3_add(graze_vec3_sub(b.pose.origin, a.pose.origin), random_vector(1, &random));
        graze_cast_result r = cast(&a, move, &b), q = cast(&c, move, &b);
        if (r.hit != q.hit) {
            TEST_CHECK(r.end == GRAZE_TOUCHING || q.end == GRAZE_TOUCHING, seed, i,
                       "one hits, one misses");
            graze_shape_release(other);
            continue;
        }
        TEST_CHECK(r.end != GRAZE_CONVERGED || q.end != GRAZE_CONVERGED ||
                       (r.lower <= q.upper && q.lower <= r.upper),
                   seed, i, "[%g, %g] and [%g, %g]", (double)r.lower, (double)r.upper, (double)q.lower,
                   (double)q.upper);
        graze_shape_release(other);
    }
    for (int k = 0; k < 3; ++k)
        for (int m = 0; m < 2; ++m) graze_shape_release(pairs[k][m]);
}

/* Family 20: casting along the normal hits at the distance; swapping the roles turns the motion round;
 * what moves with the world changes nothing. */
static void casts_agree_with_each_other(void **state) {
    (void)state;
    uint64_t seed = test_seed(72005);
    graze_random random = graze_random_seed(seed);
    long seen = 0;
    for (long i = 0; i < test_count(10000); ++i) {
        graze_placed a = any_placed((graze_shape_kind)(i % GRAZE_SHAPE_HALF_SPACE), i, &random);
        graze_placed b = any_placed((graze_shape_kind)(i / 7 % GRAZE_SHAPE_HALF_SPACE), i / 3, &random);
        graze_separation s;
        assert_int_equal(graze_distance(&a, &b, &tightest, NULL, &s), GRAZE_OK);
        long double band = radius_of(&a, &b);
        if ((long double)s.distance > 1000 * band) {
            ++seen;
            graze_vec3 move = graze_vec3_scale(s.normal, 2 * s.distance);
            long double slack =
                (50 * band + 40 * eps * (long double)s.distance) / (2 * (long double)s.distance);
            graze_cast_result r = cast(&a, move, &b);
            TEST_CHECK(r.hit && fabsl((long double)r.t - 0.5L) <=
                                    0.5L * ((long double)s.upper / (long double)s.lower - 1) + slack,
                       seed, i, "t = %g along the normal", (double)r.t);
            graze_cast_result q = cast(&b, graze_vec3_neg(move), &a);
            TEST_CHECK(q.hit && (long double)q.lower <= (long double)r.upper + slack &&
                           (long double)r.lower <= (long double)q.upper + slack,
                       seed, i, "swapped: [%g, %g] and [%g, %g]", (double)r.lower, (double)r.upper,
                       (double)q.lower, (double)q.upper);
            graze_pose turn = random_pose(RANDOM_POSE_RIGID, 10, &random);
            graze_placed ta = a, tb = b;
            ta.pose = graze_pose_compose(&turn, &a.pose);
            tb.pose = graze_pose_compose(&turn, &b.pose);
            q = cast(&ta, graze_mat3_mul_vec(&turn.basis, move), &tb);
            long double moved = slack + 400 * eps * (20 + ld3_length(ld3_from(a.pose.origin))) /
                                            (2 * (long double)s.distance);
            TEST_CHECK(q.hit && (long double)q.lower <= (long double)r.upper + moved &&
                           (long double)r.lower <= (long double)q.upper + moved,
                       seed, i, "moved along: [%g, %g] and [%g, %g]", (double)r.lower, (double)r.upper,
                       (double)q.lower, (double)q.upper);
        }
        graze_shape_release((graze_shape *)a.shape);
        graze_shape_release((graze_shape *)b.shape);
    }
    assert_true(seen * 3 > test_count(10000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_meet_as_the_quadratic_says),
        cmocka_unit_test(aligned_boxes_meet_as_the_slabs_say),
        cmocka_unit_test(random_pairs_touch_at_t),
        cmocka_unit_test(starts_that_touch_or_overlap),
        cmocka_unit_test(faces_that_meet_hit),
        cmocka_unit_test(cone_tips_meet_after_their_gap),
        cmocka_unit_test(zero_sizes_are_the_lower_shapes),
        cmocka_unit_test(casts_agree_with_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
