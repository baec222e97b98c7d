/* SPDX-License-Identifier: MIT
 * The ellipsoid, half axes along local x, y, z: the unit ball scaled by R = diag(radii), so that its
 * support is R times the ball's along R v (S2, B:3078-3109): R R v / |R v|. */
#include "shape/compose.h"

typedef struct ellipsoid_shape {
    graze_shape base;
    vec3 radii; /* of the core: zero if the radii are equal, for then it is a point with a radius */
} ellipsoid_shape;

static vec3 ellipsoid_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    (void)hint;
    vec3 radii = ((const ellipsoid_shape *)shape)->radii;
    return vec3_mul(radii, gz_unit(gz_direction(vec3_mul(radii, v))));
}

static graze_sphere ellipsoid_ball(const graze_shape *shape) {
    return (graze_sphere){shape->center, vec3_max_abs(shape->half)};
}

static graze_status ellipsoid_measure(const graze_shape *shape, graze_shape_mass *out) {
    vec3 h = shape->half;
    return gz_mass_of_product(GZ_PI * 4 / 3, h.x, h.y, h.z, shape->center, out);
}

static void ellipsoid_describe(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    gz_text_add_sizes(text, "ellipsoid", (real[]){shape->half.x, shape->half.y, shape->half.z}, 3);
}

static const gz_shape_ops ellipsoid_ops = {.core = ellipsoid_core,
                                           .bounding_sphere = ellipsoid_ball,
                                           .measure = ellipsoid_measure,
                                           .describe = ellipsoid_describe};

graze_status graze_shape_ellipsoid(graze_vec3 radii, graze_shape **out) {
    if (!out || !gz_is_size(radii.x) || !gz_is_size(radii.y) || !gz_is_size(radii.z))
        return GRAZE_INVALID_ARGUMENT;
    ellipsoid_shape *ellipsoid =
        (ellipsoid_shape *)gz_shape_allocate(sizeof *ellipsoid, GRAZE_SHAPE_ELLIPSOID, &ellipsoid_ops);
    if (!ellipsoid) return GRAZE_OUT_OF_MEMORY;
    bool round = radii.x == radii.y && radii.y == radii.z;
    ellipsoid->radii = round ? vec3_zero() : radii;
    ellipsoid->base.radius = round ? radii.x : 0;
    gz_shape_set_box(&ellipsoid->base, vec3_neg(ellipsoid->radii), ellipsoid->radii);
    ellipsoid->base.extent = vec3_max_abs(radii);
    if (!round)
        ellipsoid->base.support_error = gz_support_error(GZ_ERROR_ELLIPSOID, vec3_max_abs(radii));
    return gz_shape_finish(&ellipsoid->base, out);
}
