/* SPDX-License-Identifier: MIT */
#include "oracle/pair_case.h"

#include <math.h>
#include <stdlib.h>

#include "oracle/min_norm.h"
#include "oracle/random_shape.h"

const char *pair_regime_text(pair_regime regime) {
    static const char *const texts[PAIR_REGIME_COUNT] = {
        "separated",  "near",     "touching",         "overlapping",    "concentric",
        "size ratio", "far away", "deformed",         "shallow",        "deep",
        "contained",  "coaxial",  "deep, size ratio", "deep, far away", "deep, deformed",
    };
    return texts[regime];
}

/* 10^x for x uniform between the two. */
static graze_real power(graze_random *random, double least, double most) {
    double x = (double)graze_random_uniform(random, (graze_real)least, (graze_real)most);
    return (graze_real)pow(10, x);
}

static bool is_ratio(pair_regime regime) { return regime == PAIR_RATIO || regime == PAIR_DEEP_RATIO; }
static bool is_far(pair_regime regime) { return regime == PAIR_FAR || regime == PAIR_DEEP_FAR; }
static bool is_deformed(pair_regime regime) {
    return regime == PAIR_DEFORMED || regime == PAIR_DEEP_DEFORMED;
}

static graze_real draw_gap(pair_regime kind, graze_real size, graze_random *random) {
    switch (kind) {
    case PAIR_SEPARATED:
        return size * graze_random_uniform(random, (graze_real)0.1, 3);
    case PAIR_NEAR:
        return size * power(random, -7, -3);
    case PAIR_OVERLAPPING:
        return -size * power(random, -3, -0.3);
    case PAIR_SHALLOW:
        return -size * power(random, -6, -1.3);
    case PAIR_DEEP:
        return -size * graze_random_uniform(random, (graze_real)0.5, 2);
    default:
        return 0;
    }
}

static graze_pose draw_pose(pair_regime regime, graze_real reach, graze_random *random) {
    static const random_pose_class plain[] = {RANDOM_POSE_RIGID, RANDOM_POSE_RIGID,
                                              RANDOM_POSE_UNIFORM};
    random_pose_class kind = plain[graze_random_bits(random) % 3];
    if (is_deformed(regime))
        kind = (random_pose_class)(RANDOM_POSE_SCALED + graze_random_bits(random) % 3);
    graze_pose pose = random_pose(kind, reach, random);
    if (graze_random_bits(random) % 8 == 0 && !is_deformed(regime))
        pose = graze_pose_at(pose.origin.x, pose.origin.y, pose.origin.z); /* aligned axes */
    if (graze_random_bits(random) % 4 == 0) pose.kind = GRAZE_POSE_UNKNOWN;
    return pose;
}

static graze_real draw_margin(graze_real size, graze_random *random) {
    return graze_random_bits(random) % 2 ? 0 : size * power(random, -3, 0);
}

/* A point of the boundary with outward normal n. A half-space has many: one at random near its origin.
 */
static ld3 anchor(const placed_body *p, ld3 n, graze_real size, graze_random *random) {
    if (p->body->solid) return placed_body_support(p, n);
    ld3 x = ld3_add(p->origin, ld3_from(random_vector(size, random)));
    return ld3_sub(x, ld3_scale(n, placed_ground_distance(p, x)));
}

/* The planting direction: one of the few that matter, or any; a half-space allows but one. */
static ld3 draw_normal(const pair_case *c, graze_random *random) {
    if (!c->body_a.solid) return placed_ground_normal(&c->seen_a);
    if (!c->body_b.solid) return ld3_scale(placed_ground_normal(&c->seen_b), -1);
    ld3 n = ld3_from(graze_random_direction(random));
    if (graze_random_bits(random) % 4 == 0) /* along an axis of A: faces, apexes, rims */
        n = ld3_from(c->a.pose.basis.col[graze_random_bits(random) % 3]);
    return ld3_scale(n, 1 / ld3_length(n));
}

