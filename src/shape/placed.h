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

/* Of a bounded shape: is it placed by a pose that says it is rigid, whose axes have about unit length
 * together, not next to the end of the range? Then graze_placed_check finds nothing wrong with it. That
 * is the quick answer for nearly everything; NaN and infinity fail the comparisons. */
static inline bool gz_placed_is_easy(const graze_placed *placed) {
    if (placed->pose.kind != GRAZE_POSE_RIGID) return false;
    /* Nine numbers of the basis and three of the origin. */
    const real *m = (const real *)(const void *)&placed->pose;
    real axes[4], last[4];
    for (int i = 0; i < 4; ++i) axes[i] = m[i] * m[i] + m[i + 4] * m[i + 4];
    for (int i = 0; i < 4; ++i) last[i] = m[i + 8] * m[i + 8];
    real squares = ((axes[0] + axes[1]) + (axes[2] + axes[3])) + last[0];
    const real far = GRAZE_SHAPE_REACH / 8;
    return squares > (real)2.5 && squares < (real)3.5 && (last[1] + last[2]) + last[3] < far * far &&
           placed->margin >= 0 && placed->margin + placed->shape->reach < far;
}
/* Likewise, and convex: what the algorithms on support mappings take as it is. */
static inline bool gz_placed_is_plain(const graze_placed *placed) {
    return placed && placed->shape && placed->shape->plain && gz_placed_is_easy(placed);
}

#endif
