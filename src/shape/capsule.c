/* SPDX-License-Identifier: MIT
 * The capsule: a segment along local y with a radius. */
#include "shape/compose.h"
#include "shape/spans.h"

typedef struct capsule_shape {
    graze_shape base;
    real half_height; /* of the segment */
} capsule_shape;

static vec3 capsule_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    (void)hint;
    return vec3_make(0, gz_sign(v.y) * ((const capsule_shape *)shape)->half_height, 0);
}

/* A cylinder and two half balls: pi r^2 (height + 4 r / 3). */
static graze_status capsule_measure(const graze_shape *shape, graze_shape_mass *out) {
    real r = shape->radius, height = 2 * ((const capsule_shape *)shape)->half_height;
    return gz_mass_of_product(GZ_PI, r, r, height + r * 4 / 3, shape->center, out);
}

static void capsule_describe(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    real height = 2 * ((const capsule_shape *)shape)->half_height;
    gz_text_add_sizes(text, "capsule", (real[]){shape->radius, height}, 2);
}

static void capsule_spans(const graze_shape *shape, const mat3 *rows, vec3 *below, vec3 *above) {
    real half_height = ((const capsule_shape *)shape)->half_height;
    gz_spans_of_capsule(half_height, shape->radius, rows, below, above);
}

static const gz_shape_ops capsule_ops = {.core = capsule_core,
                                         .measure = capsule_measure,
                                         .describe = capsule_describe,
                                         .spans = capsule_spans};

graze_status graze_shape_capsule(graze_real radius, graze_real height, graze_shape **out) {
    if (!out || !gz_is_size(radius) || !gz_is_size(height)) return GRAZE_INVALID_ARGUMENT;
    capsule_shape *capsule =
        (capsule_shape *)gz_shape_allocate(sizeof *capsule, GRAZE_SHAPE_CAPSULE, &capsule_ops);
    if (!capsule) return GRAZE_OUT_OF_MEMORY;
    capsule->base.radius = radius;
    capsule->half_height = height / 2;
    vec3 end = vec3_make(0, height / 2, 0);
    gz_shape_set_box(&capsule->base, vec3_neg(end), end);
    capsule->base.extent = gz_add_up(height / 2, radius);
    return gz_shape_finish(&capsule->base, out);
}
