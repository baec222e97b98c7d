/* SPDX-License-Identifier: MIT
 * Laws that depth and signed distance obey whatever the two convex shapes are (E1-E8, S12, family 20 of
 * metamorphic cases, family 6 of scalings): moving out, no jumps, margins, swapping, rigid motion,
 * scaling, the same set by another name, moving, casting. */
#include <math.h>

#include "harness.h"
#include "oracle/random_shape.h"
#include "oracle/signed_check.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};
#define EPS ((long double)GRAZE_EPSILON)

/* Answers of all tests here that ended at the limit because the difference is nearly round. */
static long too_round;

static graze_signed_separation signed_of(const graze_placed *a, const graze_placed *b) {
    graze_signed_separation s;
    assert_int_equal(graze_signed_distance(a, b, &tightest, NULL, &s), GRAZE_OK);
    return s;
}

static graze_placed moved(const graze_placed *p, graze_real way, graze_vec3 direction) {
    graze_placed m = *p;
    m.pose.origin = graze_vec3_add_scaled(p->pose.origin, way, direction);
    return m;
}

/* S12: B moved by depth * normal merely touches A. */
static void moving_out_by_the_depth_leaves_them_touching(void **state) {
    (void)state;
    uint64_t seed = test_seed(90001);
    graze_random random = graze_random_seed(seed);
    long overlaps = 0, tried = 0, shallow = 0, count = test_count(100000);
    for (; overlaps < count; ++tried) {
        signed_pair pair = signed_pair_random(&random);
        signed_case c = {&pair.a, &pair.b, seed, tried, &random, tried % 16 == 0, false, &too_round};
        graze_penetration_result p = depth_checked(&c, &tightest);
        long double slack = signed_slack(&pair.a, &pair.b);
        bool cut = p.end == GRAZE_ITERATION_LIMIT;
        if ((long double)p.depth > slack) {
            ++overlaps;
            shallow += p.depth < (graze_real)0.05;
            graze_placed out = moved(&pair.b, p.depth, p.normal);
            graze_signed_separation s = signed_of(&pair.a, &out);
            if (cut) slack += (long double)(p.upper - p.lower); /* as good as it says */
            TEST_CHECK(fabsl((long double)s.sd) <= slack, seed, tried,
                       "depth %g, moved: %Lg E (%s, %s)", (double)p.depth, (long double)s.sd / slack,
                       graze_shape_kind_text(graze_shape_get_kind(pair.a.shape)),
                       graze_shape_kind_text(graze_shape_get_kind(pair.b.shape)));
        }
        signed_pair_drop(&pair);
    }
    print_message("%ld overlaps of %ld pairs, %ld of them shallow\n", overlaps, tried, shallow);
    assert_true(tried < 3 * count + 100);
    if (count >= 100) assert_in_range(shallow, count / 10, count * 9 / 10);
}

/* The four queries tell one story about a pair. */
static void all_queries_agree(void **state) {
    (void)state;
    uint64_t seed = test_seed(90002);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(10000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        if (i % 2) pair.b = moved(&pair.b, 1, graze_random_direction(&random));
        signed_case c = {&pair.a, &pair.b, seed, i, &random, false, false, &too_round};
        const graze_options *options = i % 3 ? &tightest : NULL;
        graze_signed_separation s = signed_checked(&c, options);
        graze_penetration_result p = depth_checked(&c, options);
        graze_separation d;
        graze_intersection m;
        assert_int_equal(graze_distance(&pair.a, &pair.b, options, NULL, &d), GRAZE_OK);
        assert_int_equal(graze_intersect(&pair.a, &pair.b, options, NULL, &m), GRAZE_OK);
        long double error = signed_error(&pair.a, &pair.b), sd = (long double)s.sd;
        if (sd > error) TEST_CHECK(!m.intersecting, seed, i, "intersecting at %Lg E", sd / error);
        if (sd < 0) TEST_CHECK(m.intersecting, seed, i, "not intersecting at %Lg E", sd / error);
        TEST_CHECK(d.lower <= graze_max(0, s.upper) && d.upper >= graze_max(0, s.lower), seed, i,
                   "distance %g .. %g, signed %g .. %g", (double)d.lower, (double)d.upper,
                   (double)s.lower, (double)s.upper);
        TEST_CHECK(p.lower <= graze_max(0, -s.lower) && p.upper >= graze_max(0, -s.upper), seed, i,
                   "depth %g .. %g, signed %g .. %g", (double)p.lower, (double)p.upper, (double)s.lower,
                   (double)s.upper);
        if (sd > error) TEST_CHECK(p.end == GRAZE_SEPARATED, seed, i, "end %d", (int)p.end);
        hits += m.intersecting;
        signed_pair_drop(&pair);
    }
    if (count >= 100) assert_in_range(hits, count * 3 / 10, count * 9 / 10);
}

