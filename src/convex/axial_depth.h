/* SPDX-License-Identifier: MIT
 * The depth of two bodies of revolution about one line, and of a point in a simple body: there C is
 * round about the origin, where EPA would never end (B:3394-3396). The profile is a problem of the
 * plane (E1, B:3310-3396) or has a closed form. */
#ifndef GZ_CONVEX_AXIAL_DEPTH_H
#define GZ_CONVEX_AXIAL_DEPTH_H

#include "convex/depth.h"

/* The cores overlap (as GJK found). GZ_DEPTH_FOUND, GZ_DEPTH_LIMIT, or GZ_DEPTH_NONE for pairs that are
 * neither coaxial up to the pair's error nor a point core in a box, cylinder, cone, ellipsoid. */
gz_depth_end gz_axial_depth(gz_pair *pair, const gz_goal *goal, gz_depth *out);

/* Points of the two cores that differ by depth * n, for out->a and out->b, by GJK; false if there are
 * none to be found. */
bool gz_depth_witnesses(gz_pair *pair, double depth, wide3 n, gz_depth *out);

#endif
