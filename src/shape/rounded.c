/* SPDX-License-Identifier: MIT
 * All points within a radius of a shape: the same core with a larger radius (B:1086-1096). */
#include "shape/compose.h"
#include "shape/unwrap.h"

typedef struct rounded_shape {
    graze_shape base;
    graze_shape *child;
    real added;
} rounded_shape;

const graze_shape *gz_rounded_child(const graze_shape *rounded) {
    return ((const rounded_shape *)rounded)->child;
}

static vec3 rounded_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    const graze_shape *child = ((const rounded_shape *)shape)->child;
    return child->ops->core(child, gz_nonzero(v), hint);
}

static graze_sphere rounded_ball(const graze_shape *shape) {
    const rounded_shape *rounded = (const rounded_shape *)shape;
    graze_sphere ball = gz_shape_ball(rounded->child);
    ball.radius = gz_add_up(ball.radius, rounded->added);
    return ball;
}

static void rounded_describe(const graze_shape *shape, gz_text *text, int depth) {
    const rounded_shape *rounded = (const rounded_shape *)shape;
    gz_text_add(text, "rounded(");
    gz_text_add_real(text, rounded->added);
    gz_text_add(text, ", ");
    gz_text_add_shape(text, rounded->child, depth - 1);
    gz_text_add(text, ")");
}

static void rounded_destroy(graze_shape *shape) {
    graze_shape_release(((rounded_shape *)shape)->child);
}

static const gz_shape_ops rounded_ops = {.core = rounded_core,
                                         .bounding_sphere = rounded_ball,
                                         .describe = rounded_describe,
                                         .destroy = rounded_destroy};

graze_status graze_shape_rounded(graze_shape *shape, graze_real radius, graze_shape **out) {
    if (!out || !gz_is_size(radius)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_shape_check_convex(shape);
    if (status != GRAZE_OK) return status;
    rounded_shape *rounded =
        (rounded_shape *)gz_shape_allocate(sizeof *rounded, GRAZE_SHAPE_ROUNDED, &rounded_ops);
    if (!rounded) return GRAZE_OUT_OF_MEMORY;
    rounded->child = graze_shape_retain(shape);
    rounded->added = radius;
    graze_shape *base = &rounded->base;
    base->radius = shape->radius + radius;
    real dropped = graze_abs(gz_sub_error(shape->radius, -radius, base->radius));
    base->support_error = gz_add_up(shape->support_error, dropped);
    base->center = shape->center;
    base->half = vec3_make(gz_add_up(shape->half.x, radius), gz_add_up(shape->half.y, radius),
                           gz_add_up(shape->half.z, radius));
    base->extent = gz_add_up(shape->extent, radius);
    gz_shape_tighten_extent(base);
    return gz_shape_finish(base, out);
}