/* -- no jumps (E8) -- */

/* One shape passes through the other in small steps: the signed distance follows. */
static void sd_follows_a_shape_that_passes_through(void **state) {
    (void)state;
    enum { STEPS = 64 };
    uint64_t seed = test_seed(90003);
    graze_random random = graze_random_seed(seed);
    long crossed = 0, count = test_count(600);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_vec3 along = graze_random_direction(&random);
        const graze_options *options = i % 2 ? &tightest : NULL;
        graze_signed_separation last = {0};
        bool inside = false, outside = false;
        for (int k = 0; k <= STEPS; ++k) {
            graze_real way = (graze_real)(6.0 * k / STEPS - 3.0);
            graze_placed b = moved(&pair.b, way, along);
            signed_case c = {&pair.a, &b, seed, i, &random, false, false, &too_round};
            graze_signed_separation s = signed_checked(&c, options);
            long double step = 6.0L / STEPS + 16 * EPS * 4;
            if (k > 0)
                TEST_CHECK(signed_brackets_meet(&last, &s, step), seed, i,
                           "step %d of %Lg: from %g to %g", k, step, (double)last.sd, (double)s.sd);
            inside |= s.sd < 0;
            outside |= s.sd > 0;
            last = s;
        }
        crossed += inside && outside;
        signed_pair_drop(&pair);
    }
    print_message("%ld of %ld pass through\n", crossed, count);
    if (count >= 50) assert_true(crossed * 10 >= count * 5);
}

/* Around the very place where the two come apart: from a few E to a hundredth on both sides. */
static void sd_is_continuous_across_zero(void **state) {
    (void)state;
    uint64_t seed = test_seed(90004);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(2000); ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_vec3 along = graze_random_direction(&random);
        double in = 0, out = 12; /* overlapping at in, unless they never do; apart at out */
        for (int k = 0; k < 60; ++k) {
            graze_placed b = moved(&pair.b, (graze_real)((in + out) / 2), along);
            if (signed_of(&pair.a, &b).sd <= 0)
                in = (in + out) / 2;
            else
                out = (in + out) / 2;
        }
        graze_placed zero = moved(&pair.b, (graze_real)in, along);
        graze_signed_separation last = signed_of(&pair.a, &zero);
        long double error = signed_slack(&pair.a, &zero);
        for (int k = 0; k < 24; ++k) {
            double way = (k % 2 ? 1 : -1) * (double)error * pow(8, k / 2);
            if (way > 0.01 || way < -0.01) break;
            graze_placed b = moved(&zero, (graze_real)way, along);
            signed_case c = {&pair.a, &b, seed, i, &random, false, false, &too_round};
            graze_signed_separation s = signed_checked(&c, &tightest);
            TEST_CHECK(signed_brackets_meet(&last, &s, (long double)fabs(way) + error), seed, i,
                       "moved by %Lg E: from %Lg E to %Lg E", (long double)way / error,
                       (long double)last.sd / error, (long double)s.sd / error);
        }
        signed_pair_drop(&pair);
    }
}

/* -- margins (E8) -- */

static graze_flow count_depth(void *user, const graze_trace_step *step) {
    long *depth_rounds = user;
    *depth_rounds += step->phase == GRAZE_TRACE_DEPTH;
    return GRAZE_CONTINUE;
}

/* sd(A + r, B + s) = sd(A, B) - r - s on both sides of zero; and no depth method runs while the cores
 * are apart, however deep the margins overlap. */
