/* SPDX-License-Identifier: MIT
 * The explicit configuration space obstacle A - B of two polytopes (V5, B:2643-2649), as Cameron and
 * Culley use it: the hull of all vertex differences (by Qhull), whose facets give distance and depth.
 *
 * Qhull only says which differences make up a facet. Its plane is recomputed in long double and moved
 * out to the farthest of all differences, so every plane truly supports A - B; the nearest point of a
 * separated A - B is found by looking at all facet triangles. So errors of Qhull (some 1e-15 of the
 * size) enter as the tilt of a plane only.
 *
 * A flat A - B is extruded at right angles by its own size and the origin projected onto it: that
 * leaves distances within its plane as they are, and it has no depth. Flat means: thinner than 1e-11 of
 * its size; the answer is then good to that. */
#ifndef GRAZE_ORACLE_MINKOWSKI_H
#define GRAZE_ORACLE_MINKOWSKI_H

#include "oracle/polyhedron.h"

typedef struct oracle_signed {
    long double distance; /* positive: apart; negative: minus the penetration depth */
    ld3 normal;           /* unit, from A to B; zero if flat shapes meet */
    int dimension;        /* of A - B */
} oracle_signed;

/* Aborts if Qhull fails. */
oracle_signed oracle_minkowski(const oracle_polyhedron *a, const oracle_polyhedron *b);

#endif
