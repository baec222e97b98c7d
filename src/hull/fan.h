/* SPDX-License-Identifier: MIT
 * Newell's normal of a plane polygon (B:1050-1062): the sum of the cross products of a fan, here about
 * its first corner. Coordinates are scaled by a power of two that brings them near 1. */
#ifndef GZ_HULL_FAN_H
#define GZ_HULL_FAN_H

#include "base/common.h"
#include "graze/hull.h"

/* Vertex v of the hull, scaled. */
static inline void gz_fan_vertex(const graze_hull_view *view, uint32_t v, double scale, double out[3]) {
    out[0] = (double)view->vertices[v].x * scale;
    out[1] = (double)view->vertices[v].y * scale;
    out[2] = (double)view->vertices[v].z * scale;
}

/* The power of two for a hull. */
double gz_fan_scale(const graze_hull_view *view);

/* Twice the area of the polygon times its unit normal; each component right to a few roundings of the
 * longest, however thin the polygon is. Its length is never zero unless it underflows. */
void gz_fan_normal(const graze_hull_view *view, const uint32_t *corner, uint32_t count, double scale,
                   double normal[3]);

#endif