static graze_vec3 rounded(ld3 v) {
    return graze_vec3_make((graze_real)v.x, (graze_real)v.y, (graze_real)v.z);
}

static void look(pair_case *c) {
    c->seen_a = body_place(&c->body_a, &c->a, c->a.pose.origin);
    c->seen_b = body_place(&c->body_b, &c->b, c->a.pose.origin);
}

/* Across the gap and some of the size farther; half of the time aside as well. */
static graze_vec3 draw_motion(ld3 across, ld3 n, graze_real size, graze_random *random) {
    ld3 farther = ld3_scale(n, (long double)(size * graze_random_uniform(random, 0, 1)));
    ld3 aside = ld3_from(random_vector(size / 2, random));
    ld3 motion = ld3_add(across, farther);
    return rounded(graze_random_bits(random) % 2 ? ld3_add(motion, aside) : motion);
}

/* Moves B and notes what the rounded pose leaves of the planted distance. */
static void plant(pair_case *c, long double gap, graze_real size, graze_random *random) {
    look(c);
    ld3 n = draw_normal(c, random);
    ld3 on_a = anchor(&c->seen_a, n, size, random);
    ld3 on_b = anchor(&c->seen_b, ld3_scale(n, -1), size, random);
    ld3 move = ld3_sub(ld3_add(on_a, ld3_scale(n, gap)), on_b);
    c->b.pose.origin = rounded(ld3_add(ld3_from(c->b.pose.origin), move));
    look(c);
    c->motion = draw_motion(ld3_scale(n, fabsl(gap)), n, size, random);
    if (gap < 0 || !c->body_a.solid || !c->body_b.solid) return;
    on_b = placed_body_support(&c->seen_b, ld3_scale(n, -1));
    c->planted = true;
    c->planted_upper = ld3_length(ld3_sub(on_b, on_a));
    c->planted_lower = fmaxl(0, oracle_gap(&c->seen_a, &c->seen_b, n));
}

/* A point of the body's inside, or of all there is of it if it is flat: the mean of some of its
 * boundary points. A half-space: any point at some depth. */
static ld3 inner_point(const placed_body *p, graze_real size, graze_random *random) {
    enum { POINTS = 6 };
    ld3 sum = {0, 0, 0};
    if (!p->body->solid) {
        ld3 n = placed_ground_normal(p), on = anchor(p, n, size, random);
        return ld3_add_scaled(on, -(long double)size, n);
    }
    for (int i = 0; i < POINTS; ++i)
        sum = ld3_add(sum, placed_body_support(p, ld3_from(graze_random_direction(random))));
    return ld3_scale(sum, 1.0L / POINTS);
}

static void contain(pair_case *c, graze_real size_a, graze_real size_b, graze_random *random) {
    look(c);
    ld3 in_a = inner_point(&c->seen_a, size_a, random), in_b = inner_point(&c->seen_b, size_b, random);
    c->b.pose.origin = rounded(ld3_add(ld3_from(c->b.pose.origin), ld3_sub(in_a, in_b)));
    c->motion = random_vector(size_a, random);
    look(c);
}

/* The same pose origin, often the same axes; or shifted along the y axis, about which many are round.
 */
static void align(pair_case *c, pair_regime regime, graze_real size_a, graze_random *random) {
    bool coaxial = regime == PAIR_COAXIAL;
    if (graze_random_bits(random) % 2 || coaxial) c->b.pose = c->a.pose;
    c->b.pose.origin = c->a.pose.origin;
    c->motion = random_vector(size_a, random);
    if (coaxial && graze_random_bits(random) % 2) {
        graze_real shift = size_a * graze_random_uniform(random, -1, 1) * power(random, -3, 0);
        graze_vec3 aside = random_vector(shift, random);
        bool parallel = graze_random_bits(random) % 2;
        graze_vec3 to = parallel ? aside : graze_vec3_make(0, shift, 0);
        c->b.pose.origin = graze_pose_apply(&c->a.pose, to);
    }
    look(c);
}

