/* SPDX-License-Identifier: MIT
 * Hulls by brute force over all triples of points, in GMP integers: an oracle that shares nothing with
 * quickhull or the predicates. */
#ifndef GRAZE_ORACLE_EXACT_HULL_H
#define GRAZE_ORACLE_EXACT_HULL_H

#include <gmp.h>

#include "graze/graze.h"

/* Points times the power of two that makes all coordinates integers. */
typedef struct oracle_points {
    int count;
    int exponent; /* coordinate as given = integer * 2^exponent */
    mpz_t (*at)[3];
} oracle_points;

void oracle_points_make(const graze_vec3 *points, int count, oracle_points *out);
void oracle_points_free(oracle_points *points);

/* -1, 0, 1: the side of d from the plane a, b, c, positive where (b - a) x (c - a) points. */
int oracle_side(const oracle_points *points, int a, int b, int c, int d);

/* Of the affine hull, 0 to 3. */
int oracle_dimension(const oracle_points *points);

#define ORACLE_HULL_POINTS 64

/* The hull of at most ORACLE_HULL_POINTS points: which points are extreme (of duplicates the first),
 * and in dimension 3 how many maximal facets and edges there are. */
typedef struct oracle_hull {
    int dimension, vertices, facets, edges;
    bool extreme[ORACLE_HULL_POINTS];
} oracle_hull;

oracle_hull oracle_hull_of(const oracle_points *points);

/* Six times the volume of a closed oriented surface of triangles over the points, divided by 6: exact
 * until the last rounding. */
double oracle_volume(const oracle_points *points, const uint32_t (*triangles)[3], int count);

#endif
