/* SPDX-License-Identifier: MIT
 * Points of two polytopes at the end of their axis of least overlap. */
#ifndef GZ_CONVEX_POLYTOPE_WITNESS_H
#define GZ_CONVEX_POLYTOPE_WITNESS_H

#include "convex/depth.h"
#include "convex/polytope_axes.h"

/* Points a of core A and b of core B with a - b = y, a point of C given as n times depth, up to the
 * pair's error. By GJK: slow, but whatever the features there are like. */
void gz_depth_points(gz_pair *pair, wide3 normal, double depth, gz_depth *out);

/* Fills in a and b of core A and core B with a - b = depth n: y = depth n is the boundary point of C
 * nearest to the origin. The search has ended with an axis; depth > 0. */
void gz_axes_witnesses(gz_axes *axes, double depth, gz_depth *out);

/* The same where A and B just touch, up to the pair's error. False, with the axis and the distance as
 * minus the upper bound, if they turn out to be apart by more than a share of the error. */
bool gz_axes_touch(gz_axes *axes, gz_depth *out);

#endif
