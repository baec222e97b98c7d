/* SPDX-License-Identifier: MIT */
#include "primitive/near.h"

#include "base/tolerance.h"
#include "math/double_double.h"

static gz_dd dot(wide3 a, wide3 b) {
    gz_dd xy = gz_dd_add(gz_dd_two_product(a.x, b.x), gz_dd_two_product(a.y, b.y));
    return gz_dd_add(xy, gz_dd_two_product(a.z, b.z));
}

static double moved(double a, gz_dd t, double r) {
    gz_dd sum = gz_dd_add((gz_dd){a, 0}, gz_dd_scale(t, r));
    return sum.hi + sum.lo;
}

/* near + t r, t such that it is at right angles to r, in twice the digits. */
static wide3 foot(wide3 near, wide3 r) {
    gz_dd t = gz_dd_neg(gz_dd_div(dot(near, r), dot(r, r)));
    return wide3_make(moved(near.x, t, r.x), moved(near.y, t, r.y), moved(near.z, t, r.z));
}

wide3 gz_near_on_segment(wide3 a, wide3 b) {
    double aa = wide3_length_squared(a), bb = wide3_length_squared(b);
    wide3 near = aa <= bb ? a : b, r = wide3_sub(aa <= bb ? b : a, near);
    double along = -wide3_dot(near, r), rr = wide3_length_squared(r);
    if (!(along > 0) || !(along < rr)) return near;
    wide3 x = wide3_add_scaled(near, along / rr, r);
    if (wide3_length_squared(x) < GZ_NEAR_LOSS * wide3_length_squared(near)) return foot(near, r);
    return wide3_add_scaled(x, -wide3_dot(x, r) / rr, r);
}

/* The cross product with the axis of the smallest component is never zero. */
wide3 gz_perpendicular(wide3 v) {
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    wide3 axis = x <= y && x <= z ? wide3_make(1, 0, 0)
                 : y <= z         ? wide3_make(0, 1, 0)
                                  : wide3_make(0, 0, 1);
    return gz_wide_unit(wide3_cross(v, axis), wide3_make(1, 0, 0));
}