static pair_regime draw_placing(pair_regime regime, graze_random *random) {
    static const pair_regime deep[] = {PAIR_SHALLOW, PAIR_OVERLAPPING, PAIR_DEEP, PAIR_CONTAINED};
    if (regime >= PAIR_DEEP_RATIO) return deep[graze_random_bits(random) % 4];
    if (regime > PAIR_OVERLAPPING && regime <= PAIR_DEFORMED)
        return (pair_regime)(graze_random_bits(random) % 4);
    return regime;
}

static void make_bodies(pair_case *c, graze_shape_kind kind_a, graze_shape_kind kind_b,
                        pair_regime regime, graze_real size_a, graze_real size_b,
                        graze_random *random) {
    graze_random before = *random;
    body_make(&c->body_a, kind_a, size_a, random);
    bool twice = regime == PAIR_COAXIAL && kind_a == kind_b && graze_random_bits(random) % 2;
    body_make(&c->body_b, kind_b, size_b, twice ? &before : random);
}

void pair_case_make(pair_case *c, graze_shape_kind kind_a, graze_shape_kind kind_b, pair_regime regime,
                    uint64_t seed) {
    graze_random random = graze_random_seed(seed);
    graze_real size_a = power(&random, -3, 3), size_b = size_a;
    if (is_ratio(regime)) size_b = size_a * power(&random, -6, 6);
    if (regime == PAIR_CONTAINED) size_b = size_a * power(&random, -2, 0);
    make_bodies(c, kind_a, kind_b, regime, size_a, size_b, &random);
    graze_real reach = size_a * (is_far(regime) ? (graze_real)1e6 : 1);
    c->a = (graze_placed){c->body_a.shape, draw_pose(regime, reach, &random), 0};
    c->b = (graze_placed){c->body_b.shape, draw_pose(regime, size_b, &random), 0};
    c->a.margin = draw_margin(size_a, &random);
    c->b.margin = draw_margin(size_b, &random);
    c->planted = false;
    c->planted_lower = c->planted_upper = 0;
    if (regime == PAIR_CONCENTRIC || regime == PAIR_COAXIAL) {
        align(c, regime, size_a, &random);
        return;
    }
    pair_regime placing = draw_placing(regime, &random);
    if (placing == PAIR_CONTAINED) {
        contain(c, size_a, size_b, &random);
        return;
    }
    graze_real size = graze_random_bits(&random) % 2 ? size_a : size_b;
    plant(c, (long double)draw_gap(placing, size, &random), size, &random);
}

void pair_case_release(pair_case *c) {
    body_release(&c->body_a);
    body_release(&c->body_b);
}

void pair_case_turn(graze_placed *placed, graze_real angle, graze_random *random) {
    graze_quat by;
    graze_pose step;
    graze_vec3 axis = graze_random_direction(random);
    if (graze_quat_from_axis_angle(axis, angle, &by) != GRAZE_OK) abort();
    if (graze_pose_make(by, graze_vec3_zero(), &step) != GRAZE_OK) abort();
    placed->pose.basis = graze_mat3_mul(&step.basis, &placed->pose.basis);
}

graze_cache pair_case_garbage(graze_random *random) {
    graze_cache cache = {.axis = graze_random_direction(random)};
    uint32_t most = graze_random_bits(random) % 4 ? 8 : UINT32_MAX;
    for (int i = 0; i < 4; ++i) {
        cache.support_a[i] = (uint32_t)graze_random_bits(random) % most;
        cache.support_b[i] = (uint32_t)graze_random_bits(random) % most;
    }
    uint32_t sizes = graze_random_bits(random) % 8 ? 5 : UINT32_MAX;
    cache.size = (uint32_t)graze_random_bits(random) % sizes;
    return cache;
}
