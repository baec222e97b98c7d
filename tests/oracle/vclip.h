/* SPDX-License-Identifier: MIT
 * Closest features by walking over the boundaries: Lin-Canny (V6) in Mirtich's variant V-Clip (V7),
 * after B:2651-2701, in long double.
 *
 * A pair of features (vertex, edge, facet) holds the closest points if each one's closest point lies in
 * the other's Voronoi region (theorem 4.3). In each step one feature is replaced by a neighbour across
 * a violated constraint plane. The book leaves the steps open; decided here, one rule for each pair of
 * kinds, closest points of edges never computed on the way:
 *  - vertex, any: a violated plane of the other's region leads to the neighbour behind it (of a facet,
 *    the most violated one).
 *  - edge, vertex or edge: the edge is clipped by the other's region. If one plane cuts off all of it,
 * or if at an end of what is left the distance falls towards the region beyond, the walk goes there.
 *  - edge, facet: clipped by the facet's prism. Nothing left: to the facet's edge nearest to it. Else
 * to the end that lies nearer to the plane; if the ends lie on different sides, the two meet.
 *  - vertex over a facet: to an edge of the vertex that comes nearer to the plane. If there is none and
 * the vertex lies behind the plane, that is the local minimum of figure 4.5: go on with the facet whose
 *    plane the vertex is farthest above, or, if it is above none, they overlap.
 * The walk is bounded; running out of steps (cycling) is reported, not repaired. */
#ifndef GRAZE_ORACLE_VCLIP_H
#define GRAZE_ORACLE_VCLIP_H

#include "oracle/features.h"

typedef enum oracle_feature_kind { ORACLE_VERTEX, ORACLE_EDGE, ORACLE_FACET } oracle_feature_kind;

typedef struct oracle_feature {
    oracle_feature_kind kind;
    int index; /* of vertices, edges or normals */
} oracle_feature;

typedef enum oracle_walk_end {
    ORACLE_WALK_APART,
    ORACLE_WALK_MEET,
    ORACLE_WALK_ENDLESS
} oracle_walk_end;

typedef struct oracle_walk {
    oracle_walk_end end;
    oracle_feature feature[2]; /* where to start from; then the closest features, of A and of B */
    oracle_closest closest;    /* if apart */
    int steps;
} oracle_walk;

/* Both bodies from hulls of dimension 3, under poses that do not reflect. */
void oracle_vclip(const oracle_polyhedron *a, const oracle_polyhedron *b, oracle_walk *walk);

#endif
