/* SPDX-License-Identifier: MIT
 * Graze: convex hulls of point sets, exact in their decisions.
 *
 * Which points are vertices, how facets join and what the dimension is are decided by exact
 * predicates on the coordinates as given: no tolerance, no merging, nothing lost. Points that are
 * duplicates, lie inside, on a facet or on an edge are never vertices. */
#ifndef GRAZE_HULL_H
#define GRAZE_HULL_H

#include "math.h"

GRAZE_BEGIN_C

/** An immutable hull, reference counted, shareable between threads. */
typedef struct graze_hull graze_hull;

#define GRAZE_HULL_NONE UINT32_MAX

/** One directed edge of the triangulated boundary. Half-edge h belongs to triangle h / 3; the next
 *  one round its triangle (counterclockwise seen from outside) is h + 1, or h - 2 when h % 3 == 2. */
typedef struct graze_half_edge {
    uint32_t vertex; /**< where it starts: an index of graze_hull_view.vertices */
    uint32_t twin;   /**< the oppositely directed half-edge */
} graze_half_edge;

/** All of a hull, to read. Everything belongs to the hull and lives as long as it does.
 *
 *  dimension 0: one vertex; no edge. Dimension 1: two vertices, neighbours of each other. Dimension
 *  2: a convex polygon covered from both sides, so facets is 2 and facet 1 is facet 0 reversed.
 *  Dimension 3: a closed polyhedron; facets with more than three corners are triangulated such that
 *  no vertex gets more than about 2 log2(corners) extra edges.
 *  In dimensions 2 and 3 vertices - edges + triangles = 2 with edges = half_edge_count / 2. */
typedef struct graze_hull_view {
    int dimension;              /**< of the affine hull: 0, 1, 2 or 3 */
    uint32_t vertex_count;      /**< the least set whose hull is the hull of the input */
    const graze_vec3 *vertices; /**< coordinates exactly as given, in input order */
    const uint32_t *source;     /**< for each vertex, its (lowest) index in the input */
    uint32_t triangle_count;    /**< half_edge_count / 3 */
    uint32_t half_edge_count;
    const graze_half_edge *half_edges;
    const uint32_t *triangle_facet; /**< for each triangle, the facet it is part of */
    uint32_t facet_count;           /**< maximal exactly coplanar faces */
    const graze_plane *planes;      /**< for each facet: unit outward normal n, offset d with
                                         n . x + d <= 0 for the vertices up to rounding */
    const uint32_t *facet_start;    /**< facet f has corners facet_corners[facet_start[f] ..
                                         facet_start[f + 1] - 1], counterclockwise */
    const uint32_t *facet_corners;
    const uint32_t *neighbour_start; /**< vertex v has neighbours neighbours[neighbour_start[v] ..
                                          neighbour_start[v + 1] - 1] in the triangulated graph */
    const uint32_t *neighbours;
} graze_hull_view;

/** The hull of count points (count >= 1), read from points with the given stride in bytes (0 =
 *  packed graze_vec3; any alignment; each point three graze_real). Deterministic: the same input
 *  gives the same hull, bit for bit. Expected O(n log n).
 *  GRAZE_INVALID_ARGUMENT: NULL, count 0 or above 2^30, stride smaller than a point, a coordinate
 *  that is NaN or infinite. GRAZE_OUT_OF_MEMORY. */
GRAZE_API graze_status graze_hull_create(const void *points, size_t count, size_t stride,
                                         graze_hull **out);

/** The same, with at most max_vertices vertices (at least 4; hulls of lower dimension follow the
 *  same budget). Vertices are chosen greedily, the farthest point first, from the input points, so
 *  the result lies inside the full hull; *error (may be NULL) receives an upper bound on the
 *  distance of any input point from it (0 if nothing was dropped). */
GRAZE_API graze_status graze_hull_create_simplified(const void *points, size_t count, size_t stride,
                                                    uint32_t max_vertices, graze_real *error,
                                                    graze_hull **out);

/** One more owner; returns hull. NULL is allowed and stays NULL. */
GRAZE_API graze_hull *graze_hull_retain(graze_hull *hull);
/** One owner less; the last one frees it. NULL is allowed. */
GRAZE_API void graze_hull_release(graze_hull *hull);

/** Everything there is to read. GRAZE_INVALID_ARGUMENT for NULL. */
GRAZE_API graze_status graze_hull_get(const graze_hull *hull, graze_hull_view *out);

/** Volume (0 below dimension 3), surface area (both sides of a polygon; 0 below dimension 2) and
 *  centroid of the solid (of the polygon, segment, point in lower dimensions). */
typedef struct graze_hull_mass {
    graze_real volume, area;
    graze_vec3 centroid;
} graze_hull_mass;
GRAZE_API graze_status graze_hull_measure(const graze_hull *hull, graze_hull_mass *out);

/** Checks every promise of graze_hull_view with exact arithmetic: closed, oriented, convex, strictly
 *  extreme vertices, coplanar facets, Euler's formula, circulation. GRAZE_OK, or
 *  GRAZE_INVALID_ARGUMENT and in *what (may be NULL) a text that says which promise is broken. For
 *  tests and doubts; O(vertices * facets). */
GRAZE_API graze_status graze_hull_validate(const graze_hull *hull, const char **what);

GRAZE_END_C

#endif
