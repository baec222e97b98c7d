/* SPDX-License-Identifier: MIT
 * What the ray casts share: a ray relative to a centre, and how its hit is written down. */
#ifndef GZ_PRIMITIVE_RAY_HIT_H
#define GZ_PRIMITIVE_RAY_HIT_H

#include "graze/primitive.h"
#include "math/scale.h"
#include "primitive/fit.h"
#include "primitive/unit.h"

/* The ray origin + t direction in a frame that is scaled by `scale` and whose direction is scaled by
 * 2^-exponent: parameters t of the frame are t / scale 2^-exponent of the caller's. */
typedef struct gz_local_ray {
    wide3 origin, direction;
    double max_t;
    double scale;
    int exponent;
} gz_local_ray;

/* The rest of a ray whose origin and scale are set. */
static inline void gz_local_ray_set_direction(const graze_ray *ray, gz_local_ray *out) {
    out->direction = gz_fit_direction(ray->direction, &out->exponent);
    out->max_t = (double)ray->max_t * out->scale;
    if (out->exponent) out->max_t = gz_scale_double(out->max_t, out->exponent);
}

static inline gz_local_ray gz_local_ray_make(const graze_ray *ray, wide3 center, double size) {
    gz_local_ray out;
    wide3 origin = wide3_from(ray->origin);
    out.scale = gz_fit(&origin, 1, center, size, &out.origin);
    gz_local_ray_set_direction(ray, &out);
    return out;
}

/* The same without scaling, and whether that will do: every square is moderate, which also means that
 * every number is finite, and there are no negative ones where there must not be. size: its square
 * counts with that of the origin. */
static inline gz_local_ray gz_local_ray_plain(const graze_ray *ray, wide3 center) {
    return (gz_local_ray){wide3_sub(wide3_from(ray->origin), center), wide3_from(ray->direction),
                          (double)ray->max_t, 1, 0};
}
static inline bool gz_local_ray_is_plain(const gz_local_ray *ray, double size) {
    double most = wide3_length_squared(ray->origin) + size * size;
    double way = wide3_length_squared(ray->direction);
    return (most < 0x1p400) & (most > 0x1p-400) & (way < 0x1p400) & (way > 0x1p-400) & (size >= 0) &
           (ray->max_t >= 0);
}

static inline double gz_local_ray_parameter(const gz_local_ray *ray, double t) {
    if (ray->scale != 1) t /= ray->scale;
    return ray->exponent ? gz_scale_double(t, -ray->exponent) : t;
}

static inline graze_ray_hit gz_ray_miss(void) {
    return (graze_ray_hit){false, false, 0, 0, {0, 0, 0}, {0, 0, 0}};
}

/* The hit between the parameters enter and exit (the caller's), forced into 0 <= enter <= exit <=
 * max_t; GRAZE_OUT_OF_RANGE if one of them is beyond the range of real. */
static inline graze_status gz_ray_hit_put(const graze_ray *ray, double enter, double exit, wide3 point,
                                          wide3 normal, graze_ray_hit *out) {
    double max_t = (double)ray->max_t;
    enter = enter > 0 ? enter : 0;
    enter = enter < max_t ? enter : max_t;
    exit = exit < max_t ? exit : max_t;
    exit = exit > enter ? exit : enter;
    if (enter > (double)GRAZE_REAL_MAX || exit > (double)GRAZE_REAL_MAX) return GRAZE_OUT_OF_RANGE;
    vec3 place = wide3_round(point);
    if (!vec3_is_finite(place)) return GRAZE_OUT_OF_RANGE;
    *out = (graze_ray_hit){true, false, (real)enter, (real)exit, place, wide3_round(normal)};
    return GRAZE_OK;
}

/* A start inside: the hit is at once, and only the way out is of interest. */
static inline graze_status gz_ray_hit_inside(const graze_ray *ray, double exit, graze_ray_hit *out) {
    wide3 zero = wide3_make(0, 0, 0);
    graze_status status = gz_ray_hit_put(ray, 0, exit, wide3_from(ray->origin), zero, out);
    if (status == GRAZE_OK) out->inside = true;
    return status;
}

#endif
