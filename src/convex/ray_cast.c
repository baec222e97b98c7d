/* SPDX-License-Identifier: MIT
 * A ray is a point that moves: the cast of a point against the shape, unless that has a closed form. */
#include "convex/cast_result.h"
#include "convex/point_shape.h"
#include "convex/ray_form.h"

/* Closed forms heed no options but have nothing to show to a trace; bad ones are the cast's to refuse.
 */
static bool are_plain(const graze_options *o) {
    return !o || ((o->rel == GRAZE_TIGHTEST || (o->rel >= 0 && o->rel <= 1)) && o->abs >= 0 &&
                  graze_is_finite(o->abs) && o->max_iterations >= 0 && !o->trace);
}

static graze_status cast_point(const graze_placed *placed, const graze_ray *ray,
                               const graze_options *options, graze_cast_result *out) {
    if (!vec3_is_finite(ray->origin) || !vec3_is_finite(ray->direction)) return GRAZE_INVALID_ARGUMENT;
    graze_placed point = gz_point_at(ray->origin);
    graze_cast_result result;
    graze_status status = gz_cast_shapes(&point, ray->direction, ray->max_t, placed, options, &result);
    if (status != GRAZE_OK) return status;
    result.normal = vec3_neg(result.normal); /* out of the shape, towards where the ray comes from */
    *out = result;
    return GRAZE_OK;
}

graze_status graze_ray_cast(const graze_placed *placed, const graze_ray *ray,
                            const graze_options *options, graze_cast_result *out) {
    if (!ray || !out || !(ray->max_t >= 0)) return GRAZE_INVALID_ARGUMENT;
    if (placed && placed->shape && are_plain(options) && gz_ray_form_cast(placed, ray, out))
        return GRAZE_OK;
    return cast_point(placed, ray, options, out);
}
