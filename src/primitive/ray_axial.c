/* SPDX-License-Identifier: MIT */
#include "primitive/ray_axial.h"

/* An axis of about the length 1, any one if there is none. */
static void set_axis(gz_axial_ray *r) {
    double longest = wide3_max_abs(r->half), scale = 0;
    r->axis = wide3_make(0, 1, 0);
    if (longest > 0) {
        int exponent = gz_exponent(longest);
        scale = gz_power_of_two(exponent);
        r->axis =
            wide3_make(gz_scale_double(r->half.x, -exponent), gz_scale_double(r->half.y, -exponent),
                       gz_scale_double(r->half.z, -exponent));
    }
    r->squared = wide3_length_squared(r->axis);
    r->limit = scale * r->squared;
}

void gz_axial_ray_make(const graze_ray *ray, vec3 a, vec3 b, real radius, gz_axial_ray *r) {
    const wide3 points[2] = {wide3_from(ray->origin), wide3_from(b)};
    wide3 seen[2], from = wide3_from(a);
    r->local.scale = gz_fit(points, 2, from, (double)radius, seen);
    r->half = wide3_scale(seen[1], 0.5);
    r->middle = wide3_add(wide3_scale(from, 0.5), wide3_scale(points[1], 0.5));
    r->local.origin = wide3_sub(seen[0], r->half);
    gz_local_ray_set_direction(ray, &r->local);
    r->radius = (double)radius * r->local.scale;
    set_axis(r);
    gz_axial_complete(r);
}
