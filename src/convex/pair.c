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

static inline share operand_make(const graze_placed *placed, graze_pose_kind kind,
                                 gz_operand *operand) {
    const graze_shape *shape = placed->shape;
    operand->shape = shape;
    operand->turned = true;
    operand->whole = false;
    operand->hint = 0;
    real stretch = gz_pose_norm(&placed->pose, kind);
    real ball = shape->radius, error = shape->support_error;
    if (kind == GRAZE_POSE_UNIFORM) ball *= vec3_length(placed->pose.basis.col[0]);
    if (kind == GRAZE_POSE_AFFINE && ball > 0) {
        operand->whole = true;
        error = gz_shape_offset_error(shape);
        ball = 0;
    }
    return (share){ball + placed->margin, stretch * shape->reach + placed->margin, stretch * error};
}

/* The bases and the offset, given that of the origins, at their own size. */
static void enter_world(const graze_placed *a, const graze_placed *b, wide3 between, gz_pair *pair) {
    pair->a.basis = wide_mat3_from(&a->pose.basis);
    pair->b.basis = wide_mat3_from(&b->pose.basis);
    wide3 center_a = wide_mat3_mul_vec(&pair->a.basis, wide3_from(a->shape->center));
    wide3 center_b = wide_mat3_mul_vec(&pair->b.basis, wide3_from(b->shape->center));
    pair->offset = wide3_add(between, wide3_sub(center_a, center_b));
}

/* The same in A's axes: its basis is a rotation, so the transpose is the inverse. */
static void enter_frame_of_a(const graze_placed *a, const graze_placed *b, wide3 between,
                             gz_pair *pair) {
    wide_mat3 turn = wide_mat3_from(&a->pose.basis);
    pair->a.basis = (wide_mat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    pair->a.turned = false;
    for (int i = 0; i < 3; ++i)
        pair->b.basis.col[i] = wide_mat3_tmul_vec(&turn, wide3_from(b->pose.basis.col[i]));
    wide3 center_b = wide_mat3_mul_vec(&pair->b.basis, wide3_from(b->shape->center));
    pair->offset = wide3_add(wide_mat3_tmul_vec(&turn, between),
                             wide3_sub(wide3_from(a->shape->center), center_b));
}

/* Multiplies all lengths by a power of two: that rounds nothing. */
static void scale_pair(gz_pair *pair, double scale) {
    for (int i = 0; i < 3; ++i) {
        pair->a.basis.col[i] = wide3_scale(pair->a.basis.col[i], scale);
        pair->b.basis.col[i] = wide3_scale(pair->b.basis.col[i], scale);
    }
    pair->offset = wide3_scale(pair->offset, scale);
    pair->a.radius *= scale;
    pair->b.radius *= scale;
    pair->radius = pair->a.radius + pair->b.radius;
    pair->error *= scale;
    pair->scale = scale;
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
    if (kind_a == GRAZE_POSE_RIGID)
        enter_frame_of_a(a, b, between, pair);
    else
        enter_world(a, b, between, pair);
    real size = share_a.size + share_b.size + (real)wide3_length(between);
    real error = share_a.error + share_b.error + GZ_ERROR_PAIR * GRAZE_EPSILON * size;
    pair->a.radius = (double)share_a.radius;
    pair->b.radius = (double)share_b.radius;
    pair->error = (double)gz_round_up(error);
    pair->warm.count = 0;
    scale_pair(pair, scale_for(size));
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
