/* SPDX-License-Identifier: MIT
 * The depth of two boxes: the fifteen axes in closed form (P7, B:3290-3308 for their kinds). */
#ifndef GZ_CONVEX_BOX_DEPTH_H
#define GZ_CONVEX_BOX_DEPTH_H

#include "convex/depth.h"

/* GZ_DEPTH_NONE unless both cores are boxes and A stands in its own frame; else as gz_polytope_depth,
 * to which touching pairs (within a share of the error) are left: GZ_DEPTH_NONE too. */
gz_depth_end gz_box_depth(gz_pair *pair, gz_depth *out);

#endif