static void margins_are_subtracted_on_both_sides_of_zero(void **state) {
    (void)state;
    uint64_t seed = test_seed(90005);
    graze_random random = graze_random_seed(seed);
    long apart = 0, deep = 0, watched = 0, count = test_count(10000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_real way = i % 3 ? graze_random_uniform(&random, 0, 2) : 0;
        graze_placed a = pair.a, b = moved(&pair.b, way, graze_random_direction(&random));
        a.margin = b.margin = 0;
        graze_signed_separation bare = signed_of(&a, &b);
        a.margin = graze_random_uniform(&random, 0, 1);
        b.margin = i % 4 ? graze_random_uniform(&random, 0, 1) : 0;
        /* Touching, as nearly as it can be said. */
        if (i % 5 == 0 && bare.sd > b.margin) a.margin = bare.sd - b.margin;
        signed_case c = {&a, &b, seed, i, &random, false, false, &too_round};
        graze_signed_separation grown = signed_checked(&c, &tightest), less = bare;
        graze_real both = a.margin + b.margin;
        less.lower -= both;
        less.upper -= both;
        TEST_CHECK(signed_brackets_meet(&grown, &less, signed_error(&a, &b)), seed, i,
                   "%.9g less %.9g is not %.9g", (double)bare.sd, (double)both, (double)grown.sd);
        long depth_rounds = 0;
        graze_trace trace = {count_depth, &depth_rounds};
        graze_options watch = {.rel = GRAZE_TIGHTEST, .trace = &trace};
        graze_penetration_result p;
        assert_int_equal(graze_penetration(&a, &b, &watch, NULL, &p), GRAZE_OK);
        if (bare.lower > 0) {
            ++apart;
            deep += grown.sd < 0;
            TEST_CHECK(depth_rounds == 0, seed, i, "%ld depth rounds with cores %g apart", depth_rounds,
                       (double)bare.sd);
        }
        watched += depth_rounds > 0;
        signed_pair_drop(&pair);
    }
    print_message("cores apart in %ld, of which %ld overlap by margins; %ld of %ld with depth rounds\n",
                  apart, deep, watched, count);
    if (count >= 100) assert_true(deep * 10 > count && watched * 10 > count);
}

/* Growing margins in small steps, from cores apart to deep overlap: exactly that much less each. */
static void sd_falls_with_the_margin(void **state) {
    (void)state;
    uint64_t seed = test_seed(90006);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(1000); ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_placed b = moved(&pair.b, i % 2 ? (graze_real)0.5 : 0, graze_random_direction(&random));
        graze_placed a = pair.a;
        a.margin = 0;
        graze_signed_separation first = signed_of(&a, &b);
        for (int k = 1; k <= 10; ++k) {
            a.margin = (graze_real)k / 16;
            signed_case c = {&a, &b, seed, i, &random, false, false, &too_round};
            graze_signed_separation s = signed_checked(&c, &tightest), less = first;
            less.lower -= a.margin;
            less.upper -= a.margin;
            TEST_CHECK(signed_brackets_meet(&s, &less, signed_error(&a, &b)), seed, i,
                       "%.9g at margin 0, %.9g at %.9g", (double)first.sd, (double)s.sd,
                       (double)a.margin);
        }
        signed_pair_drop(&pair);
    }
}

/* -- family 20 -- */

static graze_signed_separation mirrored(graze_signed_separation s) {
    graze_vec3 a = s.point_a;
    s.point_a = s.point_b;
    s.point_b = a;
    s.normal = graze_vec3_neg(s.normal);
    return s;
}

static void swapping_mirrors_the_answer(void **state) {
    (void)state;
    uint64_t seed = test_seed(90007);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(10000); ++i) {
        signed_pair pair = signed_pair_random(&random);
        signed_case c = {&pair.a, &pair.b, seed, i, &random, i % 16 == 0, false, &too_round};
        signed_case turned = {&pair.b, &pair.a, seed, i, &random, false, false, &too_round};
        graze_signed_separation s = signed_checked(&c, &tightest);
        graze_signed_separation t = mirrored(signed_checked(&turned, &tightest));
        TEST_CHECK(signed_brackets_meet(&s, &t, 0), seed, i, "%.9g one way, %.9g the other",
                   (double)s.sd, (double)t.sd);
        signed_check_answer(&c, &t);
        signed_pair_drop(&pair);
    }
}

