/* SPDX-License-Identifier: MIT
 * A shape somewhere in the world, inside. */
#ifndef GZ_SHAPE_PLACED_H
#define GZ_SHAPE_PLACED_H

#include "base/tolerance.h"
#include "shape/shape.h"

/* An upper bound on how much the pose stretches a vector: its largest singular value, rounded up. kind
 * is what the pose is known to be. */
real gz_pose_norm_any(const graze_pose *pose, graze_pose_kind kind);
static inline real gz_pose_norm(const graze_pose *pose, graze_pose_kind kind) {
    return kind == GRAZE_POSE_RIGID ? 1 + GZ_ORTHOGONAL * GRAZE_EPSILON : gz_pose_norm_any(pose, kind);
}

/* A bounded shape, placed by a pose that says it is rigid and whose columns have about unit length, not
 * next to the end of the range: graze_placed_check finds nothing wrong with it. That is the quick
 * answer for nearly everything; NaN and infinity fail the comparisons. */
static inline bool gz_placed_is_plain(const graze_placed *placed) {
    if (!placed || !placed->shape || placed->pose.kind != GRAZE_POSE_RIGID || !placed->shape->bounded)
        return false;
    vec3 o = placed->pose.origin;
    real x = vec3_length_squared(placed->pose.basis.col[0]);
    real y = vec3_length_squared(placed->pose.basis.col[1]);
    real z = vec3_length_squared(placed->pose.basis.col[2]);
    real far = (graze_abs(o.x) + graze_abs(o.y)) + (graze_abs(o.z) + placed->margin);
    real least = graze_min(graze_min(x, y), z), most = graze_max(graze_max(x, y), z);
    return (least > (real)0.5) & (most < 2) & (x + y + z < 6) & (placed->margin >= 0) &
           (far + 2 * placed->shape->reach <= GRAZE_SHAPE_REACH);
}

#endif
