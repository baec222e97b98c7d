/* SPDX-License-Identifier: MIT
 * The affine image of a shape (B:3078-3109, theorem 4.6): the support of B A + c along v is
 * B s_A(B^T v) + c. A pose that keeps angles keeps the split into core and radius; any other turns
 * balls into ellipsoids, so the whole shape becomes the core. */
#include "math/scale.h"
#include "shape/compose.h"
#include "shape/placed.h"
#include "shape/unwrap.h"

typedef struct image_shape {
    graze_shape base;
    graze_shape *child;
    graze_pose pose; /* its kind is known */
    mat3 directions; /* the basis times a power of two: B^T v neither over- nor underflows */
    vec3 shift;      /* from the centre to the image of the child's centre */
    bool whole;      /* the child's radius is part of the core */
} image_shape;

static vec3 image_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    const image_shape *image = (const image_shape *)shape;
    const graze_shape *child = image->child;
    vec3 local = gz_direction(graze_mat3_tmul_vec(&image->directions, gz_nonzero(v)));
    vec3 point =
        image->whole ? gz_shape_offset(child, local, hint) : child->ops->core(child, local, hint);
    return vec3_add(graze_mat3_mul_vec(&image->pose.basis, point), image->shift);
}

static graze_sphere image_ball(const graze_shape *shape) {
    const image_shape *image = (const image_shape *)shape;
    graze_sphere own = gz_shape_ball(image->child), ball;
    vec3 rest;
    gz_exact_image(&image->pose.basis, own.center, image->pose.origin, &ball.center, &rest);
    /* An angle-preserving basis stretches by its norm up to GZ_ORTHOGONAL. */
    real stretch =
        gz_pose_norm(&image->pose, image->pose.kind) * (1 + 2 * GZ_ORTHOGONAL * GRAZE_EPSILON);
    ball.radius = gz_round_up(stretch * own.radius + vec3_length(rest));
    if (image->pose.kind != GRAZE_POSE_AFFINE) return ball;
    return gz_smaller_ball(ball, gz_shape_ball_by_support(shape));
}

/* |det B| times the volume. Each column is brought to size one first, so nothing overflows on the way;
 * the determinant is then off by at most GZ_SINGULAR / 2 roundings of the product of the lengths. */
static graze_status image_measure(const graze_shape *shape, graze_shape_mass *out) {
    const image_shape *image = (const image_shape *)shape;
    graze_shape_mass own;
    graze_status status = graze_shape_measure(image->child, &own);
    if (status != GRAZE_OK) return status;
    const mat3 *basis = &image->pose.basis;
    mat3 b;
    int power = 0;
    for (int i = 0; i < 3; ++i) {
        int e = gz_exponent(vec3_max_abs(basis->col[i]));
        b.col[i] = gz_vec3_scale(basis->col[i], -e);
        power += e;
    }
    real determinant = graze_abs(graze_mat3_determinant(&b));
    real lengths = vec3_length(b.col[0]) * vec3_length(b.col[1]) * vec3_length(b.col[2]);
    real slack = GZ_SINGULAR / 2 * GRAZE_EPSILON * lengths;
    graze_shape_mass mass = {.volume = gz_scale(determinant * own.volume, power)};
    real lower = (determinant - slack) * own.lower * (1 - 4 * GRAZE_EPSILON);
    mass.lower = graze_max(0, gz_next_down(gz_scale(lower, power)));
    mass.upper = own.upper > 0 ? gz_round_up(gz_scale((determinant + slack) * own.upper, power)) : 0;
    vec3 rest;
    gz_exact_image(basis, own.center, image->pose.origin, &mass.center, &rest);
    if (!(mass.upper <= GRAZE_REAL_MAX)) return GRAZE_OUT_OF_RANGE;
    *out = mass;
    return GRAZE_OK;
}

static void image_describe(const graze_shape *shape, gz_text *text, int depth) {
    const image_shape *image = (const image_shape *)shape;
    gz_text_add(text, image->pose.kind == GRAZE_POSE_RIGID     ? "transformed(rigid, "
                      : image->pose.kind == GRAZE_POSE_UNIFORM ? "transformed(uniform, "
                                                               : "transformed(affine, ");
    gz_text_add_shape(text, image->child, depth - 1);
    gz_text_add(text, ")");
}

static void image_destroy(graze_shape *shape) { graze_shape_release(((image_shape *)shape)->child); }

static const gz_shape_ops image_ops = {.core = image_core,
                                       .bounding_sphere = image_ball,
                                       .measure = image_measure,
                                       .describe = image_describe,
                                       .destroy = image_destroy};

const graze_shape *gz_image_child(const graze_shape *shape, mat3 *basis, vec3 *shift) {
    const image_shape *image = (const image_shape *)shape;
    if (image->whole) return NULL;
    *basis = image->pose.basis;
    *shift = image->shift;
    return image->child;
}

