/* SPDX-License-Identifier: MIT
 * The box, by its half extents (S7, B:1018-1030). */
#include "shape/compose.h"
#include "shape/inner.h"
#include "shape/simple_core.h"
#include "shape/simplex_room.h"

static vec3 box_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    return gz_box_core(shape, v, hint);
}

static graze_status box_measure(const graze_shape *shape, graze_shape_mass *out) {
    vec3 h = shape->half;
    return gz_mass_of_product(8, h.x, h.y, h.z, shape->center, out);
}

static void box_describe(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    gz_text_add_sizes(text, "box", (real[]){shape->half.x, shape->half.y, shape->half.z}, 3);
}

static void box_spans(const graze_shape *shape, const mat3 *rows, vec3 *below, vec3 *above) {
    vec3 x = vec3_scale(vec3_abs(rows->col[0]), shape->half.x);
    vec3 y = vec3_scale(vec3_abs(rows->col[1]), shape->half.y);
    vec3 z = vec3_scale(vec3_abs(rows->col[2]), shape->half.z);
    *above = vec3_add(vec3_add(x, y), z);
    *below = vec3_neg(*above);
}

static const gz_shape_ops box_ops = {
    .core = box_core, .measure = box_measure, .describe = box_describe, .spans = box_spans};

const graze_shape *gz_box_place(graze_shape *room, vec3 half) {
    *room = (graze_shape){
        .ops = &box_ops, .kind = GRAZE_SHAPE_BOX, .bounded = true, .convex = true, .plain = true};
    gz_shape_set_box(room, vec3_neg(half), half);
    room->reach = gz_round_up(room->extent);
    gz_inner_set(room);
    return room;
}

graze_status graze_shape_box(graze_vec3 half_extents, graze_shape **out) {
    vec3 h = half_extents;
    if (!out || !gz_is_size(h.x) || !gz_is_size(h.y) || !gz_is_size(h.z)) return GRAZE_INVALID_ARGUMENT;
    graze_shape *shape = gz_shape_allocate(sizeof *shape, GRAZE_SHAPE_BOX, &box_ops);
    if (shape) gz_shape_set_box(shape, vec3_neg(h), h);
    return gz_shape_finish(shape, out);
}
