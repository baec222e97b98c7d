/* SPDX-License-Identifier: MIT
 * A ray as a body of revolution sees it: from the middle of the body's axis, in parts along the axis
 * and across it. Nothing is divided by the length of the axis: parts along are dot products with it,
 * parts across cross products, and both are that length times what they stand for. */
#ifndef GZ_PRIMITIVE_RAY_AXIAL_H
#define GZ_PRIMITIVE_RAY_AXIAL_H

#include "primitive/ray_hit.h"

typedef struct gz_axial_ray {
    gz_local_ray local; /* seen from the middle */
    wide3 middle;       /* in the world, unscaled */
    wide3 half;         /* from the middle to b */
    wide3 axis;         /* half itself, or along it and about as long as 1 */
    double squared;     /* axis . axis */
    double radius;
    /* Times the length of the axis: */
    double limit; /* the ends are at the heights -limit and limit */
    wide3 p, d;   /* across the axis, turned by a quarter about it: p + t d */
    double y, dy; /* along it: y + t dy */
    /* Times its square: */
    double pd, dd; /* p . d and d . d */
    double moment; /* times its square again: that of |d| times the line's distance from the axis */
} gz_axial_ray;

static inline wide3 gz_axial_across(const gz_axial_ray *r, double t) {
    return wide3_add_scaled(r->p, t, r->d);
}
/* A vector across the axis as it is, times the square of the axis. */
static inline wide3 gz_axial_turned_back(const gz_axial_ray *r, wide3 across) {
    return wide3_cross(r->axis, across);
}
static inline double gz_axial_height(const gz_axial_ray *r, double t) { return r->y + t * r->dy; }
static inline wide3 gz_axial_place(const gz_axial_ray *r, double t) {
    return wide3_add_scaled(r->local.origin, t, r->local.direction);
}

/* All that follows from what is seen from the middle. */
GZ_INLINE void gz_axial_complete(gz_axial_ray *r) {
    r->p = wide3_cross(r->local.origin, r->axis);
    r->d = wide3_cross(r->local.direction, r->axis);
    r->y = wide3_dot(r->local.origin, r->axis);
    r->dy = wide3_dot(r->local.direction, r->axis);
    r->pd = wide3_dot(r->p, r->d);
    r->dd = wide3_length_squared(r->d);
    r->moment = wide3_length_squared(wide3_cross(r->p, r->d));
}

/* False if a number is not finite, the radius or max_t negative, or something so large or small that
 * scaling is needed. */
GZ_INLINE bool gz_axial_ray_plain(const graze_ray *ray, vec3 a, vec3 b, real radius, gz_axial_ray *r) {
    wide3 from = wide3_from(a), to = wide3_from(b);
    r->half = r->axis = wide3_scale(wide3_sub(to, from), 0.5);
    r->middle = wide3_add(wide3_scale(from, 0.5), wide3_scale(to, 0.5));
    r->local = gz_local_ray_plain(ray, from);
    r->local.origin = wide3_sub(r->local.origin, r->half);
    r->radius = (double)radius;
    r->squared = r->limit = wide3_length_squared(r->half);
    gz_axial_complete(r);
    return gz_local_ray_is_plain(&r->local, r->radius) & (r->squared > 0x1p-64) & (r->squared < 0x1p64);
}
/* For all others: the ray, the ends and the radius are valid. */
void gz_axial_ray_make(const graze_ray *ray, vec3 a, vec3 b, real radius, gz_axial_ray *r);

static inline bool gz_axial_moves(const gz_axial_ray *r) {
    return wide3_max_abs(r->local.direction) > 0;
}

/* The squared radius as distances across are measured. */
static inline double gz_axial_reach(const gz_axial_ray *r) {
    return r->radius * r->radius * r->squared;
}

/* When the line enters and leaves the endless cylinder; false if it never does. If it is all but
 * parallel, that may be far away, and as good as rounding leaves it; but there it has left the body on
 * either side long ago. */
static inline bool gz_axial_tube(const gz_axial_ray *r, double *enter, double *exit) {
    double left = gz_axial_reach(r) * r->dd - r->moment;
    if (!(left >= 0)) return false;
    if (!(r->dd > 0)) {
        *enter = -INFINITY;
        *exit = INFINITY;
        return wide3_length_squared(r->p) <= gz_axial_reach(r);
    }
    double root = sqrt(left), per_dd = 1 / r->dd;
    *enter = (-r->pd - root) * per_dd;
    *exit = (-r->pd + root) * per_dd;
    return true;
}

/* Is the start clearly before the entry? What is nearer may be inside. */
static inline bool gz_axial_starts_outside(double enter, double exit) { return enter > 0x1p-20 * exit; }

static inline graze_status gz_ray_missed(graze_ray_hit *out) {
    *out = gz_ray_miss();
    return GRAZE_OK;
}

/* The start is inside. */
static inline graze_status gz_axial_hit_inside(const graze_ray *ray, const gz_axial_ray *r, double exit,
                                               graze_ray_hit *out) {
    return gz_ray_hit_inside(ray, gz_local_ray_parameter(&r->local, exit), out);
}

/* What lies between enter and exit, and the normal where it enters. */
GZ_INLINE graze_status gz_axial_hit(const graze_ray *ray, const gz_axial_ray *r, double enter,
                                    double exit, wide3 normal, graze_ray_hit *out) {
    if (!(enter <= exit && exit >= 0 && enter <= r->local.max_t)) return gz_ray_missed(out);
    if (enter < 0) return gz_axial_hit_inside(ray, r, exit, out); /* up to rounding */
    wide3 place = gz_axial_place(r, enter);
    if (r->local.scale != 1) place = wide3_scale(place, 1 / r->local.scale);
    return gz_ray_hit_put(ray, gz_local_ray_parameter(&r->local, enter),
                          gz_local_ray_parameter(&r->local, exit), wide3_add(r->middle, place), normal,
                          out);
}

#endif
