/* SPDX-License-Identifier: MIT
 * Shapes that are the hull of vertices: point, segment, triangle, tetrahedron, polygon, polytope,
 * k-DOP.
 *
 * A few vertices are scanned, many are climbed on the layers of their hull (hull/climb.h). Either way
 * the hint that core takes and leaves is an index of shape.vertices; any value is accepted. */
#ifndef GZ_SHAPE_POLYTOPE_H
#define GZ_SHAPE_POLYTOPE_H

#include "hull/climb.h"
#include "shape/shape.h"

typedef struct gz_polytope {
    graze_shape shape;
    uint32_t vertex_count;
    graze_hull *hull;  /* an owner; NULL for point, segment, triangle and tetrahedron */
    gz_layers *layers; /* NULL: scan */
    gz_cloud cloud;    /* vertices - center, when scanned */
    gz_argmax scan;
    vec3 corners[4]; /* of a point, segment, triangle or tetrahedron */
} gz_polytope;

/* The switch-over from scanning to climbing, by bench/support on one machine with AVX2.
 * FIGURES */
#define GZ_POLYTOPE_SCAN 128u
/* Where the coarsest layer may stop: scanning so many costs less than the layers it replaces. */
#define GZ_POLYTOPE_STOP 64u
/* Steps on the finest layer before a search starts afresh from the coarsest. */
#define GZ_POLYTOPE_NEAR 3u
/* Vertices of a higher degree are set aside, but not more than so many. Facets triangulated by halving
 * give their corners up to 2 log2 n edges, on both sides of a polygon: 64 spares those. */
#define GZ_POLYTOPE_DEGREE 64u
#define GZ_POLYTOPE_ASIDE 16u

/* A shape of the given kind (polygon, polytope or k-DOP) on a hull, which it retains. */
graze_status gz_polytope_create(graze_shape_kind kind, graze_hull *hull, graze_shape **out);

#endif
