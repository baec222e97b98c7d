/* SPDX-License-Identifier: MIT
 * The cylinder: axis local y, centred (S10, B:1070-1080). */
#include "shape/compose.h"
#include "shape/simple_core.h"
#include "shape/spans.h"

static vec3 cylinder_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    return gz_cylinder_core(shape, v, hint);
}

static graze_status cylinder_measure(const graze_shape *shape, graze_shape_mass *out) {
    real radius = shape->half.x;
    return gz_mass_of_product(GZ_PI, radius, radius, 2 * shape->half.y, shape->center, out);
}

static void cylinder_describe(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    gz_text_add_sizes(text, "cylinder", (real[]){shape->half.x, 2 * shape->half.y}, 2);
}

static void cylinder_spans(const graze_shape *shape, const mat3 *rows, vec3 *below, vec3 *above) {
    vec3 y = gz_spans_along(rows), across = gz_spans_across(rows);
    vec3 disk = vec3_scale(across, shape->half.x), axis = vec3_scale(graze_vec3_abs(y), shape->half.y);
    *above = vec3_add(axis, disk);
    *below = vec3_neg(*above);
}

static const gz_shape_ops cylinder_ops = {.core = cylinder_core,
                                          .measure = cylinder_measure,
                                          .describe = cylinder_describe,
                                          .spans = cylinder_spans};

graze_status graze_shape_cylinder(graze_real radius, graze_real height, graze_shape **out) {
    if (!out || !gz_is_size(radius) || !gz_is_size(height)) return GRAZE_INVALID_ARGUMENT;
    graze_shape *shape = gz_shape_allocate(sizeof *shape, GRAZE_SHAPE_CYLINDER, &cylinder_ops);
    if (!shape) return GRAZE_OUT_OF_MEMORY;
    vec3 corner = vec3_make(radius, height / 2, radius);
    gz_shape_set_box(shape, vec3_neg(corner), corner);
    shape->extent = gz_hypotenuse_up(radius, height / 2);
    shape->support_error = gz_support_error(GZ_ERROR_ROUND, radius);
    return gz_shape_finish(shape, out);
}
