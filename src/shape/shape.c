/* SPDX-License-Identifier: MIT
 * What all shapes have in common: ownership, checks, and the public questions about one shape. */
#include "shape/shape.h"

#include "base/memory.h"
#include "base/tolerance.h"
#include "math/rounding.h"
#include "shape/half_space.h"
#include "shape/inner.h"
#include "shape/oval.h"
#include "shape/stamp.h"

/* -- ownership -- */

graze_shape *gz_shape_allocate(size_t bytes, graze_shape_kind kind, const gz_shape_ops *ops) {
    graze_shape *shape = gz_allocate(bytes);
    if (!shape) return NULL;
    *shape = (graze_shape){.ops = ops, .kind = kind, .bytes = bytes, .bounded = true, .convex = true};
    atomic_init(&shape->owners, 1);
    return shape;
}

graze_shape *graze_shape_retain(graze_shape *shape) {
    if (shape) atomic_fetch_add_explicit(&shape->owners, 1, memory_order_relaxed);
    return shape;
}

void graze_shape_release(graze_shape *shape) {
    if (!shape || atomic_fetch_sub_explicit(&shape->owners, 1, memory_order_acq_rel) != 1) return;
    if (shape->ops->destroy) shape->ops->destroy(shape);
    gz_release(shape, shape->bytes);
}

/* -- construction -- */

static real half_width(real lo, real center, real hi) {
    return graze_max(gz_sub_up(hi, center), gz_sub_up(center, lo));
}

void gz_shape_set_box(graze_shape *shape, vec3 lo, vec3 hi) {
    vec3 c = graze_aabb_center((graze_aabb){lo, hi});
    vec3 core = vec3_make(half_width(lo.x, c.x, hi.x), half_width(lo.y, c.y, hi.y),
                          half_width(lo.z, c.z, hi.z));
    real r = shape->radius;
    shape->center = c;
    shape->half = vec3_make(gz_add_up(core.x, r), gz_add_up(core.y, r), gz_add_up(core.z, r));
    real diagonal = vec3_max_abs(core) > 0 ? gz_round_up(vec3_length(core)) : 0;
    shape->extent = gz_add_up(diagonal, r);
}

graze_status gz_shape_finish(graze_shape *shape, graze_shape **out) {
    if (!shape) return GRAZE_OUT_OF_MEMORY;
    shape->reach = gz_round_up(vec3_length(shape->center) + shape->extent);
    if (shape->bounded) {
        real reach = vec3_max_abs(vec3_add(vec3_abs(shape->center), shape->half));
        /* Written so that NaN, from infinities inside, fails too. */
        bool fits = reach <= GRAZE_SHAPE_REACH && shape->extent <= 2 * GRAZE_SHAPE_REACH &&
                    shape->support_error <= GRAZE_SHAPE_REACH && vec3_is_finite(shape->center);
        if (!fits) {
            graze_shape_release(shape);
            return GRAZE_OUT_OF_RANGE;
        }
    }
    shape->plain = shape->bounded && shape->convex;
    gz_inner_set(shape);
    gz_oval_set(shape);
    shape->stamp = gz_shape_stamp(shape);
    *out = shape;
    return GRAZE_OK;
}

graze_status gz_shape_check_bounded(const graze_shape *shape) {
    if (!shape) return GRAZE_INVALID_ARGUMENT;
    return shape->bounded ? GRAZE_OK : GRAZE_UNBOUNDED;
}

graze_status gz_shape_check_convex(const graze_shape *shape) {
    graze_status status = gz_shape_check_bounded(shape);
    return status == GRAZE_OK && !shape->convex ? GRAZE_NOT_CONVEX : status;
}

/* -- questions -- */

graze_shape_kind graze_shape_get_kind(const graze_shape *shape) {
    return shape ? shape->kind : GRAZE_SHAPE_KIND_COUNT;
}

