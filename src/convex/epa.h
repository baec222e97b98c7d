/* SPDX-License-Identifier: MIT
 * The expanding polytope: from a simplex of points of C around the origin, or touching it, to the
 * nearest boundary point of C (E2-E7, B:3398-3688). */
#ifndef GZ_CONVEX_EPA_H
#define GZ_CONVEX_EPA_H

#include "convex/depth.h"

/* start is the simplex GJK ended with: one to four points of C whose hull comes within the touching
 * share of the error of the origin. Nothing is allocated: the polytope lives in a block on the stack of
 * GZ_EPA_BLOCK bytes (tolerance.h). Never GZ_DEPTH_NONE or GZ_DEPTH_APART; C may be flat.
 * last may be NULL. */
gz_depth_end gz_epa(gz_pair *pair, const gz_simplex *start, const gz_hunch *last, const gz_goal *goal,
                    gz_depth *out);

#endif
