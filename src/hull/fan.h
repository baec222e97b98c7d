/* SPDX-License-Identifier: MIT
 * Newell's normal of a plane polygon (B:1050-1062): the sum of the cross products of a fan.
 * Coordinates are scaled by a power of two that brings them near 1. */
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

/* The unit normal of a polygon, each component right to a few roundings however thin the polygon is,
 * and twice its area, scaled. (Only where products of its coordinates leave the range of double, scaled
 * by the largest of its own, the normal is just an axis on the right side.) */
void gz_fan_normal(const graze_hull_view *view, const uint32_t *corner, uint32_t count, double scale,
                   double unit[3], double *double_area);

#endif
