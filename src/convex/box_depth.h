/* SPDX-License-Identifier: MIT
 * The depth of two boxes: the fifteen axes in closed form (box_axes.h). */
#ifndef GZ_CONVEX_BOX_DEPTH_H
#define GZ_CONVEX_BOX_DEPTH_H

#include "convex/depth.h"
#include "convex/signed.h"

/* What counts as rounds. */
#define GZ_BOX_AXES 15

/* The cores are boxes, and the sets of the pair. GZ_DEPTH_NONE unless A stands in its own frame; else
 * as gz_polytope_depth, to which touching pairs (within a share of the error) are left: GZ_DEPTH_NONE
 * too.
 */
gz_depth_end gz_box_depth(gz_pair *pair, const graze_shape *core_a, const graze_shape *core_b,
                          gz_depth *out);

/* As gz_signed_distance, for two plain boxes (gz_placed_is_plain) that overlap, or are apart if that is
 * far enough, unless somebody watches by a trace; false else. Without a pair: to make one takes as long
 * as the axes. */
bool gz_box_signed(const graze_placed *a, const graze_placed *b, const graze_options *options,
                   bool far_enough, graze_cache *cache, gz_signed *out);

#endif
