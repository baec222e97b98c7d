/* SPDX-License-Identifier: MIT
 * The depth of two overlapping bodies by search over directions, in long double. With C = A - B and
 * h(n) the height of its supporting plane along the unit vector n, the depth is the least h(n) over all
 * n (and minus the distance, if that is negative).
 *
 * Every h(n) is an upper bound by itself: a weak search can only miss a mistake of the library, never
 * blame it for one. Looked at are many directions all over the sphere, the axes of the poses and their
 * cross products, and for two polytopes every normal that a facet of C can have (depth_features.h); the
 * best of them are improved:
 *
 * One step: put a point o = (h(n) + s) n outside C, s > 0, and let y be the point of C nearest to o, n'
 * the unit vector from y to o. Since C lies below the plane of n, |o - y| >= s, so
 * h(n') = n'.o - |o - y| <= h(n). The step lands on the normal of a facet as soon as o projects into
 * it; where the boundary is smooth, with radius of curvature R > h, the angle shrinks by (h + s) / (R +
 * s) a step, which a search on along the way just taken makes up for where that is close to one. */
#ifndef GRAZE_ORACLE_DEPTH_SEARCH_H
#define GRAZE_ORACLE_DEPTH_SEARCH_H

#include "oracle/body.h"

typedef struct oracle_depth {
    long double depth; /* the least h found; negative: the normal separates */
    ld3 normal;        /* unit, from A to B */
} oracle_depth;

/* Not for half-spaces. tolerance: a step that gains less is the last. */
oracle_depth oracle_depth_search(const placed_body *a, const placed_body *b, long double tolerance);

/* The same from one more direction: lowers *best if that leads to less. */
void oracle_depth_improve(const placed_body *a, const placed_body *b, long double tolerance, ld3 from,
                          oracle_depth *best);

/* Is C nearly round about the origin where it is nearest? That is when, in some direction, its boundary
 * curves almost like the sphere of radius depth about the origin: with a radius of curvature of up to
 * 1.3 times the depth, so that h rises by at most 0.3 depth angle^2 / 2. Looked at on circles of 0.1,
 * 0.01 and 0.001 radians around the best normal. Then whole arcs of directions are nearly as good as
 * the best one, and a polytope must tell them apart. */
bool oracle_nearly_round(const placed_body *a, const placed_body *b, const oracle_depth *best);

#endif
