/* SPDX-License-Identifier: MIT
 * The expanding polytope in the plane by itself (E1, algorithm 4.6, theorem 4.8): exact for polygons,
 * its bounds close in on the depth for ellipses, nothing escapes them; circles about the origin, where
 * the book's algorithm never ends (B:3394-3396), end at once when their ball is taken out. */
#include <math.h>

#include "convex/epa2d.h"
#include "harness.h"

enum { CORNERS = 12 };

/* The hull of points, plus an ellipse with half axes a, b, less a ball, around a centre. */
typedef struct figure {
    gz_figure base;
    gz_planar at[CORNERS];
    int count;
    double a, b, ball;
    double width;        /* asked for */
    double lower, upper; /* last seen */
    bool closing;
} figure;

static gz_planar support(const void *any, gz_planar n) {
    const figure *f = any;
    int best = 0;
    for (int i = 1; i < f->count; ++i)
        if (gz_planar_dot(f->at[i], n) > gz_planar_dot(f->at[best], n)) best = i;
    double length = sqrt(f->a * f->a * n.x * n.x + f->b * f->b * n.y * n.y);
    gz_planar y = f->at[best];
    if (length > 0)
        y = gz_planar_add_scaled(y, 1 / length, (gz_planar){f->a * f->a * n.x, f->b * f->b * n.y});
    return gz_planar_add_scaled(y, -f->ball, n);
}

static bool narrow(const void *any, double lower, double upper) {
    return upper - lower <= ((const figure *)any)->width;
}

/* The lower bound never falls and the least height never rises, up to rounding. */
static bool watch(const void *any, const gz_epa2d *state) {
    figure *f = (figure *)any;
    f->closing = f->closing && state->arc.bound >= f->lower - 1e-14 && state->least <= f->upper;
    f->lower = state->arc.bound;
    f->upper = state->least;
    return true;
}

static figure figure_make(double width) {
    return (figure){.base = {support, narrow, watch},
                    .width = width,
                    .lower = -INFINITY,
                    .upper = INFINITY,
                    .closing = true};
}

/* All directions: the fan twice around would be the same as these five. */
static const gz_planar all[5] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 1}};

static double uniform(graze_random *random, double lo, double hi) {
    return lo + (hi - lo) * (double)(graze_random_bits(random) >> 11) / 9007199254740992.0;
}

/* The least height over 40,000 directions, and from there by golden sections. */
static long double brute_force(const figure *f) {
    enum { STEPS = 4000 };
    const long double turn = 6.28318530717958647692L / STEPS, golden = 0.61803398874989484820L;
    long double least = INFINITY, value[STEPS];
    for (int i = 0; i < STEPS; ++i) {
        gz_planar n = {(double)cosl(turn * i), (double)sinl(turn * i)};
        value[i] = (long double)gz_planar_dot(support(f, n), n);
        least = fminl(least, value[i]);
    }
    for (int i = 0; i < STEPS; ++i) {
        if (value[i] > value[(i + 1) % STEPS] || value[i] > value[(i + STEPS - 1) % STEPS]) continue;
        long double lo = turn * (i - 1), hi = turn * (i + 1);
        for (int k = 0; k < 50; ++k) {
            long double x = hi - golden * (hi - lo), y = lo + golden * (hi - lo);
            gz_planar m = {(double)cosl(x), (double)sinl(x)}, n = {(double)cosl(y), (double)sinl(y)};
            long double at_x = (long double)gz_planar_dot(support(f, m), m);
            long double at_y = (long double)gz_planar_dot(support(f, n), n);
            least = fminl(least, fminl(at_x, at_y));
            if (at_x < at_y)
                hi = y;
            else
                lo = x;
        }
    }
    return least;
}

