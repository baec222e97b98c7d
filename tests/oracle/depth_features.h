/* SPDX-License-Identifier: MIT
 * The normals that a facet of the difference of two polytopes can have: those of the facets of either
 * and the cross products of an edge of each (B:2643-2657), all of them, nothing pruned. */
#ifndef GRAZE_ORACLE_DEPTH_FEATURES_H
#define GRAZE_ORACLE_DEPTH_FEATURES_H

#include "oracle/body.h"

/* Is the solid a polytope whose features are at hand (points or a box)? */
bool oracle_is_polytope(const solid *s);

/* Calls visit with every such direction (not unit, never zero, each once with either sign); two
 * polytopes with so many features that it would take long get only the normals of their facets, and
 * anything else nothing. */
void oracle_depth_features(const placed_body *a, const placed_body *b,
                           void (*visit)(void *user, ld3 direction), void *user);

#endif
