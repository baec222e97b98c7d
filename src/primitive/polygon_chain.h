/* SPDX-License-Identifier: MIT
 * The boundary of a polygon as linked rings of nodes in its projected plane, interior on the left: what
 * the triangulation works on. All decisions are exact. */
#ifndef GZ_PRIMITIVE_POLYGON_CHAIN_H
#define GZ_PRIMITIVE_POLYGON_CHAIN_H

#include "base/exact.h"
#include "primitive/polygon_view.h"

#define GZ_POLYGON_NOWHERE UINT32_MAX

/* Nodes 0 .. count of points - 1 stand for the points, further ones repeat the ends of bridges. A point
 * equal to the one before it has no node in any ring. */
typedef struct gz_polygon_chain {
    double (*at)[2];       /* by point: projected so that the polygon's normal looks at the reader */
    uint32_t *point;       /* by node */
    uint32_t *next, *prev; /* by node; GZ_POLYGON_NOWHERE if in no ring */
    uint32_t count, capacity;
    uint32_t *ring;   /* by ring: a node of it */
    uint32_t *parent; /* by ring: the outer ring around a hole; itself for an outer ring */
    uint32_t rings, ring_capacity;
} gz_polygon_chain;

static inline const double *gz_chain_at(const gz_polygon_chain *chain, uint32_t node) {
    return chain->at[chain->point[node]];
}
static inline bool gz_chain_same_place(const gz_polygon_chain *chain, uint32_t i, uint32_t j) {
    const double *a = gz_chain_at(chain, i), *b = gz_chain_at(chain, j);
    return a[0] == b[0] && a[1] == b[1];
}
static inline double gz_chain_turn(const gz_polygon_chain *chain, uint32_t i, uint32_t j, uint32_t k) {
    return gz_orient2d(gz_chain_at(chain, i), gz_chain_at(chain, j), gz_chain_at(chain, k));
}

/* Nodes and rings of a checked polygon, one ring a loop, as given. GRAZE_OUT_OF_MEMORY, or
 * GRAZE_INVALID_ARGUMENT if a loop has fewer than three different points. */
graze_status gz_chain_make(const gz_polygon_view *view, gz_polygon_chain *out);
void gz_chain_release(gz_polygon_chain *chain);

/* x seen from node: 1 strictly inside the angle on the left of the ring, 0 along one of its edges, -1
 * outside. x must be elsewhere than the node. An angle of zero is taken for a full one. */
int gz_chain_in_angle(const gz_polygon_chain *chain, uint32_t node, const double x[2]);
/* x is strictly between a and b. */
bool gz_chain_strictly_between(const double x[2], const double a[2], const double b[2]);
/* The ring holds x, which is on none of its edges. Orientation does not matter. */
bool gz_chain_ring_holds(const gz_polygon_chain *chain, uint32_t start, const double x[2]);
/* > 0 if the ring runs counterclockwise, < 0 clockwise, 0 if it has no clear sense. */
double gz_chain_ring_sense(const gz_polygon_chain *chain, uint32_t start);

/* Edges cross, or touch elsewhere than at common points. */
bool gz_chain_is_tangled(const gz_polygon_chain *chain);
/* Orients the rings by the even-odd rule, takes them apart and together where they touch, and finds the
 * parents. False if that is not possible. */
bool gz_chain_nest(gz_polygon_chain *chain);
/* Joins every hole to its parent by a pair of opposite edges. False if one sees no corner of it. */
bool gz_chain_bridge(gz_polygon_chain *chain);
/* Clips ears off a ring. Appends triangles of points; false if it is not a ring around an area. */
bool gz_chain_clip_ears(gz_polygon_chain *chain, uint32_t start, uint32_t *triangles, uint32_t *count);

#endif
