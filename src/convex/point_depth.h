/* SPDX-License-Identifier: MIT
 * How deep a point lies in a box or an ellipsoid, under any pose that leaves it one. */
#ifndef GZ_CONVEX_POINT_DEPTH_H
#define GZ_CONVEX_POINT_DEPTH_H

#include "convex/depth.h"

/* The core of one operand is a point, at `center` from that operand's centre; the other is the body.
 * GZ_DEPTH_FOUND or GZ_DEPTH_LIMIT if its core is a box (under any pose) or an ellipsoid (half axes at
 * right angles), else GZ_DEPTH_NONE. */
gz_depth_end gz_point_depth(const gz_pair *pair, bool body_is_a, wide3 center, const gz_goal *goal,
                            gz_depth *out);

#endif