static void check_run(figure *f, uint64_t seed, long number, int most) {
    gz_epa2d r = gz_epa2d_run(&f->base, all, 5, INFINITY, 1000);
    long double truth = brute_force(f);
    TEST_CHECK(r.end == GZ_EPA2D_FOUND, seed, number, "end %d", (int)r.end);
    TEST_CHECK(r.rounds <= most, seed, number, "%d rounds", r.rounds);
    TEST_CHECK(f->closing, seed, number, "the bounds do not close in");
    TEST_CHECK((long double)r.arc.bound <= truth + 1e-14L && (long double)r.upper >= truth - 1e-12L,
               seed, number, "%.17g .. %.17g does not hold %.20Lg", r.arc.bound, r.upper, truth);
    TEST_CHECK(r.upper - r.arc.bound <= f->width + 1e-14, seed, number, "%g wide",
               r.upper - r.arc.bound);
    /* bound * normal is the point that share names. */
    gz_planar edge = gz_planar_sub(r.arc.y1, r.arc.y0);
    gz_planar foot = gz_planar_add_scaled(r.arc.y0, r.arc.share, edge);
    gz_planar off = gz_planar_add_scaled(foot, -r.arc.bound, r.arc.normal);
    TEST_CHECK(fabs(off.x) + fabs(off.y) <= 1e-13, seed, number, "the foot is off by %g, %g", off.x,
               off.y);
}

static void polygons_are_exact(void **state) {
    (void)state;
    uint64_t seed = test_seed(74001);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(300); ++i) {
        figure f = figure_make(1e-15);
        f.count = 3 + (int)(graze_random_bits(&random) % (CORNERS - 2));
        /* Around the origin, or with it near the boundary, or outside. */
        double aside = i % 3 == 0 ? 0 : uniform(&random, -1, 1);
        for (int k = 0; k < f.count; ++k) {
            double angle = 6.283185307179586 * (k + uniform(&random, 0, 1)) / f.count;
            f.at[k] = (gz_planar){cos(angle) + aside, 0.7 * sin(angle)};
        }
        check_run(&f, seed, i, 3 * CORNERS);
    }
}

static void ellipses_close_in(void **state) {
    (void)state;
    uint64_t seed = test_seed(74002);
    graze_random random = graze_random_seed(seed);
    for (long i = 0; i < test_count(300); ++i) {
        figure f = figure_make(i % 2 ? 1e-6 : 1e-14);
        f.count = 1 + (int)(graze_random_bits(&random) % 3);
        for (int k = 0; k < f.count; ++k)
            f.at[k] = (gz_planar){uniform(&random, -0.5, 0.5), uniform(&random, -0.5, 0.5)};
        f.a = uniform(&random, 0.2, 2);
        f.b = uniform(&random, 0.2, 2);
        f.ball = i % 3 == 0 ? 0 : (f.a < f.b ? f.a * f.a / f.b : f.b * f.b / f.a);
        check_run(&f, seed, i, 250);
    }
}

/* Almost a circle about the origin: with its ball inside, the rounds it takes grow without end; without
 * it few do. */
static void circles_need_their_ball_taken_out(void **state) {
    (void)state;
    for (int k = 2; k <= 12; ++k) {
        figure f = figure_make(1e-14);
        f.count = 1;
        f.a = 1;
        f.b = 1 + pow(10, -k);
        gz_epa2d with = gz_epa2d_run(&f.base, all, 5, INFINITY, 1000);
        f.ball = 1 / f.b;
        gz_epa2d without = gz_epa2d_run(&f.base, all, 5, INFINITY, 1000);
        assert_true(k < 4 || with.end == GZ_EPA2D_LIMIT);
        assert_int_equal(without.end, GZ_EPA2D_FOUND);
        assert_true(fabs(without.upper + f.ball - 1) <= 1e-14);
        assert_true(fabs(without.arc.bound + f.ball - 1) <= 2e-14);
        /* Also when it gives up, the bounds hold. */
        assert_true(with.arc.bound <= 1 + 1e-15 && with.upper >= 1 - 1e-15);
    }
}

/* A ceiling hides what is above it. */
static void ceilings_hold(void **state) {
    (void)state;
    figure f = figure_make(1e-12);
    f.count = 4;
    f.at[0] = (gz_planar){1, 1};
    f.at[1] = (gz_planar){-1, 1};
    f.at[2] = (gz_planar){-1, -1};
    f.at[3] = (gz_planar){1, -1};
    assert_int_equal(gz_epa2d_run(&f.base, all, 5, 0.5, 100).end, GZ_EPA2D_NOTHING);
    gz_epa2d r = gz_epa2d_run(&f.base, all, 5, 2, 100);
    assert_int_equal(r.end, GZ_EPA2D_FOUND);
    assert_true(r.upper == 1 && r.arc.bound == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_are_exact),
        cmocka_unit_test(ellipses_close_in),
        cmocka_unit_test(circles_need_their_ball_taken_out),
        cmocka_unit_test(ceilings_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
