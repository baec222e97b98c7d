/* SPDX-License-Identifier: MIT
 * A ray and a capsule. The line enters the endless cylinder first. If that is beside the segment, it
 * enters the capsule there; if beyond an end, it can only enter through the ball at that end, because
 * the capsule's piece of that side lies in it. The same holds for the exit, backwards. */
#include "primitive/check.h"
#include "primitive/ray_axial.h"

/* When the line is in the ball around the end at that height: its middle minus or plus half a chord;
 * false if it passes by. */
static bool at_ball(const gz_axial_ray *r, double height, double sign, double *t) {
    double squared = r->dd + r->dy * r->dy;
    double middle = -(wide3_dot(r->p, r->d) + (r->y - height) * r->dy) / squared;
    wide3 across = gz_axial_across(r, middle);
    double beyond = gz_axial_height(r, middle) - height;
    double off = sqrt(wide3_length_squared(across) + beyond * beyond);
    bool meets = off <= r->radius;
    double chord = meets ? sqrt((r->radius - off) * (r->radius + off) / squared) : 0;
    *t = middle + sign * chord;
    return meets;
}

/* From when it is at the cylinder to when it is at the capsule: sign -1 for the entry, 1 for the exit.
 */
static bool to_surface(const gz_axial_ray *r, double sign, double *t) {
    double height = gz_axial_height(r, *t);
    if (fabs(height) <= r->half) return true;
    return at_ball(r, height > 0 ? r->half : -r->half, sign, t);
}

/* From the point at t to its nearest on the segment, and back. */
static wide3 from_segment(const gz_axial_ray *r, double t) {
    double height = gz_axial_height(r, t), beyond = fabs(height) - r->half;
    if (!(beyond > 0)) beyond = 0;
    return wide3_add_scaled(gz_axial_across(r, t), height > 0 ? beyond : -beyond, r->axis);
}

static wide3 normal_at(const gz_axial_ray *r, double t) {
    wide3 back = wide3_neg(gz_wide_unit(r->local.direction, r->axis));
    if (fabs(gz_axial_height(r, t)) <= r->half) return gz_axial_outward(r, t, back);
    return gz_wide_unit(from_segment(r, t), back);
}

graze_status graze_ray_capsule(const graze_ray *ray, const graze_capsule *capsule, graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || !capsule || !out || !vec3_is_finite(capsule->a) ||
        !vec3_is_finite(capsule->b) || !graze_is_finite(capsule->radius) || capsule->radius < 0)
        return GRAZE_INVALID_ARGUMENT;
    gz_axial_ray r;
    bool moves = gz_axial_ray_make(ray, capsule->a, capsule->b, capsule->radius, &r);
    bool inside = wide3_length_squared(from_segment(&r, r.start)) <= r.radius * r.radius;
    double enter, exit;
    if (!moves || !gz_axial_tube(&r, &enter, &exit) || (!to_surface(&r, -1, &enter) && !inside))
        return inside ? gz_ray_hit_inside(ray, 0, out) : gz_ray_missed(out);
    to_surface(&r, 1, &exit);
    if (inside) return gz_axial_hit_inside(ray, &r, exit, out);
    return gz_axial_hit(ray, &r, enter, exit < enter ? enter : exit, normal_at(&r, enter), out);
}
