/* SPDX-License-Identifier: MIT
 * Forms that guess the plane through which a ray enters, or one that keeps it away, and check it: by
 * the height of the shape along its normal. What cancels in the formulas can only spoil the guess. */
#ifndef GZ_CONVEX_RAY_GUESS_H
#define GZ_CONVEX_RAY_GUESS_H

#include "convex/ray_form.h"

/* The shape and the line, about the shape's centre and in its own axes. */
typedef struct gz_ray_body {
    const graze_shape *shape;
    wide3 half;      /* of its box */
    wide3 near, way; /* the line, and when the ray is at near */
    double before;
} gz_ray_body;

typedef struct gz_ray_guess {
    /* The plane's unit normal; false if there is none. */
    bool (*aim)(const gz_ray_body *body, wide3 *normal);
    /* The most of normal . x over the shape; normal may be replaced by one as good. */
    double (*height)(const gz_ray_body *body, wide3 *normal);
    gz_ray_holds *holds; /* takes a body */
} gz_ray_guess;

gz_ray_answer gz_ray_check(const gz_ray_sight *s, const gz_ray_guess *guess, gz_ray_contact *c);

static inline wide3 gz_ray_place(const gz_ray_body *body, double time) {
    return wide3_add_scaled(body->near, time - body->before, body->way);
}

/* Of two planes, of which the line leaves one before it enters the other, the mixture that it runs
 * along: it is above both at some time between. */
static inline wide3 gz_ray_between(wide3 entered, wide3 left, wide3 way) {
    return gz_ray_unit(wide3_sub(wide3_scale(entered, wide3_dot(left, way)),
                                 wide3_scale(left, wide3_dot(entered, way))));
}

#endif
