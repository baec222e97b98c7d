/* SPDX-License-Identifier: MIT
 * The point of a set nearest to the origin. What is given is relative to the point that is asked about
 * (primitive/fit.h), so nothing is lost far from the world's origin. */
#ifndef GZ_PRIMITIVE_CLOSEST_H
#define GZ_PRIMITIVE_CLOSEST_H

#include "math/wide3.h"

/* Of the segment from a to b (B:1738-1768). Seen from the nearer end, so that the sum loses least. */
static inline wide3 gz_closest_on_segment(wide3 a, wide3 b) {
    double aa = wide3_length_squared(a), bb = wide3_length_squared(b);
    wide3 near = aa <= bb ? a : b, r = wide3_sub(aa <= bb ? b : a, near);
    double along = -wide3_dot(near, r), rr = wide3_length_squared(r);
    if (!(along > 0)) return near;
    return along < rr ? wide3_add_scaled(near, along / rr, r) : wide3_add(near, r);
}

/* Of the points a + t r, 0 <= t <= max_t (>= 0, may be infinite). */
static inline wide3 gz_closest_on_ray(wide3 a, wide3 r, double max_t) {
    double along = -wide3_dot(a, r), rr = wide3_length_squared(r);
    if (!(along > 0) || rr == 0) return a;
    double t = along / rr;
    return wide3_add_scaled(a, t < max_t ? t : max_t, r);
}

/* Of the box lo..hi. */
static inline double gz_closest_in_range(double lo, double hi) { return lo > 0 ? lo : hi < 0 ? hi : 0; }
static inline wide3 gz_closest_in_box(wide3 lo, wide3 hi) {
    return wide3_make(gz_closest_in_range(lo.x, hi.x), gz_closest_in_range(lo.y, hi.y),
                      gz_closest_in_range(lo.z, hi.z));
}

/* Where the origin's shadow on the plane of a triangle with the normal n (not zero) is: inside by more
 * than rounding, outside by more than that, or neither. */
typedef enum gz_shadow { GZ_SHADOW_INSIDE, GZ_SHADOW_UNSURE, GZ_SHADOW_OUTSIDE } gz_shadow;
gz_shadow gz_triangle_shadow(const wide3 p[3], wide3 n);

/* Of a triangle, whatever its form. */
wide3 gz_closest_on_triangle(const wide3 p[3]);

/* The normal of a triangle, accurate to a few units of double even for the thinnest; zero if its
 * sides are parallel. */
wide3 gz_triangle_normal(const wide3 p[3]);
/* u x v, likewise. */
wide3 gz_accurate_cross(wide3 u, wide3 v);

#endif
