/* SPDX-License-Identifier: MIT
 * Is a point in a convex shape? The distance of the point from the shape's core, by GJK on the
 * difference of core and point, compared with the radius (B:2806-2829, 3183-3258; lower bound
 * P:173-183). Works from the support mapping alone, so every shape has it. */
#include "base/tolerance.h"
#include "convex/simplex.h"
#include "math/rounding.h"
#include "shape/half_space.h"
#include "shape/placed.h"

/* The core (or, under an affine basis, the whole shape) relative to the query point. */
typedef struct target {
    const graze_shape *shape;
    const mat3 *basis; /* NULL: the shape's own axes */
    vec3 offset;       /* from the query point to the shape's centre */
    real scale;        /* a power of two that brings the problem to size one */
    uint32_t hint;
} target;

/* The target's farthest point along v, scaled. */
static vec3 target_support(target *t, vec3 v) {
    vec3 rel;
    if (t->basis) {
        vec3 local = gz_direction(graze_mat3_tmul_vec(t->basis, v));
        rel = graze_mat3_mul_vec(t->basis, gz_shape_offset(t->shape, local, &t->hint));
    } else {
        rel = t->shape->ops->core(t->shape, v, &t->hint);
    }
    return vec3_scale(vec3_add(rel, t->offset), t->scale);
}

static bool has_point(const gz_simplex *simplex, vec3 w) {
    for (int i = 0; i < simplex->count; ++i)
        if (graze_vec3_equal(simplex->y[i], w)) return true;
    return false;
}

/* Is the target within limit (scaled) of the origin? Upper bounds come from points of the target,
 * lower bounds from supporting planes; the first that decides ends the search. When rounding stops
 * the progress between them, the middle of the bracket decides: it is then narrower than the
 * tolerance that limit contains. */
static bool within(target *t, vec3 start, real limit) {
    gz_simplex simplex = {.count = 0};
    vec3 v = start;
    real lower = 0, upper = GRAZE_REAL_MAX;
    for (int i = 0; i < GZ_GJK_ITERATIONS; ++i) {
        vec3 w = target_support(t, vec3_neg(v));
        real length = vec3_length(v);
        lower = graze_max(lower, vec3_dot(v, w) / length);
        if (lower > limit) return false;
        if (has_point(&simplex, w)) break;
        simplex.y[simplex.count++] = w;
        v = gz_simplex_reduce(&simplex);
        real next = vec3_length(v);
        if (simplex.count == 4 || next <= limit) return true;
        if (!(next < upper)) break;
        upper = next;
    }
    return (lower + upper) / 2 <= limit;
}

/* Scales the problem to size one and asks. size bounds every length in it. */
static bool decide(target *t, real limit, real size) {
    if (!(size > 0)) return true; /* a point against itself */
    vec3 sizes = gz_direction_rescaled(vec3_make(size, 0, 0));
    t->scale = sizes.x / size;
    vec3 start = vec3_scale(t->offset, t->scale);
    if (vec3_max_abs(start) < GRAZE_EPSILON) start = vec3_make(1, 0, 0);
    return within(t, start, limit * t->scale);
}

/* The rounding radius for a point at distance from the centre (all local lengths). */
static real tolerance(const graze_shape *shape, real distance) {
    return gz_round_up(shape->support_error +
                       GZ_ERROR_CONTAINS * GRAZE_EPSILON * (shape->extent + distance));
}

graze_real graze_shape_tolerance(const graze_shape *shape, graze_vec3 point) {
    if (!shape || !vec3_is_finite(point)) return 0;
    return tolerance(shape, vec3_length(vec3_sub(point, shape->center)));
}

/* n . x <= offset, grown by the margin and by the roundings of one plane equation. */
static bool in_half_space(graze_plane plane, vec3 point, real margin) {
    real size = vec3_length(point) + graze_abs(plane.offset) + margin;
    return graze_plane_distance(plane, point) <= margin + GZ_ERROR_AFFINE * GRAZE_EPSILON * size;
}

