/* SPDX-License-Identifier: MIT
 * Random shapes of every kind and random poses of every class, for tests that must cover them all. */
#ifndef GRAZE_ORACLE_RANDOM_SHAPE_H
#define GRAZE_ORACLE_RANDOM_SHAPE_H

#include "graze/graze.h"

/* A shape of the given kind, about one unit in size; wrappers wrap random shapes, at most depth
 * levels deep. Now and then a size is zero or the shape is flat. The caller releases it. */
graze_shape *random_shape(graze_shape_kind kind, int depth, graze_random *random);

typedef enum random_pose_class {
    RANDOM_POSE_RIGID,
    RANDOM_POSE_UNIFORM,
    RANDOM_POSE_SCALED,
    RANDOM_POSE_SHEARED,
    RANDOM_POSE_REFLECTED,
    RANDOM_POSE_CLASS_COUNT
} random_pose_class;

/* A pose of the class: orientation uniform, scales 0.25 to 4, origin within reach of zero. */
graze_pose random_pose(random_pose_class class_of_pose, graze_real reach, graze_random *random);

graze_vec3 random_vector(graze_real reach, graze_random *random);

#endif
