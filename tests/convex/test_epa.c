/* SPDX-License-Identifier: MIT
 * The expanding polytope (E2-E7), called directly, so that no shortcut stands before it. Every answer
 * is checked for what it claims: the normal's bound, the points, and the ball that C must hold, the
 * last by trying directions; and against closed forms, the explicit difference of polytopes, or both.
 */
#include <float.h>
#include <math.h>

#include "base/tolerance.h"
#include "convex/closed_form.h"
#include "convex/epa.h"
#include "convex/query.h"
#include "harness.h"
#include "oracle/minkowski.h"
#include "oracle/pair_check.h"
#include "oracle/random_shape.h"

#define R(x) ((graze_real)(x))

static void must(graze_status status) { assert_int_equal(status, GRAZE_OK); }

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};

/* -- asking ---------------------------------------------------------------------------------------- */

typedef struct answer {
    gz_pair pair;
    gz_goal goal;
    gz_depth depth;
    gz_depth_end end;
    int start; /* points of the simplex that EPA started from */
} answer;

static answer begin(const graze_placed *a, const graze_placed *b, const graze_options *options) {
    answer x;
    must(gz_pair_make(a, b, &x.pair));
    must(gz_goal_from_options(options, &x.pair, &x.goal));
    x.goal.near = (double)GZ_TOUCHING_SHARE * x.pair.error;
    return x;
}

static void run(answer *x, const gz_simplex *start) {
    gz_goal deep = x->goal;
    deep.shift = -x->pair.radius;
    x->start = start->count;
    x->goal = deep;
    x->end = gz_epa(&x->pair, start, NULL, &deep, &x->depth);
}

/* From where GJK ends. False: it found them apart. */
static bool ask(const graze_placed *a, const graze_placed *b, const graze_options *options, answer *x) {
    *x = begin(a, b, options);
    gz_gjk gjk;
    gz_goal quiet = x->goal;
    quiet.trace = NULL;
    gz_outcome outcome = gz_closest(&x->pair, gz_cache_start(NULL, true, &x->pair), &quiet, &gjk);
    if (outcome != GZ_INSIDE && !(gjk.upper <= quiet.near)) return false;
    run(x, &gjk.simplex);
    return true;
}

/* -- checking -------------------------------------------------------------------------------------- */

static wide3 random_unit(graze_random *random) {
    wide3 v = wide3_from(graze_random_direction(random));
    return wide3_scale(v, 1 / wide3_length(v));
}

static double height(gz_pair *pair, wide3 n) {
    wide3 u = gz_pair_direction(n), a;
    return wide3_dot(u, gz_pair_support(pair, wide3_neg(u), &a)) / wide3_length(u);
}

/* How far x, relative to the operand's centre, lies beyond one of its supporting planes at most. */
static double outside(gz_operand *o, wide3 x, graze_random *random) {
    double most = 0;
    for (int i = 0; i < 40; ++i) {
        wide3 n = gz_pair_direction(random_unit(random));
        double h = wide3_dot(n, wide3_sub(x, gz_operand_support(o, n))) / wide3_length(n);
        if (h > most) most = h;
    }
    return most;
}

/* The least height found: directions all over, then near the best one, ever closer. */
static double search(gz_pair *pair, wide3 best, graze_random *random, int count) {
    double least = height(pair, best);
    for (int i = 0; i < 3 * count; ++i) {
        double step = i < count ? 10 : pow(10, -8.0 * (i - count) / (2.0 * count));
        wide3 n = wide3_add_scaled(best, step, random_unit(random));
        double h = height(pair, n);
        if (h < least) {
            least = h;
            best = wide3_scale(n, 1 / wide3_length(n));
        }
    }
    return least;
}

