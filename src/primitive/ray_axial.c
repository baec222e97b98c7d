/* SPDX-License-Identifier: MIT */
#include "primitive/ray_axial.h"

/* The part of v across the unit vector, which is *along long along it. */
static wide3 split(wide3 v, wide3 unit, double *along) {
    *along = wide3_dot(v, unit);
    return wide3_add_scaled(v, -*along, unit);
}

/* Of a line that is all but parallel the nearest place is far away, and as good as rounding leaves it;
 * but there it has left the body on either side long ago. */
static void set_nearest(gz_axial_ray *out) {
    out->dd = wide3_length_squared(out->d);
    out->nearest = out->dd > 0 ? -wide3_dot(out->p, out->d) / out->dd : 0;
    out->off = wide3_length(gz_axial_across(out, out->nearest));
}

bool gz_axial_ray_make(const graze_ray *ray, vec3 a, vec3 b, real radius, gz_axial_ray *out) {
    const wide3 points[2] = {wide3_from(ray->origin), wide3_from(b)};
    wide3 seen[2], from = wide3_from(a);
    gz_local_ray *local = &out->local;
    local->scale = gz_fit(points, 2, from, (double)radius, seen);
    wide3 half = wide3_scale(seen[1], 0.5);
    local->origin = wide3_sub(seen[0], half);
    local->direction = gz_fit_direction(ray->direction, &local->exponent);
    local->max_t = (double)ray->max_t * local->scale;
    if (local->exponent) local->max_t = gz_scale_double(local->max_t, local->exponent);
    out->middle = wide3_add(wide3_scale(from, 0.5), wide3_scale(points[1], 0.5));
    out->half = wide3_length(half);
    out->axis = gz_wide_unit(half, wide3_make(0, 1, 0));
    out->radius = (double)radius * local->scale;
    double squared = wide3_length_squared(local->direction);
    out->shift = squared > 0 ? -wide3_dot(local->origin, local->direction) / squared : 0;
    out->start = -out->shift;
    wide3 near = wide3_add_scaled(local->origin, out->shift, local->direction);
    out->p = split(near, out->axis, &out->y);
    out->d = split(local->direction, out->axis, &out->dy);
    set_nearest(out);
    return squared > 0;
}

bool gz_axial_tube(const gz_axial_ray *r, double *enter, double *exit) {
    if (!(r->off <= r->radius)) return false;
    double half = sqrt((r->radius - r->off) * (r->radius + r->off));
    double chord = r->dd > 0 ? half / sqrt(r->dd) : INFINITY;
    *enter = r->nearest - chord;
    *exit = r->nearest + chord;
    return true;
}

graze_status gz_axial_hit_inside(const graze_ray *ray, const gz_axial_ray *r, double exit,
                                 graze_ray_hit *out) {
    return gz_ray_hit_inside(ray, gz_local_ray_parameter(&r->local, exit + r->shift), out);
}

graze_status gz_axial_hit(const graze_ray *ray, const gz_axial_ray *r, double enter, double exit,
                          wide3 normal, graze_ray_hit *out) {
    if (!(enter <= exit && exit >= r->start && enter + r->shift <= r->local.max_t))
        return gz_ray_missed(out);
    if (enter < r->start) return gz_axial_hit_inside(ray, r, exit, out); /* up to rounding */
    wide3 across = gz_axial_across(r, enter);
    wide3 place = wide3_add_scaled(across, gz_axial_height(r, enter), r->axis);
    return gz_ray_hit_put(ray, gz_local_ray_parameter(&r->local, enter + r->shift),
                          gz_local_ray_parameter(&r->local, exit + r->shift),
                          wide3_add_scaled(r->middle, 1 / r->local.scale, place), normal, out);
}
