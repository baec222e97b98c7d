/* SPDX-License-Identifier: MIT
 * A ray is a point that moves: the cast of a point against the shape. */
#include "convex/cast_result.h"
#include "convex/point_shape.h"

graze_status graze_ray_cast(const graze_placed *placed, const graze_ray *ray,
                            const graze_options *options, graze_cast_result *out) {
    if (!ray || !out || !vec3_is_finite(ray->origin) || !vec3_is_finite(ray->direction) ||
        !(ray->max_t >= 0))
        return GRAZE_INVALID_ARGUMENT;
    graze_placed point = gz_point_at(ray->origin);
    graze_cast_result result;
    graze_status status = gz_cast_shapes(&point, ray->direction, ray->max_t, placed, options, &result);
    if (status != GRAZE_OK) return status;
    result.normal = vec3_neg(result.normal); /* out of the shape, towards where the ray comes from */
    *out = result;
    return GRAZE_OK;
}
