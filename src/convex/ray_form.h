/* SPDX-License-Identifier: MIT
 * Rays against shapes that have a closed form.
 *
 * A form guesses a plane: the one through which the ray enters, or one that keeps it away. What is
 * answered does not rest on the guess but on two things that can be checked at any place: the height of
 * the shape along a direction, which says before when there is no contact, and whether the shape holds
 * a small ball, which says by when there is one. Where they leave a doubt (next to a tangent, an edge,
 * the start), there is no answer, and the general cast takes over. */
#ifndef GZ_CONVEX_RAY_FORM_H
#define GZ_CONVEX_RAY_FORM_H

#include "graze/query.h"
#include "math/wide3.h"
#include "shape/shape.h"

/* The shape about its centre, in its own axes. */
typedef struct gz_ray_body {
    const graze_shape *shape;
    wide3 half;          /* of its box */
    double radius, rest; /* of balls and capsules: the radius, margin included, and half the segment */
} gz_ray_body;

/* The ray as the shape sees it: near + time * way. */
typedef struct gz_ray_line {
    wide3 near; /* its point nearest to the centre: so far numbers are of the shape's size */
    wide3 way;
    double squared; /* way . way */
} gz_ray_line;

typedef struct gz_ray_form {
    /* A guess at the plane's unit normal; false if there is none. */
    bool (*aim)(const gz_ray_body *body, const gz_ray_line *line, wide3 *normal);
    /* The most of normal . x over the shape; normal may be replaced by one as good. */
    double (*height)(const gz_ray_body *body, wide3 *normal);
    /* Is the ball of this radius around the point surely in the shape? */
    bool (*holds)(const gz_ray_body *body, wide3 point, double radius);
} gz_ray_form;

extern const gz_ray_form gz_ray_ball, gz_ray_capsule, gz_ray_cylinder, gz_ray_cone, gz_ray_ellipsoid,
    gz_ray_box, gz_ray_polytope;

/* True if the ray was answered. The arguments have been checked but for the placed shape. */
bool gz_ray_form_cast(const graze_placed *placed, const graze_ray *ray, graze_cast_result *out);

/* v over its length; quick where that is nearly 1 already. */
static inline wide3 gz_ray_unit(wide3 v) {
    double squared = wide3_length_squared(v), off = squared - 1;
    /* 1 / sqrt(1 + off) = 1 - off / 2 + 3 off^2 / 8 ... */
    double factor = off < 1e-8 && off > -1e-8 ? 1 - 0.5 * off : 1 / sqrt(squared);
    return wide3_scale(v, factor);
}

#endif
