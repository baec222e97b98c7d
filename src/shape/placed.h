/* SPDX-License-Identifier: MIT
 * A shape somewhere in the world, inside. */
#ifndef GZ_SHAPE_PLACED_H
#define GZ_SHAPE_PLACED_H

#include "shape/shape.h"

/* An upper bound on how much the pose stretches a vector: its largest singular value, rounded up. kind
 * is what the pose is known to be. */
real gz_pose_norm(const graze_pose *pose, graze_pose_kind kind);

#endif
