/* SPDX-License-Identifier: MIT */
#include "math/vec3.h"
#include "math/scale.h"

vec3 gz_direction_rescaled(vec3 v) { return gz_vec3_scale(v, -gz_exponent(vec3_max_abs(v))); }

real graze_vec3_length(vec3 a) {
    real largest = vec3_max_abs(a);
    if (gz_squares_are_safe(largest)) return graze_sqrt(vec3_length_squared(a));
    int exponent = gz_exponent(largest);
    vec3 scaled = gz_vec3_scale(a, -exponent);
    return gz_scale(graze_sqrt(vec3_length_squared(scaled)), exponent);
}

graze_status graze_vec3_normalize(vec3 a, vec3 *unit) {
    if (!unit || !vec3_is_finite(a)) return GRAZE_INVALID_ARGUMENT;
    vec3 scaled = gz_direction(a);
    real squared = vec3_length_squared(scaled);
    if (squared == 0) return GRAZE_INVALID_ARGUMENT;
    real length = graze_sqrt(squared);
    *unit = vec3_make(scaled.x / length, scaled.y / length, scaled.z / length);
    return GRAZE_OK;
}
