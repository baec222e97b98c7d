/* SPDX-License-Identifier: MIT
 * Is a point in a convex shape? The distance of the point from the shape's core, by GJK, compared
 * with the radius. It needs the support mapping alone, so every bounded shape has it. */
#include "base/tolerance.h"
#include "convex/closed_form.h"
#include "convex/entry.h"
#include "convex/gjk.h"
#include "convex/point_shape.h"
#include "shape/half_space.h"

/* When rounding stops the search with the limit still inside the bracket, the bracket is narrower
 * than the rounding radius that the limit contains, so its middle may decide. */
static bool decide(gz_pair *pair) {
    double limit = pair->radius + pair->error;
    gz_goal goal = {.near = limit, .far = limit, .rounds = GZ_GJK_ITERATIONS};
    wide3 start = wide3_max_abs(pair->offset) > 0 ? pair->offset : wide3_make(1, 0, 0);
    gz_gjk gjk;
    switch (gz_closest(pair, start, &goal, &gjk)) {
    case GZ_NEAR:
    case GZ_INSIDE:
        return true;
    case GZ_FAR:
        return false;
    default:
        return (gjk.lower + gjk.upper) / 2 <= limit;
    }
}

/* n . x <= offset, grown by the margin and by the roundings of one plane equation. */
static bool in_half_space(graze_plane plane, vec3 point, real margin) {
    real size = vec3_length(point) + graze_abs(plane.offset) + margin;
    return graze_plane_distance(plane, point) <= margin + GZ_ERROR_AFFINE * GRAZE_EPSILON * size;
}

static graze_status half_space_contains(const graze_placed *placed, vec3 point, bool *inside) {
    graze_pose linear = placed->pose;
    linear.origin = vec3_zero(); /* the origin is subtracted first: nothing is lost far away */
    graze_plane plane;
    graze_status status = graze_plane_transform(&linear, gz_half_space_plane(placed->shape), &plane);
    if (status != GRAZE_OK) return status;
    *inside = in_half_space(plane, vec3_sub(point, placed->pose.origin), placed->margin);
    return GRAZE_OK;
}

graze_status gz_convex_contains(const graze_placed *placed, graze_vec3 point, bool *inside) {
    if (!inside || !vec3_is_finite(point)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(placed);
    if (status != GRAZE_OK) return status;
    if (!placed->shape->bounded) return half_space_contains(placed, point, inside);
    graze_placed other = gz_point_at(point);
    gz_pair pair;
    status = gz_pair_make(placed, &other, &pair);
    if (status != GRAZE_OK) return status;
    *inside = decide(&pair);
    return GRAZE_OK;
}

graze_status graze_shape_contains(const graze_shape *shape, graze_vec3 point, bool *inside) {
    graze_placed placed = {shape, graze_pose_identity(), 0};
    return graze_placed_contains(&placed, point, inside);
}

graze_real graze_shape_tolerance(const graze_shape *shape, graze_vec3 point) {
    graze_placed placed = {shape, graze_pose_identity(), 0}, other = gz_point_at(point);
    gz_pair pair;
    if (shape && !shape->convex) /* the error of a pair with a point, without support points */
        return gz_round_up(GZ_ERROR_PAIR * GRAZE_EPSILON * (shape->reach + vec3_length(point)));
    if (gz_pair_make(&placed, &other, &pair) != GRAZE_OK) return 0;
    return (real)(pair.error / pair.scale);
}
