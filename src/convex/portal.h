/* SPDX-License-Identifier: MIT
 * A short search for the answer to yes or no, before a pair is set up: does C hold the origin well
 * inside, or does a plane show that it is farther than asked?
 *
 * The difference y0 of the hearts, the middles of large balls in the shapes (shape/inner.h), lies in C.
 * Do the balls overlap? Does a look along y0 separate, which finds y1, or one tilted from there towards
 * y1? (Chung and Wang's algorithm tilts further, which overlapping pairs pay for.) If not, points y2
 * and y3 of C are looked for so that the ray from y0 through the origin passes the triangle of the
 * three, a portal: with T_ij = y0 . (y_i x y_j) that is T_12, T_23, T_31 <= 0. Each look is along the
 * normal of the side of the cone that the ray is beyond, or, once there is a portal, along the portal's
 * own; if C ends before the origin it shows that. With V = y1 . (y2 x y3) and D = V - (T_12 + T_23 +
 * T_31) the origin is the sum of the points with the weights V / D, -T_23 / D, -T_31 / D, -T_12 / D, so
 * it is inside once V > 0. There are no distances, and no points but the corners: a round costs about
 * as much as its support points. These are found for A and B side by side (math/both3.h), in world
 * axes, from the shapes as they are placed. What is left open (touching, thin or flat pairs, the
 * distance asked for nearly reached) is GJK's. */
#ifndef GZ_CONVEX_PORTAL_H
#define GZ_CONVEX_PORTAL_H

#include "convex/glance.h"

/* Of two plain shapes (gz_placed_is_plain). The glance is that of the last look; with GZ_TOGETHER it
 * has the common point. lasting: where they are apart, one look more makes an axis of it that remains
 * one for longer, if they are going to be asked for again. */
gz_impression gz_portal_search(const graze_placed *a, const graze_placed *b, double distance,
                               bool lasting, gz_glance *glance);

#endif
