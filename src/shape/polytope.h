/* SPDX-License-Identifier: MIT
 * Shapes that are the hull of vertices: point, segment, triangle, tetrahedron, polygon, polytope,
 * k-DOP.
 *
 * A few vertices are scanned, many are climbed on the layers of their hull (hull/climb.h). Either way
 * the hint that core takes and leaves is an index of shape.vertices. Any value is accepted: 0 is what
 * callers without a hint start with and makes the search look round there once only, a number that is
 * no vertex starts it from the coarsest layer at once. */
#ifndef GZ_SHAPE_POLYTOPE_H
#define GZ_SHAPE_POLYTOPE_H

#include "hull/cells.h"
#include "hull/climb.h"
#include "shape/facets.h"
#include "shape/shape.h"

typedef struct gz_polytope {
    graze_shape shape;
    graze_hull *hull;  /* an owner; NULL for point, segment, triangle and tetrahedron */
    gz_layers *layers; /* NULL: scan */
    gz_cells *cells;   /* NULL: scan or climb */
    gz_shape_ops ops;  /* of shapes with cells: as this machine runs them best */
    gz_facets *facets; /* NULL where hull is */
    gz_cloud cloud;    /* vertices - center, when scanned */
    gz_argmax scan;
    vec3 corners[4]; /* of a point, segment, triangle or tetrahedron */
} gz_polytope;

/* Up to so many vertices are scanned, more are climbed on layers whose coarsest has at most as many:
 * 256 in float, 128 in double. By bench/support, nanoseconds a call on one machine with AVX2 (cold,
 * turning by 0.3 radians, coherent):
 *
 *   vertices       float: scan        climb           double: scan        climb
 *       128         17   17   18    114   39   19        48   40   30    126   41   19
 *       256         55   43   31    130   50   19        77   75   58    142   50   19
 *       512         93   90   58    151   72   19       143  142  107    160   80   19
 *      2048        286  287  230    189  176   22       533  519  467    233  211   22
 *     32768       3621 4613 4539    407  427   39     11277 10518 10024   455  466   43
 *
 * (climb: gz_climb_near from the vertex found before; without a hint, cold calls take 40 to 100 less.)
 */
#define GZ_POLYTOPE_FEW ((uint32_t)(256 / sizeof(real)))
#define GZ_POLYTOPE_SCAN ((uint32_t)(1024 / sizeof(real)))
/* Steps on the finest layer before a search starts afresh from the coarsest. */
#define GZ_POLYTOPE_NEAR 3u
/* Vertices of a higher degree are set aside, but not more than so many. Facets triangulated by halving
 * give their corners up to 2 log2 n edges, on both sides of a polygon: 64 spares those. */
#define GZ_POLYTOPE_DEGREE 64u
#define GZ_POLYTOPE_ASIDE 16u

/* A shape of the given kind (polygon, polytope or k-DOP) on a hull, which it retains. */
graze_status gz_polytope_create(graze_shape_kind kind, graze_hull *hull, graze_shape **out);

/* Support functions, as in gz_shape_ops: by climbing; by cells, in all versions that this machine runs,
 * the fastest last. */
typedef vec3 (*gz_core)(const graze_shape *shape, vec3 v, uint32_t *hint);
vec3 gz_climb_core(const graze_shape *shape, vec3 v, uint32_t *hint);
#define GZ_CELLS_CORES 2
int gz_cells_cores(gz_core cores[GZ_CELLS_CORES]);

#endif
