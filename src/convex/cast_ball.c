/* SPDX-License-Identifier: MIT
 *
 * The ball's centre moves along a line in the body's axes. Its distance f(t) from the body is convex
 * and has a closed form, with a plane that certifies it: Newton's method from the left, as in cast.c,
 * without GJK. The steps end where the gap is a part of E. */
#include "convex/cast_ball.h"

#include "base/tolerance.h"
#include "convex/ball_signed.h"
#include "convex/pair.h"
#include "convex/query.h"

typedef struct flight {
    const graze_shape *body;
    wide3 start, way; /* of the ball's centre, in the body's axes */
    double radius;    /* of both together */
    double error;
} flight;

typedef enum landing { UNCLEAR, MISS, HIT } landing;

typedef struct contact {
    double t, speed, upper;
    wide3 m; /* out of the body, in its axes */
} contact;

static gz_way_out look_at(const flight *f, double t) {
    return gz_way_out_of(f->body, wide3_add_scaled(f->start, t, f->way));
}

/* Do they overlap deeper than rounding can feign soon after the contact? */
static bool meets_soon(const flight *f, contact *c) {
    double step = 4 * f->error / c->speed;
    for (int i = 0; i < GZ_CAST_CONFIRMATIONS; ++i, step *= 8) {
        c->upper = c->t + step;
        if (look_at(f, c->upper).d < f->radius - f->error) return true;
    }
    return false;
}

static landing fly(const flight *f, double last, contact *c) {
    c->t = 0;
    for (int i = 0; i < GZ_CAST_STEPS; ++i) {
        gz_way_out way = look_at(f, c->t);
        double gap = way.d - f->radius;
        if (i == 0 && !(gap > 2 * f->error)) return UNCLEAR;
        c->m = way.m;
        c->speed = -wide3_dot(way.m, f->way);
        if (!(c->speed > 0)) return i == 0 || gap > f->error ? MISS : UNCLEAR;
        if (gap <= GZ_CAST_NEAR * f->error) return meets_soon(f, c) ? HIT : UNCLEAR;
        c->t += gap / c->speed;
        if (!(c->t <= last)) return MISS;
    }
    return UNCLEAR;
}

/* Rounded down or up to real: a factor is as good as the next number where none is denormal. */
static void fill(const flight *f, const contact *c, wide3 point, wide3 normal, graze_cast_result *out) {
    const double down = 1 - 4 * (double)GRAZE_EPSILON, up = 1 + 4 * (double)GRAZE_EPSILON;
    double lower = c->t - 2 * f->error / c->speed;
    out->hit = true;
    out->t = (real)c->t;
    out->lower = lower > 0 ? (real)(lower * down) : 0;
    out->upper = (real)(c->upper * up);
    out->point = wide3_round(point);
    out->normal = wide3_round(normal);
    out->end = GRAZE_CONVERGED;
    out->iterations = 0;
    out->primitive_a = out->primitive_b = 0;
}

static bool fits(real size, double squared) {
    const double least = GZ_PLAIN_LEAST * GZ_PLAIN_LEAST, most = GZ_PLAIN_MOST * GZ_PLAIN_MOST;
    return gz_is_plain_length(size) & (squared > least) & (squared < most);
}

bool gz_cast_ball(const graze_placed *a, graze_vec3 motion, graze_real last, const graze_placed *b,
                  const graze_options *options, graze_cast_result *out) {
    if (!gz_placed_is_plain(a) || !gz_placed_is_plain(b)) return false;
    bool ball_is_a = a->shape->kind == GRAZE_SHAPE_SPHERE;
    const graze_placed *ball = ball_is_a ? a : b, *body = ball_is_a ? b : a;
    if (ball->shape->kind != GRAZE_SHAPE_SPHERE || !gz_is_simple_body(body->shape)) return false;
    if (options && (options->trace || !gz_options_are_valid(options))) return false;
    wide3 center = wide3_from(ball->pose.origin), move = wide3_from(motion);
    wide3 between = wide3_sub(center, wide3_from(body->pose.origin));
    gz_share share_a = gz_share_of_plain(a), share_b = gz_share_of_plain(b);
    real size = gz_pair_size(share_a, share_b, wide3_length(between));
    if (!fits(size, wide3_length_squared(move))) return false;
    const mat3 *axes = &body->pose.basis;
    flight f = {body->shape, wide3_turn_back(axes, between),
                wide3_turn_back(axes, ball_is_a ? move : wide3_neg(move)),
                (double)share_a.radius + (double)share_b.radius, gz_pair_error(share_a, share_b, size)};
    contact c;
    switch (fly(&f, (double)last, &c)) {
    case MISS:
        *out = (graze_cast_result){.end = GRAZE_SEPARATED};
        return true;
    case HIT: {
        wide3 m = wide3_turn(axes, c.m);
        m = wide3_scale(m, 1.5 - 0.5 * wide3_length_squared(m)); /* unit but for the pose's roundings */
        /* The contact is on the ball, and on B where that is: the body at rest, or the ball. The world
         * may be far away: it rounds once, at the end. */
        double radius = (double)ball->shape->radius + (double)ball->margin;
        wide3 way = wide3_scale(m, -radius);
        if (ball_is_a) way = wide3_add_scaled(way, c.t, move);
        fill(&f, &c, wide3_add(center, way), ball_is_a ? wide3_neg(m) : m, out);
        return true;
    }
    default:
        return false;
    }
}
