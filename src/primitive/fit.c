/* SPDX-License-Identifier: MIT */
#include "primitive/fit.h"

#include "math/scale.h"

static double largest_of(const wide3 *v, int count, double size) {
    for (int i = 0; i < count; ++i) {
        double m = wide3_max_abs(v[i]);
        size = m > size ? m : size;
    }
    return size;
}

/* Huge coordinates are quartered before they are subtracted, since the difference may overflow. Tiny
 * ones are scaled up by at most 2^1000, which is enough for their squares. */
double gz_fit_rescaled(const wide3 *points, int count, wide3 center, double size, wide3 *out) {
    double first =
        largest_of(points, count, size) > 0x1p500 || wide3_max_abs(center) > 0x1p500 ? 0.25 : 1;
    wide3 quarter = wide3_scale(center, first);
    for (int i = 0; i < count; ++i) out[i] = wide3_sub(wide3_scale(points[i], first), quarter);
    int e = -gz_exponent(largest_of(out, count, size * first));
    double second = gz_power_of_two(e > 1000 ? 1000 : e < -1020 ? -1020 : e);
    for (int i = 0; i < count; ++i) out[i] = wide3_scale(out[i], second);
    return first * second;
}

wide3 gz_fit_direction_rescaled(wide3 direction, int *exponent) {
    int e = *exponent = gz_exponent(wide3_max_abs(direction));
    return wide3_make(gz_scale_double(direction.x, -e), gz_scale_double(direction.y, -e),
                      gz_scale_double(direction.z, -e));
}
