/* SPDX-License-Identifier: MIT
 * What the closed forms of distance and depth share. Points are relative to a centre and scaled
 * (primitive/fit.h); normals must support the sets to within rounding, also where these all but touch
 * and the difference of two points says nothing about a direction any more. */
#ifndef GZ_PRIMITIVE_NEAR_H
#define GZ_PRIMITIVE_NEAR_H

#include "graze/primitive.h"
#include "primitive/closest.h"
#include "primitive/fit.h"
#include "primitive/unit.h"

/* The point of the segment from a to b nearest to the origin, accurate relative to its own distance,
 * not that of the ends; at right angles to the segment where it is between them. */
wide3 gz_near_on_segment(wide3 a, wide3 b);

/* A unit vector at right angles to v; e1 for zero. */
wide3 gz_perpendicular(wide3 v);

/* The result in the world. sd and the points a and b, relative to center, are still scaled.
 * GRAZE_OUT_OF_RANGE if something is beyond the range of real. */
static inline graze_status gz_near_put(double sd, wide3 normal, wide3 a, wide3 b, wide3 center,
                                       double scale, graze_proximity *out) {
    graze_proximity p;
    double whole = scale == 1 ? 1 : 1 / scale;
    p.sd = (real)(sd * whole);
    p.normal = wide3_round(normal);
    p.point_a = wide3_round(wide3_add_scaled(center, whole, a));
    p.point_b = wide3_round(wide3_add_scaled(center, whole, b));
    if (!graze_is_finite(p.sd) || !vec3_is_finite(p.point_a) || !vec3_is_finite(p.point_b))
        return GRAZE_OUT_OF_RANGE;
    *out = p;
    return GRAZE_OK;
}

#endif
