/* SPDX-License-Identifier: MIT
 * The fifteen axes of two boxes (P7, B:3290-3308 for their kinds).
 *
 * C = A - B is a sum of six segments: offset + [-1, 1] times a_i e_i and h_j r_j, with a the half
 * extents of A along the axes e of the frame, h those of B and r the columns of its basis, any three.
 * So its height along n is n . offset + sum of a_i |n_i| + sum of h_j |n . r_j|, and the sign of n that
 * makes it least is the one with n . offset <= 0. Facet normals of C are cross products of two of the
 * six:
 *
 *     e_k;    m_l = r_j x r_k  (m . r is the determinant for the third, zero for the others);
 *     e_i x r_j, whose products with r_k and r_l are +- the i-th components of m_l and m_k.
 *
 * Flat boxes need no care: the columns do not vanish with the extents. */
#ifndef GZ_CONVEX_BOX_AXES_H
#define GZ_CONVEX_BOX_AXES_H

#include "math/wide3.h"

/* The facets of A, those of B, and the edges of B with each of A's: so many axes by the three. */
#define GZ_BOX_GROUPS 5

/* Where there are four numbers, they are for the three axes of B, and zero. */
typedef struct gz_boxes {
    _Alignas(32) double h[4];
    double r[3][4], m[3][4]; /* r[k][j]: the k-th component of r_j */
    double heights[GZ_BOX_GROUPS][4], squares[GZ_BOX_GROUPS][4]; /* times the length, of the length */
    double a[3], d[3];                                           /* d: the offset */
    /* What is found: the axis of least height, unit, from A to B; its group; its axis of B, or of A. */
    double height, squared;
    wide3 normal, seen_by_b; /* the latter: its products with r */
    int group, axis;
} gz_boxes;

/* Is the axis the normal of a facet of one of them? */
static inline bool gz_boxes_by_facet(const gz_boxes *x) { return x->group < 2; }

static const int gz_next[3] = {1, 2, 0}, gz_after[3] = {2, 0, 1};

/* The axis of least height; a, h, d and r are given, the latter near 1. */
void gz_boxes_search(gz_boxes *x);
/* The same, with r from two rotations and h from B's half extents. */
void gz_boxes_place_and_search(gz_boxes *x, const mat3 *a, const mat3 *b, vec3 half);
/* Points of both whose difference is height * normal, relative to A's centre, within the slack; false
 * if there are none where the closed form looks. */
bool gz_boxes_points(const gz_boxes *x, double slack, wide3 *a, wide3 *b);
/* The corners that lie farthest along the axis, as hints for support mappings. */
void gz_boxes_hints(const gz_boxes *x, uint32_t *a, uint32_t *b);

#endif
