/* SPDX-License-Identifier: MIT */
#include "primitive/closest.h"

#include "base/tolerance.h"
#include "math/double_double.h"

static double difference_of_products(double a, double b, double c, double d) {
    gz_dd difference = gz_dd_sub(gz_dd_two_product(a, b), gz_dd_two_product(c, d));
    return difference.hi + difference.lo;
}

wide3 gz_accurate_cross(wide3 u, wide3 v) {
    wide3 n = wide3_cross(u, v);
    double uu = wide3_length_squared(u), vv = wide3_length_squared(v);
    if (wide3_length_squared(n) > GZ_CROSS_LOSS * uu * vv) return n;
    return wide3_make(difference_of_products(u.y, v.z, u.z, v.y),
                      difference_of_products(u.z, v.x, u.x, v.z),
                      difference_of_products(u.x, v.y, u.y, v.x));
}

/* From the corner between the two shorter sides: then rounding of the sides moves the corners by units
 * of double of these sides only. */
wide3 gz_triangle_normal(const wide3 p[3]) {
    wide3 side[3];
    int longest = 0;
    double length[3];
    for (int k = 0; k < 3; ++k) {
        side[k] = wide3_sub(p[k == 2 ? 0 : k + 1], p[k]);
        length[k] = wide3_length_squared(side[k]);
        if (length[k] > length[longest]) longest = k;
    }
    int first = longest == 2 ? 0 : longest + 1, second = longest == 0 ? 2 : longest - 1;
    return gz_accurate_cross(side[first], side[second]);
}

static wide3 nearer(wide3 a, wide3 b) {
    return wide3_length_squared(b) < wide3_length_squared(a) ? b : a;
}

gz_shadow gz_triangle_shadow(const wide3 p[3], wide3 n) {
    gz_shadow shadow = GZ_SHADOW_INSIDE;
    double share = GZ_NEAR_OUTSIDE * wide3_length(n);
    for (int k = 0; k < 3; ++k) {
        wide3 side = wide3_sub(p[k == 2 ? 0 : k + 1], p[k]);
        double slack = share * sqrt(wide3_length_squared(side) * wide3_length_squared(p[k]));
        double outside = wide3_triple(n, side, p[k]);
        if (outside > slack) return GZ_SHADOW_OUTSIDE;
        if (!(outside < -slack)) shadow = GZ_SHADOW_UNSURE;
    }
    return shadow;
}

/* Unless it is surely inside, on the edges: beyond the tip of a needle the shadow can be far away and
 * still all but on the lines of two edges; and of thin triangles roundings do not tell on which edge.
 */
wide3 gz_closest_on_triangle(const wide3 p[3]) {
    wide3 n = gz_triangle_normal(p), near = nearer(nearer(p[0], p[1]), p[2]);
    double nn = wide3_length_squared(n);
    if (nn > 0 && gz_triangle_shadow(p, n) == GZ_SHADOW_INSIDE)
        return wide3_scale(n, wide3_dot(n, near) / nn);
    for (int k = 0; k < 3; ++k) near = nearer(near, gz_closest_on_segment(p[k], p[k == 2 ? 0 : k + 1]));
    return near;
}
