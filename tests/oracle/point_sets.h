/* SPDX-License-Identifier: MIT
 * Point sets that are hard for hulls, by family. */
#ifndef GRAZE_ORACLE_POINT_SETS_H
#define GRAZE_ORACLE_POINT_SETS_H

#include "graze/graze.h"

typedef enum point_family {
    POINTS_BALL,         /* uniform in a ball */
    POINTS_SPHERE,       /* on a sphere, rounded */
    POINTS_SMALL_GRID,   /* integers from -3 to 3 */
    POINTS_LARGE_GRID,   /* integers from -100000 to 100000 */
    POINTS_COSPHERICAL,  /* integers with x^2 + y^2 + z^2 = 1105 exactly */
    POINTS_COPLANAR,     /* small integers in a plane, through a unimodular matrix */
    POINTS_COLLINEAR,    /* the same on a line */
    POINTS_DUPLICATES,   /* few points, each many times */
    POINTS_NEARLY_FLAT,  /* a plane up to roundings */
    POINTS_FAR_CLUSTER,  /* a small cluster far from the origin */
    POINTS_CUBE_SURFACE, /* uniform on the faces of a cube, so exactly coplanar */
    POINTS_PRISM,        /* on the rims of two parallel disks */
    POINTS_ANY_SIZE,     /* exponents over the whole range of numbers */
    POINTS_TINY,         /* multiples of the least denormal */
    POINTS_FAMILIES
} point_family;

/* Fills points with count points of the family. */
void point_set(graze_random *random, point_family family, int count, graze_vec3 *points);

/* True for families in which no three points are meant to be near a line nor four near a plane, so
 * that a hull with tolerances finds the same vertices. */
bool point_family_is_generic(point_family family);

/* A random integer matrix of determinant 1 or -1 with small entries. */
graze_mat3 random_unimodular(graze_random *random);

#endif
