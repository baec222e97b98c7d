/* SPDX-License-Identifier: MIT
 * A ray and a box (B:1784-1846). Whether it hits is decided by the tests of span.h; then no division by
 * zero can come up: a ray that hits has entered every slab in which it does not start. */
#include "primitive/box_frame.h"
#include "primitive/check.h"
#include "primitive/ray_hit.h"

typedef struct slabs {
    double enter, exit;
    int axis;     /* of the last slab entered, -1 if the start is inside */
    bool from_lo; /* on which side */
    int left;     /* the axis of the first slab left, -1 if none */
} slabs;

/* (to - from) / along; halves where the difference overflows. */
static double quotient(double to, double from, double along) {
    double t = (to - from) / along;
    return t - t == 0 ? t : 2 * ((0.5 * to - 0.5 * from) / along);
}

/* Where the start is outside and leads away it is so only by rounding, or there was no hit. */
static slabs clip(const double origin[3], const double direction[3], const double lo[3],
                  const double hi[3]) {
    slabs s = {0, INFINITY, -1, false, -1};
    for (int k = 0; k < 3; ++k) {
        bool below = origin[k]<lo[k], above = origin[k]> hi[k], forward = direction[k] > 0;
        bool leads_in = (below && forward) || (above && direction[k] < 0);
        if (leads_in) {
            double t = quotient(below ? lo[k] : hi[k], origin[k], direction[k]);
            if (t >= s.enter) {
                s.enter = t;
                s.axis = k;
                s.from_lo = below;
            }
        }
        if (direction[k] == 0) continue;
        double t = quotient(forward ? hi[k] : lo[k], origin[k], direction[k]);
        if (t < s.exit) {
            s.exit = t;
            s.left = k;
        }
    }
    return s;
}

/* A hit that leaves before it enters does so by rounding, at an edge. The slab that the ray crosses
 * faster knows better when. */
static void settle(slabs *s, const double direction[3]) {
    if (!(s->enter > s->exit)) return;
    bool enters_faster = s->axis >= 0 && fabs(direction[s->axis]) > fabs(direction[s->left]);
    if (enters_faster)
        s->exit = s->enter;
    else
        s->enter = s->exit > 0 ? s->exit : 0;
}

static double clamped(double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }

/* The point at the parameter, on the face that it enters and nowhere outside. */
static wide3 point_on(const double origin[3], const double direction[3], const double lo[3],
                      const double hi[3], const slabs *s) {
    double p[3];
    for (int k = 0; k < 3; ++k) p[k] = clamped(origin[k] + s->enter * direction[k], lo[k], hi[k]);
    p[s->axis] = s->from_lo ? lo[s->axis] : hi[s->axis];
    return wide3_make(p[0], p[1], p[2]);
}

static wide3 outward(const slabs *s) {
    double sign = s->from_lo ? -1 : 1;
    return wide3_make(s->axis == 0 ? sign : 0, s->axis == 1 ? sign : 0, s->axis == 2 ? sign : 0);
}

graze_status graze_ray_aabb(const graze_ray *ray, const graze_aabb *box, graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || !gz_aabb_is_valid(box) || !out) return GRAZE_INVALID_ARGUMENT;
    gz_span_box b = gz_span_box_of(box);
    gz_span span = gz_span_of_ray(ray);
    if (!gz_span_meets_box(&span, &b)) {
        *out = gz_ray_miss();
        return GRAZE_OK;
    }
    const double direction[3] = {(double)ray->direction.x, (double)ray->direction.y,
                                 (double)ray->direction.z};
    slabs s = clip(span.a.x, direction, b.lo, b.hi);
    settle(&s, direction);
    if (s.axis < 0) return gz_ray_hit_inside(ray, s.exit < INFINITY ? s.exit : 0, out);
    wide3 point = point_on(span.a.x, direction, b.lo, b.hi, &s);
    return gz_ray_hit_put(ray, s.enter, s.exit, point, outward(&s), out);
}

graze_status graze_ray_obb(const graze_ray *ray, const graze_obb *box, graze_ray_hit *out) {
    bool hit;
    graze_status status = graze_test_obb_ray(box, ray, &hit);
    if (status != GRAZE_OK || !out) return GRAZE_INVALID_ARGUMENT;
    if (!hit) {
        *out = gz_ray_miss();
        return GRAZE_OK;
    }
    wide_mat3 axes = wide_mat3_from(&box->axes);
    wide3 center = wide3_from(box->center), half = wide3_from(box->half);
    gz_local_ray local = gz_local_ray_make(ray, center, wide3_max_abs(half));
    wide3 o = wide_mat3_tmul_vec(&axes, local.origin), d = wide_mat3_tmul_vec(&axes, local.direction);
    half = wide3_scale(half, local.scale);
    const double origin[3] = {o.x, o.y, o.z}, direction[3] = {d.x, d.y, d.z};
    const double lo[3] = {-half.x, -half.y, -half.z}, hi[3] = {half.x, half.y, half.z};
    slabs s = clip(origin, direction, lo, hi);
    if (s.enter > s.exit || s.enter > local.max_t) { /* it only comes within E */
        gz_span_box wide = gz_box_widened(half, gz_sum3(o));
        s = clip(origin, direction, wide.lo, wide.hi);
        settle(&s, direction);
    }
    double exit = s.exit < INFINITY ? gz_local_ray_parameter(&local, s.exit) : 0;
    if (s.axis < 0) return gz_ray_hit_inside(ray, exit, out);
    wide3 point = wide_mat3_mul_vec(&axes, point_on(origin, direction, lo, hi, &s));
    return gz_ray_hit_put(ray, gz_local_ray_parameter(&local, s.enter), exit,
                          wide3_add_scaled(center, 1 / local.scale, point),
                          wide_mat3_mul_vec(&axes, outward(&s)), out);
}