static void moving_both_rigidly_moves_the_answer(void **state) {
    (void)state;
    uint64_t seed = test_seed(90008);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(10000); ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_pose motion = random_pose(RANDOM_POSE_RIGID, 4, &random);
        graze_placed a = pair.a, b = pair.b;
        a.pose = graze_pose_compose(&motion, &a.pose);
        b.pose = graze_pose_compose(&motion, &b.pose);
        signed_case there = {&a, &b, seed, i, &random, false, false, &too_round};
        graze_signed_separation s = signed_of(&pair.a, &pair.b), t = signed_checked(&there, &tightest);
        /* The composed poses are rounded, the more the farther they are. */
        long double rounding = signed_slack(&a, &b);
        TEST_CHECK(signed_brackets_meet(&s, &t, rounding), seed, i, "%.9g here, %.9g there",
                   (double)s.sd, (double)t.sd);
        ld3 back = {ld3_dot(ld3_from(motion.basis.col[0]), ld3_from(t.normal)),
                    ld3_dot(ld3_from(motion.basis.col[1]), ld3_from(t.normal)),
                    ld3_dot(ld3_from(motion.basis.col[2]), ld3_from(t.normal))};
        long double gap = signed_gap(&pair.a, &pair.b, back);
        TEST_CHECK(gap >= (long double)t.lower - 2 * rounding, seed, i,
                   "the normal turned back shows %.9Lg, not %.9g", gap, (double)t.lower);
        signed_pair_drop(&pair);
    }
}

/* |sd(A + t) - sd(A)| <= |t|, whatever the way. */
static void sd_changes_by_at_most_the_way(void **state) {
    (void)state;
    uint64_t seed = test_seed(90009);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(10000); ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_real way = (graze_real)pow(10, -(double)(i % 6));
        graze_placed a = moved(&pair.a, way, graze_random_direction(&random));
        signed_case c = {&a, &pair.b, seed, i, &random, false, false, &too_round};
        graze_signed_separation s = signed_of(&pair.a, &pair.b), t = signed_checked(&c, &tightest);
        TEST_CHECK(signed_brackets_meet(&s, &t, (long double)way + 16 * EPS * 4), seed, i,
                   "moved by %g: from %.9g to %.9g", (double)way, (double)s.sd, (double)t.sd);
        signed_pair_drop(&pair);
    }
}

/* Beyond touching, on along the normal, the gap grows by as much as B moves; and a cast back hits after
 * just that way. */
static void casting_along_the_normal_hits_at_the_distance(void **state) {
    (void)state;
    uint64_t seed = test_seed(90010);
    graze_random random = graze_random_seed(seed);
    long overlaps = 0, count = test_count(5000);
    for (long i = 0; i < count; ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_signed_separation s = signed_of(&pair.a, &pair.b);
        graze_real gap = graze_random_uniform(&random, (graze_real)0.1, 1);
        graze_placed b = moved(&pair.b, gap - s.sd, s.normal);
        long double slack = signed_slack(&pair.a, &b) + signed_slack(&pair.a, &pair.b);
        if (s.end == GRAZE_ITERATION_LIMIT) slack += (long double)(s.upper - s.lower);
        graze_signed_separation t = signed_of(&pair.a, &b);
        TEST_CHECK(fabsl((long double)t.sd - (long double)gap) <= slack, seed, i,
                   "sd %g, moved out by %g more: %.9g, off by %Lg E", (double)s.sd, (double)gap,
                   (double)t.sd, ((long double)t.sd - (long double)gap) / slack);
        graze_cast_result hit;
        graze_vec3 back = graze_vec3_scale(s.normal, 2 * gap);
        assert_int_equal(graze_shape_cast(&pair.a, back, &b, &tightest, &hit), GRAZE_OK);
        TEST_CHECK(hit.hit && fabsl((long double)hit.t - 0.5L) * 2 * (long double)gap <= 2 * slack,
                   seed, i, "cast over %g: hit %d at %.9g", (double)(2 * gap), hit.hit, (double)hit.t);
        overlaps += s.sd < 0;
        signed_pair_drop(&pair);
    }
    if (count >= 100) assert_true(overlaps * 2 > count);
}

