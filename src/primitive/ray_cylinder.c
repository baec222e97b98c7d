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
        return fabs(r->y) <= r->half;
    }
    double lo = (-r->half - r->y) / r->dy, hi = (r->half - r->y) / r->dy;
    *enter = lo < hi ? lo : hi;
    *exit = lo < hi ? hi : lo;
    return true;
}

static bool holds(const gz_axial_ray *r, double t) {
    double across = wide3_length_squared(gz_axial_across(r, t));
    return fabs(gz_axial_height(r, t)) <= r->half && across <= r->radius * r->radius;
}

graze_status graze_ray_cylinder(const graze_ray *ray, const graze_cylinder *cylinder,
                                graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || !cylinder || !out ||
        !gz_axis_is_valid(cylinder->a, cylinder->b, cylinder->radius))
        return GRAZE_INVALID_ARGUMENT;
    gz_axial_ray r;
    bool moves = gz_axial_ray_make(ray, cylinder->a, cylinder->b, cylinder->radius, &r);
    bool inside = holds(&r, r.start);
    if (!moves) return inside ? gz_ray_hit_inside(ray, 0, out) : gz_ray_missed(out);
    double enter, exit, first, last;
    if (!between_ends(&r, &first, &last) || !gz_axial_tube(&r, &enter, &exit))
        return inside ? gz_ray_hit_inside(ray, 0, out) : gz_ray_missed(out);
    exit = last < exit ? last : exit;
    if (inside) return gz_axial_hit_inside(ray, &r, exit, out);
    bool by_end = first >= enter;
    wide3 end = wide3_scale(r.axis, r.dy > 0 ? -1 : 1);
    if (by_end) return gz_axial_hit(ray, &r, first, exit, end, out);
    wide3 back = gz_wide_unit(wide3_neg(r.d), end);
    return gz_axial_hit(ray, &r, enter, exit, gz_axial_outward(&r, enter, back), out);
}
