/* SPDX-License-Identifier: MIT
 * Planes n . x + d = 0 through points and under affine transformations (B:792-810, 874-911). */
#include <limits.h>

#include "base/tolerance.h"
#include "math/mat3.h"
#include "math/scale.h"

/* Sides that cannot overflow: the points are quartered when they are huge, which turns no normal. */
static void find_sides(const vec3 point[3], vec3 side[3]) {
    real largest = 0;
    for (int i = 0; i < 3; ++i) largest = graze_max(largest, vec3_max_abs(point[i]));
    int exponent = largest > GRAZE_REAL_MAX / 4 ? -2 : 0;
    for (int i = 0; i < 3; ++i)
        side[i] =
            vec3_sub(gz_vec3_scale(point[(i + 1) % 3], exponent), gz_vec3_scale(point[i], exponent));
}

/* The cross product of the two shorter sides: the error of a cross product grows with the lengths of
 * its factors, the product itself is the same for any two sides. */
graze_status graze_plane_from_points(vec3 a, vec3 b, vec3 c, graze_plane *out) {
    if (!out || !vec3_is_finite(a) || !vec3_is_finite(b) || !vec3_is_finite(c))
        return GRAZE_INVALID_ARGUMENT;
    const vec3 point[3] = {a, b, c};
    vec3 side[3];
    find_sides(point, side);
    real length[3];
    for (int i = 0; i < 3; ++i) length[i] = vec3_length(side[i]);
    vec3 lengths = vec3_make(length[0], length[1], length[2]);
    int longest = graze_vec3_closest_axis(lengths);
    vec3 u = gz_direction_rescaled(side[(longest + 1) % 3]);
    vec3 v = gz_direction_rescaled(side[(longest + 2) % 3]);
    vec3 normal = vec3_cross(u, v);
    real bound = GZ_COLLINEAR * GRAZE_EPSILON;
    if (!(vec3_length(normal) > bound * (vec3_length(u) * vec3_length(v))) ||
        graze_vec3_normalize(normal, &normal) != GRAZE_OK)
        return GRAZE_INVALID_ARGUMENT;
    real offset = -vec3_dot(normal, point[(longest + 2) % 3]);
    if (!graze_is_finite(offset)) return GRAZE_OUT_OF_RANGE;
    out->normal = normal;
    out->offset = offset;
    return GRAZE_OK;
}

/* With r_i 2^-e_i the rows of B^-1, n' = sum of n_i r_i 2^-e_i; taking out the largest power of two
 * keeps the sum in range, whatever the sizes of n and of the columns. */
graze_status graze_plane_transform(const graze_pose *pose, graze_plane plane, graze_plane *out) {
    graze_status status = graze_pose_check(pose);
    if (status != GRAZE_OK) return status;
    if (!out || !vec3_is_finite(plane.normal) || !graze_is_finite(plane.offset) ||
        vec3_max_abs(plane.normal) == 0)
        return GRAZE_INVALID_ARGUMENT;
    gz_scaled_inverse inverse;
    status = gz_mat3_invert_scaled(&pose->basis, &inverse);
    if (status != GRAZE_OK) return status;
    int largest = INT_MIN;
    for (int i = 0; i < 3; ++i) {
        real n = graze_vec3_get(plane.normal, i);
        int exponent = gz_exponent(n) - inverse.exponent[i];
        if (n != 0 && exponent > largest) largest = exponent;
    }
    vec3 normal = vec3_zero();
    for (int i = 0; i < 3; ++i) {
        real weight = gz_scale(graze_vec3_get(plane.normal, i), -inverse.exponent[i] - largest);
        normal = vec3_add_scaled(normal, weight, inverse.row[i]);
    }
    real length = vec3_length(normal);
    vec3 unit;
    if (graze_vec3_normalize(normal, &unit) != GRAZE_OK) return GRAZE_SINGULAR;
    int exponent = gz_exponent(plane.offset);
    real moved = gz_scale(gz_scale(plane.offset, -exponent) / length, exponent - largest);
    real offset = moved - vec3_dot(unit, pose->origin);
    if (!graze_is_finite(offset)) return GRAZE_OUT_OF_RANGE;
    out->normal = unit;
    out->offset = offset;
    return GRAZE_OK;
}
