/* SPDX-License-Identifier: MIT
 * The half-space is all x with n . x + d <= 0 (n unit, pointing out). The bounded shape's point p
 * farthest along -n is its lowest; sd = n . p + d - margins. */
#include "convex/half_space_pair.h"

#include "base/tolerance.h"
#include "convex/query.h"
#include "math/rounding.h"
#include "shape/half_space.h"
#include "shape/placed.h"

typedef struct floor_contact {
    real sd, error; /* signed distance, rounding radius */
    vec3 origin; /* the half-space's, from which the points are given: in the world they would round */
    vec3 low;    /* the bounded shape's lowest point, its margin included */
    vec3 foot;   /* sd below it: on the boundary of the half-space, its margin included */
    vec3 normal; /* the half-space's outward normal in the world */
} floor_contact;

static graze_status meet(const graze_placed *ground, const graze_placed *body, floor_contact *out) {
    graze_status status = graze_placed_check(ground);
    if (status == GRAZE_OK) status = graze_placed_check(body);
    if (status == GRAZE_OK) status = gz_shape_check_convex(body->shape);
    if (status != GRAZE_OK) return status;
    /* Relative to the half-space's own origin, so that far away nothing is lost. */
    graze_pose linear = ground->pose;
    linear.origin = vec3_zero();
    graze_plane plane;
    status = graze_plane_transform(&linear, gz_half_space_plane(ground->shape), &plane);
    if (status != GRAZE_OK) return status;
    graze_placed moved = *body;
    moved.pose.origin = vec3_sub(body->pose.origin, ground->pose.origin);
    vec3 low;
    status = graze_placed_support(&moved, vec3_neg(plane.normal), &low);
    if (status != GRAZE_OK) return status;
    real stretch = gz_pose_norm(&moved.pose, moved.pose.kind);
    real size = stretch * body->shape->reach + vec3_length(moved.pose.origin) +
                graze_abs(plane.offset) + body->margin + ground->margin;
    out->sd = graze_plane_distance(plane, low) - ground->margin;
    out->error =
        gz_round_up(stretch * body->shape->support_error + GZ_ERROR_PAIR * GRAZE_EPSILON * size);
    out->origin = ground->pose.origin;
    out->low = low;
    out->foot = vec3_add_scaled(low, -out->sd, plane.normal);
    out->normal = plane.normal;
    return GRAZE_OK;
}

static vec3 in_world(const floor_contact *c, vec3 point) { return vec3_add(point, c->origin); }

/* The contact of a pair in which one is a half-space; *flipped when that one is B. */
static graze_status meet_pair(const graze_placed *a, const graze_placed *b,
                              const graze_options *options, floor_contact *out, bool *flipped) {
    gz_pair any = {.scale = 1};
    gz_goal goal;
    graze_status status = gz_goal_from_options(options, &any, &goal); /* checks the options */
    if (status != GRAZE_OK) return status;
    if (!a || !a->shape || !b || !b->shape) return GRAZE_INVALID_ARGUMENT;
    *flipped = a->shape->bounded;
    return *flipped ? meet(b, a, out) : meet(a, b, out);
}

graze_status gz_half_space_distance(const graze_placed *a, const graze_placed *b,
                                    const graze_options *options, graze_separation *out) {
    floor_contact c;
    bool flipped;
    graze_status status = meet_pair(a, b, options, &c, &flipped);
    if (status != GRAZE_OK) return status;
    graze_separation s = {.normal = flipped ? vec3_neg(c.normal) : c.normal};
    if (c.sd > GZ_TOUCHING_SHARE * c.error) {
        s.distance = c.sd;
        s.lower = graze_max(0, gz_next_down(c.sd - c.error));
        s.upper = gz_next_up(c.sd + c.error);
        s.point_a = in_world(&c, flipped ? c.low : c.foot);
        s.point_b = in_world(&c, flipped ? c.foot : c.low);
        s.end = GRAZE_CONVERGED;
    } else {
        s.point_a = s.point_b = in_world(&c, c.low);
        s.end = c.sd < -c.error ? GRAZE_OVERLAP : GRAZE_TOUCHING;
        if (s.end == GRAZE_TOUCHING) s.upper = graze_max(0, c.sd + c.error);
    }
    *out = s;
    return GRAZE_OK;
}

