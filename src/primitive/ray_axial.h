/* SPDX-License-Identifier: MIT
 * A ray as a body of revolution sees it: seen from the middle of the body's axis, in parts along the
 * axis and across it, and from the place where its line comes nearest to that middle. From there on no
 * number is larger than the body, however far away the ray starts. */
#ifndef GZ_PRIMITIVE_RAY_AXIAL_H
#define GZ_PRIMITIVE_RAY_AXIAL_H

#include "primitive/ray_hit.h"

typedef struct gz_axial_ray {
    gz_local_ray local;  /* seen from the middle */
    wide3 middle;        /* in the world, unscaled */
    wide3 axis;          /* unit, from a to b */
    double half, radius; /* half the height */
    wide3 p, d;          /* across the axis: p + t d */
    double y, dy;        /* along it: y + t dy */
    double shift;        /* the ray's own parameter is t + shift */
    double start;        /* the ray starts at this t */
    double dd;           /* d . d */
    double nearest;      /* when the line comes nearest to the axis */
    double off;          /* and how near */
} gz_axial_ray;

static inline wide3 gz_axial_across(const gz_axial_ray *r, double t) {
    return wide3_add_scaled(r->p, t, r->d);
}
/* The unit vector from the axis to there, or the other one. What rounding has left along the axis,
 * which is much beside a thin body, is taken out. */
static inline wide3 gz_axial_outward(const gz_axial_ray *r, double t, wide3 other) {
    wide3 across = gz_axial_across(r, t);
    across = wide3_add_scaled(across, -wide3_dot(across, r->axis), r->axis);
    return gz_wide_unit(across, other);
}
static inline double gz_axial_height(const gz_axial_ray *r, double t) { return r->y + t * r->dy; }

/* False if the direction is zero: the numbers are then those of its origin, at t = 0. */
bool gz_axial_ray_make(const graze_ray *ray, vec3 a, vec3 b, real radius, gz_axial_ray *out);

/* When the line enters and leaves the endless cylinder; false if it never does. */
bool gz_axial_tube(const gz_axial_ray *r, double *enter, double *exit);

/* What lies between enter and exit (times t of the axial ray), and the normal where it enters. */
graze_status gz_axial_hit(const graze_ray *ray, const gz_axial_ray *r, double enter, double exit,
                          wide3 normal, graze_ray_hit *out);
/* The start is inside. */
graze_status gz_axial_hit_inside(const graze_ray *ray, const gz_axial_ray *r, double exit,
                                 graze_ray_hit *out);

static inline graze_status gz_ray_missed(graze_ray_hit *out) {
    *out = gz_ray_miss();
    return GRAZE_OK;
}

#endif
