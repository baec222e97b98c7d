/* SPDX-License-Identifier: MIT
 * The depth of two cylinders against a search over directions by the formula of the height, and against
 * the general way: whoever watches by a trace gets GJK and EPA. Sizes from discs to needles, poses from
 * any to parallel, coaxial, perpendicular and identical. */
#include <math.h>

#include "harness.h"

typedef struct body {
    double axis[3], radius, half;
} body;

typedef struct problem {
    body of[2];
    double shift[3], size;
} problem;

static double dot(const double *p, const double *q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

/* The height of A - B along n, of any length. */
static double height(const problem *p, const double *n) {
    double length = sqrt(dot(n, n)), sum = dot(n, p->shift);
    for (int i = 0; i < 2; ++i) {
        const body *c = &p->of[i];
        const double *a = c->axis;
        double x = a[1] * n[2] - a[2] * n[1], y = a[2] * n[0] - a[0] * n[2],
               z = a[0] * n[1] - a[1] * n[0];
        sum += c->radius * sqrt(x * x + y * y + z * z) + c->half * fabs(dot(n, a));
    }
    return sum / length;
}

/* Goes down by steps along the axes of the world, shorter and shorter. */
static double improved(const problem *p, double *n, double step) {
    double least = height(p, n);
    for (int failed = 0, looks = 0; step > 1e-7 && looks < 300; ++looks) {
        int k = failed % 3;
        double old = n[k], way = failed < 3 ? step : -step;
        n[k] = old + way;
        double found = height(p, n);
        if (found < least) {
            least = found;
            continue;
        }
        n[k] = old;
        if (++failed < 6) continue;
        failed = 0;
        step /= 2;
    }
    return least;
}

/* The least height of directions all over the sphere, and of the axes and what is upright on them; the
 * best three lead on. */
static double search(const problem *p, graze_random *random) {
    enum { BEST = 3, LOOKS = 200 };
    double best[BEST][3] = {{0}}, least[BEST];
    for (int i = 0; i < BEST; ++i) least[i] = HUGE_VAL;
    const double *a = p->of[0].axis, *b = p->of[1].axis;
    for (int i = 0; i < LOOKS + 6; ++i) {
        graze_vec3 d = graze_random_direction(random);
        double n[3] = {(double)d.x, (double)d.y, (double)d.z}, sign = i % 2 ? 1 : -1;
        for (int k = 0; k < 3; ++k) {
            int u = (k + 1) % 3, v = (k + 2) % 3;
            if (i < 2) n[k] = sign * a[k];
            if (i >= 2 && i < 4) n[k] = sign * b[k];
            if (i >= 4 && i < 6) n[k] = sign * (a[u] * b[v] - a[v] * b[u]);
        }
        double found = dot(n, n) > 1e-12 ? height(p, n) : HUGE_VAL;
        int worst = 0;
        for (int k = 1; k < BEST; ++k)
            if (least[k] > least[worst]) worst = k;
        if (found >= least[worst]) continue;
        least[worst] = found;
        for (int k = 0; k < 3; ++k) best[worst][k] = n[k];
    }
    double lowest = HUGE_VAL;
    for (int i = 0; i < BEST; ++i) lowest = fmin(lowest, improved(p, best[i], 0.2));
    return lowest;
}

/* -- pairs ----------------------------------------------------------------------------------------- */

enum { ANY, PARALLEL, COAXIAL, UPRIGHT, NEARLY_PARALLEL, CONCENTRIC, IDENTICAL, FAMILIES };

static graze_real log_uniform(graze_random *random, double least, double most) {
    double share = (double)graze_random_uniform(random, 0, 1);
    return (graze_real)(least * pow(most / least, share));
}

static graze_shape *random_cylinder(int spread, graze_random *random) {
    static const double least[] = {0.5, 0.02, 1e-6};
    graze_shape *shape = NULL;
    graze_real radius = log_uniform(random, least[spread], 1),
               half = log_uniform(random, least[spread], 1);
    assert_int_equal(graze_shape_cylinder(radius, 2 * half, &shape), GRAZE_OK);
    return shape;
}

static graze_quat turn_of(int family, graze_quat first, graze_random *random) {
    const graze_real right = (graze_real)sqrt(0.5), small = log_uniform(random, 1e-7, 0.1);
    graze_quat turn = graze_random_rotation(random);
    if (family == PARALLEL || family == COAXIAL || family == IDENTICAL) return first;
    if (family == UPRIGHT) turn = graze_quat_mul(first, (graze_quat){right, 0, 0, right});
    if (family == NEARLY_PARALLEL) turn = graze_quat_mul(first, (graze_quat){small, 0, 0, 1});
    return turn;
}

static void place_pair(int family, const graze_shape *one, const graze_shape *two, graze_random *random,
                       graze_placed *a, graze_placed *b) {
    graze_quat turn = graze_random_rotation(random);
    graze_vec3 at =
        graze_vec3_scale(graze_random_direction(random), graze_random_uniform(random, 0, 1));
    *a = (graze_placed){.shape = one};
    *b = (graze_placed){.shape = two};
    assert_int_equal(graze_pose_make(turn, graze_vec3_make(0, 0, 0), &a->pose), GRAZE_OK);
    if (family == COAXIAL)
        at = graze_vec3_scale(a->pose.basis.col[1], graze_random_uniform(random, 0, 1));
    if (family == CONCENTRIC || family == IDENTICAL) at = graze_vec3_make(0, 0, 0);
    assert_int_equal(graze_pose_make(turn_of(family, turn, random), at, &b->pose), GRAZE_OK);
    if (graze_random_bits(random) % 4 == 0)
        a->margin = graze_random_uniform(random, 0, (graze_real)0.1);
}

static body body_of(const graze_placed *placed) {
    graze_vec3 up = placed->pose.basis.col[1], to;
    body c = {{(double)up.x, (double)up.y, (double)up.z}, 0, 0};
    double length = sqrt(dot(c.axis, c.axis));
    for (int k = 0; k < 3; ++k) c.axis[k] /= length;
    assert_int_equal(graze_shape_support(placed->shape, graze_vec3_make(0, 1, 0), &to), GRAZE_OK);
    c.half = (double)to.y;
    assert_int_equal(graze_shape_support(placed->shape, graze_vec3_make(1, 0, 0), &to), GRAZE_OK);
    c.radius = (double)to.x;
    return c;
}

static problem problem_of(const graze_placed *a, const graze_placed *b) {
    problem p = {{body_of(a), body_of(b)}, {0}, 0};
    graze_vec3 shift = graze_vec3_sub(a->pose.origin, b->pose.origin);
    p.shift[0] = (double)shift.x;
    p.shift[1] = (double)shift.y;
    p.shift[2] = (double)shift.z;
    p.size = sqrt(dot(p.shift, p.shift)) + (double)a->margin;
    for (int i = 0; i < 2; ++i) p.size += p.of[i].radius + p.of[i].half;
    return p;
}

/* -- tests ----------------------------------------------------------------------------------------- */

static void check(const problem *p, const graze_placed *a, const graze_placed *b, uint64_t seed, long i,
                  graze_random *random, bool *overlaps) {
    const double slack = 128 * (double)GRAZE_EPSILON * p->size, margin = (double)a->margin;
    const double accuracy = sizeof(graze_real) == sizeof(float) ? 1e-4 : 1e-8;
    graze_penetration_result r;
    assert_int_equal(graze_penetration(a, b, NULL, NULL, &r), GRAZE_OK);
    double least = search(p, random) + margin;
    double n[3] = {(double)r.normal.x, (double)r.normal.y, (double)r.normal.z};
    double own = height(p, n) + margin, lower = (double)r.lower, upper = (double)r.upper;
    *overlaps = r.end == GRAZE_OVERLAP;
    if (r.end == GRAZE_SEPARATED) {
        TEST_CHECK(own <= slack, seed, i, "the normal does not separate: %g", own);
        return;
    }
    TEST_CHECK(lower <= least + slack, seed, i, "less deep: %.17g < %.17g", least, lower);
    TEST_CHECK(own <= upper + slack, seed, i, "not the way out: %.17g > %.17g", own, upper);
    if (r.end == GRAZE_OVERLAP)
        TEST_CHECK(upper - lower <= accuracy * upper + 2 * slack, seed, i, "wide: %.17g %.17g", lower,
                   upper);
}

static void no_search_finds_a_shorter_way(void **state) {
    (void)state;
    const uint64_t seed = test_seed(90210);
    graze_random random = graze_random_seed(seed);
    long found = 0;
    for (long i = 0; i < test_count(100000); ++i) {
        graze_placed a, b;
        bool overlaps;
        int family = (int)(i % FAMILIES), spread = (int)(i / FAMILIES % 3);
        graze_shape *one = random_cylinder(spread, &random);
        graze_shape *two = family == IDENTICAL ? NULL : random_cylinder(spread, &random);
        place_pair(family, one, two ? two : one, &random, &a, &b);
        problem p = problem_of(&a, &b);
        check(&p, &a, &b, seed, i, &random, &overlaps);
        found += overlaps;
        graze_shape_release(one);
        graze_shape_release(two);
    }
    assert_true(2 * found > test_count(100000));
}

static graze_flow go_on(void *user, const graze_trace_step *step) {
    (void)user;
    (void)step;
    return GRAZE_CONTINUE;
}

/* Nearly all pairs of common proportions are answered without GJK, and as EPA answers them. */
static void agrees_with_the_general_way(void **state) {
    (void)state;
    const uint64_t seed = test_seed(815);
    graze_random random = graze_random_seed(seed);
    const graze_trace trace = {.step = go_on};
    const graze_options watched = {.trace = &trace};
    long overlaps = 0, direct = 0;
    for (long i = 0; i < test_count(20000); ++i) {
        graze_placed a, b;
        graze_shape *one = random_cylinder(0, &random), *two = random_cylinder(0, &random);
        place_pair(i % 2 ? ANY : UPRIGHT, one, two, &random, &a, &b);
        graze_penetration_result r, s;
        assert_int_equal(graze_penetration(&a, &b, NULL, NULL, &r), GRAZE_OK);
        assert_int_equal(graze_penetration(&a, &b, &watched, NULL, &s), GRAZE_OK);
        const double slack = 256 * (double)GRAZE_EPSILON * 4;
        if (r.end == GRAZE_OVERLAP && s.end == GRAZE_OVERLAP) {
            ++overlaps;
            direct += r.iterations == 0;
            TEST_CHECK((double)r.lower <= (double)s.upper + slack, seed, i, "deeper: %g > %g",
                       (double)r.lower, (double)s.upper);
            TEST_CHECK((double)s.lower <= (double)r.upper + slack, seed, i, "less deep: %g < %g",
                       (double)r.upper, (double)s.lower);
        }
        graze_shape_release(one);
        graze_shape_release(two);
    }
    assert_true(2 * overlaps > test_count(20000));
    assert_true(direct > overlaps - overlaps / 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_search_finds_a_shorter_way),
        cmocka_unit_test(agrees_with_the_general_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
