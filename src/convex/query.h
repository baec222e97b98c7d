/* SPDX-License-Identifier: MIT
 * What the convex queries share: options, the cache, witnesses. */
#ifndef GZ_CONVEX_QUERY_H
#define GZ_CONVEX_QUERY_H

#include "convex/gjk.h"

/* GRAZE_INVALID_ARGUMENT for NaN or negative numbers (but GRAZE_TIGHTEST); else fills in what the
 * options say about accuracy and rounds. options may be NULL. */
graze_status gz_goal_from_options(const graze_options *options, const gz_pair *pair, gz_goal *goal);

/* The first direction: the cache's axis if it has one, else from centre to centre, else any. Support
 * hints come along. */
wide3 gz_cache_start(const graze_cache *cache, gz_pair *pair);
/* Remembers the axis (nonzero) and the hints; cache may be NULL. */
void gz_cache_store(const gz_pair *pair, wide3 axis, graze_cache *cache);

/* The closest points of two separated or touching shapes, relative to A's centre in the pair's frame,
 * and the unit vector from A to B. When v is zero the axis, or failing that any vector, stands in. */
typedef struct gz_witnesses {
    wide3 a, b, normal;
} gz_witnesses;
gz_witnesses gz_gjk_witnesses(const gz_pair *pair, const gz_gjk *gjk);

/* After a run that found contact: is it certain that the signed distance is below the given one by more
 * than E? A closest point near the origin does not say how deep the origin lies, and a tetrahedron
 * around it may be flat. Then up to four more runs look, within the rounds that the goal has left; they
 * count in gjk->rounds. No: the shapes are less than 7 E deep, or the rounds are used up. */
bool gz_gjk_is_deep(gz_pair *pair, const gz_goal *goal, double distance, gz_gjk *gjk);

/* A point that both share when the distance of the cores is at most the radius (up to E). */
wide3 gz_gjk_common_point(const gz_pair *pair, const gz_gjk *gjk);

#endif