/* -- family 6 -- */

static bool scaled_equal(graze_vec3 a, graze_vec3 b, graze_real scale) {
    return graze_vec3_equal(graze_vec3_scale(a, scale), b);
}

static graze_placed scaled(const graze_placed *p, graze_real scale) {
    graze_placed q = *p;
    for (int k = 0; k < 3; ++k) q.pose.basis.col[k] = graze_vec3_scale(p->pose.basis.col[k], scale);
    q.pose.origin = graze_vec3_scale(p->pose.origin, scale);
    q.margin = p->margin * scale;
    return q;
}

/* Poses scaled by a power of two: everything scales bit for bit (rigid ones would become uniform). */
static void scaling_by_powers_of_two_scales_the_bits(void **state) {
    (void)state;
    uint64_t seed = test_seed(90011);
    graze_random random = graze_random_seed(seed);
    int most = sizeof(graze_real) == sizeof(float) ? 20 : 200;
    for (long i = 0; i < test_count(10000); ++i) {
        signed_pair pair = signed_pair_random(&random);
        graze_pose *poses[2] = {&pair.a.pose, &pair.b.pose};
        for (int k = 0; k < 2; ++k)
            if (poses[k]->kind == GRAZE_POSE_RIGID) poses[k]->kind = GRAZE_POSE_UNIFORM;
        graze_real scale =
            (graze_real)ldexp(1, ((int)(graze_random_bits(&random) % 41) - 20) * most / 20);
        graze_placed a = scaled(&pair.a, scale), b = scaled(&pair.b, scale);
        const graze_options *options = i % 2 ? &tightest : NULL;
        graze_signed_separation s, t;
        assert_int_equal(graze_signed_distance(&pair.a, &pair.b, options, NULL, &s), GRAZE_OK);
        assert_int_equal(graze_signed_distance(&a, &b, options, NULL, &t), GRAZE_OK);
        TEST_CHECK(s.sd * scale == t.sd && s.lower * scale == t.lower && s.upper * scale == t.upper,
                   seed, i, "%.17g times %g is not %.17g", (double)s.sd, (double)scale, (double)t.sd);
        TEST_CHECK(graze_vec3_equal(s.normal, t.normal) && scaled_equal(s.point_a, t.point_a, scale) &&
                       scaled_equal(s.point_b, t.point_b, scale),
                   seed, i, "the normal or the points differ at scale %g", (double)scale);
        TEST_CHECK(s.end == t.end && s.iterations == t.iterations, seed, i, "ends or rounds differ");
        signed_pair_drop(&pair);
    }
}

/* The shapes themselves scaled, in rigid poses. */
static graze_shape *sized(int kind, const graze_real *n, graze_real scale) {
    graze_shape *shape = NULL;
    graze_status status = GRAZE_OK;
    graze_vec3 points[8], size = graze_vec3_make(n[0] * scale, n[1] * scale, n[2] * scale);
    for (int i = 0; i < 8; ++i)
        points[i] =
            graze_vec3_make((n[3 * i] - n[3 * i + 1]) * scale, (n[3 * i + 1] - n[3 * i + 2]) * scale,
                            (n[3 * i + 2] - n[0]) * scale);
    switch (kind) {
    case 0:
        status = graze_shape_box(size, &shape);
        break;
    case 1:
        status = graze_shape_cylinder(size.x, size.y, &shape);
        break;
    case 2:
        status = graze_shape_cone(size.x, size.y, &shape);
        break;
    case 3:
        status = graze_shape_ellipsoid(size, &shape);
        break;
    case 4:
        status = graze_shape_capsule(size.x, size.y, &shape);
        break;
    case 5:
        status = graze_shape_sphere(size.x, &shape);
        break;
    case 6:
        status = graze_shape_triangle(points[0], points[1], points[2], &shape);
        break;
    default:
        status = graze_shape_polytope(points, 8, 0, &shape);
    }
    assert_int_equal(status, GRAZE_OK);
    return shape;
}

