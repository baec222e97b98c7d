/* SPDX-License-Identifier: MIT */
#include "hull/hull.h"

static void scaled_vertex(const graze_hull_view *view, uint32_t v, double scale, double out[3]) {
    out[0] = (double)view->vertices[v].x * scale;
    out[1] = (double)view->vertices[v].y * scale;
    out[2] = (double)view->vertices[v].z * scale;
}

/* Newell's normal (B:1050-1062): the sum of the cross products of a fan, here about the first corner.
 */
static void newell(const graze_hull_view *view, uint32_t facet, double scale, double normal[3]) {
    uint32_t start = view->facet_start[facet], end = view->facet_start[facet + 1];
    double o[3], u[3], p[3];
    normal[0] = normal[1] = normal[2] = 0;
    scaled_vertex(view, view->facet_corners[start], scale, o);
    scaled_vertex(view, view->facet_corners[start + 1], scale, p);
    for (int i = 0; i < 3; ++i) u[i] = p[i] - o[i];
    for (uint32_t c = start + 2; c < end; ++c) {
        double v[3];
        scaled_vertex(view, view->facet_corners[c], scale, p);
        for (int i = 0; i < 3; ++i) v[i] = p[i] - o[i];
        for (int i = 0; i < 3; ++i) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            normal[i] += u[j] * v[k] - u[k] * v[j];
        }
        for (int i = 0; i < 3; ++i) u[i] = v[i];
    }
}

graze_plane gz_hull_facet_plane(const graze_hull_view *view, uint32_t facet, double scale) {
    double n[3];
    newell(view, facet, scale, n);
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    graze_plane plane;
    plane.normal.x = (real)(n[0] / length);
    plane.normal.y = (real)(n[1] / length);
    plane.normal.z = (real)(n[2] / length);
    double highest = 0;
    for (uint32_t c = view->facet_start[facet]; c < view->facet_start[facet + 1]; ++c) {
        double p[3];
        scaled_vertex(view, view->facet_corners[c], scale, p);
        double height = ((double)plane.normal.x * p[0] + (double)plane.normal.y * p[1]) +
                        (double)plane.normal.z * p[2];
        if (c == view->facet_start[facet] || height > highest) highest = height;
    }
    plane.offset = (real)(-highest / scale);
    return plane;
}
