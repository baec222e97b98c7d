/* SPDX-License-Identifier: MIT
 * Quaternion algebra and rotation matrices (B:1274-1314). */
#include "math/quat.h"
#include "base/tolerance.h"
#include "math/scale.h"

graze_quat graze_quat_mul(graze_quat p, graze_quat q) {
    return graze_quat_make((p.w * q.x + p.x * q.w) + (p.y * q.z - p.z * q.y),
                           (p.w * q.y + p.y * q.w) + (p.z * q.x - p.x * q.z),
                           (p.w * q.z + p.z * q.w) + (p.x * q.y - p.y * q.x),
                           (p.w * q.w - p.x * q.x) - (p.y * q.y + p.z * q.z));
}

/* q times a power of two such that its squares are safe, as gz_direction does for vectors. */
static graze_quat rescaled(graze_quat q, int *exponent) {
    real largest = graze_max(vec3_max_abs(gz_quat_vector(q)), graze_abs(q.w));
    *exponent = 0;
    if (gz_squares_are_safe(largest)) return q;
    *exponent = gz_exponent(largest);
    vec3 v = gz_vec3_scale(gz_quat_vector(q), -*exponent);
    return graze_quat_make(v.x, v.y, v.z, gz_scale(q.w, -*exponent));
}

static real length_squared(graze_quat q) { return gz_quat_dot(q, q); }

real gz_quat_length(graze_quat q) {
    int exponent;
    graze_quat scaled = rescaled(q, &exponent);
    return gz_scale(graze_sqrt(length_squared(scaled)), exponent);
}

graze_status graze_quat_normalize(graze_quat q, graze_quat *unit) {
    if (!unit || !vec3_is_finite(gz_quat_vector(q)) || !graze_is_finite(q.w))
        return GRAZE_INVALID_ARGUMENT;
    int exponent;
    graze_quat scaled = rescaled(q, &exponent);
    real squared = length_squared(scaled);
    if (squared == 0) return GRAZE_INVALID_ARGUMENT;
    real length = graze_sqrt(squared);
    *unit = graze_quat_make(scaled.x / length, scaled.y / length, scaled.z / length, scaled.w / length);
    return GRAZE_OK;
}

graze_mat3 graze_quat_to_mat3(graze_quat q) {
    real xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    real xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    real wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return graze_mat3_from_columns(vec3_make(1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy)),
                                   vec3_make(2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)),
                                   vec3_make(2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)));
}

static bool is_rotation(const mat3 *m) {
    for (int i = 0; i < 3; ++i) {
        vec3 next = m->col[(i + 1) % 3];
        /* written so that NaN fails */
        if (!(graze_abs(vec3_length_squared(m->col[i]) - 1) <= 2 * GZ_ROTATION)) return false;
        if (!(graze_abs(vec3_dot(m->col[i], next)) <= GZ_ROTATION)) return false;
    }
    return graze_mat3_determinant(m) > 0;
}

/* With r_ij the matrix of a unit quaternion, 4 w^2 = 1 + r00 + r11 + r22, 4 x^2 = 1 + r00 - r11 - r22
 * and so on, and every product of two components is a sum or difference of two r_ij. The largest
 * component is found from its square, the others from their products with it, so nothing cancels. */
graze_status graze_quat_from_mat3(const graze_mat3 *rotation, graze_quat *out) {
    if (!rotation || !out || !graze_mat3_is_finite(rotation) || !is_rotation(rotation))
        return GRAZE_INVALID_ARGUMENT;
    vec3 cx = rotation->col[0], cy = rotation->col[1], cz = rotation->col[2];
    real trace = (cx.x + cy.y) + cz.z;
    vec3 diagonal = vec3_make(cx.x, cy.y, cz.z);
    real wx = cy.z - cz.y, wy = cz.x - cx.z, wz = cx.y - cy.x;
    real xy = cy.x + cx.y, xz = cz.x + cx.z, yz = cz.y + cy.z;
    graze_quat q; /* four times the largest component times the quaternion */
    if (trace >= graze_max(graze_max(cx.x, cy.y), cz.z)) {
        q = graze_quat_make(wx, wy, wz, 1 + trace);
    } else {
        real square = 1 - trace;
        int axis = diagonal.x >= diagonal.y ? (diagonal.x >= diagonal.z ? 0 : 2)
                                            : (diagonal.y >= diagonal.z ? 1 : 2);
        if (axis == 0)
            q = graze_quat_make(square + 2 * cx.x, xy, xz, wx);
        else if (axis == 1)
            q = graze_quat_make(xy, square + 2 * cy.y, yz, wy);
        else
            q = graze_quat_make(xz, yz, square + 2 * cz.z, wz);
    }
    if (q.w < 0) q = gz_quat_negate(q);
    return graze_quat_normalize(q, out);
}

/* q v q* = v + 2 w (u x v) + 2 u x (u x v), with u the vector part of q. */
static vec3 rotate_moderate(graze_quat q, vec3 v) {
    vec3 u = gz_quat_vector(q);
    vec3 twice = vec3_scale(vec3_cross(u, v), 2);
    return vec3_add(vec3_add_scaled(v, q.w, twice), vec3_cross(u, twice));
}

vec3 graze_quat_rotate(graze_quat unit, vec3 v) {
    real largest = vec3_max_abs(v);
    if (gz_squares_are_safe(largest)) return rotate_moderate(unit, v);
    int exponent = gz_exponent(largest);
    return gz_vec3_scale(rotate_moderate(unit, gz_vec3_scale(v, -exponent)), exponent);
}
