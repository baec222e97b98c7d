/* SPDX-License-Identifier: MIT
 * The convex hull of shapes (B:3129-3141): the farthest of their support points.
 *
 * With m the least of the children's radii, hull(A_i + r_i) = hull(A_i + (r_i - m)) + m, because
 * adding a ball and taking the hull commute. So m is the radius of the hull, and its core is the hull
 * of the children swollen by what is left. */
#include "shape/compose.h"
#include "shape/unwrap.h"

typedef struct hull_part {
    graze_shape *shape;
    vec3 offset; /* of its centre from the hull's */
    real swell;  /* its radius above the common one */
} hull_part;

typedef struct hull_of_shape {
    graze_shape base;
    size_t count;
    bool swollen; /* any swell > 0 */
    hull_part parts[];
} hull_of_shape;

static vec3 hull_of_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    (void)hint;
    const hull_of_shape *hull = (const hull_of_shape *)shape;
    v = gz_nonzero(v);
    vec3 unit = hull->swollen ? gz_unit(v) : vec3_zero(), best = vec3_zero();
    real farthest = 0;
    for (size_t i = 0; i < hull->count; ++i) {
        const hull_part *part = &hull->parts[i];
        uint32_t own = 0;
        vec3 point = vec3_add_scaled(part->shape->ops->core(part->shape, v, &own), part->swell, unit);
        point = vec3_add(part->offset, point);
        real value = vec3_dot(v, point);
        if (i == 0 || value > farthest) {
            farthest = value;
            best = point;
        }
    }
    return best;
}

const graze_shape *gz_hull_of_child(const graze_shape *shape, vec3 *shift) {
    const hull_of_shape *hull = (const hull_of_shape *)shape;
    if (hull->count != 1 || hull->swollen) return NULL;
    *shift = hull->parts[0].offset;
    return hull->parts[0].shape;
}

/* The ball grown to hold each child's ball in turn: never smaller than the children's own least ball,
 * and exact when one of them holds the others. */
static graze_sphere ball_of_balls(const hull_of_shape *hull) {
    graze_sphere ball = gz_shape_ball(hull->parts[0].shape);
    for (size_t i = 1; i < hull->count; ++i) {
        graze_sphere other = gz_shape_ball(hull->parts[i].shape);
        vec3 between = vec3_sub(other.center, ball.center);
        real distance = vec3_length(between);
        if (distance + other.radius <= ball.radius) continue;
        if (distance + ball.radius <= other.radius) {
            ball = other;
            continue;
        }
        real radius = (distance + ball.radius + other.radius) / 2;
        ball.center = vec3_add_scaled(ball.center, (radius - ball.radius) / distance, between);
        ball.radius = radius;
    }
    return ball;
}

static graze_sphere hull_of_ball(const graze_shape *shape) {
    const hull_of_shape *hull = (const hull_of_shape *)shape;
    /* Only the centre is taken from the balls: the radius is measured from it again, so that no
     * rounding on the way matters. */
    graze_sphere ball = ball_of_balls(hull);
    real radius = 0;
    for (size_t i = 0; i < hull->count; ++i) {
        graze_sphere own = gz_shape_ball(hull->parts[i].shape);
        real distance = vec3_length(vec3_sub(own.center, ball.center));
        radius = graze_max(radius, gz_add_up(gz_round_up(distance), own.radius));
    }
    ball.radius = radius;
    return gz_smaller_ball(ball, gz_shape_ball_by_support(shape));
}

static void hull_of_describe(const graze_shape *shape, gz_text *text, int depth) {
    const hull_of_shape *hull = (const hull_of_shape *)shape;
    gz_text_add(text, "hull of(");
    for (size_t i = 0; i < hull->count; ++i) {
        if (i > 0) gz_text_add(text, ", ");
        gz_text_add_shape(text, hull->parts[i].shape, depth - 1);
    }
    gz_text_add(text, ")");
}

static void hull_of_destroy(graze_shape *shape) {
    hull_of_shape *hull = (hull_of_shape *)shape;
    for (size_t i = 0; i < hull->count; ++i) graze_shape_release(hull->parts[i].shape);
}

static const gz_shape_ops hull_of_ops = {.core = hull_of_core,
                                         .bounding_sphere = hull_of_ball,
                                         .describe = hull_of_describe,
                                         .destroy = hull_of_destroy};

/* The box of the children relative to the first one's centre, so that a hull far from its origin
 * loses nothing; then the parts relative to the middle of it. */
static void place_parts(hull_of_shape *hull) {
    graze_shape *base = &hull->base;
    vec3 origin = hull->parts[0].shape->center, lo = vec3_zero(), hi = vec3_zero();
    real common = hull->parts[0].shape->radius, worst = 0;
    for (size_t i = 1; i < hull->count; ++i) common = graze_min(common, hull->parts[i].shape->radius);
    for (size_t i = 0; i < hull->count; ++i) {
        const graze_shape *part = hull->parts[i].shape;
        vec3 d = vec3_sub(part->center, origin);
        vec3 slack = vec3_scale(vec3_abs(d), 2 * GRAZE_EPSILON);
        vec3 h = vec3_add(vec3_sub(part->half, vec3_make(common, common, common)), slack);
        vec3 own_lo = vec3_sub(d, h), own_hi = vec3_add(d, h);
        lo = i == 0 ? own_lo : vec3_min(lo, own_lo);
        hi = i == 0 ? own_hi : vec3_max(hi, own_hi);
        worst = graze_max(worst, part->support_error);
    }
    base->radius = common;
    gz_shape_set_relative_box(base, origin, lo, hi);
    real extent = 0;
    for (size_t i = 0; i < hull->count; ++i) {
        hull_part *part = &hull->parts[i];
        part->offset = vec3_sub(part->shape->center, base->center);
        part->swell = part->shape->radius - common;
        if (part->swell > 0) hull->swollen = true;
        real reach = gz_round_up(vec3_length(part->offset) + part->shape->extent);
        extent = graze_max(extent, reach);
    }
    base->extent = graze_min(base->extent, extent);
    base->support_error = gz_add_up(worst, gz_support_error(GZ_ERROR_HULL, base->extent));
    /* The sides rounded six times, in terms of the extent: half width, sums, middle. */
    real slack = gz_round_up(8 * GRAZE_EPSILON * base->extent);
    base->half = vec3_make(gz_add_up(base->half.x, slack), gz_add_up(base->half.y, slack),
                           gz_add_up(base->half.z, slack));
    base->extent = gz_add_up(base->extent, slack);
}

graze_status graze_shape_hull_of(graze_shape *const *shapes, size_t count, graze_shape **out) {
    if (!out || !shapes || count == 0) return GRAZE_INVALID_ARGUMENT;
    if (count > (SIZE_MAX - sizeof(hull_of_shape)) / sizeof(hull_part)) return GRAZE_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; ++i)
        if (!shapes[i]) return GRAZE_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; ++i) {
        graze_status status = gz_shape_check_convex(shapes[i]);
        if (status != GRAZE_OK) return status;
    }
    size_t bytes = sizeof(hull_of_shape) + count * sizeof(hull_part);
    hull_of_shape *hull = (hull_of_shape *)gz_shape_allocate(bytes, GRAZE_SHAPE_HULL_OF, &hull_of_ops);
    if (!hull) return GRAZE_OUT_OF_MEMORY;
    hull->count = count;
    hull->swollen = false;
    for (size_t i = 0; i < count; ++i) hull->parts[i].shape = graze_shape_retain(shapes[i]);
    place_parts(hull);
    return gz_shape_finish(&hull->base, out);
}
