/* SPDX-License-Identifier: MIT
 * What a moving shape covers (L5, B:5031-5039), built from the other wrappers. */
#include "shape/shape.h"

static graze_status check_motion(const graze_shape *shape, const graze_pose *start,
                                 const graze_pose *end, graze_shape **out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_shape_check_convex(shape);
    if (status == GRAZE_OK) status = graze_pose_check(start);
    return status == GRAZE_OK ? graze_pose_check(end) : status;
}

graze_status graze_shape_sweep_translation(graze_shape *shape, const graze_pose *start,
                                           const graze_pose *end, graze_shape **out) {
    graze_status status = check_motion(shape, start, end, out);
    if (status != GRAZE_OK) return status;
    graze_pose turned = *end;
    turned.origin = vec3_zero();
    graze_shape *image = NULL, *path = NULL;
    status = graze_shape_transformed(shape, &turned, &image);
    if (status == GRAZE_OK) status = graze_shape_segment(start->origin, end->origin, &path);
    if (status == GRAZE_OK) status = graze_shape_minkowski_sum(image, path, out);
    graze_shape_release(path);
    graze_shape_release(image);
    return status;
}

graze_status graze_shape_sweep_hull(graze_shape *shape, const graze_pose *start, const graze_pose *end,
                                    graze_shape **out) {
    graze_status status = check_motion(shape, start, end, out);
    if (status != GRAZE_OK) return status;
    graze_shape *images[2] = {NULL, NULL};
    status = graze_shape_transformed(shape, start, &images[0]);
    if (status == GRAZE_OK) status = graze_shape_transformed(shape, end, &images[1]);
    if (status == GRAZE_OK) status = graze_shape_hull_of(images, 2, out);
    graze_shape_release(images[1]);
    graze_shape_release(images[0]);
    return status;
}
