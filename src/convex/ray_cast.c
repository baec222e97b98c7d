/* SPDX-License-Identifier: MIT
 * A ray is a point that moves: the cast of a point against the shape, unless that has a closed form. */
#include "convex/cast_result.h"
#include "convex/entry.h"
#include "convex/point_shape.h"
#include "convex/ray_form.h"
#include "math/rounding.h"

/* Closed forms heed no options but have nothing to show to a trace; bad ones are the cast's to refuse.
 */
static bool are_good(const graze_options *o) {
    bool rel = o->rel == GRAZE_TIGHTEST || (o->rel >= 0 && o->rel <= 1);
    return rel && o->abs >= 0 && graze_is_finite(o->abs) && o->max_iterations >= 0 && !o->trace;
}

/* All zero, as they nearly always are, is the quickest to see. */
static bool are_plain(const graze_options *o) {
    if (!o) return true;
    gz_real_bits rel, abs;
    memcpy(&rel, &o->rel, sizeof rel);
    memcpy(&abs, &o->abs, sizeof abs);
    return (!(rel | abs | (gz_real_bits)o->max_iterations) && !o->trace) || are_good(o);
}

graze_status gz_ray_cast_point(const graze_placed *placed, const graze_ray *ray,
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

/* Where there is no other, gz_ray_cast_point. */
static gz_ray_caster *const casters[GRAZE_SHAPE_CONVEX_COUNT] = {
    [GRAZE_SHAPE_SPHERE] = gz_ray_cast_ball,         [GRAZE_SHAPE_CAPSULE] = gz_ray_cast_capsule,
    [GRAZE_SHAPE_CYLINDER] = gz_ray_cast_cylinder,   [GRAZE_SHAPE_CONE] = gz_ray_cast_cone,
    [GRAZE_SHAPE_ELLIPSOID] = gz_ray_cast_ellipsoid, [GRAZE_SHAPE_BOX] = gz_ray_cast_box,
    [GRAZE_SHAPE_POLYTOPE] = gz_ray_cast_polytope,   [GRAZE_SHAPE_KDOP] = gz_ray_cast_polytope,
};

graze_status gz_convex_ray_cast(const graze_placed *placed, const graze_ray *ray,
                                const graze_options *options, graze_cast_result *out) {
    if (!ray || !out || !(ray->max_t >= 0)) return GRAZE_INVALID_ARGUMENT;
    if (!placed || !placed->shape || !are_plain(options))
        return gz_ray_cast_point(placed, ray, options, out);
    gz_ray_caster *caster = casters[placed->shape->kind];
    return caster ? caster(placed, ray, options, out) : gz_ray_cast_point(placed, ray, options, out);
}
