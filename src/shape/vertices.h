/* SPDX-License-Identifier: MIT
 * What simplices and hulls share as shapes on vertices. */
#ifndef GZ_SHAPE_VERTICES_H
#define GZ_SHAPE_VERTICES_H

#include "base/tolerance.h"
#include "shape/polytope.h"

/* Finite coordinates within GRAZE_SHAPE_REACH? */
bool gz_vertices_in_range(const vec3 *vertices, uint32_t count);

/* A shape with room in its block for scanning so many vertices (0: it will not). NULL when memory is
 * out. */
gz_polytope *gz_vertices_allocate(graze_shape_kind kind, const gz_shape_ops *ops, uint32_t scanned);

/* Fills in box and extent; keeps the vertices, which must live as long as the shape. */
void gz_vertices_set(gz_polytope *polytope, const vec3 *vertices, uint32_t count);
/* The support error of vertices that are scanned. */
static inline real gz_scan_error(real extent) {
    return extent > 0 ? GZ_ERROR_SCAN * GRAZE_EPSILON * extent + GZ_ERROR_UNDERFLOW : 0;
}
/* Then, if they are to be scanned: the cloud and the support error. */
void gz_vertices_set_scan(gz_polytope *polytope);

/* Operations. */
vec3 gz_vertices_core(const graze_shape *shape, vec3 v, uint32_t *hint); /* by the shape's corner */
uint32_t gz_vertices_scan(const graze_shape *shape, real x, real y, real z, uint32_t hint);
void gz_vertices_spans(const graze_shape *shape, const mat3 *rows, vec3 *below, vec3 *above);
graze_sphere gz_vertices_ball(const graze_shape *shape);
graze_status gz_vertices_measure(const graze_hull *hull, graze_shape_mass *out);

#endif
