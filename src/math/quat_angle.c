/* SPDX-License-Identifier: MIT
 * Rotations from and to angles: axis and angle, Euler angles, interpolation, integration. */
#include "base/tolerance.h"
#include "math/quat.h"
#include "math/scale.h"

static const real pi = (real)3.14159265358979323846;

graze_status graze_quat_from_axis_angle(vec3 axis, real angle, graze_quat *out) {
    vec3 unit;
    if (!out || !graze_is_finite(angle) || graze_vec3_normalize(axis, &unit) != GRAZE_OK)
        return GRAZE_INVALID_ARGUMENT;
    vec3 v = vec3_scale(unit, graze_sin(angle / 2));
    *out = graze_quat_make(v.x, v.y, v.z, graze_cos(angle / 2));
    return GRAZE_OK;
}

/* The product of the quaternions about z (yaw), y (pitch) and x (roll), multiplied out: its matrix is
 * the one of B:1252-1272. */
graze_status graze_quat_from_euler(real yaw, real pitch, real roll, graze_quat *out) {
    if (!out || !vec3_is_finite(vec3_make(yaw, pitch, roll))) return GRAZE_INVALID_ARGUMENT;
    real cy = graze_cos(yaw / 2), sy = graze_sin(yaw / 2);
    real cp = graze_cos(pitch / 2), sp = graze_sin(pitch / 2);
    real cr = graze_cos(roll / 2), sr = graze_sin(roll / 2);
    graze_quat q = graze_quat_make((cy * cp) * sr - (sy * sp) * cr, (cy * sp) * cr + (sy * cp) * sr,
                                   (sy * cp) * cr - (cy * sp) * sr, (cy * cp) * cr + (sy * sp) * sr);
    return graze_quat_normalize(q, out);
}

static real wrap(real angle) {
    return angle > pi ? angle - 2 * pi : angle < -pi ? angle + 2 * pi : angle;
}

/* With c, s the cosine and sine of half the pitch and d, e half the difference and half the sum of
 * yaw and roll, the components combine to
 *   w + y = (c + s) cos d,   z - x = (c + s) sin d,
 *   w - y = (c - s) cos e,   z + x = (c - s) sin e,
 * and sin pitch = 2 (w y - x z), cos pitch = (c + s) (c - s). Nothing cancels towards the poles,
 * where one of c + s, c - s vanishes and only the other angle is known. */
graze_status graze_quat_to_euler(graze_quat q, real *yaw, real *pitch, real *roll) {
    if (!yaw || !pitch || !roll || graze_quat_normalize(q, &q) != GRAZE_OK)
        return GRAZE_INVALID_ARGUMENT;
    real difference_cos = q.w + q.y, difference_sin = q.z - q.x;
    real sum_cos = q.w - q.y, sum_sin = q.z + q.x;
    real plus = graze_vec3_length(vec3_make(difference_cos, difference_sin, 0));
    real minus = graze_vec3_length(vec3_make(sum_cos, sum_sin, 0));
    real half_difference = graze_atan2(difference_sin, difference_cos);
    real half_sum = graze_atan2(sum_sin, sum_cos);
    if (minus <= GZ_POLE * GRAZE_EPSILON)
        half_sum = half_difference;
    else if (plus <= GZ_POLE * GRAZE_EPSILON)
        half_difference = half_sum;
    *yaw = wrap(half_sum + half_difference);
    *pitch = graze_atan2(2 * (q.w * q.y - q.x * q.z), plus * minus);
    *roll = wrap(half_sum - half_difference);
    return GRAZE_OK;
}

/* The great arc from a to b is a cos(t angle) + e sin(t angle), where e is the unit vector at right
 * angles to a towards b. b - a is exact to rounding however close they are, and so is e. */
graze_status graze_quat_slerp(graze_quat from, graze_quat to, real t, graze_quat *out) {
    graze_quat a, b, e;
    if (!out || !graze_is_finite(t) || graze_quat_normalize(from, &a) != GRAZE_OK ||
        graze_quat_normalize(to, &b) != GRAZE_OK)
        return GRAZE_INVALID_ARGUMENT;
    if (gz_quat_dot(a, b) < 0) b = gz_quat_negate(b);
    graze_quat chord = gz_quat_combine(1, b, -1, a);
    real angle = 2 * graze_atan2(gz_quat_length(chord), gz_quat_length(gz_quat_combine(1, b, 1, a)));
    real turned = t * angle;
    if (!graze_is_finite(turned)) return GRAZE_OUT_OF_RANGE;
    graze_quat across = gz_quat_combine(1, chord, -gz_quat_dot(a, chord), a);
    if (t == 0 || graze_quat_normalize(across, &e) != GRAZE_OK) {
        *out = a; /* the same rotation twice */
        return GRAZE_OK;
    }
    if (t == 1) {
        *out = b;
        return GRAZE_OK;
    }
    return graze_quat_normalize(gz_quat_combine(graze_cos(turned), a, graze_sin(turned), e), out);
}

/* q turns by exp(omega dt / 2). Sizes are multiplied as numbers near one and exponents, since |omega|
 * and dt may leave the range where their product does not. */
graze_status graze_quat_integrate(graze_quat q, vec3 omega, real dt, graze_quat *out) {
    graze_quat unit;
    if (!out || !vec3_is_finite(omega) || !graze_is_finite(dt) ||
        graze_quat_normalize(q, &unit) != GRAZE_OK)
        return GRAZE_INVALID_ARGUMENT;
    vec3 axis;
    if (graze_vec3_normalize(omega, &axis) != GRAZE_OK) {
        *out = unit; /* no turn at all */
        return GRAZE_OK;
    }
    int omega_exponent = gz_exponent(vec3_max_abs(omega)), dt_exponent = gz_exponent(dt);
    real speed = graze_vec3_length(gz_vec3_scale(omega, -omega_exponent));
    real half = gz_scale(speed * gz_scale(dt, -dt_exponent), omega_exponent + dt_exponent - 1);
    if (!graze_is_finite(half)) return GRAZE_OUT_OF_RANGE;
    vec3 v = vec3_scale(axis, graze_sin(half));
    return graze_quat_normalize(graze_quat_mul(graze_quat_make(v.x, v.y, v.z, graze_cos(half)), unit),
                                out);
}
