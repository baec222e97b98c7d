/* SPDX-License-Identifier: MIT */
#include "oracle/signed_check.h"

#include "base/tolerance.h"
#include "convex/pair.h"
#include "harness.h"
#include "oracle/locate.h"
#include "oracle/random_shape.h"

#define EPS ((long double)GRAZE_EPSILON)

/* Fails the test with the message and what the two shapes are. */
static void fail_pair(const signed_case *c, const char *format, ...) {
    char message[400], text_a[200], text_b[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    graze_shape_describe(c->a->shape, text_a, sizeof text_a);
    graze_shape_describe(c->b->shape, text_b, sizeof text_b);
    test_fail(c->seed, c->number, "%s: %s, %s", message, text_a, text_b);
}
#define PAIR_CHECK(condition, c, ...)                                                                  \
    do {                                                                                               \
        if (!(condition)) fail_pair((c), __VA_ARGS__);                                                 \
    } while (0)

long double signed_error(const graze_placed *a, const graze_placed *b) {
    gz_pair pair;
    assert_int_equal(gz_pair_make(a, b, &pair), GRAZE_OK);
    return (long double)pair.error / (long double)pair.scale;
}

long double signed_slack(const graze_placed *a, const graze_placed *b) {
    long double away = ld3_length(ld3_from(a->pose.origin)) + ld3_length(ld3_from(b->pose.origin));
    return signed_error(a, b) + 8 * EPS * away;
}

long double signed_gap(const graze_placed *a, const graze_placed *b, ld3 n) {
    graze_vec3 on_a, on_b, v = graze_vec3_make((graze_real)n.x, (graze_real)n.y, (graze_real)n.z);
    assert_int_equal(graze_placed_support(a, v, &on_a), GRAZE_OK);
    assert_int_equal(graze_placed_support(b, graze_vec3_neg(v), &on_b), GRAZE_OK);
    ld3 unit = ld3_unit(ld3_from(v));
    return ld3_dot(unit, ld3_sub(ld3_from(on_b), ld3_from(on_a)));
}

static void check_points(const signed_case *c, const graze_signed_separation *s, long double slack) {
    ld3 between = ld3_sub(ld3_from(s->point_b), ld3_from(s->point_a));
    ld3 along = ld3_scale(ld3_from(s->normal), (long double)s->sd);
    PAIR_CHECK(ld3_distance(between, along) <= 2 * slack, c,
               "point_b - point_a is %Lg E off sd * normal (sd %g)",
               ld3_distance(between, along) / slack, (double)s->sd);
    if (!c->locate) return;
    PAIR_CHECK(oracle_locate(c->a, s->point_a, 2 * slack, c->random) != ORACLE_OUTSIDE, c,
               "point_a is not in A (sd %g)", (double)s->sd);
    PAIR_CHECK(oracle_locate(c->b, s->point_b, 2 * slack, c->random) != ORACLE_OUTSIDE, c,
               "point_b is not in B (sd %g)", (double)s->sd);
}

/* Directions that might show more than upper: anywhere, and from far to close around the normal. */
static void check_directions(const signed_case *c, const graze_signed_separation *s,
                             long double slack) {
    for (int i = 0; i < 8; ++i) {
        ld3 v = ld3_from(graze_random_direction(c->random));
        long double tilt = i < 3 ? 1 : powl(10, -(long double)(i - 2));
        if (i >= 3) v = ld3_add_scaled(ld3_from(s->normal), tilt, v);
        long double gap = signed_gap(c->a, c->b, v);
        PAIR_CHECK(gap <= (long double)s->upper + slack, c,
                   "a direction %Lg aside shows %.12Lg, upper is %.12g, by %Lg E", tilt, gap,
                   (double)s->upper, (gap - (long double)s->upper) / slack);
    }
}

void signed_check_answer(const signed_case *c, const graze_signed_separation *s) {
    long double slack = signed_slack(c->a, c->b);
    PAIR_CHECK(s->lower <= s->sd && s->sd <= s->upper, c, "%g is not in %g .. %g", (double)s->sd,
               (double)s->lower, (double)s->upper);
    long double off = fabsl(ld3_length(ld3_from(s->normal)) - 1);
    PAIR_CHECK(off <= 24 * EPS, c, "the normal's length is off by %Lg", off);
    long double gap = signed_gap(c->a, c->b, ld3_from(s->normal));
    PAIR_CHECK(gap >= (long double)s->lower - slack, c,
               "the normal shows %.12Lg, not %.12g, short by %Lg E", gap, (double)s->lower,
               ((long double)s->lower - gap) / slack);
    check_points(c, s, slack);
    check_directions(c, s, slack);
}

static bool is_polytope(const graze_placed *p) {
    switch (graze_shape_get_kind(p->shape)) {
    case GRAZE_SHAPE_POINT:
    case GRAZE_SHAPE_SEGMENT:
    case GRAZE_SHAPE_TRIANGLE:
    case GRAZE_SHAPE_TETRAHEDRON:
    case GRAZE_SHAPE_BOX:
    case GRAZE_SHAPE_POLYGON:
    case GRAZE_SHAPE_POLYTOPE:
    case GRAZE_SHAPE_KDOP:
        return true;
    default:
        return false;
    }
}

/* The overlap of two such is answered exactly, whatever was asked. With margins their cores may be
 * apart.
 */
static bool is_bare_polytope(const graze_placed *p) { return is_polytope(p) && p->margin == 0; }

static void check_width(const signed_case *c, const graze_options *options, long double lower,
                        long double upper) {
    long double error = signed_error(c->a, c->b), large = fmaxl(fabsl(lower), fabsl(upper));
    long double rel = !options || options->rel == 0 ? (long double)GZ_DEFAULT_ACCURACY
                      : options->rel > 0            ? (long double)options->rel
                                                    : 0;
    if (upper < 0 && is_bare_polytope(c->a) && is_bare_polytope(c->b)) rel = 0;
    long double asked = fmaxl(fmaxl(rel * large, options ? (long double)options->abs : 0), error);
    asked += 2 * error + 8 * EPS * large + (sizeof(graze_real) == sizeof(float) ? 1e-36L : 1e-300L);
    PAIR_CHECK(upper - lower <= asked, c, "%Lg E wide, %Lg E asked (%Lg .. %Lg)",
               (upper - lower) / error, asked / error, lower, upper);
}

/* With fewer rounds than these nothing is too round. */
enum { MANY_ROUNDS = 200 };

static void check_limit(const signed_case *c, graze_end end, graze_real lower, graze_real upper,
                        int rounds) {
    if (end != GRAZE_ITERATION_LIMIT || c->limit_allowed) return;
    bool polytopes = is_polytope(c->a) && is_polytope(c->b);
    if (c->round && rounds >= MANY_ROUNDS && !polytopes) {
        ++*c->round;
        return;
    }
    fail_pair(c, "iteration limit after %d at %g .. %g, %Lg E wide", rounds, (double)lower,
              (double)upper, (long double)(upper - lower) / signed_error(c->a, c->b));
}

graze_signed_separation signed_checked(const signed_case *c, const graze_options *options) {
    graze_signed_separation s;
    assert_int_equal(graze_signed_distance(c->a, c->b, options, NULL, &s), GRAZE_OK);
    signed_check_answer(c, &s);
    check_limit(c, s.end, s.lower, s.upper, s.iterations);
    long double error = signed_error(c->a, c->b), sd = (long double)s.sd;
    if (s.end == GRAZE_ITERATION_LIMIT) return s;
    check_width(c, options, (long double)s.lower, (long double)s.upper);
    graze_end end = sd > error ? GRAZE_CONVERGED : sd < -error ? GRAZE_OVERLAP : GRAZE_TOUCHING;
    bool edge = fabsl(fabsl(sd) - error) <= 4 * EPS * error; /* sd is rounded, what was compared not */
    PAIR_CHECK(s.end == end || edge, c, "end %d, sd %Lg E", (int)s.end, sd / error);
    return s;
}

/* A penetration as a signed separation: the same promises apply. */
static graze_signed_separation as_signed(const graze_penetration_result *p) {
    return (graze_signed_separation){.sd = -p->depth,
                                     .lower = -p->upper,
                                     .upper = -p->lower,
                                     .normal = p->normal,
                                     .point_a = p->point_a,
                                     .point_b = p->point_b,
                                     .end = p->end};
}

static void check_separated(const signed_case *c, const graze_penetration_result *p) {
    PAIR_CHECK(p->depth == 0 && p->lower == 0 && p->upper == 0, c, "separated, yet %g in %g .. %g",
               (double)p->depth, (double)p->lower, (double)p->upper);
    long double gap = signed_gap(c->a, c->b, ld3_from(p->normal));
    PAIR_CHECK(gap >= -signed_slack(c->a, c->b), c, "the axis shows %Lg", gap);
    PAIR_CHECK(fabsl(ld3_length(ld3_from(p->normal)) - 1) <= 24 * EPS, c, "the axis is no unit vector");
    PAIR_CHECK(graze_vec3_equal(p->point_a, graze_vec3_zero()) &&
                   graze_vec3_equal(p->point_b, graze_vec3_zero()),
               c, "separated, yet points");
}

graze_penetration_result depth_checked(const signed_case *c, const graze_options *options) {
    graze_penetration_result p;
    assert_int_equal(graze_penetration(c->a, c->b, options, NULL, &p), GRAZE_OK);
    check_limit(c, p.end, p.lower, p.upper, p.iterations);
    if (p.end == GRAZE_SEPARATED) {
        check_separated(c, &p);
        return p;
    }
    graze_signed_separation s = as_signed(&p);
    bool undecided = p.end == GRAZE_ITERATION_LIMIT && p.depth == 0;
    if (undecided)
        PAIR_CHECK(p.lower == 0 && p.upper >= 0, c, "undecided, yet %g .. %g", (double)p.lower,
                   (double)p.upper);
    if (undecided) return p;
    PAIR_CHECK(p.lower >= 0, c, "lower %g", (double)p.lower);
    signed_check_answer(c, &s);
    if (p.end == GRAZE_ITERATION_LIMIT) return p;
    if (p.lower > 0) check_width(c, options, -(long double)p.upper, -(long double)p.lower);
    return p;
}

void signed_check_round(long too_round, long most) {
    print_message("%ld answers ended at the limit\n", too_round);
    assert_true(too_round <= test_count(most));
}

bool signed_brackets_meet(const graze_signed_separation *s, const graze_signed_separation *t,
                          long double apart) {
    return (long double)s->lower <= (long double)t->upper + apart &&
           (long double)t->lower <= (long double)s->upper + apart;
}

/* -- random pairs -- */

static graze_placed any_placed(graze_real reach, graze_random *random) {
    graze_shape_kind kind;
    do kind = (graze_shape_kind)(graze_random_bits(random) % GRAZE_SHAPE_CONVEX_COUNT);
    while (kind == GRAZE_SHAPE_HALF_SPACE);
    bool plain = graze_random_bits(random) % 2;
    random_pose_class pose =
        plain ? RANDOM_POSE_RIGID
              : (random_pose_class)(graze_random_bits(random) % RANDOM_POSE_CLASS_COUNT);
    graze_placed p = {random_shape(kind, 1, random), random_pose(pose, reach, random), 0};
    if (graze_random_bits(random) % 3 == 0) p.margin = graze_random_uniform(random, 0, (graze_real)0.3);
    return p;
}

/* A point of the shape: from its farthest along v by the share towards the middle of six others. */
static ld3 point_in(const graze_placed *p, graze_vec3 v, long double share) {
    graze_vec3 point;
    ld3 middle = {0, 0, 0};
    for (int k = 0; k < 6; ++k) {
        graze_real sign = k % 2 ? 1 : -1;
        graze_vec3 axis =
            graze_vec3_make(k / 2 == 0 ? sign : 0, k / 2 == 1 ? sign : 0, k / 2 == 2 ? sign : 0);
        assert_int_equal(graze_placed_support(p, axis, &point), GRAZE_OK);
        middle = ld3_add_scaled(middle, 1.0L / 6, ld3_from(point));
    }
    assert_int_equal(graze_placed_support(p, v, &point), GRAZE_OK);
    return ld3_add_scaled(ld3_scale(ld3_from(point), 1 - share), share, middle);
}

signed_pair signed_pair_random(graze_random *random) {
    signed_pair pair = {any_placed((graze_real)0.5, random), any_placed((graze_real)0.5, random)};
    if (graze_random_bits(random) % 4 == 0) return pair;
    /* A point of B on or below its surface moves onto one of A: how far below decides how deep. */
    long double share = powl(10, -(long double)(graze_random_bits(random) % 8));
    if (graze_random_bits(random) % 16 == 0) share = 0;
    graze_vec3 v = graze_random_direction(random);
    ld3 on_a = point_in(&pair.a, v, share);
    ld3 on_b = point_in(&pair.b, graze_vec3_neg(v), graze_random_bits(random) % 2 ? share : 0);
    ld3 at = ld3_add(ld3_from(pair.b.pose.origin), ld3_sub(on_a, on_b));
    pair.b.pose.origin = graze_vec3_make((graze_real)at.x, (graze_real)at.y, (graze_real)at.z);
    return pair;
}

void signed_pair_drop(signed_pair *pair) {
    graze_shape_release((graze_shape *)pair->a.shape);
    graze_shape_release((graze_shape *)pair->b.shape);
}
