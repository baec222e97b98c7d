/* SPDX-License-Identifier: MIT
 * The half-space: the one unbounded shape. It has no support mapping; queries against it take one
 * support of the other shape. */
#include "shape/half_space.h"

#include "shape/compose.h"

typedef struct half_space_shape {
    graze_shape base;
    graze_plane plane; /* inside where normal . x + offset <= 0 */
} half_space_shape;

graze_plane gz_half_space_plane(const graze_shape *shape) {
    GZ_ASSERT(shape->kind == GRAZE_SHAPE_HALF_SPACE);
    return ((const half_space_shape *)shape)->plane;
}

graze_status gz_half_space_support(const graze_shape *shape, vec3 direction, vec3 *point) {
    graze_plane plane = gz_half_space_plane(shape);
    vec3 unit;
    if (graze_vec3_normalize(direction, &unit) != GRAZE_OK) return GRAZE_UNBOUNDED;
    /* Both were made unit, by at most GZ_ERROR_ROUND roundings each. */
    vec3 off = vec3_sub(unit, plane.normal);
    if (vec3_max_abs(off) > 2 * GZ_ERROR_ROUND * GRAZE_EPSILON) return GRAZE_UNBOUNDED;
    *point = vec3_scale(plane.normal, 0 - plane.offset);
    return GRAZE_OK;
}

static void half_space_describe(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    graze_plane plane = gz_half_space_plane(shape);
    vec3 n = plane.normal;
    gz_text_add_sizes(text, "half-space", (real[]){n.x, n.y, n.z, 0 - plane.offset}, 4);
}

static const gz_shape_ops half_space_ops = {.describe = half_space_describe};

graze_status graze_shape_half_space(graze_vec3 normal, graze_real offset, graze_shape **out) {
    vec3 unit;
    if (!out || !graze_is_finite(offset)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_vec3_normalize(normal, &unit);
    if (status != GRAZE_OK) return status;
    /* Dividing by the largest component first keeps the length of the normal in range. */
    real scale = vec3_max_abs(normal);
    vec3 scaled = vec3_make(normal.x / scale, normal.y / scale, normal.z / scale);
    real distance = offset / scale / vec3_length(scaled);
    if (!(graze_abs(distance) <= GRAZE_SHAPE_REACH)) return GRAZE_OUT_OF_RANGE;
    half_space_shape *half_space = (half_space_shape *)gz_shape_allocate(
        sizeof *half_space, GRAZE_SHAPE_HALF_SPACE, &half_space_ops);
    if (!half_space) return GRAZE_OUT_OF_MEMORY;
    half_space->base.bounded = false;
    half_space->plane = (graze_plane){unit, 0 - distance};
    return gz_shape_finish(&half_space->base, out);
}
