/* SPDX-License-Identifier: MIT */
#include "convex/ray_form.h"

double gz_ray_scale_of(const graze_pose *pose) {
    if (pose->kind != GRAZE_POSE_UNIFORM || graze_pose_check(pose) != GRAZE_OK) return 0;
    return wide3_length(wide3_from(pose->basis.col[0]));
}
