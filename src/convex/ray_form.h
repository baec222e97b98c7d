/* SPDX-License-Identifier: MIT
 * Rays against shapes that have a closed form.
 *
 * A form finds the plane through which the ray's line enters the shape: it lies below that plane, so
 * there is no contact before. That there is one soon after is shown by a small ball around a place on
 * the line that the shape holds. And if the line misses the shape, a plane shows that, too. Where this
 * leaves a doubt (next to a tangent, an edge, the start), there is no answer, and the general cast
 * takes over. All roundings of a form are together below E, the rounding radius of the general cast,
 * and every comparison keeps 2 E away from what it decides. */
#ifndef GZ_CONVEX_RAY_FORM_H
#define GZ_CONVEX_RAY_FORM_H

#include "base/tolerance.h"
#include "graze/query.h"
#include "math/wide3.h"
#include "shape/shape.h"

/* A ray as the shape sees it: near + time * way. Lengths are the shape's own, axes the world's. */
typedef struct gz_ray_sight {
    const graze_placed *placed;
    wide3 near;             /* the line's point nearest to the pose's origin, and seen from there: so */
    wide3 way;              /* numbers are of the shape's size, however far away the ray starts */
    double before;          /* the ray starts that much earlier */
    double squared, per_sq; /* way . way, and its inverse */
    double last;            /* the ray's max_t */
    double unscale;         /* the inverse of the pose's scale */
    double margin, reach;   /* reach: of the shape from the pose's origin, margin included */
    double sure;            /* 2 E */
} gz_ray_sight;

typedef enum gz_ray_answer {
    GZ_RAY_UNSURE,
    GZ_RAY_MISS,
    GZ_RAY_ENTERS, /* the line does; of the ray nothing is known */
    GZ_RAY_HIT,
    GZ_RAY_INSIDE
} gz_ray_answer;

typedef struct gz_ray_contact {
    double time, speed; /* when the plane is crossed, and how fast along its normal */
    double step;        /* that much later the shape holds the ball */
    wide3 normal;       /* unit, in the world's axes; set on GZ_RAY_HIT */
} gz_ray_contact;

/* Is the ball of this radius around the line's place at that time surely in the shape? */
typedef bool gz_ray_holds(const void *form, double time, double radius);

/* What the ray does whose line enters by contact's plane. */
static inline gz_ray_answer gz_ray_decide(const gz_ray_sight *s, gz_ray_holds *holds, const void *form,
                                          gz_ray_contact *c) {
    double t = s->before + c->time;
    if (!(t * c->speed > s->sure))
        return holds(form, -s->before, s->sure) ? GZ_RAY_INSIDE : GZ_RAY_UNSURE;
    if (!(t <= s->last)) return GZ_RAY_MISS;
    c->step = 2 * s->sure / c->speed;
    for (int i = 0; i < GZ_CAST_CONFIRMATIONS; ++i, c->step *= 8)
        if (holds(form, c->time + c->step, s->sure)) return GZ_RAY_HIT;
    return GZ_RAY_UNSURE;
}

typedef gz_ray_answer gz_ray_form(const gz_ray_sight *s, gz_ray_contact *c);
gz_ray_form gz_ray_ball, gz_ray_capsule, gz_ray_cylinder, gz_ray_box;
gz_ray_form gz_ray_cone, gz_ray_ellipsoid, gz_ray_polytope;

/* True if the ray was answered. There is a shape and max_t >= 0; nothing else has been checked, and
 * what is no number is not answered. */
bool gz_ray_form_cast(const graze_placed *placed, const graze_ray *ray, graze_cast_result *out);

/* v over its length; quick where that is nearly 1 already. */
static inline wide3 gz_ray_unit(wide3 v) {
    double squared = wide3_length_squared(v), off = squared - 1;
    /* 1 / sqrt(1 + off) = 1 - off / 2 + 3 off^2 / 8 ... */
    double factor = off < 1e-8 && off > -1e-8 ? 1 - 0.5 * off : 1 / sqrt(squared);
    return wide3_scale(v, factor);
}

/* A column of the pose as a unit vector, up to the pose's own roundings. */
static inline wide3 gz_ray_axis(const gz_ray_sight *s, int i) {
    return wide3_scale(wide3_from(s->placed->pose.basis.col[i]), s->unscale);
}

#endif
