/* SPDX-License-Identifier: MIT */
#include "bounds/support.h"

#include "bounds/check.h"

/* axis . point, rounded up, and the error on top. */
static real height_above(const gz_supported *set, vec3 axis, vec3 point) {
    wide3 a = wide3_from(axis), p = wide3_from(point);
    double size = fabs(a.x * p.x) + fabs(a.y * p.y) + fabs(a.z * p.z);
    double error = (double)set->error * (fabs(a.x) + fabs(a.y) + fabs(a.z));
    bool exact =
        error == 0 && vec3_max_abs(axis) == graze_abs(axis.x) + graze_abs(axis.y) + graze_abs(axis.z);
    return gz_outward_up(wide3_dot(a, p), exact ? 0 : error + GZ_BOUNDS_ROUNDING * (size + error));
}

graze_status gz_supported_interval(const gz_supported *set, vec3 axis, real *lo, real *hi) {
    if (!set->support || !graze_is_finite(set->error) || set->error < 0) return GRAZE_INVALID_ARGUMENT;
    vec3 back = vec3_neg(axis);
    vec3 top = set->support(set->user, axis), bottom = set->support(set->user, back);
    if (!vec3_is_finite(top) || !vec3_is_finite(bottom)) return GRAZE_INVALID_ARGUMENT;
    if (!gz_is_in_reach(top, vec3_max_abs(bottom)) || set->error > GRAZE_SHAPE_REACH)
        return GRAZE_OUT_OF_RANGE;
    real above = height_above(set, axis, top), below = -height_above(set, back, bottom);
    if (below > above) return GRAZE_INVALID_ARGUMENT;
    *lo = below;
    *hi = above;
    return GRAZE_OK;
}
