/* SPDX-License-Identifier: MIT
 * A short search for the answer to yes or no, before GJK: does C hold the origin well inside, or does a
 * plane show that it is farther than asked?
 *
 * The difference of the centres, y0, lies in C. Points y1, y2, y3 of C are looked for so that the ray
 * from y0 through the origin passes the triangle of the three, a portal: with T_ij = y0 . (y_i x y_j)
 * that is T_12, T_23, T_31 <= 0. Each look is along the normal of the side of the cone that the ray is
 * beyond, or, once there is a portal, along the portal's own; if C ends before the origin it shows
 * that. With V = y1 . (y2 x y3) and D = V - (T_12 + T_23 + T_31) the origin is the sum of the points
 * with the weights V / D, -T_23 / D, -T_31 / D, -T_12 / D, so it is inside once V > 0. There are no
 * distances, and no points but the corners: a round costs about as much as its support points. What is
 * left open (touching, thin or flat pairs, the distance asked for nearly reached) is GJK's. */
#ifndef GZ_CONVEX_PORTAL_H
#define GZ_CONVEX_PORTAL_H

#include "convex/gjk.h"

/* From the pair's warm points, which have to be the difference of the centres and a support point.
 * GZ_FAR: lower and axis show a distance of more than far. GZ_INSIDE: the cores overlap by more than E
 * and have a common point, relative to A's centre. GZ_UNDECIDED: neither; the warm points are still
 * there. Counts the looks in gjk->rounds; the rest of gjk means nothing. */
gz_outcome gz_portal_search(gz_pair *pair, double far, gz_gjk *gjk, wide3 *common);

#endif
