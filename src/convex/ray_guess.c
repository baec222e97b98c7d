/* SPDX-License-Identifier: MIT */
#include "convex/ray_guess.h"

static wide3 into_axes(const gz_ray_sight *s, wide3 v) {
    const vec3 *column = s->placed->pose.basis.col;
    wide3 local = wide3_make(wide3_dot(wide3_from(column[0]), v), wide3_dot(wide3_from(column[1]), v),
                             wide3_dot(wide3_from(column[2]), v));
    return wide3_scale(local, s->unscale);
}

static wide3 into_world(const gz_ray_sight *s, wide3 v) {
    wide_mat3 basis = wide_mat3_from(&s->placed->pose.basis);
    return gz_ray_unit(wide3_scale(wide_mat3_mul_vec(&basis, v), s->unscale));
}

gz_ray_answer gz_ray_check(const gz_ray_sight *s, const gz_ray_guess *guess, gz_ray_contact *c) {
    const graze_shape *shape = s->placed->shape;
    gz_ray_body body = {shape, wide3_from(shape->half),
                        wide3_sub(into_axes(s, s->near), wide3_from(shape->center)),
                        into_axes(s, s->way)};
    wide3 n;
    if (!guess->aim(&body, &n)) return GZ_RAY_UNSURE;
    double height = guess->height(&body, &n);
    double away = wide3_dot(n, body.near) - height;
    c->speed = -wide3_dot(n, body.way);
    /* Where the line is within reach, it is above the plane; or it is at the start, and rises. */
    double clear = away - s->sure, fall = c->speed * s->reach;
    if (clear > 0 && clear * clear * s->squared > fall * fall) return GZ_RAY_MISS;
    if (!(c->speed > 0)) return away + s->before * c->speed > s->sure ? GZ_RAY_MISS : GZ_RAY_UNSURE;
    c->time = away / c->speed;
    gz_ray_answer answer = gz_ray_decide(s, guess->holds, &body, c);
    if (answer == GZ_RAY_HIT) c->normal = into_world(s, n);
    return answer;
}
