/* SPDX-License-Identifier: MIT
 * The distance of two polytopes from where they were nearest last time: the vertices that the cache
 * names, which have moved, and one look that proves that nothing is nearer. As long as the nearest
 * features stay the same that is the whole answer; where they have changed, a few steps of GJK follow.
 * It all works in world axes, without a pair (convex/duo.h). Two shapes with stars (hull/stars.h) are
 * looked at by the neighbours of the last vertices, others as a whole. */
#ifndef GZ_CONVEX_RECALL_H
#define GZ_CONVEX_RECALL_H

#include "convex/gjk.h"

/* Is it settled so? If so, fills in out, and the cache has the new axis and simplex; else nothing
 * changes. Of two plain shapes (gz_placed_is_plain) and plain options, which may be NULL, as may the
 * cache. The bracket is as narrow as the options ask. */
bool gz_recall_distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                        graze_cache *cache, graze_separation *out);

/* The same where one of them is a cylinder, a cone or an ellipsoid (convex/recall_smooth.c). */
bool gz_recall_smooth(const graze_placed *a, const graze_placed *b, const graze_options *options,
                      graze_cache *cache, graze_separation *out);

#endif
