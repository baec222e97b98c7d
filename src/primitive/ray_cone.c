/* SPDX-License-Identifier: MIT
 * A ray and a cone. Let f be how far a place is across the axis, less how wide the endless cone is
 * there: along a line it is convex, so between the planes of tip and base it has one least value, which
 * says whether there is a hit, and at most one zero on either side of that. The roots of the quadratic
 * equation, which lose their digits next to the tip and next to a tangent, only say where to begin:
 * Newton's method on f, whose values are right up to the roundings of lengths, makes them right. */
#include "base/tolerance.h"
#include "primitive/check.h"
#include "primitive/ray_axial.h"

/* Lengths are those of the axial ray: times the length of the axis. */
typedef struct cone_line {
    const gz_axial_ray *r;
    double slope;       /* radius over height */
    double down, ddown; /* how far below the tip: down + t ddown */
    double slack;       /* how far a place may be off by rounding */
    double root[2];     /* of the quadratic equation */
} cone_line;

typedef struct cone_place {
    double across; /* the distance from the axis */
    double above;  /* f */
    double rising; /* the rate at which f changes */
} cone_place;

static inline cone_place place_at(const cone_line *l, double t) {
    wide3 across = gz_axial_across(l->r, t);
    double length = wide3_length(across);
    double apart = length > 0 ? wide3_dot(across, l->r->d) / length : 0;
    return (cone_place){length, length - l->slope * (l->down + t * l->ddown),
                        apart - l->slope * l->ddown};
}

static inline double above(const cone_line *l, double t) {
    return wide3_length(gz_axial_across(l->r, t)) - l->slope * (l->down + t * l->ddown);
}

/* Where f is least between first and last. */
static double least(const cone_line *l, double first, double last) {
    const gz_axial_ray *r = l->r;
    double fall = l->slope * l->ddown, steep = r->dd - fall * fall;
    if (!(steep > 0)) return fall > 0 ? last : first;
    double t = (fall * sqrt(r->moment / steep) - r->pd) / r->dd;
    return t < first ? first : t > last ? last : t;
}

/* The roots of |across|^2 = (slope down)^2, as a t^2 + 2 b t + c; no numbers where there are none. */
static void set_roots(cone_line *l) {
    const gz_axial_ray *r = l->r;
    double q = l->slope * l->slope, a = r->dd - q * l->ddown * l->ddown;
    double b = r->pd - q * l->down * l->ddown;
    double c = wide3_length_squared(r->p) - q * l->down * l->down;
    double rest = b * b - a * c, sum = -(b + (b < 0 ? -1 : 1) * sqrt(rest > 0 ? rest : 0));
    l->root[0] = sum / a;
    l->root[1] = c / sum;
}

static bool is_between(double t, double from, double to) {
    return from < to ? t > from && t < to : t < from && t > to;
}

/* Newton's method from outside comes ever nearer to the zero and never gets inside, because f is
 * convex; a few steps do, since f is all but straight except next to the tip. */
static double approach(const cone_line *l, double out, double in) {
    for (int i = 0; i < GZ_CONE_STEPS; ++i) {
        cone_place p = place_at(l, out);
        double next = out - p.above / p.rising;
        bool forward = in > out;
        if (!(p.above > 0) || !(forward ? p.rising < 0 : p.rising > 0)) break;
        if (forward ? next >= in : next <= in) return in;
        if (next == out) break;
        out = next;
    }
    return out;
}

/* The zero of f between a place where it is positive and one where it is not. One step from a root is
 * nearly always enough: it leaves f'' / 2 times its square, f'' being at most d . d over the distance
 * from the axis. */
static double zero(const cone_line *l, double out, double in) {
    for (int i = 0; i < 2; ++i) {
        double t = l->root[i];
        if (!is_between(t, out, in)) continue;
        cone_place p = place_at(l, t);
        double step = p.above / p.rising;
        bool enters = out < in ? p.rising < 0 : p.rising > 0;
        if (enters && l->r->dd * step * step < 0.125 * l->slack * p.across) return t - step;
        if (p.above > 0)
            out = t;
        else
            in = t;
    }
    return approach(l, out, in);
}

