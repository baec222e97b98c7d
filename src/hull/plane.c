/* SPDX-License-Identifier: MIT */
#include "hull/hull.h"

#include "hull/fan.h"
#include "math/rounding.h"

static real saturated(double x) {
    if (x > (double)GRAZE_REAL_MAX) return GRAZE_REAL_MAX;
    if (x < -(double)GRAZE_REAL_MAX) return -GRAZE_REAL_MAX;
    return (real)x;
}

/* The offset is that of the highest corner. It may lie beyond the largest number where corners do not
 * by a factor of sqrt(3); then it is the largest number. */
graze_plane gz_hull_facet_plane(const graze_hull_view *view, uint32_t facet, double scale) {
    const uint32_t *corner = view->facet_corners + view->facet_start[facet];
    uint32_t count = view->facet_start[facet + 1] - view->facet_start[facet];
    double n[3], area;
    gz_fan_normal(view, corner, count, scale, n, &area);
    graze_plane plane;
    plane.normal = vec3_make((real)n[0], (real)n[1], (real)n[2]);
    double highest = 0;
    for (uint32_t c = 0; c < count; ++c) {
        double p[3];
        gz_fan_vertex(view, corner[c], scale, p);
        double height = ((double)plane.normal.x * p[0] + (double)plane.normal.y * p[1]) +
                        (double)plane.normal.z * p[2];
        if (c == 0 || height > highest) highest = height;
    }
    plane.offset = saturated(-highest / scale);
    return plane;
}