/* NULL, or what is wrong with the answer's proof. */
static const char *fault(answer *x, graze_random *random) {
    const gz_depth *d = &x->depth;
    double e = x->pair.error, roundoff = 4 * (double)GRAZE_EPSILON;
    wide3 along = wide3_sub(wide3_sub(d->a, d->b), wide3_scale(d->normal, d->lower));
    if (x->end != GZ_DEPTH_FOUND && x->end != GZ_DEPTH_LIMIT) return "end";
    if (!(fabs(wide3_length(d->normal) - 1) <= roundoff)) return "normal is not a unit vector";
    if (!(d->lower >= 0 && d->upper >= d->lower)) return "bounds out of order";
    if (height(&x->pair, d->normal) > d->upper + e / 4) return "normal does not show upper";
    if (!(wide3_length(along) <= e)) return "a - b is not lower n";
    if (outside(&x->pair.a, d->a, random) > e) return "a is not in A";
    if (outside(&x->pair.b, wide3_add(d->b, x->pair.offset), random) > e) return "b is not in B";
    if (search(&x->pair, d->normal, random, 60) < d->lower - e) return "lower is too high";
    if (x->end == GZ_DEPTH_FOUND && d->upper - d->lower > e &&
        !gz_depth_narrow(d->lower, d->upper, &x->goal))
        return "bracket too wide";
    return NULL;
}

static void check(answer *x, graze_random *random, uint64_t seed, long number) {
    const char *what = fault(x, random);
    TEST_CHECK(!what, seed, number, "%s: %.17g..%.17g, E %g, %d rounds from %d points", what,
               x->depth.lower, x->depth.upper, x->pair.error, x->depth.rounds, x->start);
}

/* Against a depth that is known, in world units. */
static void check_depth(answer *x, double depth, graze_random *random, uint64_t seed, long number) {
    check(x, random, seed, number);
    double scaled = depth * x->pair.scale, e = x->pair.error;
    TEST_CHECK(x->depth.lower <= scaled + e && x->depth.upper >= scaled - e, seed, number,
               "%.17g is not in %.17g..%.17g", scaled, x->depth.lower, x->depth.upper);
    TEST_CHECK(x->end == GZ_DEPTH_FOUND, seed, number, "limit after %d rounds", x->depth.rounds);
}

/* Both accuracies. */
static void expect(const graze_placed *a, const graze_placed *b, double depth, graze_random *random,
                   uint64_t seed, long number) {
    for (int i = 0; i < 2; ++i) {
        answer x;
        TEST_CHECK(ask(a, b, i ? &tightest : NULL, &x), seed, number, "found apart");
        check_depth(&x, depth, random, seed, number);
    }
}

static graze_real uniform(graze_random *random, double lo, double hi) {
    return graze_random_uniform(random, R(lo), R(hi));
}

static graze_pose turned(graze_random *random) {
    graze_pose pose;
    must(graze_pose_make(graze_random_rotation(random), random_vector(1, random), &pose));
    return pose;
}

/* B in A's frame, moved with A to a random place. */
static graze_pose seen_from(const graze_pose *a, graze_pose b) { return graze_pose_compose(a, &b); }

static void drop(const graze_placed *a, const graze_placed *b) {
    graze_shape_release((graze_shape *)a->shape);
    graze_shape_release((graze_shape *)b->shape);
}

/* -- E5: the four starts --------------------------------------------------------------------------- */

/* Two aligned boxes of half extents a, b: C is the box of half extent a + b around the offset, and the
 * point y of it is the difference of points that lie equally far out in both. */
typedef struct boxes {
    wide3 a, b;
} boxes;

static void add_box_point(const boxes *c, const gz_pair *pair, wide3 y, gz_simplex *x) {
    wide3 t = wide3_sub(y, pair->offset);
    x->y[x->count] = y;
    x->a[x->count++] = wide3_make(t.x * c->a.x / (c->a.x + c->b.x), t.y * c->a.y / (c->a.y + c->b.y),
                                  t.z * c->a.z / (c->a.z + c->b.z));
}

/* count points of a small ball around the origin with the origin in their hull, or on a side of it. */
static gz_simplex start_around_origin(const boxes *c, const gz_pair *pair, int count, double size,
                                      graze_random *random) {
    gz_simplex x = {.count = 0};
    wide3 sum = {0, 0, 0};
    for (int i = 0; i + 1 < count; ++i) {
        wide3 y = wide3_scale(random_unit(random), size / 4);
        if (count > 2 && i == 0 && graze_random_bits(random) % 4 == 0) y = sum; /* at a corner */
        sum = wide3_add(sum, y);
        add_box_point(c, pair, y, &x);
    }
    add_box_point(c, pair, wide3_neg(sum), &x);
    return x;
}

