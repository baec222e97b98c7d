/* SPDX-License-Identifier: MIT
 * Rays against cones and ellipsoids (ray_guess.h): quadratic equations. */
#include "convex/ray_guess.h"

#include <float.h>

/* -- cones ---------------------------------------------------------------------------------------- */

/* The part of a vector across the axis. */
typedef struct flat2 {
    double x, z;
} flat2;

static flat2 across(wide3 v) { return (flat2){v.x, v.z}; }
static double flat2_dot(flat2 a, flat2 b) { return a.x * b.x + a.z * b.z; }
static double flat2_length(flat2 a) { return sqrt(flat2_dot(a, a)); }
static flat2 flat2_add_scaled(flat2 a, double s, flat2 b) {
    return (flat2){a.x + s * b.x, a.z + s * b.z};
}

/* Seen from the tip: down the axis and across it. The cone is where |across| <= slope * down. */
typedef struct tip_line {
    flat2 p, d;
    double down, ddown, slope;
} tip_line;

static wide3 slope_normal(const tip_line *l, double time) {
    flat2 q = flat2_add_scaled(l->p, time, l->d);
    double length = flat2_length(q), s = length > 0 ? 1 / length : 0;
    return gz_ray_unit(wide3_make(q.x * s, l->slope, q.z * s));
}

/* When |across| - slope * down is least, for a line that is less steep than the cone: there it runs
 * along the plane. steep = d . d - (slope ddown)^2 > 0. */
static double least_above(const tip_line *l, double steep) {
    double dd = flat2_dot(l->d, l->d);
    double middle = -flat2_dot(l->p, l->d) / dd;
    double off = flat2_length(flat2_add_scaled(l->p, middle, l->d));
    return middle + l->slope * l->ddown * off / sqrt(dd * steep);
}

/* When the line is in the endless cone; false if never, or nobody knows: then *in is when it comes
 * nearest. */
static bool cross_cone(const tip_line *l, double steep, double *in, double *out) {
    double crossed = l->p.x * l->d.z - l->p.z * l->d.x;
    flat2 m = {l->down * l->d.x - l->ddown * l->p.x, l->down * l->d.z - l->ddown * l->p.z};
    double rest = l->slope * l->slope * flat2_dot(m, m) - crossed * crossed;
    double half = flat2_dot(l->p, l->d) - l->slope * l->slope * l->down * l->ddown;
    double root = rest > 0 ? sqrt(rest) : 0;
    double first = (-half - root) / steep, second = (-half + root) / steep;
    if (steep > 0) {
        *in = first;
        *out = second;
        if (rest > 0 && l->down + first * l->ddown > 0) return true;
        *in = least_above(l, steep);
        return false;
    }
    /* One of the two is on the other cone, above the tip. */
    *in = l->ddown > 0 ? (first > second ? first : second) : -DBL_MAX;
    *out = l->ddown > 0 ? DBL_MAX : first < second ? first : second;
    return true;
}

static bool cone_aim(const gz_ray_body *body, wide3 *normal) {
    double half = body->half.y, in, out, first = -DBL_MAX, last = DBL_MAX;
    if (!(body->half.x > 0 && half > 0)) return false;
    tip_line l = {across(body->near), across(body->way), half - body->near.y, -body->way.y,
                  body->half.x / (2 * half)};
    double fall = l.slope * l.ddown, steep = flat2_dot(l.d, l.d) - fall * fall;
    if (steep == 0) return false;
    const wide3 base = {0, -1, 0};
    if (!cross_cone(&l, steep, &in, &out)) {
        *normal = slope_normal(&l, in);
        return true;
    }
    if (l.ddown > 0) last = (2 * half - l.down) / l.ddown;
    if (l.ddown < 0) first = (2 * half - l.down) / l.ddown;
    if (l.ddown == 0 && l.down > 2 * half) {
        *normal = base;
    } else if (in >= first) {
        wide3 wall = slope_normal(&l, in);
        *normal = in > last ? gz_ray_between(wall, base, body->way) : wall;
    } else {
        *normal = first > out ? gz_ray_between(base, slope_normal(&l, out), body->way) : base;
    }
    return true;
}

static double cone_height(const gz_ray_body *body, wide3 *normal) {
    double tip = body->half.y * normal->y;
    double rim = body->half.x * flat2_length(across(*normal)) - tip;
    return tip > rim ? tip : rim;
}

static bool cone_holds(const void *form, double time, double radius) {
    const gz_ray_body *body = form;
    wide3 point = gz_ray_place(body, time);
    double slope = body->half.x / (2 * body->half.y);
    double inside = slope * (body->half.y - point.y) - flat2_length(across(point));
    return point.y > radius - body->half.y && inside > radius * sqrt(1 + slope * slope);
}

static gz_ray_answer enter_cone(const gz_ray_sight *s, gz_ray_contact *c) {
    static const gz_ray_guess guess = {cone_aim, cone_height, cone_holds};
    return gz_ray_check(s, &guess, c);
}

graze_status gz_ray_cast_cone(const graze_placed *placed, const graze_ray *ray,
                              const graze_options *options, graze_cast_result *out) {
    return gz_ray_cast_by(enter_cone, placed, ray, options, out);
}

/* -- ellipsoids ----------------------------------------------------------------------------------- */

static wide3 stretched(wide3 v, wide3 by) { return wide3_make(v.x * by.x, v.y * by.y, v.z * by.z); }
static wide3 inverse_of(wide3 v) { return wide3_make(1 / v.x, 1 / v.y, 1 / v.z); }
static double least_of(wide3 v) {
    double least = v.x < v.y ? v.x : v.y;
    return v.z < least ? v.z : least;
}

/* The ellipsoid is the unit ball, stretched; normals stretch the other way. */
static bool ellipsoid_aim(const gz_ray_body *body, wide3 *normal) {
    if (!(least_of(body->half) > 0)) return false;
    wide3 inverse = inverse_of(body->half);
    wide3 near = stretched(body->near, inverse), way = stretched(body->way, inverse);
    double squared = wide3_length_squared(way);
    near = wide3_add_scaled(near, -wide3_dot(near, way) / squared, way);
    double left = 1 - wide3_length_squared(near);
    if (left > 0) near = wide3_add_scaled(near, -sqrt(left / squared), way); /* where it enters */
    *normal = gz_ray_unit(stretched(near, inverse));
    return true;
}

static double ellipsoid_height(const gz_ray_body *body, wide3 *normal) {
    return wide3_length(stretched(*normal, body->half));
}

static bool ellipsoid_holds(const void *form, double time, double radius) {
    const gz_ray_body *body = form;
    double left = 1 - radius / least_of(body->half);
    wide3 point = stretched(gz_ray_place(body, time), inverse_of(body->half));
    return left > 0 && wide3_length_squared(point) < left * left;
}

static gz_ray_answer enter_ellipsoid(const gz_ray_sight *s, gz_ray_contact *c) {
    static const gz_ray_guess guess = {ellipsoid_aim, ellipsoid_height, ellipsoid_holds};
    return gz_ray_check(s, &guess, c);
}

graze_status gz_ray_cast_ellipsoid(const graze_placed *placed, const graze_ray *ray,
                                   const graze_options *options, graze_cast_result *out) {
    return gz_ray_cast_by(enter_ellipsoid, placed, ray, options, out);
}
