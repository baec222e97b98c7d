/* SPDX-License-Identifier: MIT
 * Polygons on a lattice plane and their intersections in exact integers of 128 bits: points of
 * intersection are fractions with a common denominator. Slow and plain. Coordinates below 2^19. */
#ifndef GRAZE_ORACLE_POLYGON_ORACLE_H
#define GRAZE_ORACLE_POLYGON_ORACLE_H

#include "harness.h"

#define LATTICE_POINTS 96
#define LATTICE_LOOPS 8

typedef __int128 wide_int;

typedef struct lattice_point {
    int64_t at[3];
} lattice_point;

/* A polygon of points origin + x u + y v for the planar points x, y. */
typedef struct lattice_polygon {
    uint32_t count, loop_count, loop_ends[LATTICE_LOOPS];
    int planar[LATTICE_POINTS][2];
    lattice_point origin, u, v;
    lattice_point points[LATTICE_POINTS]; /* made by lattice_place */
    graze_vec3 stored[LATTICE_POINTS];    /* the same as the library gets them */
} lattice_polygon;

/* A polygon of one of the families (convex, star, comb, spiral, rings with holes and islands, wild
 * ones that cross themselves), in the plane's coordinates. The first families are simple. */
enum {
    LATTICE_CONVEX,
    LATTICE_STAR,
    LATTICE_COMB,
    LATTICE_SPIRAL,
    LATTICE_RING,
    LATTICE_ISLANDS,
    LATTICE_WILD,
    LATTICE_FAMILIES
};
void lattice_shape(graze_random *random, int family, lattice_polygon *out);
/* A random lattice plane for it. */
void lattice_plane(graze_random *random, lattice_polygon *polygon);
/* Makes the points; scale is a power of two by which the library's are multiplied. */
void lattice_place(lattice_polygon *polygon, graze_real scale);
graze_polygon lattice_view(const lattice_polygon *polygon);
lattice_point lattice_at(const lattice_polygon *polygon, int x, int y);

int lattice_random(graze_random *random, int lo, int hi); /* lo..hi */

/* The closed sets meet. */
bool oracle_segment_polygon(const lattice_polygon *polygon, lattice_point p, lattice_point q);
bool oracle_box_polygon(const lattice_polygon *polygon, lattice_point lo, lattice_point hi);
bool oracle_polygon_polygon(const lattice_polygon *a, const lattice_polygon *b);
/* The distance of a point; not exact. */
long double oracle_point_polygon(const lattice_polygon *polygon, lattice_point x);
/* Twice the area of the loops in the plane's coordinates, by parity of the strips between all heights
 * of vertices and crossings; simple loops that do not cross. */
double oracle_planar_area(const lattice_polygon *polygon);

#endif