static graze_status half_space_contains(const graze_placed *placed, vec3 point, bool *inside) {
    graze_pose linear = placed->pose;
    linear.origin = vec3_zero();
    graze_plane plane;
    graze_status status = graze_plane_transform(&linear, gz_half_space_plane(placed->shape), &plane);
    if (status != GRAZE_OK) return status;
    *inside = in_half_space(plane, vec3_sub(point, placed->pose.origin), placed->margin);
    return GRAZE_OK;
}

/* Bounded shapes, in the shape's own frame: margin grows the radius, slack the rounding radius. */
static bool contains_local(const graze_shape *shape, vec3 point, real margin, real slack) {
    target t = {.shape = shape, .offset = vec3_sub(shape->center, point)};
    real distance = vec3_length(t.offset);
    real limit = (shape->radius + margin) + (tolerance(shape, distance) + slack);
    return decide(&t, limit, shape->extent + distance + margin);
}

graze_status graze_shape_contains(const graze_shape *shape, graze_vec3 point, bool *inside) {
    if (!shape || !inside || !vec3_is_finite(point)) return GRAZE_INVALID_ARGUMENT;
    if (vec3_max_abs(point) > GRAZE_SHAPE_REACH) return GRAZE_OUT_OF_RANGE;
    *inside = shape->bounded ? contains_local(shape, point, 0, 0)
                             : in_half_space(gz_half_space_plane(shape), point, 0);
    return GRAZE_OK;
}

/* Rotations and uniform scales keep balls round: the point goes into the shape's frame. */
static graze_status contains_similar(const graze_placed *placed, vec3 point, bool *inside) {
    graze_pose inverse;
    graze_pose linear = placed->pose;
    linear.origin = vec3_zero(); /* subtract the origin first: nothing is lost far away */
    graze_status status = graze_pose_inverse(&linear, &inverse);
    if (status != GRAZE_OK) return status;
    vec3 local = graze_mat3_mul_vec(&inverse.basis, vec3_sub(point, placed->pose.origin));
    real shrink = vec3_length(inverse.basis.col[0]);
    real slack = GZ_ERROR_AFFINE * GRAZE_EPSILON * (vec3_length(local) + placed->margin * shrink);
    *inside = contains_local(placed->shape, local, placed->margin * shrink, slack);
    return GRAZE_OK;
}

/* Any other pose makes ellipsoids of balls: the question is asked in world axes. */
static bool contains_affine(const graze_placed *placed, vec3 point) {
    const graze_shape *shape = placed->shape;
    const graze_pose *pose = &placed->pose;
    vec3 center = graze_mat3_mul_vec(&pose->basis, shape->center);
    vec3 to_origin = vec3_sub(pose->origin, point);
    target t = {.shape = shape, .basis = &pose->basis, .offset = vec3_add(to_origin, center)};
    real norm = gz_pose_norm(pose);
    real size = norm * shape->extent + vec3_length(t.offset) + placed->margin;
    real rounded = size + vec3_length(to_origin) + norm * vec3_length(shape->center);
    real slack = (GZ_ERROR_CONTAINS + GZ_ERROR_AFFINE) * GRAZE_EPSILON * rounded;
    return decide(&t, placed->margin + gz_round_up(norm * shape->support_error + slack), size);
}

graze_status graze_placed_contains(const graze_placed *placed, graze_vec3 point, bool *inside) {
    if (!inside || !vec3_is_finite(point)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(placed);
    if (status != GRAZE_OK) return status;
    if (vec3_max_abs(point) > GRAZE_SHAPE_REACH) return GRAZE_OUT_OF_RANGE;
    if (!placed->shape->bounded) return half_space_contains(placed, point, inside);
    graze_pose_kind kind = placed->pose.kind;
    if (kind == GRAZE_POSE_UNKNOWN) kind = graze_pose_classify(&placed->pose);
    if (kind != GRAZE_POSE_AFFINE) return contains_similar(placed, point, inside);
    *inside = contains_affine(placed, point);
    return GRAZE_OK;
}
