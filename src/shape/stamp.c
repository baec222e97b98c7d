/* SPDX-License-Identifier: MIT */
#include "shape/stamp.h"

#include "shape/unwrap.h"

static uint64_t add_point(uint64_t stamp, vec3 p) {
    stamp = gz_stamp_add(stamp, gz_stamp_bits((double)p.x));
    stamp = gz_stamp_add(stamp, gz_stamp_bits((double)p.y));
    return gz_stamp_add(stamp, gz_stamp_bits((double)p.z));
}

/* Primitives: their support points along the axes are made of the sizes that they were given. */
static uint64_t add_sizes(uint64_t stamp, const graze_shape *shape) {
    for (int axis = 0; axis < 3; ++axis)
        for (int sign = -1; sign <= 1; sign += 2) {
            uint32_t hint = 0;
            real s = (real)sign;
            vec3 v = vec3_make(axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0);
            stamp = add_point(stamp, shape->ops->core(shape, v, &hint));
        }
    return stamp;
}

static uint64_t add_vertices(uint64_t stamp, const graze_shape *shape) {
    for (uint32_t i = 0; i < shape->vertex_count; ++i) stamp = add_point(stamp, shape->vertices[i]);
    return stamp;
}

/* The core by its parts, 0 if they are not known. */
static uint64_t add_core(uint64_t stamp, const graze_shape *shape) {
    switch (shape->kind) {
    case GRAZE_SHAPE_SPHERE:
    case GRAZE_SHAPE_BOX:
    case GRAZE_SHAPE_CONE:
    case GRAZE_SHAPE_CYLINDER:
    case GRAZE_SHAPE_CAPSULE:
    case GRAZE_SHAPE_ELLIPSOID:
        return add_sizes(stamp, shape);
    case GRAZE_SHAPE_ROUNDED: {
        uint64_t child = gz_rounded_child(shape)->stamp;
        return child ? gz_stamp_add(stamp, child) : 0;
    }
    default:
        return shape->vertices ? add_vertices(stamp, shape) : 0;
    }
}

uint64_t gz_shape_stamp(const graze_shape *shape) {
    if (!shape->bounded || !(shape->reach < GRAZE_SHAPE_REACH / 16)) return 0;
    const real numbers[] = {shape->extent, shape->reach, shape->radius, shape->support_error};
    uint64_t stamp = gz_stamp_add((uint64_t)shape->kind, (uint64_t)shape->vertex_count);
    stamp = add_point(add_point(stamp, shape->center), shape->half);
    for (int i = 0; i < 4; ++i) stamp = gz_stamp_add(stamp, gz_stamp_bits((double)numbers[i]));
    return add_core(stamp, shape);
}
