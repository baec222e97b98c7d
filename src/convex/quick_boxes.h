/* SPDX-License-Identifier: MIT
 * Are two boxes within a distance? The shortcut of quick.h for them: the fifteen separating axes
 * (primitive/sat.h tells of them), and a search for a common point. */
#ifndef GZ_CONVEX_QUICK_BOXES_H
#define GZ_CONVEX_QUICK_BOXES_H

#include "convex/quick_fill.h"

bool gz_quick_boxes(const graze_placed *a, const graze_placed *b, real distance, graze_cache *cache,
                    graze_intersection *out);

#endif
