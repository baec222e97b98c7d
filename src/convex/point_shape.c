/* SPDX-License-Identifier: MIT */
#include "convex/point_shape.h"

static vec3 stay_at_center(const graze_shape *shape, vec3 v, uint32_t *hint) {
    (void)shape;
    (void)v;
    (void)hint;
    return vec3_zero();
}

static const gz_shape_ops point_ops = {.core = stay_at_center};
static const graze_shape point_shape = {
    .ops = &point_ops, .kind = GRAZE_SHAPE_POINT, .bounded = true, .convex = true, .plain = true};

graze_placed gz_point_at(vec3 point) {
    return (graze_placed){&point_shape, graze_pose_at(point.x, point.y, point.z), 0};
}