/* E5: point, segment, triangle and tetrahedron around the origin, flat ones among them. */
static void every_start_finds_the_depth(void **state) {
    (void)state;
    uint64_t seed = test_seed(76001);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(4000); ++i) {
        graze_vec3 ha = {uniform(&random, 0.2, 1), uniform(&random, 0.2, 1), uniform(&random, 0.2, 1)};
        graze_vec3 hb = {uniform(&random, 0.2, 1), uniform(&random, 0.2, 1), uniform(&random, 0.2, 1)};
        graze_vec3 at = {uniform(&random, -0.3, 0.3), uniform(&random, -0.3, 0.3),
                         uniform(&random, -0.3, 0.3)};
        graze_shape *a, *b;
        must(graze_shape_box(ha, &a));
        must(graze_shape_box(hb, &b));
        graze_placed pa = {a, graze_pose_identity(), 0}, pb = {b, graze_pose_at(at.x, at.y, at.z), 0};
        double gap[3] = {(double)ha.x + (double)hb.x - fabs((double)at.x),
                         (double)ha.y + (double)hb.y - fabs((double)at.y),
                         (double)ha.z + (double)hb.z - fabs((double)at.z)};
        double depth = fmin(gap[0], fmin(gap[1], gap[2]));
        answer x = begin(&pa, &pb, i % 2 ? &tightest : NULL);
        boxes c = {wide3_scale(wide3_from(ha), x.pair.scale),
                   wide3_scale(wide3_from(hb), x.pair.scale)};
        int count = 1 + (int)(i % 4);
        gz_simplex start = start_around_origin(&c, &x.pair, count, depth * x.pair.scale, &random);
        run(&x, &start);
        check_depth(&x, depth, &random, seed, i);
        drop(&pa, &pb);
    }
}

/* -- E6: flat sets --------------------------------------------------------------------------------- */

static graze_shape *disc(double radius) {
    graze_shape *shape;
    must(graze_shape_cylinder(R(radius), 0, &shape));
    return shape;
}

static graze_shape *stick(graze_vec3 to) {
    graze_shape *shape;
    must(graze_shape_segment((graze_vec3){-to.x, -to.y, -to.z}, to, &shape));
    return shape;
}

/* E5, E6: C is flat or a line: depth 0, the normal at right angles to it. */
static void flat_sets_have_no_depth(void **state) {
    (void)state;
    uint64_t seed = test_seed(76002);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(2000); ++i) {
        graze_pose pose = turned(&random);
        graze_vec3 in_plane = {uniform(&random, -1, 1), 0, uniform(&random, -1, 1)};
        graze_pose moved = graze_pose_at(uniform(&random, -0.4, 0.4), 0, uniform(&random, -0.4, 0.4));
        graze_shape *a = i % 3 == 2 ? stick(in_plane) : disc(uniform(&random, 0.5, 1)), *b;
        if (i % 3 == 0) {
            b = disc(uniform(&random, 0.5, 1));
        } else {
            b = stick(in_plane);
            if (i % 3 == 2) moved = graze_pose_at(in_plane.x / 2, 0, in_plane.z / 2);
        }
        graze_placed pa = {a, pose, 0}, pb = {b, seen_from(&pose, moved), 0};
        answer x;
        TEST_CHECK(ask(&pa, &pb, &tightest, &x), seed, i, "found apart");
        check_depth(&x, 0, &random, seed, i);
        if (i % 3 < 2)
            TEST_CHECK(fabs(x.depth.normal.y) > 0.999, seed, i, "normal %g %g %g", x.depth.normal.x,
                       x.depth.normal.y, x.depth.normal.z);
        drop(&pa, &pb);
    }
}

/* A stick through a disc: C is a cylinder. */
static void a_stick_through_a_disc(void **state) {
    (void)state;
    uint64_t seed = test_seed(76003);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(500); ++i) {
        double radius = (double)uniform(&random, 0.3, 1), half = (double)uniform(&random, 0.3, 1);
        double off = (double)uniform(&random, 0.05, 0.25), up = (double)uniform(&random, -0.2, 0.2);
        double depth = fmin((double)R(radius) - (double)R(off), (double)R(half) - fabs((double)R(up)));
        graze_pose pose = turned(&random);
        graze_placed a = {disc(radius), pose, 0};
        graze_placed b = {stick((graze_vec3){0, R(half), 0}),
                          seen_from(&pose, graze_pose_at(R(off), R(up), 0)), 0};
        expect(&a, &b, depth, &random, seed, i);
        drop(&a, &b);
    }
}

/* -- polytopes exactly ----------------------------------------------------------------------------- */

