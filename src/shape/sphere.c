/* SPDX-License-Identifier: MIT
 * The ball: a point with a radius (B:3050-3058). */
#include "shape/compose.h"
#include "shape/spans.h"

static vec3 sphere_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    (void)shape, (void)v, (void)hint;
    return vec3_zero();
}

static graze_status sphere_measure(const graze_shape *shape, graze_shape_mass *out) {
    real r = shape->radius;
    return gz_mass_of_product(GZ_PI * 4 / 3, r, r, r, shape->center, out);
}

static void sphere_describe(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    gz_text_add_sizes(text, "sphere", &shape->radius, 1);
}

static void sphere_spans(const graze_shape *shape, const mat3 *rows, vec3 *below, vec3 *above) {
    gz_spans_of_capsule(0, shape->radius, rows, below, above);
}

static const gz_shape_ops sphere_ops = {
    .core = sphere_core, .measure = sphere_measure, .describe = sphere_describe, .spans = sphere_spans};

graze_status graze_shape_sphere(graze_real radius, graze_shape **out) {
    if (!out || !gz_is_size(radius)) return GRAZE_INVALID_ARGUMENT;
    graze_shape *shape = gz_shape_allocate(sizeof *shape, GRAZE_SHAPE_SPHERE, &sphere_ops);
    if (shape) {
        shape->radius = radius;
        gz_shape_set_box(shape, vec3_zero(), vec3_zero());
    }
    return gz_shape_finish(shape, out);
}
