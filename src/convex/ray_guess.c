/* SPDX-License-Identifier: MIT */
#include "convex/ray_guess.h"

/* The line's point nearest to the pose's origin is of the shape's size, however far away the ray
 * starts.
 */
static wide3 nearest_point(const gz_ray_sight *s, double *before) {
    *before = -wide3_dot(s->start, s->way) / s->squared;
    return wide3_add_scaled(s->start, *before, s->way);
}

gz_ray_answer gz_ray_check(const gz_ray_sight *s, const gz_ray_guess *guess, gz_ray_contact *c) {
    const graze_shape *shape = s->placed->shape;
    if (!gz_ray_is_usual(s)) return GZ_RAY_UNSURE;
    if (gz_ray_passes_by(s)) return GZ_RAY_MISS;
    if (s->margin > 0) return GZ_RAY_UNSURE;
    double before;
    wide3 near = gz_ray_into_axes(s, nearest_point(s, &before));
    gz_ray_body body = {shape, wide3_from(shape->half), wide3_sub(near, wide3_from(shape->center)),
                        gz_ray_into_axes(s, s->way), before};
    wide3 n;
    if (!guess->aim(&body, &n)) return GZ_RAY_UNSURE;
    double height = guess->height(&body, &n);
    double away = wide3_dot(n, body.near) - height;
    c->speed = -wide3_dot(n, body.way);
    /* Where the line is within reach, it is above the plane; or it is at the start, and rises. */
    double clear = away - s->sure, fall = c->speed * s->reach;
    if (clear > 0 && clear * clear * s->squared > fall * fall) return GZ_RAY_MISS;
    if (!(c->speed > 0)) return away + before * c->speed > s->sure ? GZ_RAY_MISS : GZ_RAY_UNSURE;
    c->time = before + away / c->speed;
    gz_ray_answer answer = gz_ray_decide(s, guess->holds, &body, c);
    if (answer == GZ_RAY_HIT) c->normal = gz_ray_unit(gz_ray_into_world(s, n));
    return answer;
}
