/* SPDX-License-Identifier: MIT
 * Shortcuts for the commonest pairs: spheres, capsules and boxes among themselves, placed plainly
 * (gz_placed_is_plain). They work from the placed shapes as they are, in world axes, and set up
 * nothing. Each settles what is clear, with the proof that the general path would give, and leaves to
 * that all that touches within a few E, overlaps without a direction or is so large or small that
 * squares of squares might leave the range. */
#ifndef GZ_CONVEX_QUICK_H
#define GZ_CONVEX_QUICK_H

#include "convex/gjk.h"

/* Is it settled whether the two are within the distance? If so, fills in out and leaves an axis that
 * separates to the cache, which may be NULL. */
bool gz_quick_within(const graze_placed *a, const graze_placed *b, real distance, graze_cache *cache,
                     graze_intersection *out);

/* The same for the distance; it is settled if the bracket is as narrow as the options, which may be
 * NULL, ask. */
bool gz_quick_distance(const graze_placed *a, const graze_placed *b, const graze_options *options,
                       graze_cache *cache, graze_separation *out);

#endif
