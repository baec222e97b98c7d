/* SPDX-License-Identifier: MIT
 * A shape somewhere in the world: checks, support, box. */
#include "base/tolerance.h"
#include "math/rounding.h"
#include "shape/placed.h"
#include "shape/spans.h"

real gz_pose_norm_any(const graze_pose *pose, graze_pose_kind kind) {
    vec3 lengths = vec3_make(vec3_length(pose->basis.col[0]), vec3_length(pose->basis.col[1]),
                             vec3_length(pose->basis.col[2]));
    if (kind == GRAZE_POSE_UNIFORM) return gz_round_up(vec3_max_abs(lengths));
    return gz_round_up(vec3_length(lengths)); /* Frobenius, at most sqrt(3) too large */
}

graze_status graze_placed_check(const graze_placed *placed) {
    if (!placed || !placed->shape) return GRAZE_INVALID_ARGUMENT;
    if (placed->shape->bounded && gz_placed_is_easy(placed)) return GRAZE_OK;
    if (!graze_is_finite(placed->margin) || placed->margin < 0) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_pose_check(&placed->pose);
    if (status != GRAZE_OK) return status;
    const graze_shape *shape = placed->shape;
    if (!shape->bounded) return GRAZE_OK;
    real reach = gz_pose_norm(&placed->pose, placed->pose.kind) * shape->reach +
                 vec3_max_abs(placed->pose.origin) + placed->margin;
    return reach <= GRAZE_SHAPE_REACH ? GRAZE_OK : GRAZE_OUT_OF_RANGE;
}

/* The check of everything that needs a bounded shape. */
static graze_status check_bounded(const graze_placed *placed) {
    graze_status status = graze_placed_check(placed);
    return status == GRAZE_OK ? gz_shape_check_bounded(placed->shape) : status;
}

graze_status graze_placed_support(const graze_placed *placed, graze_vec3 direction, graze_vec3 *point) {
    if (!point || !vec3_is_finite(direction)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = check_bounded(placed);
    if (status != GRAZE_OK) return status;
    vec3 v = gz_direction(direction);
    vec3 local = gz_direction(graze_mat3_tmul_vec(&placed->pose.basis, v));
    vec3 world = graze_pose_apply(&placed->pose, gz_shape_support_point(placed->shape, local));
    *point = vec3_add_scaled(world, placed->margin, gz_unit(v));
    return GRAZE_OK;
}

/* From an interval along a row to that of the placed shape on one world axis (Y2, B:4248-4274): row .
 * support + origin, grown by every rounding on the way: the support's own error, three products and
 * sums over the centre and the offset, and the last sums. */
GZ_INLINE void project(const graze_placed *placed, vec3 row, real length, real origin, real error,
                       real *lo, real *hi) {
    const graze_shape *shape = placed->shape;
    real center = vec3_dot(row, shape->center);
    real size = length * shape->reach + graze_abs(origin) + placed->margin;
    real slack = gz_round_up(length * error + GZ_ERROR_BOX * GRAZE_EPSILON * size) + GZ_ERROR_UNDERFLOW;
    *lo = ((center + *lo) + origin) - (placed->margin + slack);
    *hi = ((center + *hi) + origin) + (placed->margin + slack);
}

/* From where to where the shape reaches along a row, relative to its centre, by support points. */
static void span_of(const graze_shape *shape, vec3 row, real *below, real *above) {
    vec3 v = gz_direction(row);
    uint32_t top = 0, bottom = 0;
    *above = vec3_dot(row, gz_shape_offset(shape, v, &top));
    *below = vec3_dot(row, gz_shape_offset(shape, vec3_neg(v), &bottom));
}

static void spans_of(const graze_shape *shape, const mat3 *rows, vec3 *below, vec3 *above) {
    if (shape->ops->spans) {
        shape->ops->spans(shape, rows, below, above);
        return;
    }
    span_of(shape, graze_mat3_row(rows, 0), &below->x, &above->x);
    span_of(shape, graze_mat3_row(rows, 1), &below->y, &above->y);
    span_of(shape, graze_mat3_row(rows, 2), &below->z, &above->z);
}

/* lengths: of the rows. */
GZ_INLINE graze_aabb project_all(const graze_placed *placed, vec3 lengths, graze_aabb spans) {
    const graze_pose *pose = &placed->pose;
    real error = gz_shape_offset_error(placed->shape);
    vec3 lo = spans.lo, hi = spans.hi, at = pose->origin;
    project(placed, graze_mat3_row(&pose->basis, 0), lengths.x, at.x, error, &lo.x, &hi.x);
    project(placed, graze_mat3_row(&pose->basis, 1), lengths.y, at.y, error, &lo.y, &hi.y);
    project(placed, graze_mat3_row(&pose->basis, 2), lengths.z, at.z, error, &lo.z, &hi.z);
    return (graze_aabb){lo, hi};
}

/* No row of a rotation is longer than it stretches. Others are apart, so that nearly all boxes are a
 * few dozen steps without a branch. */
GZ_OUTLINE static graze_aabb box_of_any(const graze_placed *placed, graze_aabb spans) {
    const mat3 *rows = &placed->pose.basis;
    vec3 lengths =
        vec3_make(gz_row_length(graze_mat3_row(rows, 0)), gz_row_length(graze_mat3_row(rows, 1)),
                  gz_row_length(graze_mat3_row(rows, 2)));
    return project_all(placed, lengths, spans);
}

graze_aabb gz_placed_box(const graze_placed *placed) {
    const graze_pose_kind rigid = GRAZE_POSE_RIGID;
    graze_aabb spans;
    spans_of(placed->shape, &placed->pose.basis, &spans.lo, &spans.hi);
    if (placed->pose.kind != rigid) return box_of_any(placed, spans);
    real length = gz_pose_norm(&placed->pose, rigid);
    return project_all(placed, vec3_make(length, length, length), spans);
}

graze_status graze_placed_bounds(const graze_placed *placed, graze_aabb *out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = check_bounded(placed);
    if (status == GRAZE_OK) *out = gz_placed_box(placed);
    return status;
}