/* The basis times the power of two that brings its largest element into [1, 2). */
static mat3 scaled_basis(const mat3 *basis) {
    real largest = graze_max(graze_max(vec3_max_abs(basis->col[0]), vec3_max_abs(basis->col[1])),
                             vec3_max_abs(basis->col[2]));
    int e = -gz_exponent(largest);
    return graze_mat3_from_columns(gz_vec3_scale(basis->col[0], e), gz_vec3_scale(basis->col[1], e),
                                   gz_vec3_scale(basis->col[2], e));
}

/* The radius of the image of a ball of that radius under an angle-preserving basis, and in *error how
 * far the true image, a slightly different ellipsoid, may lie from it: half the deviation of the Gram
 * matrix of basis / scale from the identity. */
static real image_radius(const graze_pose *pose, real radius, real *error) {
    const mat3 *b = &pose->basis;
    real scale = 1;
    if (pose->kind == GRAZE_POSE_UNIFORM) {
        vec3 lengths =
            vec3_make(vec3_length(b->col[0]), vec3_length(b->col[1]), vec3_length(b->col[2]));
        scale = vec3_length(lengths) / graze_sqrt(3);
    }
    real squares = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            real dot = vec3_dot(vec3_scale(b->col[i], 1 / scale), vec3_scale(b->col[j], 1 / scale));
            real off = i == j ? dot - 1 : dot;
            squares += off * off;
        }
    real deviation = graze_sqrt(squares) / 2 + GZ_ERROR_GRAM * GRAZE_EPSILON;
    *error = radius > 0 ? gz_round_up(deviation * scale * radius) : 0;
    return scale * radius;
}

/* The core's box relative to the image of the child's centre, from six supports; the centre is the
 * middle of it. */
static void place_image(image_shape *image) {
    graze_shape *base = &image->base;
    const graze_shape *child = image->child;
    vec3 origin, rest;
    gz_exact_image(&image->pose.basis, child->center, image->pose.origin, &origin, &rest);
    image->shift = rest;
    /* What is left of the centre rounds too, when it is made and in two sums. */
    base->support_error =
        gz_add_up(base->support_error, gz_round_up(3 * GRAZE_EPSILON * vec3_length(rest)));
    uint32_t hint = 0;
    vec3 lo, hi;
    hi.x = image_core(base, vec3_make(1, 0, 0), &hint).x;
    hi.y = image_core(base, vec3_make(0, 1, 0), &hint).y;
    hi.z = image_core(base, vec3_make(0, 0, 1), &hint).z;
    lo.x = image_core(base, vec3_make(-1, 0, 0), &hint).x;
    lo.y = image_core(base, vec3_make(0, -1, 0), &hint).y;
    lo.z = image_core(base, vec3_make(0, 0, -1), &hint).z;
    vec3 step = gz_shape_set_relative_box(base, origin, lo, hi);
    image->shift = vec3_sub(rest, step);
}

graze_status graze_shape_transformed(graze_shape *shape, const graze_pose *pose, graze_shape **out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_shape_check_convex(shape);
    if (status == GRAZE_OK) status = graze_pose_check(pose);
    if (status != GRAZE_OK) return status;
    image_shape *image =
        (image_shape *)gz_shape_allocate(sizeof *image, GRAZE_SHAPE_TRANSFORMED, &image_ops);
    if (!image) return GRAZE_OUT_OF_MEMORY;
    image->child = graze_shape_retain(shape);
    image->pose = *pose;
    if (pose->kind == GRAZE_POSE_UNKNOWN) image->pose.kind = graze_pose_classify(pose);
    image->directions = scaled_basis(&pose->basis);
    image->whole = image->pose.kind == GRAZE_POSE_AFFINE && shape->radius > 0;
    graze_shape *base = &image->base;
    real norm = gz_pose_norm(&image->pose, image->pose.kind) * (1 + 2 * GZ_ORTHOGONAL * GRAZE_EPSILON);
    real own_error = image->whole ? gz_shape_offset_error(shape) : shape->support_error;
    real core_extent = image->whole ? shape->extent : gz_sub_up(shape->extent, shape->radius);
    real frobenius = image->pose.kind == GRAZE_POSE_AFFINE ? norm : norm * graze_sqrt(3);
    real off_round = 0;
    if (!image->whole) base->radius = image_radius(&image->pose, shape->radius, &off_round);
    base->support_error = gz_round_up(norm * own_error + off_round +
                                      gz_support_error(GZ_ERROR_AFFINE, frobenius * core_extent));
    place_image(image);
    real extent = gz_round_up(norm * core_extent + vec3_length(image->shift));
    base->extent = graze_min(base->extent, gz_add_up(extent, gz_add_up(base->radius, off_round)));
    return gz_shape_finish(base, out);
}
