/* SPDX-License-Identifier: MIT */
#include "math/rise.h"

#include "base/exact_sum.h"
#include "math/double_double.h"

#if defined(GRAZE_DOUBLE)
/* Twice the precision settles all but true ties (and what is so small that products lose bits). With
 * q - p = e + t and v e = h + l, both exact sums of two doubles, rise = sum of h (added up with its own
 * errors) + sum of l and v t. These last are below 2 eps of the size S of the terms, and a dozen of
 * their roundings below 2 eps each is below 24 eps^2 S < 2^-101 S. */
static bool rise_more_precisely(const double v[3], const double p[3], const double q[3], int *sign) {
    gz_dd h[3];
    double low[3];
    for (int i = 0; i < 3; ++i) {
        gz_dd difference = gz_dd_two_sum(q[i], -p[i]);
        h[i] = gz_dd_two_product(v[i], difference.hi);
        low[i] = h[i].lo + v[i] * difference.lo;
    }
    gz_dd xy = gz_dd_two_sum(h[0].hi, h[1].hi);
    gz_dd xyz = gz_dd_two_sum(xy.hi, h[2].hi);
    double rise = xyz.hi + ((xyz.lo + xy.lo) + ((low[0] + low[1]) + low[2]));
    double size = (fabs(h[0].hi) + fabs(h[1].hi)) + fabs(h[2].hi);
    *sign = rise > 0 ? 1 : -1;
    return fabs(rise) > 0x1p-100 * size + 0x1p-900;
}
#else
/* Doubles settle all but true ties: as GZ_RISE_FILTER, and floats do not underflow in their products.
 */
static bool rise_more_precisely(const double v[3], const double p[3], const double q[3], int *sign) {
    double rise = 0, size = 0;
    for (int i = 0; i < 3; ++i) {
        double term = v[i] * (q[i] - p[i]);
        rise += term;
        size += fabs(term);
    }
    *sign = rise > 0 ? 1 : -1;
    return fabs(rise) > 0x5p-53 * size;
}
#endif

int gz_rise_exact(vec3 v, vec3 p, vec3 q) {
    const double direction[3] = {v.x, v.y, v.z}, from[3] = {p.x, p.y, p.z}, to[3] = {q.x, q.y, q.z};
    int sign;
    if (rise_more_precisely(direction, from, to, &sign)) return sign;
    gz_exact_term terms[6];
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        if (direction[i] == 0 || from[i] == to[i]) continue;
        terms[count++] = (gz_exact_term){{direction[i], to[i], 1}, false};
        terms[count++] = (gz_exact_term){{direction[i], from[i], 1}, true};
    }
    return count ? gz_exact_sum_sign(terms, count) : 0;
}
