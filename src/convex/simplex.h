/* SPDX-License-Identifier: MIT
 * The point of a simplex nearest to the origin.
 *
 * A simplex holds one to four points. Reducing it finds its point v closest to the origin and drops
 * the points that v does not need: afterwards every weight is positive, the weights sum to one and
 * v = sum of weight[i] * y[i] up to rounding. Four points remain only if the origin is inside. */
#ifndef GZ_CONVEX_SIMPLEX_H
#define GZ_CONVEX_SIMPLEX_H

#include "math/wide3.h"

typedef struct gz_simplex {
    wide3 y[4];
    wide3 a[4]; /* companions of each point, carried along: GJK keeps the point of A there, */
    uint32_t hint_a[4], hint_b[4]; /* and where A and B found their support points */
    double weight[4];
    int count;
} gz_simplex;

/* A simplex of one point and its companion. */
static inline void gz_simplex_set_point(gz_simplex *simplex, wide3 y, wide3 a) {
    simplex->y[0] = y;
    simplex->a[0] = a;
    simplex->hint_a[0] = simplex->hint_b[0] = 0;
    simplex->weight[0] = 1;
    simplex->count = 1;
}

/* The closest point to the origin; the simplex is reduced to the face that carries it. Degenerate
 * simplices (coincident, collinear, coplanar points) are fine: their lower faces answer.
 * The direction of v is right to a few eps relative to the face it belongs to, however short v is:
 * it is made perpendicular to the face's longest edge explicitly. So a supporting plane with normal v
 * is as good near contact as far away.
 * thorough tries all faces that contain the last point, whatever the signs of a tetrahedron's volumes
 * say, and no others: the last point stays. */
wide3 gz_simplex_reduce(gz_simplex *simplex, bool thorough);

/* The weights, improved if those of a triangle combine its points to something more than slack off the
 * closest point v, for whoever wants the points behind it: on three points almost in a line they are
 * good for the length of v but less so for its place. What the weighted sum is off is taken back. */
void gz_simplex_weights(const gz_simplex *simplex, wide3 v, double slack, double weight[4]);

/* How far inside a tetrahedron the origin lies: the distance of the nearest face; negative outside. */
double gz_simplex_depth(const gz_simplex *tetrahedron);

#endif
