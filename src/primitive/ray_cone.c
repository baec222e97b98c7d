/* SPDX-License-Identifier: MIT
 * A ray and a cone. Let f be how far a place is across the axis, less how wide the endless cone is
 * there: along a line it is convex, so between the planes of tip and base it has one least value, which
 * says whether there is a hit, and at most one zero on either side of that. The roots of the quadratic
 * equation, which lose their digits next to the tip and next to a tangent, only say where to begin:
 * Newton's method on f, whose values are right up to the roundings of lengths, makes them right. */
#include "base/tolerance.h"
#include "primitive/check.h"
#include "primitive/ray_axial.h"

typedef struct cone_line {
    const gz_axial_ray *r;
    double slope;       /* radius over height */
    double down, ddown; /* how far below the tip: down + t ddown */
    double slack;       /* how far a place may be off by rounding */
} cone_line;

static double above(const cone_line *l, double t) {
    return wide3_length(gz_axial_across(l->r, t)) - l->slope * (l->down + t * l->ddown);
}

/* The rate at which f changes there. */
static double rising(const cone_line *l, double t) {
    wide3 across = gz_axial_across(l->r, t);
    double length = wide3_length(across);
    double apart = length > 0 ? wide3_dot(across, l->r->d) / length : 0;
    return apart - l->slope * l->ddown;
}

/* Where f is least between first and last. */
static double least(const cone_line *l, double first, double last) {
    const gz_axial_ray *r = l->r;
    double fall = l->slope * l->ddown, steep = r->dd - fall * fall;
    if (!(steep > 0)) return fall > 0 ? last : first;
    double t = r->nearest + fall * r->off / sqrt(r->dd * steep);
    return t < first ? first : t > last ? last : t;
}

/* The roots of |across|^2 = (slope down)^2, as a t^2 + 2 b t + c; no numbers where there are none. */
static void roots(const cone_line *l, double root[2]) {
    const gz_axial_ray *r = l->r;
    double q = l->slope * l->slope, a = r->dd - q * l->ddown * l->ddown;
    double b = wide3_dot(r->p, r->d) - q * l->down * l->ddown;
    double c = wide3_length_squared(r->p) - q * l->down * l->down;
    double rest = b * b - a * c, sum = -(b + (b < 0 ? -1 : 1) * sqrt(rest > 0 ? rest : 0));
    root[0] = sum / a;
    root[1] = c / sum;
}

/* Brings the two places, outside and inside, as near to the zero between them as the roots are. */
static void narrow(const cone_line *l, double *out, double *in) {
    double root[2];
    roots(l, root);
    for (int i = 0; i < 2; ++i) {
        double t = root[i];
        bool between = *out < *in ? t > *out && t < *in : t < *out && t > *in;
        if (!between) continue;
        if (above(l, t) > 0)
            *out = t;
        else
            *in = t;
    }
}

/* The zero of f between a place where it is positive and one where it is not. From outside Newton's
 * method comes ever nearer and never gets inside, because f is convex; a few steps do, since f is all
 * but straight except next to the tip. */
static double zero(const cone_line *l, double out, double in) {
    narrow(l, &out, &in);
    for (int i = 0; i < GZ_CONE_STEPS; ++i) {
        double value = above(l, out), rate = rising(l, out), next = out - value / rate;
        bool forward = in > out;
        if (!(value > 0) || !(forward ? rate < 0 : rate > 0)) break;
        if (forward ? next >= in : next <= in) return in;
        if (next == out) break;
        out = next;
    }
    return out;
}

/* At the tip it faces the ray: on which side that is of the axis is a matter of rounding there. */
static wide3 slope_normal(const cone_line *l, double t) {
    const gz_axial_ray *r = l->r;
    wide3 none = wide3_make(0, 0, 0), across = gz_axial_outward(r, t, none);
    if (wide3_length(gz_axial_across(r, t)) <= l->slack) {
        bool along = sqrt(r->dd) <= GZ_CONE_SLACK * wide3_length(r->local.direction);
        across = along ? none : gz_wide_unit(wide3_neg(r->d), none);
    }
    return gz_wide_unit(wide3_add_scaled(across, l->slope, r->axis), r->axis);
}

/* When the line is between the planes of tip and base; false if never. A line that stays there is
 * outside of the cone at twice the radius. */
static bool between_ends(const cone_line *l, double height, double *first, double *last) {
    if (l->ddown == 0) {
        double wide = 2 * l->r->radius / sqrt(l->r->dd);
        *first = l->r->nearest - wide;
        *last = l->r->nearest + wide;
        return l->down >= 0 && l->down <= height;
    }
    double tip = -l->down / l->ddown, base = (height - l->down) / l->ddown;
    *first = tip < base ? tip : base;
    *last = tip < base ? base : tip;
    return true;
}

graze_status graze_ray_cone(const graze_ray *ray, const graze_cone *cone, graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || !cone || !out ||
        !gz_axis_is_valid(cone->base, cone->tip, cone->radius))
        return GRAZE_INVALID_ARGUMENT;
    gz_axial_ray r;
    bool moves = gz_axial_ray_make(ray, cone->base, cone->tip, cone->radius, &r);
    double height = 2 * r.half, first, last;
    double size = r.radius + height + fabs(r.start) * wide3_length(r.local.direction);
    cone_line l = {&r, r.radius / height, r.half - r.y, -r.dy, GZ_CONE_SLACK * size};
    double below = l.down + r.start * l.ddown;
    bool inside = below >= 0 && below <= height && above(&l, r.start) <= 0;
    if (!moves || !between_ends(&l, height, &first, &last))
        return inside ? gz_ray_hit_inside(ray, 0, out) : gz_ray_missed(out);
    double in = least(&l, first, last);
    if (!(above(&l, in) <= 0)) return inside ? gz_ray_hit_inside(ray, 0, out) : gz_ray_missed(out);
    bool from_first = above(&l, first) <= l.slack, to_last = above(&l, last) <= l.slack;
    bool by_base = l.ddown < 0 && from_first;
    double enter = from_first ? first : zero(&l, first, in), exit = to_last ? last : zero(&l, last, in);
    if (inside) return gz_axial_hit_inside(ray, &r, exit, out);
    return gz_axial_hit(ray, &r, enter, exit, by_base ? wide3_neg(r.axis) : slope_normal(&l, enter),
                        out);
}