static int random_points(graze_vec3 points[16], graze_random *random) {
    int count = 4 + (int)(graze_random_bits(random) % 13);
    bool lattice = graze_random_bits(random) % 3 == 0; /* many coplanar points and ties */
    for (int i = 0; i < count; ++i) {
        points[i] = random_vector(1, random);
        if (lattice)
            points[i] = (graze_vec3){R(round(2 * (double)points[i].x) / 2),
                                     R(round(2 * (double)points[i].y) / 2),
                                     R(round(2 * (double)points[i].z) / 2)};
    }
    return count;
}

/* E2, E3, V5: two polytopes, the bracket as wide as rounding, around the depth of the explicit
 * difference. */
static void polytopes_are_exact(void **state) {
    (void)state;
    uint64_t seed = test_seed(76004);
    graze_random random = graze_random_seed(seed);
    long overlaps = 0, count = test_count(3000);
    for (long i = 0; i < count; ++i) {
        graze_vec3 points[16];
        graze_pose poses[2] = {graze_pose_identity(), graze_pose_identity()};
        test_polytope body[2];
        for (int k = 0; k < 2; ++k) {
            int n = random_points(points, &random);
            if (i % 3) poses[k] = turned(&random);
            poses[k].origin = random_vector(R(0.4), &random);
            body[k] = test_polytope_make(points, n, &poses[k], 0);
        }
        oracle_signed truth = oracle_minkowski(&body[0].body, &body[1].body);
        answer x;
        if (truth.distance <= 0 && ask(&body[0].placed, &body[1].placed, &tightest, &x)) {
            check_depth(&x, (double)-truth.distance, &random, seed, i);
            TEST_CHECK(x.depth.upper - x.depth.lower <= x.pair.error, seed, i, "wide: %g of E %g",
                       x.depth.upper - x.depth.lower, x.pair.error);
            ++overlaps;
        }
        for (int k = 0; k < 2; ++k) test_polytope_free(&body[k]);
    }
    assert_true(overlaps > count / 3);
}

/* -- smooth shapes: closed forms ------------------------------------------------------------------- */

/* Family 12 of the oracles, and a cylinder of the other's axis beside it. */
static void parallel_cylinders(void **state) {
    (void)state;
    uint64_t seed = test_seed(76005);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(600); ++i) {
        graze_real r1 = uniform(&random, 0.3, 1), r2 = uniform(&random, 0.3, 1);
        graze_real h1 = uniform(&random, 0.3, 2), h2 = uniform(&random, 0.3, 2);
        double side = (double)uniform(&random, 0.2, 0.95) * ((double)r1 + (double)r2);
        double up = (double)uniform(&random, 0, 0.95) * ((double)h1 + (double)h2) / 2;
        graze_shape *a, *b;
        must(graze_shape_cylinder(r1, h1, &a));
        must(graze_shape_cylinder(r2, h2, &b));
        double depth = fmin((double)r1 + (double)r2 - (double)R(side),
                            ((double)h1 + (double)h2) / 2 - (double)R(up));
        graze_pose pose = turned(&random);
        graze_placed pa = {a, pose, 0}, pb = {b, seen_from(&pose, graze_pose_at(R(side), R(up), 0)), 0};
        expect(&pa, &pb, depth, &random, seed, i);
        drop(&pa, &pb);
    }
}

/* Family 14, a cylinder lying on a box, an ellipsoid standing on it: the lowest point of B is g below
 * the top of A, and all the other ways out are longer. */
static void round_things_on_a_box(void **state) {
    (void)state;
    uint64_t seed = test_seed(76006);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(900); ++i) {
        graze_shape *a, *b;
        must(graze_shape_box((graze_vec3){2, 2, 2}, &a));
        graze_real radius = uniform(&random, 0.3, 0.6), size = uniform(&random, 0.7, 1);
        double g = pow(10, (double)uniform(&random, -6, -0.6)), low = 0;
        /* The pose that turns what is lowest in B to -y. */
        graze_pose fall = graze_pose_identity();
        if (i % 3 == 0) { /* apex down */
            must(graze_shape_cone(radius, size, &b));
            fall.basis.col[1].y = fall.basis.col[2].z = -1;
            low = (double)size / 2;
        } else if (i % 3 == 1) { /* on its side: x is down */
            must(graze_shape_cylinder(radius, size, &b));
            fall.basis.col[0] = (graze_vec3){0, -1, 0};
            fall.basis.col[1] = (graze_vec3){1, 0, 0};
            low = (double)radius;
        } else {
            must(graze_shape_ellipsoid((graze_vec3){size, radius, R(0.65)}, &b));
            low = (double)radius;
        }
        fall.origin =
            (graze_vec3){uniform(&random, -0.5, 0.5), R(2 + low - g), uniform(&random, -0.5, 0.5)};
        double depth = 2 + low - (double)fall.origin.y;
        graze_pose pose = turned(&random);
        graze_placed pa = {a, pose, 0}, pb = {b, seen_from(&pose, fall), 0};
        expect(&pa, &pb, depth, &random, seed, i);
        drop(&pa, &pb);
    }
}

