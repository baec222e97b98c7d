/* SPDX-License-Identifier: MIT
 * A ray and an ellipsoid: a ray and the unit ball, once each axis is measured in its own half extent.
 * Seen from the place where the line is nearest to the centre, and from its nearest place in the units
 * of the ball again, so that few digits are lost however long and thin the ellipsoid is. */
#include "primitive/check.h"
#include "primitive/ray_hit.h"

typedef struct ball_ray {
    wide3 p, d;   /* p + t d, in the units of the ball; p is the line's nearest to the centre */
    double shift; /* the ray's own parameter is t + shift */
} ball_ray;

static bool is_valid(const graze_ellipsoid *e) {
    vec3 zero = vec3_zero();
    return e && vec3_is_finite(e->center) && graze_mat3_is_finite(&e->axes) &&
           vec3_is_finite(e->half) && e->half.x > zero.x && e->half.y > zero.y && e->half.z > zero.z;
}

static wide3 stretched(wide3 v, wide3 by) { return wide3_make(v.x * by.x, v.y * by.y, v.z * by.z); }

/* p moved along d to where it is nearest; returns by how much. */
static double come_near(wide3 *p, wide3 d) {
    double squared = wide3_length_squared(d);
    double t = squared > 0 ? -wide3_dot(*p, d) / squared : 0;
    *p = wide3_add_scaled(*p, t, d);
    return t;
}

/* False if the line passes by. */
static bool chord(const ball_ray *b, double *enter, double *exit) {
    double off = wide3_length(b->p);
    if (!(off <= 1)) return false;
    double half = sqrt((1 - off) * (1 + off)) / wide3_length(b->d);
    *enter = b->shift - half;
    *exit = b->shift + half;
    return true;
}

graze_status graze_ray_ellipsoid(const graze_ray *ray, const graze_ellipsoid *ellipsoid,
                                 graze_ray_hit *out) {
    if (!gz_ray_is_valid(ray) || !is_valid(ellipsoid) || !out) return GRAZE_INVALID_ARGUMENT;
    wide_mat3 axes = wide_mat3_from(&ellipsoid->axes);
    wide3 center = wide3_from(ellipsoid->center), half = wide3_from(ellipsoid->half);
    gz_local_ray local = gz_local_ray_make(ray, center, wide3_max_abs(half));
    half = wide3_scale(half, local.scale);
    wide3 units = wide3_make(1 / half.x, 1 / half.y, 1 / half.z), near = local.origin;
    ball_ray b = {.d = stretched(wide_mat3_tmul_vec(&axes, local.direction), units)};
    wide3 start = stretched(wide_mat3_tmul_vec(&axes, local.origin), units);
    bool inside = wide3_length_squared(start) <= 1;
    double first = come_near(&near, local.direction);
    b.p = stretched(wide_mat3_tmul_vec(&axes, near), units);
    b.shift = first + come_near(&b.p, b.d);
    double enter, exit;
    if (wide3_max_abs(b.d) == 0 || !chord(&b, &enter, &exit)) {
        if (inside) return gz_ray_hit_inside(ray, 0, out);
        *out = gz_ray_miss();
        return GRAZE_OK;
    }
    if (inside || (enter < 0 && exit >= 0))
        return gz_ray_hit_inside(ray, gz_local_ray_parameter(&local, exit), out);
    if (!(exit >= 0 && enter <= local.max_t)) {
        *out = gz_ray_miss();
        return GRAZE_OK;
    }
    wide3 on_ball = wide3_add_scaled(b.p, enter - b.shift, b.d);
    wide3 place = wide3_add_scaled(near, enter - first, local.direction);
    wide3 normal =
        gz_wide_unit(wide_mat3_mul_vec(&axes, stretched(on_ball, units)), wide3_make(1, 0, 0));
    return gz_ray_hit_put(ray, gz_local_ray_parameter(&local, enter),
                          gz_local_ray_parameter(&local, exit),
                          wide3_add_scaled(center, 1 / local.scale, place), normal, out);
}