static void scaled_shapes_scale_the_bits(void **state) {
    (void)state;
    uint64_t seed = test_seed(90012);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(6400); ++i) {
        graze_real numbers[2][24];
        for (int k = 0; k < 48; ++k)
            numbers[k / 24][k % 24] = graze_random_uniform(&random, (graze_real)0.1, 1);
        graze_pose pose_a = random_pose(RANDOM_POSE_RIGID, (graze_real)0.5, &random);
        graze_pose pose_b = random_pose(RANDOM_POSE_RIGID, (graze_real)0.5, &random);
        graze_signed_separation s[2];
        graze_real scale = (graze_real)ldexp(1, (int)(graze_random_bits(&random) % 41) - 20);
        for (int k = 0; k < 2; ++k) {
            graze_real by = k ? scale : 1;
            graze_placed a = {sized((int)(i % 8), numbers[0], by), pose_a, 0};
            graze_placed b = {sized((int)(i / 8 % 8), numbers[1], by), pose_b, by / 8};
            a.pose.origin = graze_vec3_scale(pose_a.origin, by);
            b.pose.origin = graze_vec3_scale(pose_b.origin, by);
            s[k] = signed_of(&a, &b);
            graze_shape_release((graze_shape *)a.shape);
            graze_shape_release((graze_shape *)b.shape);
        }
        TEST_CHECK(s[0].sd * scale == s[1].sd && graze_vec3_equal(s[0].normal, s[1].normal), seed, i,
                   "%.17g times %g is not %.17g", (double)s[0].sd, (double)scale, (double)s[1].sd);
    }
}

/* -- the same set by another name -- */

typedef struct twins {
    graze_placed first, second;
    graze_shape *own[3]; /* to be released */
} twins;

static graze_shape *corner_hull(graze_vec3 half) {
    graze_vec3 corners[8];
    for (int k = 0; k < 8; ++k)
        corners[k] = graze_vec3_make(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y,
                                     k & 4 ? half.z : -half.z);
    graze_shape *shape = NULL;
    assert_int_equal(graze_shape_polytope(corners, 8, 0, &shape), GRAZE_OK);
    return shape;
}