/* A point in an ellipsoid, on its shortest axis: two equal ways out when it is in the middle. */
static void a_point_in_an_ellipsoid(void **state) {
    (void)state;
    uint64_t seed = test_seed(76007);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(600); ++i) {
        graze_vec3 radii = {uniform(&random, 0.2, 0.4), uniform(&random, 0.6, 1),
                            uniform(&random, 0.6, 1)};
        graze_real off = i % 4 ? uniform(&random, 0, 0.9) * radii.x : 0;
        graze_shape *a, *b;
        must(graze_shape_ellipsoid(radii, &a));
        must(graze_shape_point((graze_vec3){0, 0, 0}, &b));
        graze_pose pose = turned(&random);
        graze_placed pa = {a, pose, 0}, pb = {b, seen_from(&pose, graze_pose_at(off, 0, 0)), 0};
        expect(&pa, &pb, (double)radii.x - (double)off, &random, seed, i);
        drop(&pa, &pb);
    }
}

/* Sizes from 1e-6 to 1e6 of each other: a small box half sunk into the top of a huge cylinder. */
static void sizes_may_differ_by_a_million(void **state) {
    (void)state;
    uint64_t seed = test_seed(76008);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(600); ++i) {
        double ratio = pow(10, (double)uniform(&random, -6, 6)), big = ratio > 1 ? ratio : 1;
        double small = ratio > 1 ? 1 : ratio;
        graze_shape *a, *b;
        must(graze_shape_cylinder(R(big), R(2 * big), &a));
        must(graze_shape_box((graze_vec3){R(small), R(small), R(small)}, &b));
        graze_real top = R(big), up = R(big + small * (double)uniform(&random, -0.5, 0.5));
        double depth = (double)top + (double)R(small) - (double)up;
        graze_pose pose = turned(&random);
        graze_placed pa = {a, pose, 0}, pb = {b, seen_from(&pose, graze_pose_at(0, up, 0)), 0};
        bool swapped = i % 2;
        expect(swapped ? &pb : &pa, swapped ? &pa : &pb, depth, &random, seed, i);
        drop(&pa, &pb);
    }
}

/* -- any two shapes, watched ----------------------------------------------------------------------- */

typedef struct watch {
    long calls, stop_at;
    graze_trace_step last;
    bool rose, fell, odd;
} watch;

static graze_flow watch_step(void *user, const graze_trace_step *step) {
    watch *w = user;
    if (w->calls > 0) {
        w->rose |= step->upper > w->last.upper;
        w->fell |= step->lower < w->last.lower;
        w->odd |= step->round <= w->last.round;
    }
    w->odd |= step->phase != GRAZE_TRACE_DEPTH || step->count != 3 || step->lower > step->upper;
    w->last = *step;
    return ++w->calls == w->stop_at ? GRAZE_STOP : GRAZE_CONTINUE;
}

static graze_placed any_placed(graze_random *random) {
    graze_shape_kind kind;
    do kind = (graze_shape_kind)(graze_random_bits(random) % GRAZE_SHAPE_CONVEX_COUNT);
    while (kind == GRAZE_SHAPE_HALF_SPACE);
    random_pose_class pose = (random_pose_class)(graze_random_bits(random) % RANDOM_POSE_CLASS_COUNT);
    return (graze_placed){random_shape(kind, 1, random), random_pose(pose, 1, random), 0};
}

/* E3, E4, E7: the bounds only close in around the depth, and meet, but where C is nearly round about
 * the origin. */
