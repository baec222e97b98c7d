/* SPDX-License-Identifier: MIT */
#include "convex/pair.h"

#include "math/scale.h"

static graze_status check(const graze_placed *placed) {
    graze_status status = graze_placed_check(placed);
    return status == GRAZE_OK ? gz_shape_check_convex(placed->shape) : status;
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

/* The bases and the offset, given that of the origins. All lengths are multiplied by scale, a power of
 * two: that rounds nothing. */
GZ_INLINE void enter_world(const graze_placed *a, const graze_placed *b, wide3 between, double scale,
                           gz_pair *pair) {
    const mat3 *basis_a = &a->pose.basis, *basis_b = &b->pose.basis;
    wide3 center_a = wide3_turn(basis_a, wide3_from(a->shape->center));
    wide3 center_b = wide3_turn(basis_b, wide3_from(b->shape->center));
    for (int i = 0; i < 3; ++i) {
        pair->a.basis.col[i] = wide3_scale(wide3_from(basis_a->col[i]), scale);
        pair->b.basis.col[i] = wide3_scale(wide3_from(basis_b->col[i]), scale);
    }
    pair->offset = wide3_scale(wide3_add(between, wide3_sub(center_a, center_b)), scale);
}

/* The same in A's axes: its basis is a rotation, so the transpose is the inverse. */
static void enter_frame_of_a(const graze_placed *a, const graze_placed *b, wide3 between, double scale,
                             gz_pair *pair) {
    const mat3 *turn = &a->pose.basis, *basis = &b->pose.basis;
    const wide_mat3 turned = {{wide3_turn_back(turn, wide3_from(basis->col[0])),
                               wide3_turn_back(turn, wide3_from(basis->col[1])),
                               wide3_turn_back(turn, wide3_from(basis->col[2]))}};
    wide3 center_b = wide_mat3_mul_vec(&turned, wide3_from(b->shape->center));
    wide3 centers = wide3_sub(wide3_from(a->shape->center), center_b);
    pair->a.basis = (wide_mat3){{{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}}};
    pair->a.turned = false;
    for (int i = 0; i < 3; ++i) pair->b.basis.col[i] = wide3_scale(turned.col[i], scale);
    pair->offset = wide3_scale(wide3_add(wide3_turn_back(turn, between), centers), scale);
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

/* All but the bases and the offset. */
static void measure(gz_share a, gz_share b, real size, double inner, double scale, gz_pair *pair) {
    pair->a.radius = (double)a.radius * scale;
    pair->b.radius = (double)b.radius * scale;
    pair->radius = pair->a.radius + pair->b.radius;
    pair->error = gz_pair_error(a, b, size) * scale;
    pair->inner = inner * scale;
    pair->scale = scale;
    pair->rigid = pair->bare = false;
    pair->warm.count = 0;
}

static double inner_of(const graze_shape *a, const graze_shape *b) {
    return a->inner >= 0 && b->inner >= 0 ? (double)a->inner + (double)b->inner : -1;
}

void gz_pair_make_plain(const graze_placed *a, const graze_placed *b, gz_pair *pair) {
    wide3 between = between_origins(a, b);
    gz_share share_a = gz_share_of_plain(a), share_b = gz_share_of_plain(b);
    real size = gz_pair_size(share_a, share_b, wide3_length(between));
    double scale = scale_for(size);
    operand_make(a, &pair->a);
    operand_make(b, &pair->b);
    enter_frame_of_a(a, b, between, scale, pair);
    measure(share_a, share_b, size, inner_of(a->shape, b->shape), scale, pair);
    pair->rigid = true;
}

void gz_pair_make_bare(const graze_placed *a, const graze_placed *b, gz_pair *pair) {
    wide3 between = between_origins(a, b);
    gz_share share_a = gz_share_of_plain(a), share_b = gz_share_of_plain(b);
    real size = gz_pair_size(share_a, share_b, wide3_length(between));
    if (!gz_is_plain_length(size)) {
        gz_pair_make_plain(a, b, pair);
        return;
    }
    operand_make(a, &pair->a);
    operand_make(b, &pair->b);
    enter_world(a, b, between, 1, pair);
    measure(share_a, share_b, size, inner_of(a->shape, b->shape), 1, pair);
    pair->bare = true;
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
    real size = gz_pair_size(share_a, share_b, wide3_length(between));
    double scale = scale_for(size);
    if (kind_a == GRAZE_POSE_RIGID)
        enter_frame_of_a(a, b, between, scale, pair);
    else
        enter_world(a, b, between, scale, pair);
    measure(share_a, share_b, size, -1, scale, pair);
    return GRAZE_OK;
}

vec3 gz_pair_world_direction(const gz_pair *pair, const graze_placed *a, wide3 direction) {
    return wide3_round(pair->a.turned ? direction : wide3_turn(&a->pose.basis, direction));
}

vec3 gz_pair_world_point(const gz_pair *pair, const graze_placed *a, wide3 point) {
    const mat3 *basis = &a->pose.basis;
    wide3 center = wide3_from(a->shape->center), rel = wide3_scale(point, 1 / pair->scale);
    wide3 world = pair->a.turned ? wide3_add(wide3_turn(basis, center), rel)
                                 : wide3_turn(basis, wide3_add(center, rel));
    return wide3_round(wide3_add(world, wide3_from(a->pose.origin)));
}
