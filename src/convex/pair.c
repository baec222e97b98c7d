/* SPDX-License-Identifier: MIT */
#include "convex/pair.h"

#include "base/tolerance.h"
#include "math/rounding.h"
#include "math/scale.h"

static graze_status check(const graze_placed *placed) {
    graze_status status = graze_placed_check(placed);
    return status == GRAZE_OK ? gz_shape_check_bounded(placed->shape) : status;
}

static graze_pose_kind kind_of(const graze_pose *pose) {
    return pose->kind == GRAZE_POSE_UNKNOWN ? graze_pose_classify(pose) : pose->kind;
}

/* What one operand adds to the pair's radius, size and error. */
typedef struct share {
    real radius, size, error;
} share;

static share operand_make(const graze_placed *placed, graze_pose_kind kind, gz_operand *operand) {
    const graze_shape *shape = placed->shape;
    real stretch = gz_pose_norm(&placed->pose, kind), ball = shape->radius;
    operand->shape = shape;
    operand->basis = wide_mat3_from(&placed->pose.basis);
    operand->turned = true;
    operand->hint = 0;
    operand->whole = kind == GRAZE_POSE_AFFINE && ball > 0;
    if (kind == GRAZE_POSE_UNIFORM) ball *= vec3_length(placed->pose.basis.col[0]);
    if (kind == GRAZE_POSE_AFFINE) ball = 0;
    real error = operand->whole ? gz_shape_offset_error(shape) : shape->support_error;
    return (share){ball + placed->margin, stretch * shape->reach + placed->margin, stretch * error};
}

/* Turns everything into A's axes: its basis is a rotation, so the transpose is the inverse. */
static void enter_frame_of_a(gz_pair *pair, wide3 *between) {
    wide_mat3 a = pair->a.basis;
    for (int i = 0; i < 3; ++i) pair->b.basis.col[i] = wide_mat3_tmul_vec(&a, pair->b.basis.col[i]);
    *between = wide_mat3_tmul_vec(&a, *between);
    pair->a.basis = (wide_mat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    pair->a.turned = false;
}

static void scale_basis(gz_operand *operand, double scale) {
    for (int i = 0; i < 3; ++i) operand->basis.col[i] = wide3_scale(operand->basis.col[i], scale);
}

/* The power of two that brings a size into [1, 2); for sizes next to nothing the largest useful one:
 * the basis is multiplied by it, and directions turned by the basis are rounded to real. */
static double scale_for(real size) {
    const int most = sizeof(real) == sizeof(float) ? 96 : 900;
    int e = gz_exponent((double)size);
    return gz_power_of_two(e > -most ? -e : most);
}

graze_status gz_pair_make(const graze_placed *a, const graze_placed *b, gz_pair *pair) {
    graze_status status = check(a);
    if (status == GRAZE_OK) status = check(b);
    if (status != GRAZE_OK) return status;
    graze_pose_kind kind_a = kind_of(&a->pose), kind_b = kind_of(&b->pose);
    share share_a = operand_make(a, kind_a, &pair->a);
    share share_b = operand_make(b, kind_b, &pair->b);
    /* The origins are subtracted first of all: nothing is lost far away. */
    wide3 between = wide3_sub(wide3_from(a->pose.origin), wide3_from(b->pose.origin));
    if (kind_a == GRAZE_POSE_RIGID) enter_frame_of_a(pair, &between);
    wide3 center_a = wide_mat3_mul_vec(&pair->a.basis, wide3_from(a->shape->center));
    wide3 center_b = wide_mat3_mul_vec(&pair->b.basis, wide3_from(b->shape->center));
    wide3 offset = wide3_add(between, wide3_sub(center_a, center_b));
    real size = share_a.size + share_b.size + (real)wide3_length(between);
    double scale = scale_for(size);
    scale_basis(&pair->a, scale);
    scale_basis(&pair->b, scale);
    pair->scale = scale;
    pair->warm.count = 0;
    pair->offset = wide3_scale(offset, scale);
    pair->a.radius = (double)share_a.radius * scale;
    pair->b.radius = (double)share_b.radius * scale;
    pair->radius = pair->a.radius + pair->b.radius;
    pair->error =
        (double)gz_round_up(share_a.error + share_b.error + GZ_ERROR_PAIR * GRAZE_EPSILON * size) *
        scale;
    return GRAZE_OK;
}

vec3 gz_pair_world_direction(const gz_pair *pair, const graze_placed *a, wide3 direction) {
    wide_mat3 basis = wide_mat3_from(&a->pose.basis);
    return wide3_round(pair->a.turned ? direction : wide_mat3_mul_vec(&basis, direction));
}

vec3 gz_pair_world_point(const gz_pair *pair, const graze_placed *a, wide3 point) {
    wide_mat3 basis = wide_mat3_from(&a->pose.basis);
    wide3 center = wide3_from(a->shape->center), rel = wide3_scale(point, 1 / pair->scale);
    wide3 world = pair->a.turned ? wide3_add(wide_mat3_mul_vec(&basis, center), rel)
                                 : wide_mat3_mul_vec(&basis, wide3_add(center, rel));
    return wide3_round(wide3_add(world, wide3_from(a->pose.origin)));
}
