/* SPDX-License-Identifier: MIT
 * The depth of two cylinders whose axes are not parallel, without GJK. */
#ifndef GZ_CONVEX_CYLINDER_DEPTH_H
#define GZ_CONVEX_CYLINDER_DEPTH_H

#include "convex/depth.h"

/* start is a guess of the way from B to A. GZ_DEPTH_NONE for other pairs, for those that touch or have
 * nearly parallel axes, and where the proof gets too long. */
gz_depth_end gz_cylinder_depth(gz_pair *pair, wide3 start, const gz_goal *goal, gz_depth *out);

#endif
