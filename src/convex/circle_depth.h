/* SPDX-License-Identifier: MIT
 * The depth of a cylinder or cone in a box, by looking at the few normals that can be the way out. */
#ifndef GZ_CONVEX_CIRCLE_DEPTH_H
#define GZ_CONVEX_CIRCLE_DEPTH_H

#include "convex/depth.h"

/* GZ_DEPTH_NONE for other pairs, for those that touch within the error, whose poses deform them by more
 * than a part of it, and where the search takes too long. Nobody can watch. */
gz_depth_end gz_circle_depth(gz_pair *pair, const gz_goal *goal, gz_depth *out);

#endif
