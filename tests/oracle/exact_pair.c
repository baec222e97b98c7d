/* SPDX-License-Identifier: MIT */
#include "oracle/exact_pair.h"

#include <math.h>

#include "oracle/random_shape.h"

static const graze_options tightest = {.rel = GRAZE_TIGHTEST};

static void check_axis(const exact *e, graze_vec3 normal, uint64_t seed, long number) {
    long double cosine = ld3_dot(ld3_from(normal), ld3_unit(e->axis));
    if (ld3_length(e->axis) == 0) return;
    if (e->across)
        TEST_CHECK(fabsl(cosine) <= 1e-3L, seed, number, "normal not across the axis: cosine %Lg",
                   cosine);
    else
        TEST_CHECK((e->either_sign ? fabsl(cosine) : cosine) >= 1 - 1e-5L, seed, number,
                   "normal off the axis: cosine %.9Lg", cosine);
}

void exact_check_once(const exact *e, long double unsure, uint64_t seed, long number,
                      graze_random *random, long *too_round) {
    bool locate = number % 8 == 0; /* takes most of the time */
    signed_case c = {&e->a, &e->b, seed, number, random, locate, false, too_round};
    for (int tight = 0; tight < 2; ++tight) {
        const graze_options *options = tight ? &tightest : NULL;
        graze_signed_separation s = signed_checked(&c, options);
        TEST_CHECK((long double)s.lower <= e->sd + unsure && (long double)s.upper >= e->sd - unsure,
                   seed, number, "%.12Lg is not in %.12g .. %.12g (off by %Lg E)", e->sd,
                   (double)s.lower, (double)s.upper,
                   ((long double)s.sd - e->sd) / signed_error(&e->a, &e->b));
        check_axis(e, s.normal, seed, number);
        graze_penetration_result p = depth_checked(&c, options);
        long double depth = e->sd < 0 ? -e->sd : 0;
        TEST_CHECK((long double)p.lower <= depth + unsure && (long double)p.upper >= depth - unsure,
                   seed, number, "depth %.12Lg is not in %.12g .. %.12g", depth, (double)p.lower,
                   (double)p.upper);
        if (p.end != GRAZE_SEPARATED) check_axis(e, p.normal, seed, number);
    }
}

void exact_check(const exact *e, long double unsure, uint64_t seed, long number, graze_random *random,
                 long *too_round) {
    exact_check_once(e, unsure, seed, number, random, too_round);
    exact other = *e;
    other.a = e->b;
    other.b = e->a;
    other.axis = ld3_scale(e->axis, -1);
    exact_check_once(&other, unsure, seed, number, random, too_round);
    graze_pose motion = random_pose(RANDOM_POSE_RIGID, 2, random);
    other = *e;
    other.a.pose = graze_pose_compose(&motion, &e->a.pose);
    other.b.pose = graze_pose_compose(&motion, &e->b.pose);
    other.axis = (ld3){0, 0, 0};
    const long double axis[3] = {e->axis.x, e->axis.y, e->axis.z};
    for (int k = 0; k < 3; ++k)
        other.axis = ld3_add_scaled(other.axis, axis[k], ld3_from(motion.basis.col[k]));
    exact_check_once(&other, unsure + signed_slack(&other.a, &other.b), seed, number, random,
                     too_round);
}

void exact_check_family(make_exact *make, roundness how_round, long count, uint64_t base) {
    uint64_t seed = test_seed(base);
    graze_random random = graze_random_seed(seed);
    long too_round = 0;
    for (long i = 0; i < test_count(count); ++i) {
        exact e = make(i, &random);
        /* Sizes and places are rounded numbers, so what they say is exact up to a few roundings. */
        exact_check(&e, signed_error(&e.a, &e.b) / 4, seed, i, &random, &too_round);
        drop(&e);
    }
    if (how_round == NEVER_ROUND)
        assert_int_equal(too_round, 0);
    else
        print_message("%ld of %ld answers ended at the limit\n", too_round, 12 * test_count(count));
}
