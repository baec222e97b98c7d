/* SPDX-License-Identifier: MIT
 * Boxes along the axes: from other things, and round what turns. */
#include "bounds/check.h"
#include "bounds/image.h"
#include "bounds/overlap.h"
#include "bounds/point_ball.h"
#include "bounds/support.h"
#include "graze/bounds.h"

bool graze_aabb_overlaps(const graze_aabb *a, const graze_aabb *b) { return gz_overlap_boxes(a, b); }

graze_status graze_aabb_from_points(const void *points, size_t count, size_t stride, graze_aabb *out) {
    gz_strided s;
    graze_aabb box;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_strided_make(points, count, stride, &s, &box);
    if (status == GRAZE_OK) *out = box;
    return status;
}

graze_status graze_aabb_from_support(graze_support_function support, const void *user, graze_real error,
                                     graze_aabb *out) {
    gz_supported set = {support, user, error};
    real lo[3], hi[3];
    if (!out) return GRAZE_INVALID_ARGUMENT;
    for (int i = 0; i < 3; ++i) {
        vec3 axis = vec3_make((real)(i == 0), (real)(i == 1), (real)(i == 2));
        graze_status status = gz_supported_interval(&set, axis, &lo[i], &hi[i]);
        if (status != GRAZE_OK) return status;
    }
    *out = (graze_aabb){vec3_make(lo[0], lo[1], lo[2]), vec3_make(hi[0], hi[1], hi[2])};
    return GRAZE_OK;
}

graze_status graze_aabb_from_sphere(const graze_sphere *sphere, graze_aabb *out) {
    graze_status status = out ? gz_sphere_check(sphere) : GRAZE_INVALID_ARGUMENT;
    if (status != GRAZE_OK) return status;
    vec3 c = sphere->center;
    real r = sphere->radius;
    *out = (graze_aabb){vec3_make(-gz_sub_up(r, c.x), -gz_sub_up(r, c.y), -gz_sub_up(r, c.z)),
                        vec3_make(gz_add_up(c.x, r), gz_add_up(c.y, r), gz_add_up(c.z, r))};
    return GRAZE_OK;
}

graze_status graze_aabb_from_obb(const graze_obb *obb, graze_aabb *out) {
    graze_status status = out ? gz_obb_check(obb) : GRAZE_INVALID_ARGUMENT;
    if (status != GRAZE_OK) return status;
    return gz_image_box(&obb->axes, obb->center, vec3_zero(), obb->half, out);
}

graze_status graze_aabb_around_pivot(const void *points, size_t count, size_t stride, graze_vec3 pivot,
                                     graze_aabb *out) {
    graze_sphere ball;
    graze_status status =
        out ? graze_sphere_around(points, count, stride, pivot, &ball) : GRAZE_INVALID_ARGUMENT;
    return status == GRAZE_OK ? graze_aabb_from_sphere(&ball, out) : status;
}

graze_status graze_aabb_from_posed_points(const graze_pose *pose, const void *points, size_t count,
                                          size_t stride, graze_aabb *out) {
    gz_strided s;
    graze_aabb box;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_pose_check(pose);
    if (status == GRAZE_OK) status = gz_strided_make(points, count, stride, &s, &box);
    if (status != GRAZE_OK) return status;
    gz_image_range range = gz_image_range_none();
    for (size_t i = 0; i < count; ++i) gz_image_range_add(&range, pose, gz_strided_at(&s, i));
    return gz_image_range_box(&range, out);
}

graze_status graze_aabb_transform(const graze_pose *pose, const graze_aabb *box, graze_aabb *out) {
    graze_status status = out ? graze_pose_check(pose) : GRAZE_INVALID_ARGUMENT;
    if (status == GRAZE_OK) status = gz_aabb_check(box);
    if (status != GRAZE_OK) return status;
    graze_aabb_centered form;
    graze_aabb_to_centered(box, &form);
    return gz_image_box(&pose->basis, pose->origin, form.center, form.extent, out);
}

/* A pose and a box that both are in order. */
static graze_status check_posed(const graze_pose *pose, const graze_aabb *box) {
    graze_status status = graze_pose_check(pose);
    return status == GRAZE_OK ? gz_aabb_check(box) : status;
}

graze_status graze_aabb_test_posed(const graze_pose *pose_a, const graze_aabb *a,
                                   const graze_pose *pose_b, const graze_aabb *b, bool *hit) {
    graze_status status = hit ? check_posed(pose_a, a) : GRAZE_INVALID_ARGUMENT;
    if (status == GRAZE_OK) status = check_posed(pose_b, b);
    if (status != GRAZE_OK) return status;
    bool by_a = vec3_length(pose_a->origin) <= vec3_length(pose_b->origin);
    graze_pose relative;
    graze_aabb wrapped;
    status = by_a ? graze_pose_relative(pose_a, pose_b, &relative)
                  : graze_pose_relative(pose_b, pose_a, &relative);
    if (status == GRAZE_OK) status = graze_aabb_transform(&relative, by_a ? b : a, &wrapped);
    if (status != GRAZE_OK) return status;
    const graze_aabb *box = by_a ? a : b;
    real size = vec3_max_abs(wrapped.lo) + vec3_max_abs(wrapped.hi) + vec3_max_abs(box->lo) +
                vec3_max_abs(box->hi);
    real slack = GZ_BOUNDS_RELATIVE * GRAZE_EPSILON * size;
    vec3 grown = vec3_make(slack, slack, slack);
    wrapped = (graze_aabb){vec3_sub(wrapped.lo, grown), graze_vec3_add(wrapped.hi, grown)};
    *hit = gz_overlap_boxes(&wrapped, box);
    return GRAZE_OK;
}
