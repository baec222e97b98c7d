/* SPDX-License-Identifier: MIT
 * Poses of every class, for the tests. */
#ifndef GRAZE_TESTS_POSE_HELP_H
#define GRAZE_TESTS_POSE_HELP_H

#include "math_help.h"

enum { RIGID, REFLECTED, UNIFORM, NONUNIFORM, SHEARED, POSE_CLASSES };

/* A pose of the class, its origin at most reach away on each axis. */
static inline graze_pose random_pose(graze_random *random, int class, graze_real reach) {
    graze_quat rotation = graze_random_rotation(random);
    graze_vec3 position = graze_vec3_scale(random_vec3(random, 0), reach),
               scale = graze_vec3_make(1, 1, 1);
    graze_pose pose, turn;
    graze_real s = graze_random_uniform(random, (graze_real)1.5, 4);
    if (class == REFLECTED) scale.y = -1;
    if (class == UNIFORM) scale = graze_vec3_make(s, s, s);
    if (class >= NONUNIFORM)
        scale = graze_vec3_make(s, s * (graze_real)0.25, graze_random_uniform(random, -3, -2));
    graze_status status = graze_pose_make_scaled(rotation, position, scale, &pose);
    assert_int_equal(status, GRAZE_OK);
    if (class == SHEARED) { /* scale after another rotation: the images of the axes lean */
        status = graze_pose_make(graze_quat_make((graze_real)0.5, (graze_real)0.3, (graze_real)-0.4, 1),
                                 graze_vec3_zero(), &turn);
        assert_int_equal(status, GRAZE_OK);
        pose = graze_pose_compose(&pose, &turn);
        assert_int_equal(graze_pose_from_mat3(&pose.basis, pose.origin, &pose), GRAZE_OK);
    }
    return pose;
}

/* B x + c in long double. */
static inline lvec l_place(const graze_pose *pose, lvec x) {
    lmat m = wide_mat(&pose->basis);
    return l_add(l_apply(&m, x), 1, wide(pose->origin));
}

#endif
