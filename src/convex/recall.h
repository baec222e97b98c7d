/* SPDX-License-Identifier: MIT
 * The distance of two polytopes from where they were nearest last time: the vertices that the cache
 * names, which have moved, and one look that proves that nothing is nearer. It takes no pair and no
 * round of GJK, and is the whole answer as long as the nearest features stay the same. */
#ifndef GZ_CONVEX_RECALL_H
#define GZ_CONVEX_RECALL_H

#include "convex/gjk.h"

/* Is it settled so? If so, fills in out, and the cache has the new axis. Of two plain shapes
 * (gz_placed_is_plain) and plain options, which may be NULL, as may the cache. The bracket is as narrow
 * as the options ask. */
bool gz_recall_distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                        graze_cache *cache, graze_separation *out);

/* The same where one of them is a cylinder, a cone or an ellipsoid (convex/recall_smooth.c). */
bool gz_recall_smooth(const graze_placed *a, const graze_placed *b, const graze_options *options,
                      graze_cache *cache, graze_separation *out);

#endif
