/* SPDX-License-Identifier: MIT
 * Families of point sets whose hulls are hard in different ways, and directions that are. */
#ifndef GRAZE_TESTS_POINT_FAMILY_H
#define GRAZE_TESTS_POINT_FAMILY_H

#include "graze/graze.h"

typedef enum point_family {
    FAMILY_ELLIPSOID, /* random points of an ellipsoid's surface */
    FAMILY_CONE,      /* an apex of huge degree over a rim */
    FAMILY_BIPYRAMID, /* two of them */
    FAMILY_PRISM,     /* two facets with many corners */
    FAMILY_POLYGON,   /* flat: dimension 2 */
    FAMILY_NEEDLE,    /* 10,000 times as long as wide */
    FAMILY_SLIVERS,   /* a turned cube with rounded points on its faces: nearly flat everywhere */
    FAMILY_GRID,      /* integer points of a ball: exact ties, coplanar facets */
    FAMILY_FAR,       /* an ellipsoid 1,000 times its size away from the origin */
    FAMILY_COUNT
} point_family;

const char *point_family_name(point_family family);

/* Writes count points of the family (some may lie inside the hull). */
void point_family_make(point_family family, uint32_t count, graze_random *random, graze_vec3 *points);

/* Directions for the case with the given number: random ones, axes and small integers, normals of the
 * hull's facets and directions across its edges (ties up to rounding), drifting ones. */
graze_vec3 point_family_direction(const graze_hull_view *view, long number, graze_random *random);

/* How far the point at index lies below the farthest along v, as a length, by looking at all of them
 * in long double. */
long double point_family_shortfall(const graze_vec3 *points, uint32_t count, graze_vec3 v,
                                   uint32_t index);

#endif
