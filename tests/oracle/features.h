/* SPDX-License-Identifier: MIT
 * Distance by brute force over all features, in long double: every vertex with every triangle, every
 * edge with every edge (the closest features of disjoint polytopes are always such a pair,
 * B:2655-2657). Nothing is clever here, so nothing can fail in a clever way. All closest points are
 * convex combinations of given points, so a distance is never too small; degenerate features
 * (coincident or collinear corners) answer by their edges and corners. */
#ifndef GRAZE_ORACLE_FEATURES_H
#define GRAZE_ORACLE_FEATURES_H

#include "oracle/polyhedron.h"

typedef struct oracle_closest {
    long double distance;
    ld3 a, b;
} oracle_closest;

ld3 oracle_closest_on_segment(ld3 p, ld3 a, ld3 b);
ld3 oracle_closest_on_triangle(ld3 p, ld3 a, ld3 b, ld3 c);
oracle_closest oracle_segments(ld3 p, ld3 q, ld3 a, ld3 b);
/* A proper crossing: the segment's ends strictly on different sides, the point strictly inside. */
bool oracle_segment_pierces(ld3 p, ld3 q, ld3 a, ld3 b, ld3 c);

/* Is p in the polytope? Decided by the tetrahedra from its first vertex over its triangles, faces
 * included; a flat polytope contains nothing. */
bool oracle_polyhedron_contains(const oracle_polyhedron *body, ld3 p);
/* The distance of p from the polytope, 0 inside. */
long double oracle_polyhedron_point_distance(const oracle_polyhedron *body, ld3 p);
/* Closest points of two polytopes; distance 0 and a = b unspecified when they overlap. */
oracle_closest oracle_polyhedron_closest(const oracle_polyhedron *a, const oracle_polyhedron *b);
/* Does an edge pierce a face, or one polytope contain the first vertex of the other? Polytopes that
 * meet in neither way have vertices on faces or edges crossing edges, so their closest features are 0
 * apart. */
bool oracle_polyhedron_overlap(const oracle_polyhedron *a, const oracle_polyhedron *b);

#endif
