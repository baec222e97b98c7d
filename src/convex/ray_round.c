/* SPDX-License-Identifier: MIT
 * Rays against balls, capsules, cylinders, cones and ellipsoids (ray_form.h): quadratic equations for
 * the place, whose cancellations only spoil the guess. Axes are along y. */
#include "convex/ray_form.h"

#include <float.h>

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
/* A vector with this part across the axis, and y along it. */
static wide3 with_y(flat2 a, double y) { return wide3_make(a.x, y, a.z); }

/* When p + time * d crosses a ball, in 3D or 2D: from middle - half to middle + half. */
typedef struct chord {
    double middle, half;
} chord;

/* A ray runs along the axis if no more than this part of its squared length is across: there is no
 * telling when it enters what is around the axis. */
#define ALONG 1e-24

/* -- balls ---------------------------------------------------------------------------------------- */

/* The normal where the line enters the ball of this radius around the origin, or from the origin to the
 * line where it does not. */
static wide3 ball_normal(double radius, wide3 near, wide3 way, double squared) {
    double left = radius * radius - wide3_length_squared(near);
    if (!(left > 0)) return gz_ray_unit(near);
    wide3 point = wide3_add_scaled(near, -sqrt(left / squared), way);
    return gz_ray_unit(wide3_scale(point, 1 / radius));
}

static bool ball_aim(const gz_ray_body *body, const gz_ray_line *line, wide3 *normal) {
    *normal = ball_normal(body->radius, line->near, line->way, line->squared);
    return body->radius > 0;
}

static double ball_height(const gz_ray_body *body, wide3 *normal) {
    (void)normal;
    return body->radius;
}

static bool ball_holds(const gz_ray_body *body, wide3 point, double radius) {
    double left = body->radius - radius;
    return left > 0 && wide3_length_squared(point) < left * left;
}

const gz_ray_form gz_ray_ball = {ball_aim, ball_height, ball_holds};

/* -- around an axis ------------------------------------------------------------------------------- */

/* When the line is in the endless cylinder of this radius. False if it is never: then *side points
 * from the axis to the line. */
static bool cross_cylinder(double radius, const gz_ray_line *line, chord *c, flat2 *side) {
    flat2 p = across(line->near), d = across(line->way);
    double dd = flat2_dot(d, d);
    if (!(dd > ALONG * line->squared)) {
        *c = (chord){0, DBL_MAX};
        *side = p;
        return flat2_dot(p, p) < radius * radius;
    }
    c->middle = -flat2_dot(p, d) / dd;
    *side = flat2_add_scaled(p, c->middle, d);
    double left = radius * radius - flat2_dot(*side, *side);
    if (!(left > 0)) return false;
    c->half = sqrt(left / dd);
    return true;
}

static bool capsule_aim(const gz_ray_body *body, const gz_ray_line *line, wide3 *normal) {
    chord c;
    flat2 side;
    if (!(body->radius > 0)) return false;
    if (!cross_cylinder(body->radius, line, &c, &side)) {
        *normal = gz_ray_unit(with_y(side, 0));
        return true;
    }
    double time = c.middle - c.half, y = line->near.y + time * line->way.y;
    if (y <= body->rest && y >= -body->rest) {
        wide3 point = with_y(flat2_add_scaled(across(line->near), time, across(line->way)), 0);
        *normal = gz_ray_unit(wide3_scale(point, 1 / body->radius));
        return true;
    }
    double end = y > 0 ? body->rest : -body->rest;
    /* The point nearest to the end is a little further along. */
    wide3 near = line->near;
    near = wide3_add_scaled(near, end * line->way.y / line->squared, line->way);
    near.y -= end;
    *normal = ball_normal(body->radius, near, line->way, line->squared);
    return true;
}

static double capsule_height(const gz_ray_body *body, wide3 *normal) {
    return body->radius + body->rest * fabs(normal->y);
}

static bool capsule_holds(const gz_ray_body *body, wide3 point, double radius) {
    double beyond = fabs(point.y) - body->rest;
    point.y = beyond > 0 ? beyond : 0;
    return ball_holds(body, point, radius);
}

const gz_ray_form gz_ray_capsule = {capsule_aim, capsule_height, capsule_holds};

/* -- cylinders ------------------------------------------------------------------------------------ */

/* The normal of the surface around the axis where the line is then. */
static wide3 side_normal(const gz_ray_line *line, double time, double radius) {
    flat2 p = flat2_add_scaled(across(line->near), time, across(line->way));
    return wide3_scale(with_y(p, 0), 1 / radius);
}

/* Of two planes, of which the line leaves one before it enters the other, the mixture that it runs
 * along: it is above both at some time between. */
static wide3 mixed(wide3 entered, wide3 left, wide3 way) {
    return wide3_sub(wide3_scale(entered, wide3_dot(left, way)),
                     wide3_scale(left, wide3_dot(entered, way)));
}

