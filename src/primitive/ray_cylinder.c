/* SPDX-License-Identifier: MIT
 * A ray and a cylinder: what it has in common with the endless cylinder and with the slab between the
 * ends. */
#include "primitive/check.h"
#include "primitive/ray_axial.h"

/* When the line is between the planes of the ends; false if never. */
static bool between_ends(const gz_axial_ray *r, double *enter, double *exit) {
    if (r->dy == 0) {
        *enter = -INFINITY;
        *exit = INFINITY;
        return fabs(r->y) <= r->limit;
    }
    double per_dy = 1 / r->dy, lo = (-r->limit - r->y) * per_dy, hi = (r->limit - r->y) * per_dy;
    *enter = lo < hi ? lo : hi;
    *exit = lo < hi ? hi : lo;
    return true;
}

static bool starts_inside(const gz_axial_ray *r) {
    return fabs(r->y) <= r->limit && wide3_length_squared(r->p) <= gz_axial_reach(r);
}

static wide3 wall_normal(const gz_axial_ray *r, double t) {
    wide3 outward = gz_axial_turned_back(r, gz_axial_across(r, t));
    return gz_wide_unit_near(outward, r->squared * r->radius, wide3_neg(gz_axial_turned_back(r, r->d)));
}

graze_status graze_ray_cylinder(const graze_ray *ray, const graze_cylinder *cylinder,
                                graze_ray_hit *out) {
    if (!ray || !cylinder || !out) return GRAZE_INVALID_ARGUMENT;
    gz_axial_ray r;
    if (!gz_axial_ray_plain(ray, cylinder->a, cylinder->b, cylinder->radius, &r)) {
        if (!gz_ray_is_valid(ray) || !gz_axis_is_valid(cylinder->a, cylinder->b, cylinder->radius))
            return GRAZE_INVALID_ARGUMENT;
        gz_axial_ray_make(ray, cylinder->a, cylinder->b, cylinder->radius, &r);
    }
    double enter, exit, first, last;
    if (!gz_axial_moves(&r) || !gz_axial_tube(&r, &enter, &exit) || !between_ends(&r, &first, &last))
        return starts_inside(&r) ? gz_ray_hit_inside(ray, 0, out) : gz_ray_missed(out);
    exit = last < exit ? last : exit;
    if (!gz_axial_starts_outside(first < enter ? enter : first, exit) && starts_inside(&r))
        return gz_axial_hit_inside(ray, &r, exit, out);
    if (first < enter) return gz_axial_hit(ray, &r, enter, exit, wall_normal(&r, enter), out);
    double length = sqrt(r.squared);
    wide3 end = wide3_scale(r.axis, r.dy > 0 ? -1 / length : 1 / length);
    return gz_axial_hit(ray, &r, first, exit, end, out);
}
