/* SPDX-License-Identifier: MIT
 * The distance of two triangles, four pairs at a time, in vectors of double.
 *
 * The least over nine pairs of edges and six of a corner and a face, as points on both, so the distance
 * is never too small but for rounding; and how far the plane across their connection keeps the two
 * apart, which is never too large. Where the two differ by too much (triangles that cross, edges next
 * to parallel) somebody slower has to look. Degenerate triangles are the segments or points they cover.
 */
#ifndef GZ_NARROW_TRIANGLE_PAIRS_H
#define GZ_NARROW_TRIANGLE_PAIRS_H

#include "base/common.h"

#define GZ_TRIANGLE_PAIRS 4

typedef struct gz_triangle_pairs {
    /* Corner, coordinate, lane; of size one or less. Lanes that are not used have any finite numbers.
     */
    _Alignas(32) double a[3][3][GZ_TRIANGLE_PAIRS], b[3][3][GZ_TRIANGLE_PAIRS];
    /* Filled in: the points, their distance, and a lower bound, which is NaN if the points coincide. */
    double point_a[3][GZ_TRIANGLE_PAIRS], point_b[3][GZ_TRIANGLE_PAIRS];
    double upper[GZ_TRIANGLE_PAIRS], lower[GZ_TRIANGLE_PAIRS];
} gz_triangle_pairs;

typedef void (*gz_triangle_distances)(gz_triangle_pairs *pairs);

/* For this machine; they all answer the same. */
gz_triangle_distances gz_triangle_distances_choose(void);

#endif