static bool cylinder_aim(const gz_ray_body *body, const gz_ray_line *line, wide3 *normal) {
    chord c;
    flat2 side;
    double radius = body->half.x, half = body->half.y, y = line->near.y, dy = line->way.y;
    if (!(radius > 0)) return false;
    if (!cross_cylinder(radius, line, &c, &side)) {
        *normal = gz_ray_unit(with_y(side, 0));
        return true;
    }
    double in = c.middle - c.half, out = c.middle + c.half, first = -DBL_MAX, last = DBL_MAX;
    double up = dy > 0 ? -1 : 1; /* the side of the cap through which it comes */
    if (dy != 0) {
        first = (up * half - y) / dy;
        last = (-up * half - y) / dy;
    } else if (fabs(y) > half) {
        *normal = wide3_make(0, y > 0 ? 1 : -1, 0);
        return true;
    }
    wide3 cap = wide3_make(0, up, 0);
    if (in >= first) {
        wide3 wall = side_normal(line, in, radius);
        *normal = gz_ray_unit(in > last ? mixed(wall, wide3_neg(cap), line->way) : wall);
    } else
        *normal =
            first > out ? gz_ray_unit(mixed(cap, side_normal(line, out, radius), line->way)) : cap;
    return true;
}

static double cylinder_height(const gz_ray_body *body, wide3 *normal) {
    return body->half.y * fabs(normal->y) + body->half.x * flat2_length(across(*normal));
}

static bool cylinder_holds(const gz_ray_body *body, wide3 point, double radius) {
    double left = body->half.x - radius;
    flat2 p = across(point);
    return fabs(point.y) < body->half.y - radius && left > 0 && flat2_dot(p, p) < left * left;
}

const gz_ray_form gz_ray_cylinder = {cylinder_aim, cylinder_height, cylinder_holds};

/* -- cones ---------------------------------------------------------------------------------------- */

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

static bool cone_aim(const gz_ray_body *body, const gz_ray_line *line, wide3 *normal) {
    double half = body->half.y, in, out, first = -DBL_MAX, last = DBL_MAX;
    if (!(body->half.x > 0 && half > 0)) return false;
    tip_line l = {across(line->near), across(line->way), half - line->near.y, -line->way.y,
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
        *normal = in > last ? gz_ray_unit(mixed(wall, base, line->way)) : wall;
    } else {
        *normal = first > out ? gz_ray_unit(mixed(base, slope_normal(&l, out), line->way)) : base;
    }
    return true;
}

static double cone_height(const gz_ray_body *body, wide3 *normal) {
    double tip = body->half.y * normal->y;
    double rim = body->half.x * flat2_length(across(*normal)) - tip;
    return tip > rim ? tip : rim;
}

static bool cone_holds(const gz_ray_body *body, wide3 point, double radius) {
    double slope = body->half.x / (2 * body->half.y);
    double inside = slope * (body->half.y - point.y) - flat2_length(across(point));
    return point.y > radius - body->half.y && inside > radius * sqrt(1 + slope * slope);
}

const gz_ray_form gz_ray_cone = {cone_aim, cone_height, cone_holds};

/* -- ellipsoids ----------------------------------------------------------------------------------- */

static wide3 stretched(wide3 v, wide3 by) { return wide3_make(v.x * by.x, v.y * by.y, v.z * by.z); }
static wide3 inverse_of(wide3 v) { return wide3_make(1 / v.x, 1 / v.y, 1 / v.z); }
static double least_of(wide3 v) {
    double least = v.x < v.y ? v.x : v.y;
    return v.z < least ? v.z : least;
}

/* The ellipsoid is the unit ball, stretched; normals stretch the other way. */
static bool ellipsoid_aim(const gz_ray_body *body, const gz_ray_line *line, wide3 *normal) {
    if (!(least_of(body->half) > 0)) return false;
    wide3 inverse = inverse_of(body->half);
    wide3 near = stretched(line->near, inverse), way = stretched(line->way, inverse);
    double squared = wide3_length_squared(way);
    near = wide3_add_scaled(near, -wide3_dot(near, way) / squared, way);
    *normal = gz_ray_unit(stretched(ball_normal(1, near, way, squared), inverse));
    return true;
}

static double ellipsoid_height(const gz_ray_body *body, wide3 *normal) {
    return wide3_length(stretched(*normal, body->half));
}

static bool ellipsoid_holds(const gz_ray_body *body, wide3 point, double radius) {
    double left = 1 - radius / least_of(body->half);
    return left > 0 && wide3_length_squared(stretched(point, inverse_of(body->half))) < left * left;
}

const gz_ray_form gz_ray_ellipsoid = {ellipsoid_aim, ellipsoid_height, ellipsoid_holds};
