/* SPDX-License-Identifier: MIT
 * Distance and depth of two boxes with world axes: axis by axis. */
#include "primitive/check.h"
#include "primitive/near.h"

typedef struct axis {
    double gap;          /* how far B is above A, or below if that is more; negative: how deep */
    double sign;         /* +1 if above */
    double middle, a, b; /* of what both share, and the sides of A and B that face each other */
} axis;

static axis compare(double a_lo, double a_hi, double b_lo, double b_hi) {
    double above = b_lo - a_hi, below = a_lo - b_hi;
    double lo = a_lo > b_lo ? a_lo : b_lo, hi = a_hi < b_hi ? a_hi : b_hi;
    bool up = above >= below;
    return (axis){up ? above : below, up ? 1 : -1, 0.5 * lo + 0.5 * hi, up ? a_hi : a_lo,
                  up ? b_lo : b_hi};
}

graze_status graze_near_aabb_aabb(const graze_aabb *a, const graze_aabb *b, graze_proximity *out) {
    if (!gz_aabb_is_valid(a) || !gz_aabb_is_valid(b) || !out) return GRAZE_INVALID_ARGUMENT;
    wide3 world[4] = {wide3_from(a->lo), wide3_from(a->hi), wide3_from(b->lo), wide3_from(b->hi)}, p[4];
    double scale = gz_fit(world, 4, world[0], 0, p);
    axis x[3] = {compare(p[0].x, p[1].x, p[2].x, p[3].x), compare(p[0].y, p[1].y, p[2].y, p[3].y),
                 compare(p[0].z, p[1].z, p[2].z, p[3].z)};
    int most = x[1].gap > x[0].gap ? 1 : 0;
    if (x[2].gap > x[most].gap) most = 2;
    double sd = x[most].gap, squared = 0, from[3], to[3], n[3];
    for (int k = 0; k < 3; ++k) {
        bool counts = k == most || x[k].gap > 0;
        from[k] = counts ? x[k].a : x[k].middle;
        to[k] = counts ? x[k].b : x[k].middle;
        n[k] = counts ? x[k].sign * (sd > 0 ? x[k].gap : 1) : 0;
        squared += n[k] * n[k];
    }
    double length = sqrt(squared);
    wide3 normal = wide3_scale(wide3_make(n[0], n[1], n[2]), 1 / length);
    return gz_near_put(sd > 0 ? length : sd, normal, wide3_make(from[0], from[1], from[2]),
                       wide3_make(to[0], to[1], to[2]), world[0], scale, out);
}
