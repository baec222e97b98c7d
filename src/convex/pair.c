/* SPDX-License-Identifier: MIT */
#include "convex/pair.h"

#include "base/tolerance.h"
#include "math/rounding.h"

static graze_status check(const graze_placed *placed) {
    graze_status status = graze_placed_check(placed);
    return status == GRAZE_OK ? gz_shape_check_bounded(placed->shape) : status;
}

static graze_pose_kind kind_of(const graze_pose *pose) {
    return pose->kind == GRAZE_POSE_UNKNOWN ? graze_pose_classify(pose) : pose->kind;
}

/* One operand before scaling; what it adds to the pair's radius, size and support error. */
typedef struct share {
    real radius, size, error;
} share;

static share operand_make(const graze_placed *placed, graze_pose_kind kind, gz_operand *operand) {
    const graze_shape *shape = placed->shape;
    graze_pose pose = placed->pose;
    pose.kind = kind;
    real stretch = gz_pose_norm(&pose);
    *operand = (gz_operand){.shape = shape, .basis = pose.basis, .turned = true};
    operand->whole = kind == GRAZE_POSE_AFFINE && shape->radius > 0;
    real ball = kind == GRAZE_POSE_RIGID ? shape->radius
                : operand->whole         ? 0
                                         : shape->radius * vec3_length(pose.basis.col[0]);
    return (share){ball + placed->margin,
                   stretch * (shape->extent + vec3_length(shape->center)) + placed->margin,
                   stretch * shape->support_error};
}

static mat3 scaled(const mat3 *m, real s) {
    return graze_mat3_from_columns(vec3_scale(m->col[0], s), vec3_scale(m->col[1], s),
                                   vec3_scale(m->col[2], s));
}

/* Turns everything into A's axes: its basis is a rotation, so the transpose is the inverse. */
static void enter_frame_of_a(const graze_placed *a, gz_pair *pair, vec3 *between) {
    mat3 inverse = graze_mat3_transpose(&a->pose.basis);
    pair->b.basis = graze_mat3_mul(&inverse, &pair->b.basis);
    pair->a.basis = graze_mat3_identity();
    pair->a.turned = false;
    *between = graze_mat3_mul_vec(&inverse, *between);
}

graze_status gz_pair_make(const graze_placed *a, const graze_placed *b, gz_pair *pair) {
    graze_status status = check(a);
    if (status == GRAZE_OK) status = check(b);
    if (status != GRAZE_OK) return status;
    graze_pose_kind kind_a = kind_of(&a->pose), kind_b = kind_of(&b->pose);
    share share_a = operand_make(a, kind_a, &pair->a);
    share share_b = operand_make(b, kind_b, &pair->b);
    vec3 between =
        vec3_sub(a->pose.origin, b->pose.origin); /* first of all: nothing is lost far away */
    if (kind_a == GRAZE_POSE_RIGID) enter_frame_of_a(a, pair, &between);
    vec3 center_a = graze_mat3_mul_vec(&pair->a.basis, a->shape->center);
    vec3 center_b = graze_mat3_mul_vec(&pair->b.basis, b->shape->center);
    vec3 offset = vec3_add(between, vec3_sub(center_a, center_b));
    real size = share_a.size + share_b.size + vec3_length(between);
    real scale = size > 0 ? gz_direction_rescaled(vec3_make(size, 0, 0)).x / size : 1;
    pair->scale = scale;
    pair->offset = vec3_scale(offset, scale);
    pair->a.basis = scaled(&pair->a.basis, scale);
    pair->b.basis = scaled(&pair->b.basis, scale);
    pair->radius = (share_a.radius + share_b.radius) * scale;
    real error = share_a.error + share_b.error + GZ_ERROR_PAIR * GRAZE_EPSILON * size;
    pair->error = gz_round_up(error) * scale;
    return GRAZE_OK;
}
