/* SPDX-License-Identifier: MIT
 * What the constructors of primitives and wrappers share: support errors, centres without loss, boxes
 * from supports, balls from supports, masses from products. */
#ifndef GZ_SHAPE_COMPOSE_H
#define GZ_SHAPE_COMPOSE_H

#include "base/tolerance.h"
#include "math/rounding.h"
#include "shape/shape.h"

/* roundings * eps * size, and what underflow may add: a support error (see tolerance.h). */
static inline real gz_support_error(real roundings, real size) {
    return size > 0 ? gz_round_up(roundings * GRAZE_EPSILON * size + GZ_ERROR_UNDERFLOW) : 0;
}

/* The zero direction means e1, in every shape: so that the parts of a sum or a hull answer it alike
 * and the result is a point of the boundary. */
static inline vec3 gz_nonzero(vec3 v) { return vec3_max_abs(v) > 0 ? v : vec3_make(1, 0, 0); }

/* A finite size that is not negative. */
static inline bool gz_is_size(real x) { return graze_is_finite(x) && x >= 0; }

/* The length of (x, y), rounded up; 0 for 0. */
static inline real gz_hypotenuse_up(real x, real y) {
    return x > 0 || y > 0 ? gz_round_up(vec3_length(vec3_make(x, y, 0))) : 0;
}

/* basis * x + origin as a point and the part that rounding it dropped; basis NULL is the identity. The
 * point is correctly rounded, and with the rest good to about twice the precision. */
void gz_exact_image(const mat3 *basis, vec3 x, vec3 origin, vec3 *point, vec3 *rest);

/* Sets center, half and extent from the box lo..hi of the core relative to the point base
 * (shape->radius and shape->support_error are already set), rounding outward. Returns the step from
 * base to the new centre, good to one rounding of its own size. */
vec3 gz_shape_set_relative_box(graze_shape *shape, vec3 base, vec3 lo, vec3 hi);

/* Lowers the extent to what the corner of the core's box and the radius allow. */
void gz_shape_tighten_extent(graze_shape *shape);

/* A ball around any bounded shape, at most 3 % larger than the least of those around it. */
graze_sphere gz_shape_ball_by_support(const graze_shape *shape);
/* The smaller one. */
static inline graze_sphere gz_smaller_ball(graze_sphere a, graze_sphere b) {
    return b.radius < a.radius ? b : a;
}

/* The mass of a volume factor * a * b * c with that centre, bounds a few roundings away;
 * GRAZE_OUT_OF_RANGE if the volume is too large a number. */
graze_status gz_mass_of_product(real factor, real a, real b, real c, vec3 center,
                                graze_shape_mass *out);

#define GZ_PI ((real)3.14159265358979323846)

#endif