/* At the tip it faces the ray: on which side that is of the axis is a matter of rounding there. */
static wide3 slope_normal(const cone_line *l, double t) {
    const gz_axial_ray *r = l->r;
    wide3 none = wide3_make(0, 0, 0), across = gz_axial_across(r, t);
    double length = sqrt(r->squared);
    if (wide3_length(across) <= l->slack) {
        bool along = sqrt(r->dd) <= GZ_CONE_SLACK * length * wide3_length(r->local.direction);
        across = along ? none : wide3_neg(r->d);
    }
    wide3 out = gz_wide_unit(gz_axial_turned_back(r, across), none);
    wide3 axis = wide3_scale(r->axis, 1 / length);
    return gz_wide_unit(wide3_add_scaled(out, l->slope, axis), axis);
}

/* When the line is between the planes of tip and base; false if never. A line that stays there is
 * outside of the cone at twice the radius. */
static bool between_ends(const cone_line *l, double height, double *first, double *last) {
    if (l->ddown == 0) {
        double wide = 2 * sqrt(gz_axial_reach(l->r) / l->r->dd), nearest = -l->r->pd / l->r->dd;
        *first = nearest - wide;
        *last = nearest + wide;
        return l->down >= 0 && l->down <= height;
    }
    double per_ddown = 1 / l->ddown, tip = -l->down * per_ddown, base = (height - l->down) * per_ddown;
    *first = tip < base ? tip : base;
    *last = tip < base ? base : tip;
    return true;
}

/* A place between first and last where f is not positive, as far as there is one. */
static double place_inside(const cone_line *l, double first, double last, double at_first,
                           double at_last) {
    if (at_first <= 0) return first;
    return at_last <= 0 ? last : least(l, first, last);
}

graze_status graze_ray_cone(const graze_ray *ray, const graze_cone *cone, graze_ray_hit *out) {
    if (!ray || !cone || !out) return GRAZE_INVALID_ARGUMENT;
    gz_axial_ray r;
    if (!gz_axial_ray_plain(ray, cone->base, cone->tip, cone->radius, &r)) {
        if (!gz_ray_is_valid(ray) || !gz_axis_is_valid(cone->base, cone->tip, cone->radius))
            return GRAZE_INVALID_ARGUMENT;
        gz_axial_ray_make(ray, cone->base, cone->tip, cone->radius, &r);
    }
    double height = 2 * r.limit, length = sqrt(r.squared), first, last;
    double size = (r.radius + wide3_length(r.local.origin)) * length + height;
    cone_line l = {&r, r.radius * length / height, r.limit - r.y, -r.dy, GZ_CONE_SLACK * size, {0, 0}};
    bool inside = l.down >= 0 && l.down <= height && above(&l, 0) <= 0;
    if (!gz_axial_moves(&r) || r.moment > gz_axial_reach(&r) * r.dd ||
        !between_ends(&l, height, &first, &last))
        return inside ? gz_ray_hit_inside(ray, 0, out) : gz_ray_missed(out);
    double at_first = above(&l, first), at_last = above(&l, last);
    double in = place_inside(&l, first, last, at_first, at_last);
    if (!(above(&l, in) <= 0)) return inside ? gz_ray_hit_inside(ray, 0, out) : gz_ray_missed(out);
    bool from_first = at_first <= l.slack, to_last = at_last <= l.slack;
    if (!from_first || !to_last) set_roots(&l);
    double enter = from_first ? first : zero(&l, first, in), exit = to_last ? last : zero(&l, last, in);
    if (inside) return gz_axial_hit_inside(ray, &r, exit, out);
    bool by_base = l.ddown < 0 && from_first;
    wide3 normal = by_base ? wide3_scale(r.axis, -1 / length) : slope_normal(&l, enter);
    return gz_axial_hit(ray, &r, enter, exit, normal, out);
}
