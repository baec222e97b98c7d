/* SPDX-License-Identifier: MIT */
#include "math/rise.h"

#include "base/exact_sum.h"

/* The float build tries doubles first: they settle all but true ties. */
#if !defined(GRAZE_DOUBLE)
static bool rise_in_double(const double v[3], const double p[3], const double q[3], int *sign) {
    double rise = 0, size = 0;
    for (int i = 0; i < 3; ++i) {
        double term = v[i] * (q[i] - p[i]);
        rise += term;
        size += fabs(term);
    }
    *sign = rise > 0 ? 1 : -1;
    return fabs(rise) > 0x5p-53 * size; /* floats do not underflow in double products */
}
#endif

int gz_rise_exact(vec3 v, vec3 p, vec3 q) {
    const double direction[3] = {v.x, v.y, v.z}, from[3] = {p.x, p.y, p.z}, to[3] = {q.x, q.y, q.z};
#if !defined(GRAZE_DOUBLE)
    int sign;
    if (rise_in_double(direction, from, to, &sign)) return sign;
#endif
    gz_exact_term terms[6];
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        if (direction[i] == 0 || from[i] == to[i]) continue;
        terms[count++] = (gz_exact_term){{direction[i], to[i], 1}, false};
        terms[count++] = (gz_exact_term){{direction[i], from[i], 1}, true};
    }
    return count ? gz_exact_sum_sign(terms, count) : 0;
}
