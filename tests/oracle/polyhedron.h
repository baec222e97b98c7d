/* SPDX-License-Identifier: MIT
 * A convex polytope for the oracles: world coordinates in long double, and the simplices that cover its
 * boundary. Made either from bare points, with all pairs and triples of them as edges and triangles (no
 * hull algorithm involved, for few points), or from a hull of the library. */
#ifndef GRAZE_ORACLE_POLYHEDRON_H
#define GRAZE_ORACLE_POLYHEDRON_H

#include "oracle/ld3.h"

typedef struct oracle_edge {
    int tail, head;
    int left, right; /* facets beside it, seen from outside along tail -> head; -1 from bare points */
} oracle_edge;

typedef struct oracle_polyhedron {
    int vertex_count, edge_count, triangle_count;
    ld3 *vertices;
    oracle_edge *edges; /* of facets, or all pairs */
    int (*triangles)[3];
    /* Only from a hull of dimension 3 (else facet_count is 0): outward unit normals, corner loops. */
    int facet_count;
    ld3 *normals;
    int *facet_start, *facet_corners;
} oracle_polyhedron;

/* basis * x + origin, as given, in long double. */
ld3 oracle_pose_apply(const graze_pose *pose, graze_vec3 x);

/* Both abort when out of memory; oracle_polyhedron_free gives everything back. */
oracle_polyhedron oracle_polyhedron_from_points(const graze_vec3 *points, int count,
                                                const graze_pose *pose);
oracle_polyhedron oracle_polyhedron_from_hull(const graze_hull *hull, const graze_pose *pose);
void oracle_polyhedron_free(oracle_polyhedron *body);

/* The index of the vertex farthest along v, the lowest such. */
int oracle_polyhedron_support(const oracle_polyhedron *body, ld3 v);
/* Half the length of the box's diagonal around all vertices, and its centre. */
long double oracle_polyhedron_extent(const oracle_polyhedron *body, ld3 *center);

#endif
