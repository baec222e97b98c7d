/* SPDX-License-Identifier: MIT
 *
 * The ball's centre p, in the body's axes, is looked at from its faces: d is the signed distance of p
 * from the body's core, m the unit normal along which it leaves. Nothing is set up and nothing is
 * searched.
 *
 * Roundings. p is off by some 5 units of the pair's size beside what the pose's own are, a height over
 * a face by 4 more. Where an edge, a rim or a tip is the nearest, the direction to it decides by the
 * very numbers that it is made of, so it is one of those between the faces' normals to the last digits,
 * however near p is; and those of a face do not depend on p. So the plane across m bounds the body, and
 * d is its lower and its upper bound, all within E. */
#include "convex/ball_signed.h"

#include "convex/pair.h"
#include "convex/query.h"

/* A way out in the half plane of a body of revolution: across the axis and along it. */
typedef struct flat_way {
    double across, along, d;
} flat_way;

/* From a point of the profile that lies at (r, y) from here, r >= 0. */
static flat_way from_corner(double r, double y) {
    double d = sqrt(r * r + y * y);
    if (!(d > 0)) return (flat_way){0, 1, 0};
    return (flat_way){r / d, y / d, d};
}

static flat_way out_of_cylinder(double radius, double half, double r, double y) {
    double beside = r - radius, above = fabs(y) - half, up = y < 0 ? -1 : 1;
    if (beside > 0 && above > 0) {
        flat_way way = from_corner(beside, above);
        way.along *= up;
        return way;
    }
    return beside > above ? (flat_way){1, 0, beside} : (flat_way){0, up, above};
}

static flat_way out_of_cone(double radius, double half, double r, double y) {
    double over_tip = y - half, over_base = y + half, beside = r - radius, height = 2 * half;
    const flat_way base = {0, -1, -over_base};
    if (over_base <= 0 && beside <= 0) return base;
    if (radius * r <= height * over_tip) return from_corner(r, over_tip);
    if (beside > 0 && radius * beside >= height * over_base) return from_corner(beside, over_base);
    double per_slope = 1 / sqrt(radius * radius + height * height);
    flat_way slope = {height * per_slope, radius * per_slope, 0};
    slope.d = slope.across * r + slope.along * over_tip;
    return slope.d > base.d ? slope : base;
}

static gz_way_out out_of_revolution(const graze_shape *body, wide3 p) {
    double r = sqrt(p.x * p.x + p.z * p.z), radius = (double)body->half.x, half = (double)body->half.y;
    flat_way way = body->kind == GRAZE_SHAPE_CONE ? out_of_cone(radius, half, r, p.y)
                                                  : out_of_cylinder(radius, half, r, p.y);
    if (!(r > 0)) return (gz_way_out){wide3_make(way.across, way.along, 0), way.d};
    double share = way.across / r;
    return (gz_way_out){wide3_make(p.x * share, way.along, p.z * share), way.d};
}

static double positive(double x) { return x > 0 ? x : 0; }

static gz_way_out out_of_box(const graze_shape *body, wide3 p) {
    wide3 half = wide3_from(body->half);
    wide3 sign = wide3_make(p.x < 0 ? -1 : 1, p.y < 0 ? -1 : 1, p.z < 0 ? -1 : 1);
    wide3 above = wide3_make(fabs(p.x) - half.x, fabs(p.y) - half.y, fabs(p.z) - half.z);
    wide3 m = wide3_make(positive(above.x), positive(above.y), positive(above.z));
    double d = wide3_length(m);
    if (d > 0) {
        m = wide3_scale(m, 1 / d);
    } else {
        bool x = above.x >= above.y && above.x >= above.z, y = !x && above.y >= above.z;
        m = wide3_make(x, y, !x && !y);
        d = x ? above.x : y ? above.y : above.z;
    }
    return (gz_way_out){wide3_make(m.x * sign.x, m.y * sign.y, m.z * sign.z), d};
}

