/* SPDX-License-Identifier: MIT
 * A shape by the user's own support function. */
#include "shape/compose.h"

typedef struct custom_shape {
    graze_shape base;
    graze_custom_shape description;
} custom_shape;

static vec3 custom_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    (void)hint;
    const graze_custom_shape *description = &((const custom_shape *)shape)->description;
    return vec3_sub(description->support(description->user, gz_nonzero(v)), shape->center);
}

static void custom_describe(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    vec3 h = shape->half;
    gz_text_add_sizes(text, "custom", (real[]){h.x, h.y, h.z}, 3);
}

/* The user's data dies with the shape. custom_shape.description.destroy is set last of all, so that a
 * constructor that fails does not take what still belongs to the caller. */
static void custom_destroy(graze_shape *shape) {
    const graze_custom_shape *description = &((custom_shape *)shape)->description;
    if (description->destroy) description->destroy((void *)description->user);
}

static const gz_shape_ops custom_ops = {.core = custom_core,
                                        .bounding_sphere = gz_shape_ball_by_support,
                                        .describe = custom_describe,
                                        .destroy = custom_destroy};

/* The largest coordinate on one axis, times sign. False if the answer is not a point. */
static bool probe(const graze_custom_shape *description, int axis, real sign, real *side) {
    vec3 v = vec3_make(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
    vec3 point = description->support(description->user, v);
    *side = graze_vec3_get(point, axis);
    return vec3_is_finite(point);
}

graze_status graze_shape_custom(const graze_custom_shape *description, graze_shape **out) {
    if (!out || !description || !description->support || !gz_is_size(description->support_error))
        return GRAZE_INVALID_ARGUMENT;
    real lo[3], hi[3];
    for (int axis = 0; axis < 3; ++axis) {
        if (!probe(description, axis, 1, &hi[axis]) || !probe(description, axis, -1, &lo[axis]))
            return GRAZE_INVALID_ARGUMENT;
        /* A function that is not a support mapping may answer the wrong way round. */
        if (hi[axis] + 4 * description->support_error < lo[axis]) return GRAZE_INVALID_ARGUMENT;
    }
    custom_shape *custom =
        (custom_shape *)gz_shape_allocate(sizeof *custom, GRAZE_SHAPE_CUSTOM, &custom_ops);
    if (!custom) return GRAZE_OUT_OF_MEMORY;
    custom->description = *description;
    custom->description.destroy = NULL;
    graze_shape *base = &custom->base;
    vec3 low = vec3_make(graze_min(lo[0], hi[0]), graze_min(lo[1], hi[1]), graze_min(lo[2], hi[2]));
    vec3 high = vec3_make(graze_max(lo[0], hi[0]), graze_max(lo[1], hi[1]), graze_max(lo[2], hi[2]));
    gz_shape_set_box(base, low, high);
    /* "Correctly rounded" is relative to the point's own coordinates; our difference rounds again. */
    real size = 2 * base->extent + vec3_length(base->center);
    base->support_error = gz_round_up(description->support_error + GRAZE_EPSILON * size);
    real slack = base->support_error;
    base->half = vec3_make(gz_add_up(base->half.x, slack), gz_add_up(base->half.y, slack),
                           gz_add_up(base->half.z, slack));
    base->extent = gz_add_up(base->extent, 2 * slack);
    graze_status status = gz_shape_finish(base, out);
    if (status == GRAZE_OK) custom->description.destroy = description->destroy;
    return status;
}
