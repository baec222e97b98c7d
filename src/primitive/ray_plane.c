/* SPDX-License-Identifier: MIT */
#include "primitive/check.h"
#include "primitive/ray_hit.h"

graze_status graze_ray_plane(const graze_ray *ray, const graze_plane *plane, graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || !plane || !vec3_is_finite(plane->normal) ||
        !graze_is_finite(plane->offset) || vec3_max_abs(plane->normal) == 0 || !out)
        return GRAZE_INVALID_ARGUMENT;
    int normal_exponent, exponent;
    wide3 normal = gz_fit_direction(plane->normal, &normal_exponent);
    wide3 direction = gz_fit_direction(ray->direction, &exponent);
    double offset = (double)plane->offset;
    if (normal_exponent) offset = gz_scale_double(offset, -normal_exponent);
    /* A sixteenth of the height: the sum of four products of what may be as large as there is. */
    double height = wide3_dot(normal, wide3_scale(wide3_from(ray->origin), 0.0625)) + 0.0625 * offset;
    double along = wide3_dot(normal, direction);
    if (height == 0) {
        *out = (graze_ray_hit){true, true, 0, along == 0 ? ray->max_t : 0, ray->origin, vec3_zero()};
        if (vec3_max_abs(ray->direction) == 0) out->exit = 0;
        return GRAZE_OK;
    }
    double t = along != 0 ? 16 * (-height / along) : -1;
    if (exponent) t = gz_scale_double(t, -exponent);
    if (!(t >= 0 && t <= (double)ray->max_t)) {
        *out = gz_ray_miss();
        return GRAZE_OK;
    }
    wide3 unit = gz_wide_unit(normal, normal);
    wide3 point = wide3_add_scaled(wide3_from(ray->origin), t, wide3_from(ray->direction));
    return gz_ray_hit_put(ray, t, t, point, height < 0 ? wide3_neg(unit) : unit, out);
}
