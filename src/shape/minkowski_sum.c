/* SPDX-License-Identifier: MIT
 * The Minkowski sum of two shapes (S11, B:1082-1096, 3111-3127): centres, cores and radii add. */
#include "shape/compose.h"
#include "shape/unwrap.h"

typedef struct sum_shape {
    graze_shape base;
    graze_shape *a, *b;
    vec3 shift; /* what rounding dropped from the sum of the centres */
} sum_shape;

/* The hint serves a; b has to do without. */
static vec3 sum_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    const sum_shape *sum = (const sum_shape *)shape;
    uint32_t other = 0;
    v = gz_nonzero(v);
    vec3 points = vec3_add(sum->a->ops->core(sum->a, v, hint), sum->b->ops->core(sum->b, v, &other));
    return vec3_add(points, sum->shift);
}

const graze_shape *gz_sum_child(const graze_shape *shape, vec3 *shift) {
    const sum_shape *sum = (const sum_shape *)shape;
    bool point_a = sum->a->kind == GRAZE_SHAPE_SPHERE || sum->a->kind == GRAZE_SHAPE_POINT;
    bool point_b = sum->b->kind == GRAZE_SHAPE_SPHERE || sum->b->kind == GRAZE_SHAPE_POINT;
    if (!point_a && !point_b) return NULL;
    *shift = sum->shift;
    return point_a ? sum->b : sum->a;
}

static graze_sphere sum_ball(const graze_shape *shape) {
    const sum_shape *sum = (const sum_shape *)shape;
    graze_sphere a = gz_shape_ball(sum->a), b = gz_shape_ball(sum->b), ball;
    vec3 rest;
    gz_exact_image(NULL, a.center, b.center, &ball.center, &rest);
    ball.radius = gz_add_up(gz_add_up(a.radius, b.radius), gz_round_up(vec3_length(rest)));
    return gz_smaller_ball(ball, gz_shape_ball_by_support(shape));
}

static void sum_describe(const graze_shape *shape, gz_text *text, int depth) {
    const sum_shape *sum = (const sum_shape *)shape;
    gz_text_add(text, "sum(");
    gz_text_add_shape(text, sum->a, depth - 1);
    gz_text_add(text, ", ");
    gz_text_add_shape(text, sum->b, depth - 1);
    gz_text_add(text, ")");
}

static void sum_destroy(graze_shape *shape) {
    graze_shape_release(((sum_shape *)shape)->a);
    graze_shape_release(((sum_shape *)shape)->b);
}

static const gz_shape_ops sum_ops = {
    .core = sum_core, .bounding_sphere = sum_ball, .describe = sum_describe, .destroy = sum_destroy};

graze_status graze_shape_minkowski_sum(graze_shape *a, graze_shape *b, graze_shape **out) {
    if (!out || !a || !b) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_shape_check_convex(a);
    if (status == GRAZE_OK) status = gz_shape_check_convex(b);
    if (status != GRAZE_OK) return status;
    sum_shape *sum = (sum_shape *)gz_shape_allocate(sizeof *sum, GRAZE_SHAPE_MINKOWSKI_SUM, &sum_ops);
    if (!sum) return GRAZE_OUT_OF_MEMORY;
    sum->a = graze_shape_retain(a);
    sum->b = graze_shape_retain(b);
    graze_shape *base = &sum->base;
    gz_exact_image(NULL, a->center, b->center, &base->center, &sum->shift);
    base->radius = a->radius + b->radius;
    real shifted = vec3_max_abs(sum->shift) > 0 ? gz_round_up(vec3_length(sum->shift)) : 0;
    base->extent = gz_add_up(gz_add_up(a->extent, b->extent), shifted);
    real dropped = graze_abs(gz_sub_error(a->radius, -b->radius, base->radius));
    base->support_error = gz_round_up(a->support_error + b->support_error + dropped +
                                      gz_support_error(GZ_ERROR_SUM, base->extent));
    vec3 off = vec3_abs(sum->shift); /* the middle is not quite in the middle */
    base->half = vec3_make(gz_add_up(gz_add_up(a->half.x, b->half.x), off.x),
                           gz_add_up(gz_add_up(a->half.y, b->half.y), off.y),
                           gz_add_up(gz_add_up(a->half.z, b->half.z), off.z));
    gz_shape_tighten_extent(base);
    return gz_shape_finish(base, out);
}