static void bounds_close_in(void **state) {
    (void)state;
    uint64_t seed = test_seed(76009);
    graze_random random = graze_random_seed(seed);
    long overlaps = 0, limits[2] = {0, 0}, count = test_count(12000);
    for (long i = 0; i < count; ++i) {
        graze_placed a = any_placed(&random), b = any_placed(&random);
        watch w = {0};
        graze_trace trace = {watch_step, &w};
        graze_options options = {.rel = i % 2 ? GRAZE_TIGHTEST : 0, .trace = &trace};
        answer x;
        if (ask(&a, &b, &options, &x)) {
            check(&x, &random, seed, i);
            TEST_CHECK(!w.rose && !w.fell && !w.odd, seed, i, "rose %d fell %d odd %d", w.rose, w.fell,
                       w.odd);
            limits[i % 2] += x.end == GZ_DEPTH_LIMIT;
            ++overlaps;
        }
        drop(&a, &b);
    }
    assert_true(overlaps > count / 4);
    TEST_CHECK(limits[0] <= 1 + overlaps / 2000, seed, overlaps, "%ld limits", limits[0]);
    TEST_CHECK(limits[1] <= 2 + overlaps / 200, seed, overlaps, "%ld limits at E", limits[1]);
}

/* E7: stopped early, by rounds or by whoever watches, the bracket is wide but true. */
static void stopped_early_it_is_honest(void **state) {
    (void)state;
    uint64_t seed = test_seed(76010);
    graze_random random = graze_random_seed(seed);
    long stopped = 0, count = test_count(4000);
    for (long i = 0; i < count; ++i) {
        graze_placed a = any_placed(&random), b = any_placed(&random);
        long limit = (long)(graze_random_bits(&random) % 12);
        watch w = {.stop_at = limit + 1};
        graze_trace trace = {watch_step, &w};
        answer x = begin(&a, &b, &tightest);
        gz_gjk gjk;
        gz_outcome outcome = gz_closest(&x.pair, gz_cache_start(NULL, true, &x.pair), &x.goal, &gjk);
        if (outcome == GZ_INSIDE || gjk.upper <= x.goal.near) {
            if (i % 2)
                x.goal.rounds = (int)limit;
            else
                x.goal.trace = &trace;
            run(&x, &gjk.simplex);
            check(&x, &random, seed, i);
            TEST_CHECK(i % 2 || w.calls <= w.stop_at, seed, i, "asked again after GRAZE_STOP");
            stopped += x.end == GZ_DEPTH_LIMIT;
        }
        drop(&a, &b);
    }
    assert_true(stopped > count / 8);
}

/* B:3394-3396: C is a ball about the origin but for one part in 1e9. The block fills up; what it says
 * is true, and close. */
static void a_full_block_is_honest(void **state) {
    (void)state;
    graze_random random = graze_random_seed(76011);
    graze_shape *a, *b;
    must(graze_shape_sphere(1, &a));
    must(graze_shape_point((graze_vec3){0, 0, 0}, &b));
    graze_pose pose = graze_pose_identity();
    pose.basis.col[0].x = R(1 + 1e-6);
    pose.kind = GRAZE_POSE_AFFINE;
    graze_placed pa = {a, pose, 0}, pb = {b, graze_pose_identity(), 0};
    answer x = begin(&pa, &pb, &tightest);
    gz_gjk gjk;
    gz_gjk_run(&x.pair, wide3_make(1, 2, 3), &x.goal, &gjk);
    x.goal.rounds = 100000;
    run(&x, &gjk.simplex);
    check(&x, &random, 76011, 0);
    assert_int_equal(x.end, GZ_DEPTH_LIMIT);
    assert_true(x.depth.rounds > 300);
    assert_true(x.depth.lower > 0.98 * x.pair.scale && x.depth.upper < 1.01 * x.pair.scale);
    drop(&pa, &pb);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_start_finds_the_depth),
        cmocka_unit_test(flat_sets_have_no_depth),
        cmocka_unit_test(a_stick_through_a_disc),
        cmocka_unit_test(polytopes_are_exact),
        cmocka_unit_test(parallel_cylinders),
        cmocka_unit_test(round_things_on_a_box),
        cmocka_unit_test(a_point_in_an_ellipsoid),
        cmocka_unit_test(sizes_may_differ_by_a_million),
        cmocka_unit_test(bounds_close_in),
        cmocka_unit_test(stopped_early_it_is_honest),
        cmocka_unit_test(a_full_block_is_honest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