/* The core of a capsule or sphere is a segment or a point. */
static gz_way_out out_of_segment(double half, wide3 p) {
    p.y -= p.y > half ? half : p.y < -half ? -half : p.y;
    double d = wide3_length(p);
    return d > 0 ? (gz_way_out){wide3_scale(p, 1 / d), d} : (gz_way_out){wide3_make(1, 0, 0), 0};
}

bool gz_is_simple_body(const graze_shape *shape) {
    const unsigned bodies = 1u << GRAZE_SHAPE_SPHERE | 1u << GRAZE_SHAPE_CAPSULE |
                            1u << GRAZE_SHAPE_BOX | 1u << GRAZE_SHAPE_CYLINDER | 1u << GRAZE_SHAPE_CONE;
    return 1u << shape->kind & bodies;
}

gz_way_out gz_way_out_of(const graze_shape *body, wide3 p) {
    switch (body->kind) {
    case GRAZE_SHAPE_BOX:
        return out_of_box(body, p);
    case GRAZE_SHAPE_CYLINDER:
    case GRAZE_SHAPE_CONE:
        return out_of_revolution(body, p);
    case GRAZE_SHAPE_CAPSULE:
        return out_of_segment((double)body->half.y - (double)body->radius, p);
    default:
        return out_of_segment(0, p);
    }
}

/* The cache keeps an axis in A's frame, from B to A. */
static void remember(const graze_placed *a, wide3 normal, graze_cache *cache) {
    cache->axis = wide3_round(wide3_turn_back(&a->pose.basis, wide3_neg(normal)));
    cache->support_a[0] = cache->support_b[0] = 0;
    cache->size = 1;
}

static void fill(const graze_placed *ball, const graze_placed *body, bool body_is_a, wide3 m, double d,
                 gz_signed *out) {
    wide3 center = wide3_from(ball->pose.origin);
    double rounding = (double)body->shape->radius + (double)body->margin;
    double radius = (double)ball->shape->radius + (double)ball->margin;
    vec3 on_ball = wide3_round(wide3_add_scaled(center, -radius, m));
    vec3 on_body = wide3_round(wide3_add_scaled(center, rounding - d, m));
    out->point_a = body_is_a ? on_body : on_ball;
    out->point_b = body_is_a ? on_ball : on_body;
}

bool gz_ball_signed(const graze_placed *a, const graze_placed *b, const graze_options *options,
                    bool far_enough, graze_cache *cache, gz_signed *out) {
    bool body_is_a = b->shape->kind == GRAZE_SHAPE_SPHERE;
    const graze_placed *ball = body_is_a ? b : a, *body = body_is_a ? a : b;
    if (ball->shape->kind != GRAZE_SHAPE_SPHERE || !gz_is_simple_body(body->shape)) return false;
    if (options && (options->trace || !gz_options_are_valid(options))) return false;
    wide3 between = wide3_sub(wide3_from(ball->pose.origin), wide3_from(body->pose.origin));
    gz_share share_a = gz_share_of_plain(a), share_b = gz_share_of_plain(b);
    real size = gz_pair_size(share_a, share_b, wide3_length(between));
    if (!gz_is_plain_length(size)) return false;
    double error = gz_pair_error(share_a, share_b, size);
    double radius = (double)share_a.radius + (double)share_b.radius;
    gz_way_out way = gz_way_out_of(body->shape, wide3_turn_back(&body->pose.basis, between));
    wide3 m = wide3_turn(&body->pose.basis, way.m);
    m = wide3_scale(
        m, 1.5 - 0.5 * wide3_length_squared(m)); /* a unit vector but for the pose's roundings */
    wide3 normal = body_is_a ? m : wide3_neg(m);
    out->sd = way.d - radius;
    out->lower = out->sd - error;
    out->upper = out->sd + error;
    out->error = error;
    out->normal = wide3_round(normal);
    out->far = far_enough && out->sd > (double)GZ_TOUCHING_SHARE * error;
    out->complete = out->single = true;
    out->rounds = 0;
    if (!out->far) fill(ball, body, body_is_a, m, way.d, out);
    if (cache) remember(a, normal, cache);
    return true;
}
