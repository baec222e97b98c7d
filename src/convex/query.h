/* SPDX-License-Identifier: MIT
 * What the convex queries share: options, the cache, witnesses. */
#ifndef GZ_CONVEX_QUERY_H
#define GZ_CONVEX_QUERY_H

#include "convex/gjk.h"

/* No NaN, infinity or negative number (but GRAZE_TIGHTEST), and a trace that can be called. */
static inline bool gz_options_are_valid(const graze_options *o) {
    return (o->rel >= 0 || o->rel == GRAZE_TIGHTEST) && o->abs >= 0 && graze_is_finite(o->rel) &&
           graze_is_finite(o->abs) && o->max_iterations >= 0 && (!o->trace || o->trace->step);
}
/* NULL, or valid and nobody watches or counts rounds: so queries may take other ways than GJK. Nearly
 * always they are the defaults. */
static inline bool gz_options_are_plain(const graze_options *options) {
    if (!options) return true;
    if (options->trace || options->max_iterations != 0) return false;
    return ((options->rel == 0) & (options->abs == 0)) || gz_options_are_valid(options);
}

/* GRAZE_INVALID_ARGUMENT for options that are not valid; else fills in what they say about accuracy
 * and rounds. options may be NULL. */
graze_status gz_goal_from_options(const graze_options *options, const gz_pair *pair, gz_goal *goal);

/* gz_pair_make, bare where a closed form may answer. */
graze_status gz_pair_make_for(const graze_placed *a, const graze_placed *b,
                              const graze_options *options, gz_pair *pair);

/* The first direction: the cache's axis if it has one, else from centre to centre, else any. Support
 * hints come along; and, for queries that look for the closest points, the last simplex. Those that
 * only look for a separating axis are done sooner without it. */
wide3 gz_cache_start(const graze_cache *cache, bool with_simplex, gz_pair *pair);
/* Remembers the axis and the simplex of a run; cache may be NULL. */
void gz_cache_store(const gz_pair *pair, const gz_gjk *gjk, graze_cache *cache);

/* The closest points of two separated or touching shapes, relative to A's centre in the pair's frame,
 * and the unit vector from A to B. When v is zero the axis, or failing that any vector, stands in. */
typedef struct gz_witnesses {
    wide3 a, b, normal;
} gz_witnesses;
gz_witnesses gz_gjk_witnesses(const gz_pair *pair, const gz_gjk *gjk);

/* After a run that found contact: is it certain that the signed distance is below the given one by more
 * than E? A small v alone does not tell, nor does a flat tetrahedron: the origin may lie deep inside C
 * on an edge of the simplex. Then up to four more runs look, within the rounds allowed in all; they
 * count in gjk->rounds. No answer for some depths between E and 7 E. */
bool gz_overlap_is_deep(gz_pair *pair, double distance, int rounds, gz_gjk *gjk);

/* A point that both share when the distance of the cores is at most the radius (up to E). */
wide3 gz_gjk_common_point(const gz_pair *pair, const gz_gjk *gjk);

#endif