static twins make_twins(int which, graze_random *random) {
    twins t = {.own = {NULL, NULL, NULL}};
    t.first.pose = random_pose(RANDOM_POSE_RIGID, (graze_real)0.5, random);
    t.second.pose = t.first.pose;
    graze_real r = graze_random_uniform(random, (graze_real)0.1, 1);
    graze_real h = graze_random_uniform(random, (graze_real)0.1, 1);
    graze_vec3 size = graze_vec3_make(r, h, graze_random_uniform(random, (graze_real)0.1, 1));
    graze_vec3 up = graze_vec3_make(0, h / 2, 0), down = graze_vec3_neg(up), v[4];
    for (int k = 0; k < 4; ++k) v[k] = random_vector(1, random);
    graze_status status[2] = {GRAZE_OK, GRAZE_OK};
    graze_pose stretch;
    switch (which) {
    case 0: /* a box is the hull of its corners */
        status[0] = graze_shape_box(size, &t.own[0]);
        t.own[1] = corner_hull(size);
        break;
    case 1: /* a capsule is a segment with a margin */
        status[0] = graze_shape_capsule(r, h, &t.own[0]);
        status[1] = graze_shape_segment(down, up, &t.own[1]);
        t.second.margin = r;
        break;
    case 2: /* a sphere is a point with a margin */
        status[0] = graze_shape_sphere(r, &t.own[0]);
        status[1] = graze_shape_point(graze_vec3_zero(), &t.own[1]);
        t.second.margin = r;
        break;
    case 3: /* a tetrahedron is a polytope */
        status[0] = graze_shape_tetrahedron(v[0], v[1], v[2], v[3], &t.own[0]);
        status[1] = graze_shape_polytope(v, 4, 0, &t.own[1]);
        break;
    case 4: /* an ellipsoid is a ball, stretched */
        status[0] = graze_shape_ellipsoid(size, &t.own[0]);
        status[1] = graze_shape_sphere(1, &t.own[1]);
        for (int k = 0; k < 3; ++k)
            t.second.pose.basis.col[k] =
                graze_vec3_scale(t.first.pose.basis.col[k], graze_vec3_get(size, k));
        t.second.pose.kind = GRAZE_POSE_UNKNOWN;
        break;
    case 5: /* a rounded cylinder is one with a margin */
        status[0] = graze_shape_cylinder(size.z, h, &t.own[1]);
        status[1] = graze_shape_rounded(t.own[1], r / 2, &t.own[0]);
        t.second.margin = r / 2;
        break;
    case 6: /* a transformed cone is a cone in another pose */
        stretch = random_pose(RANDOM_POSE_SHEARED, (graze_real)0.25, random);
        status[0] = graze_shape_cone(r, h, &t.own[1]);
        status[1] = graze_shape_transformed(t.own[1], &stretch, &t.own[0]);
        t.second.pose = graze_pose_compose(&t.first.pose, &stretch);
        break;
    default: /* a box is the sum of a flat one and a segment */
        status[0] = graze_shape_box(graze_vec3_make(r, 0, size.z), &t.own[1]);
        status[1] = graze_shape_segment(down, up, &t.own[2]);
        assert_int_equal(graze_shape_minkowski_sum(t.own[1], t.own[2], &t.own[0]), GRAZE_OK);
        graze_shape_release(t.own[1]);
        assert_int_equal(graze_shape_box(graze_vec3_make(r, h / 2, size.z), &t.own[1]), GRAZE_OK);
    }
    assert_true(status[0] == GRAZE_OK && status[1] == GRAZE_OK);
    t.first.shape = t.own[0];
    t.second.shape = t.own[1];
    return t;
}

static void one_set_by_two_names_has_one_answer(void **state) {
    (void)state;
    uint64_t seed = test_seed(90013);
    graze_random random = graze_random_seed(seed);
    long hits = 0, count = test_count(16000);
    for (long i = 0; i < count; ++i) {
        twins t = make_twins((int)(i % 8), &random);
        signed_pair other = signed_pair_random(&random);
        signed_case first = {&t.first, &other.b, seed, i, &random, false, false, &too_round};
        signed_case second = {&t.second, &other.b, seed, i, &random, false, false, &too_round};
        graze_signed_separation s = signed_checked(&first, &tightest);
        graze_signed_separation u = signed_checked(&second, &tightest);
        long double slack = signed_error(&t.first, &other.b) + signed_error(&t.second, &other.b);
        TEST_CHECK(signed_brackets_meet(&s, &u, slack), seed, i, "twins %ld: %.9g and %.9g", i % 8,
                   (double)s.sd, (double)u.sd);
        hits += s.sd < 0;
        for (int k = 0; k < 3; ++k) graze_shape_release(t.own[k]);
        signed_pair_drop(&other);
    }
    if (count >= 100) assert_in_range(hits, count * 3 / 10, count * 9 / 10);
}

static void few_pairs_are_too_round(void **state) {
    (void)state;
    signed_check_round(too_round, 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_out_by_the_depth_leaves_them_touching),
        cmocka_unit_test(all_queries_agree),
        cmocka_unit_test(sd_follows_a_shape_that_passes_through),
        cmocka_unit_test(sd_is_continuous_across_zero),
        cmocka_unit_test(margins_are_subtracted_on_both_sides_of_zero),
        cmocka_unit_test(sd_falls_with_the_margin),
        cmocka_unit_test(swapping_mirrors_the_answer),
        cmocka_unit_test(moving_both_rigidly_moves_the_answer),
        cmocka_unit_test(sd_changes_by_at_most_the_way),
        cmocka_unit_test(casting_along_the_normal_hits_at_the_distance),
        cmocka_unit_test(scaling_by_powers_of_two_scales_the_bits),
        cmocka_unit_test(scaled_shapes_scale_the_bits),
        cmocka_unit_test(one_set_by_two_names_has_one_answer),
        cmocka_unit_test(few_pairs_are_too_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
