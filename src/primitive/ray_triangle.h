/* SPDX-License-Identifier: MIT
 * A ray and a triangle in double, decided exactly. */
#ifndef GZ_PRIMITIVE_RAY_TRIANGLE_H
#define GZ_PRIMITIVE_RAY_TRIANGLE_H

#include "graze/primitive.h"
#include "math/wide3.h"
#include "primitive/span.h"

/* The span is what decides; the others are for parameters. */
typedef struct gz_wide_ray {
    wide3 origin, direction;
    double max_t;
    gz_span span;
} gz_wide_ray;

/* As graze_ray_hit, with a normal of any length. front: it comes from where the corners are
 * counterclockwise, or leads from the triangle to the other side. */
typedef struct gz_triangle_hit {
    bool inside, front;
    double enter, exit;
    wide3 normal;
} gz_triangle_hit;

bool gz_ray_meets_triangle(const gz_wide_ray *ray, const gz_span_triangle *triangle, graze_faces faces,
                           gz_triangle_hit *out);

#endif
