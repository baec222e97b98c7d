/* SPDX-License-Identifier: MIT
 * Shapes that are the hull of vertices: point, segment, triangle, tetrahedron, polygon, polytope,
 * k-DOP.
 *
 * A few vertices are scanned, many are looked up in cells of directions (hull/cells.h) or climbed on
 * the layers of their hull (hull/climb.h). Every way the hint that core takes and leaves is an index of
 * shape.vertices. Any value is accepted: 0 is what callers without a hint start with and makes the
 * search look round there once only, a number that is no vertex starts it from the coarsest layer at
 * once. */
#ifndef GZ_SHAPE_POLYTOPE_H
#define GZ_SHAPE_POLYTOPE_H

#include "hull/cells.h"
#include "hull/climb.h"
#include "hull/stars.h"
#include "shape/facets.h"
#include "shape/shape.h"

typedef struct gz_polytope {
    graze_shape shape;
    graze_hull *hull;  /* an owner; NULL for point, segment, triangle and tetrahedron */
    gz_layers *layers; /* NULL: scan */
    gz_cells *cells;   /* NULL: scan or climb */
    gz_stars *stars;   /* NULL: no cells, or not suited */
    gz_shape_ops ops;  /* of shapes with cells: as this machine runs them best */
    gz_facets *facets; /* NULL where hull is */
    gz_cloud cloud;    /* vertices - center, when scanned */
    gz_argmax scan;
    vec3 corners[4]; /* of a point, segment, triangle or tetrahedron */
} gz_polytope;

/* Up to GZ_POLYTOPE_FEW vertices are scanned. More are looked up in cells of directions, or climbed
 * where there are no cells (or none for a direction) on layers whose coarsest has at most
 * GZ_POLYTOPE_SCAN. By bench/support, nanoseconds a call on one machine with AVX2 (cold, turning by 0.3
 * radians, coherent):
 *
 *   vertices     float: scan        climb      cells      double: scan        climb      cells
 *       128       26  26  20    121  44  22  15 14 14      43   42   33    127  45  22  16 17 16
 *       256       50  51  34    145  60  21  15 15 15      79   77   58    149  58  21  17 17 16
 *       512       97  93  61    153  85  21  16 15 15     146  141  108    158  84  22  18 17 16
 *      2048      279 280 237    202 184  24  17 16 15     523  521  489    218 200  24  18 18 17
 *     32768     3667  3651 3622 384 385  41  23 21 18    7587 7808 7581    423 420  46  26 26 21
 *
 * (climb: gz_climb_near from the vertex found before; without a hint, cold calls take 40 to 100 less.)
 * Within GJK scanning does better than here, where one call overlaps the next: 128 vertices in float
 * take nearly as long either way, but distances with a cache take a quarter less with stars. Cells take
 * about 128 bytes a vertex, stars as much (twice that in double), and 1.4 us a vertex to make. (32768
 * in double was measured with half as many cells.) */
#define GZ_POLYTOPE_FEW 64u
#define GZ_POLYTOPE_SCAN ((uint32_t)(1024 / sizeof(real)))
/* Steps on the finest layer before a search starts afresh from the coarsest. */
#define GZ_POLYTOPE_NEAR 3u
/* Vertices of a higher degree are set aside, but not more than so many. Facets triangulated by halving
 * give their corners up to 2 log2 n edges, on both sides of a polygon: 64 spares those. */
#define GZ_POLYTOPE_DEGREE 64u
#define GZ_POLYTOPE_ASIDE 16u

/* A shape of the given kind (polygon, polytope or k-DOP) on a hull, which it retains. */
graze_status gz_polytope_create(graze_shape_kind kind, graze_hull *hull, graze_shape **out);

/* Corner functions, as in gz_shape_ops: by climbing; by cells, in all versions that this machine runs,
 * the fastest last. */
typedef uint32_t (*gz_corner)(const graze_shape *shape, real x, real y, real z, uint32_t hint);
uint32_t gz_climb_corner(const graze_shape *shape, real x, real y, real z, uint32_t hint);
#define GZ_CELLS_CORNERS 2
int gz_cells_corners(gz_corner corners[GZ_CELLS_CORNERS]);

#endif
