/* SPDX-License-Identifier: MIT */
#include "convex/pair.h"

#include "math/scale.h"

static graze_status check(const graze_placed *placed) {
    graze_status status = graze_placed_check(placed);
    return status == GRAZE_OK ? gz_shape_check_bounded(placed->shape) : status;
}

static graze_pose_kind kind_of(const graze_pose *pose) {
    return pose->kind == GRAZE_POSE_UNKNOWN ? graze_pose_classify(pose) : pose->kind;
}

static void operand_make(const graze_placed *placed, gz_operand *operand) {
    operand->shape = placed->shape;
    operand->turned = true;
    operand->whole = false;
    operand->hint = 0;
}

static gz_share share_of(const graze_placed *placed, graze_pose_kind kind, gz_operand *operand) {
    const graze_shape *shape = placed->shape;
    real ball = shape->radius, error = shape->support_error;
    if (kind == GRAZE_POSE_UNIFORM) ball *= vec3_length(placed->pose.basis.col[0]);
    if (kind == GRAZE_POSE_AFFINE && ball > 0) {
        operand->whole = true;
        error = gz_shape_offset_error(shape);
        ball = 0;
    }
    return gz_share_of(placed, gz_pose_norm(&placed->pose, kind), ball, error);
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
    pair->inner *= scale;
    pair->scale = scale;
}

/* The power of two that brings a size into [1, 2); for sizes next to nothing the largest useful one:
 * the basis is multiplied by it, and directions turned by the basis are rounded to real. */
static double scale_for(real size) {
    const int most = sizeof(real) == sizeof(float) ? 96 : 900;
    int e = gz_exponent((double)size);
    return gz_power_of_two(e > -most ? -e : most);
}

/* The origins are subtracted first of all: nothing is lost far away. */
static wide3 between_origins(const graze_placed *a, const graze_placed *b) {
    return wide3_sub(wide3_from(a->pose.origin), wide3_from(b->pose.origin));
}

static void finish(gz_share a, gz_share b, wide3 between, double inner, gz_pair *pair) {
    real size = gz_pair_size(a, b, wide3_length(between));
    pair->a.radius = (double)a.radius;
    pair->b.radius = (double)b.radius;
    pair->error = gz_pair_error(a, b, size);
    pair->inner = inner;
    pair->warm.count = 0;
    scale_pair(pair, scale_for(size));
}

static double inner_of(const graze_shape *a, const graze_shape *b) {
    return a->inner >= 0 && b->inner >= 0 ? (double)a->inner + (double)b->inner : -1;
}

void gz_pair_make_plain(const graze_placed *a, const graze_placed *b, gz_pair *pair) {
    wide3 between = between_origins(a, b);
    operand_make(a, &pair->a);
    operand_make(b, &pair->b);
    enter_frame_of_a(a, b, between, pair);
    finish(gz_share_of_plain(a), gz_share_of_plain(b), between, inner_of(a->shape, b->shape), pair);
}

graze_status gz_pair_make(const graze_placed *a, const graze_placed *b, gz_pair *pair) {
    if (gz_placed_is_plain(a) && gz_placed_is_plain(b)) {
        gz_pair_make_plain(a, b, pair);
        return GRAZE_OK;
    }
    graze_status status = check(a);
    if (status == GRAZE_OK) status = check(b);
    if (status != GRAZE_OK) return status;
    wide3 between = between_origins(a, b);
    graze_pose_kind kind_a = kind_of(&a->pose), kind_b = kind_of(&b->pose);
    operand_make(a, &pair->a);
    operand_make(b, &pair->b);
    gz_share share_a = share_of(a, kind_a, &pair->a), share_b = share_of(b, kind_b, &pair->b);
    if (kind_a == GRAZE_POSE_RIGID)
        enter_frame_of_a(a, b, between, pair);
    else
        enter_world(a, b, between, pair);
    finish(share_a, share_b, between, -1, pair);
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
