/* SPDX-License-Identifier: MIT */
#include "shape/compose.h"

#include "math/double_double.h"

static void exact_component(const mat3 *basis, vec3 x, real origin, int row, real *sum, real *rest) {
    gz_dd total = {(double)origin, 0};
    for (int i = 0; i < 3; ++i) {
        double factor = basis ? (double)graze_vec3_get(basis->col[i], row) : i == row ? 1.0 : 0.0;
        double term = (double)graze_vec3_get(x, i);
        if (term != 0) total = gz_dd_add(total, gz_dd_two_product(factor, term));
    }
    *sum = (real)total.hi;
    *rest = (real)((total.hi - (double)*sum) + total.lo);
}

void gz_exact_image(const mat3 *basis, vec3 x, vec3 origin, vec3 *point, vec3 *rest) {
    exact_component(basis, x, origin.x, 0, &point->x, &rest->x);
    exact_component(basis, x, origin.y, 1, &point->y, &rest->y);
    exact_component(basis, x, origin.z, 2, &point->z, &rest->z);
}

/* One axis of gz_shape_set_relative_box. */
static real relative_side(real base, real lo, real hi, real *center, real *half) {
    *center = base + (lo + (hi - lo) / 2);
    real step = *center - base;
    *half = graze_max(graze_max(gz_sub_up(hi, step), gz_sub_up(step, lo)), 0);
    return step;
}

vec3 gz_shape_set_relative_box(graze_shape *shape, vec3 base, vec3 lo, vec3 hi) {
    vec3 core, step;
    step.x = relative_side(base.x, lo.x, hi.x, &shape->center.x, &core.x);
    step.y = relative_side(base.y, lo.y, hi.y, &shape->center.y, &core.y);
    step.z = relative_side(base.z, lo.z, hi.z, &shape->center.z, &core.z);
    real swell = gz_add_up(shape->radius, shape->support_error);
    shape->half =
        vec3_make(gz_add_up(core.x, swell), gz_add_up(core.y, swell), gz_add_up(core.z, swell));
    real diagonal = vec3_max_abs(core) > 0 ? gz_round_up(vec3_length(core)) : 0;
    shape->extent = gz_add_up(diagonal, swell);
    return step;
}

void gz_shape_tighten_extent(graze_shape *shape) {
    real r = shape->radius;
    vec3 h = shape->half;
    vec3 core = vec3_make(gz_sub_up(h.x, r), gz_sub_up(h.y, r), gz_sub_up(h.z, r));
    shape->extent = graze_min(shape->extent, gz_add_up(gz_round_up(vec3_length(core)), r));
}

graze_status gz_mass_of_product(real factor, real a, real b, real c, vec3 center,
                                graze_shape_mass *out) {
    real least = graze_min(graze_min(a, b), c), most = graze_max(graze_max(a, b), c);
    real middle = graze_max(graze_min(a, b), graze_min(graze_max(a, b), c));
    real volume = factor * (most * least * middle);
    graze_shape_mass mass = {.volume = volume, .lower = volume, .upper = volume, .center = center};
    if (least > 0) {
        /* Five roundings of the products and the factors, and what an underflow of the first product,
         * times the middle one, can hide. */
        real hidden = 8 * gz_next_up(0) * (1 + middle);
        mass.upper = gz_next_up(volume * (1 + 8 * GRAZE_EPSILON) + hidden);
        mass.lower = graze_max(0, gz_next_down(volume * (1 - 8 * GRAZE_EPSILON) - hidden));
    }
    if (!(mass.upper <= GRAZE_REAL_MAX)) return GRAZE_OUT_OF_RANGE;
    *out = mass;
    return GRAZE_OK;
}