graze_status gz_half_space_within(const graze_placed *a, const graze_placed *b, graze_real distance,
                                  const graze_options *options, graze_intersection *out) {
    floor_contact c;
    bool flipped;
    graze_status status = meet_pair(a, b, options, &c, &flipped);
    if (status != GRAZE_OK) return status;
    graze_intersection i = {.intersecting = c.sd <= distance + GZ_TOUCHING_SHARE * c.error};
    if (i.intersecting) {
        i.point = in_world(&c, c.sd > 0 ? graze_vec3_lerp(c.low, c.foot, (real)0.5) : c.low);
        i.end = c.sd < distance - c.error ? GRAZE_OVERLAP : GRAZE_TOUCHING;
    } else {
        i.axis = flipped ? vec3_neg(c.normal) : c.normal;
        i.lower = graze_max(0, gz_next_down(c.sd - c.error));
        i.end = GRAZE_SEPARATED;
    }
    *out = i;
    return GRAZE_OK;
}

graze_status gz_half_space_signed(const graze_placed *a, const graze_placed *b,
                                  const graze_options *options, gz_signed *out) {
    floor_contact c;
    bool flipped;
    graze_status status = meet_pair(a, b, options, &c, &flipped);
    if (status != GRAZE_OK) return status;
    /* A margin, or a way, next to the largest number: no point that far is a number. */
    if (!graze_is_finite(2 * (graze_abs(c.sd) + c.error)) || !vec3_is_finite(in_world(&c, c.foot)))
        return GRAZE_OUT_OF_RANGE;
    *out = (gz_signed){
        .sd = (double)c.sd,
        .lower = (double)c.sd - (double)c.error,
        .upper = (double)c.sd + (double)c.error,
        .error = (double)c.error,
        .normal = flipped ? vec3_neg(c.normal) : c.normal,
        .point_a = in_world(&c, flipped ? c.low : c.foot),
        .point_b = in_world(&c, flipped ? c.foot : c.low),
        .far = c.sd > c.error,
        .complete = true,
    };
    return GRAZE_OK;
}

graze_status gz_half_space_cast(const graze_placed *a, graze_vec3 motion, graze_real last,
                                const graze_placed *b, const graze_options *options,
                                graze_cast_result *out) {
    floor_contact c;
    bool flipped;
    graze_status status = meet_pair(a, b, options, &c, &flipped);
    if (status != GRAZE_OK) return status;
    vec3 normal = flipped ? vec3_neg(c.normal) : c.normal; /* from A to B */
    real speed = vec3_dot(normal, motion);                 /* sd falls by this much a unit of t */
    if (c.sd <= c.error) {
        bool deep = c.sd < -c.error;
        *out = (graze_cast_result){.hit = true,
                                   .point = in_world(&c, c.low),
                                   .normal = deep ? vec3_zero() : normal,
                                   .end = deep ? GRAZE_OVERLAP : GRAZE_TOUCHING};
        return GRAZE_OK;
    }
    real t = c.sd / speed;
    if (!(speed > 0) || !(t <= last)) {
        *out = (graze_cast_result){.lower = 0, .end = GRAZE_SEPARATED};
        return GRAZE_OK;
    }
    /* The speed is off by a few roundings of |motion|; so is the time they take. */
    real slack = (c.error + GZ_ERROR_AFFINE * GRAZE_EPSILON * vec3_length(motion) * t) / speed;
    vec3 touched = in_world(&c, flipped ? vec3_add_scaled(c.low, t, motion) : c.low);
    *out = (graze_cast_result){.hit = true,
                               .t = t,
                               .lower = graze_max(0, gz_next_down(t - slack)),
                               .upper = gz_next_up(t + slack),
                               .point = touched,
                               .normal = normal,
                               .end = GRAZE_CONVERGED};
    return GRAZE_OK;
}
