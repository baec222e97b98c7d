/* SPDX-License-Identifier: MIT
 * The cone: axis local y, base at -height/2, apex at +height/2 (S10, B:1070-1080). */
#include "shape/compose.h"
#include "shape/simple_core.h"
#include "shape/spans.h"

static vec3 cone_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    return gz_cone_core(shape, v, hint);
}

/* The ball through apex and rim: its centre y is as far from the apex as from the rim,
 * (h/2 - y)^2 = (y + h/2)^2 + r^2, so y = -r^2 / (2 h). A cone flatter than that (r > h) has its centre
 * below the base: then the ball over the base disk is the least. */
static graze_sphere cone_ball(const graze_shape *shape) {
    const gz_cone *cone = (const gz_cone *)shape;
    real r = cone->radius, h = cone->height;
    if (r >= h) return (graze_sphere){vec3_make(0, -h / 2, 0), r};
    real y = -r * (r / h) / 2;
    real to_apex = h / 2 - y, to_rim = vec3_length(vec3_make(r, y + h / 2, 0));
    return (graze_sphere){vec3_make(0, y, 0), gz_round_up(graze_max(to_apex, to_rim))};
}

/* The centre of mass stands a quarter of the height above the base. */
static graze_status cone_measure(const graze_shape *shape, graze_shape_mass *out) {
    const gz_cone *cone = (const gz_cone *)shape;
    real r = cone->radius, h = cone->height;
    /* Without a radius the cone is a segment, with its centre in the middle. */
    vec3 center = vec3_make(0, r > 0 ? -h / 4 : 0, 0);
    return gz_mass_of_product(GZ_PI / 3, r, r, h, center, out);
}

static void cone_describe(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    const gz_cone *cone = (const gz_cone *)shape;
    gz_text_add_sizes(text, "cone", (real[]){cone->radius, cone->height}, 2);
}

/* Between the apex and the rim. */
static void cone_spans(const graze_shape *shape, const mat3 *rows, vec3 *below, vec3 *above) {
    const gz_cone *cone = (const gz_cone *)shape;
    vec3 apex = vec3_scale(gz_spans_along(rows), cone->height / 2);
    vec3 disk = vec3_scale(gz_spans_across(rows), cone->radius);
    *above = vec3_max(apex, vec3_sub(disk, apex));
    *below = vec3_min(apex, vec3_neg(vec3_add(disk, apex)));
}

static const gz_shape_ops cone_ops = {.core = cone_core,
                                      .bounding_sphere = cone_ball,
                                      .measure = cone_measure,
                                      .describe = cone_describe,
                                      .spans = cone_spans};

graze_status graze_shape_cone(graze_real radius, graze_real height, graze_shape **out) {
    if (!out || !gz_is_size(radius) || !gz_is_size(height)) return GRAZE_INVALID_ARGUMENT;
    gz_cone *cone = (gz_cone *)gz_shape_allocate(sizeof *cone, GRAZE_SHAPE_CONE, &cone_ops);
    if (!cone) return GRAZE_OUT_OF_MEMORY;
    cone->radius = radius;
    cone->height = height;
    vec3 corner = vec3_make(radius, height / 2, radius);
    gz_shape_set_box(&cone->base, vec3_neg(corner), corner);
    cone->base.extent = gz_hypotenuse_up(radius, height / 2);
    cone->base.support_error = gz_support_error(GZ_ERROR_ROUND + GZ_ERROR_CONE, radius);
    return gz_shape_finish(&cone->base, out);
}