const char *graze_shape_kind_text(graze_shape_kind kind) {
    static const char *const texts[GRAZE_SHAPE_KIND_COUNT] = {
        [GRAZE_SHAPE_POINT] = "point",
        [GRAZE_SHAPE_SEGMENT] = "segment",
        [GRAZE_SHAPE_TRIANGLE] = "triangle",
        [GRAZE_SHAPE_TETRAHEDRON] = "tetrahedron",
        [GRAZE_SHAPE_SPHERE] = "sphere",
        [GRAZE_SHAPE_BOX] = "box",
        [GRAZE_SHAPE_CONE] = "cone",
        [GRAZE_SHAPE_CYLINDER] = "cylinder",
        [GRAZE_SHAPE_CAPSULE] = "capsule",
        [GRAZE_SHAPE_ELLIPSOID] = "ellipsoid",
        [GRAZE_SHAPE_POLYGON] = "polygon",
        [GRAZE_SHAPE_POLYTOPE] = "polytope",
        [GRAZE_SHAPE_KDOP] = "k-DOP",
        [GRAZE_SHAPE_HALF_SPACE] = "half-space",
        [GRAZE_SHAPE_ROUNDED] = "rounded",
        [GRAZE_SHAPE_MINKOWSKI_SUM] = "sum",
        [GRAZE_SHAPE_HULL_OF] = "hull of",
        [GRAZE_SHAPE_TRANSFORMED] = "transformed",
        [GRAZE_SHAPE_CUSTOM] = "custom",
        [GRAZE_SHAPE_MESH] = "mesh",
        [GRAZE_SHAPE_HEIGHT_FIELD] = "height field",
        [GRAZE_SHAPE_COMPOUND] = "compound",
    };
    if ((int)kind < 0 || kind >= GRAZE_SHAPE_KIND_COUNT) return "unknown";
    return texts[kind];
}

bool graze_shape_is_bounded(const graze_shape *shape) { return shape && shape->bounded; }

graze_status graze_shape_support(const graze_shape *shape, graze_vec3 direction, graze_vec3 *point) {
    if (!shape || !point || !vec3_is_finite(direction)) return GRAZE_INVALID_ARGUMENT;
    if (!shape->bounded) return gz_half_space_support(shape, direction, point);
    *point = gz_shape_support_point(shape, gz_direction(direction));
    return GRAZE_OK;
}

graze_real graze_shape_support_error(const graze_shape *shape) {
    if (!shape) return 0;
    if (shape->vertices && shape->radius == 0) return shape->support_error;
    /* The sum of centre and offset rounds once more. */
    real size = shape->reach;
    return gz_round_up(gz_shape_offset_error(shape) + GRAZE_EPSILON * size);
}

real gz_shape_offset_error(const graze_shape *shape) {
    if (!(shape->radius > 0)) return shape->support_error;
    return gz_round_up(shape->support_error +
                       GRAZE_EPSILON * (GZ_ERROR_ROUND * shape->radius + shape->extent));
}

graze_status graze_shape_bounding_sphere(const graze_shape *shape, graze_sphere *out) {
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_shape_check_bounded(shape);
    if (status != GRAZE_OK) return status;
    *out = gz_shape_ball(shape);
    return GRAZE_OK;
}

bool gz_shape_core_vertex(const graze_shape *shape, uint32_t hint, vec3 *point) {
    if (shape->vertices && hint < shape->vertex_count) {
        *point = gz_shape_vertex(shape, hint);
        return true;
    }
    if (shape->kind != GRAZE_SHAPE_BOX || hint >= 8) return false;
    vec3 h = shape->half;
    *point = vec3_make(hint & 1 ? -h.x : h.x, hint & 2 ? -h.y : h.y, hint & 4 ? -h.z : h.z);
    return true;
}

vec3 gz_shape_support_point(const graze_shape *shape, vec3 v) {
    uint32_t hint = 0;
    vec3 offset = gz_shape_offset(shape, v, &hint);
    if (shape->vertices && shape->radius == 0) return shape->vertices[hint];
    return vec3_add(shape->center, offset);
}

graze_sphere gz_shape_ball(const graze_shape *shape) {
    if (shape->ops->bounding_sphere) return shape->ops->bounding_sphere(shape);
    return (graze_sphere){shape->center, shape->extent};
}
