/* SPDX-License-Identifier: MIT
 * Do bounding volumes overlap? Inline, for trees and broad phases: gz_overlap_slabs, gz_overlap_boxes,
 * gz_overlap_spheres, gz_overlap_reach. */
#ifndef GZ_BOUNDS_OVERLAP_H
#define GZ_BOUNDS_OVERLAP_H

#include <math.h>

#include "math/vec3.h"

#define OVERLAP_NAME(name) gz_overlap_##name
#define OVERLAP_ADD(x, y) ((x) + (y))
#define OVERLAP_SUB(x, y) ((x) - (y))
#define OVERLAP_MUL(x, y) ((x) * (y))
#define OVERLAP_ABS(x) fabs(x)
#define OVERLAP_LEQ(x, y) ((x) <= (y))
#include "bounds/overlap_kernel.h"
#undef OVERLAP_NAME
#undef OVERLAP_ADD
#undef OVERLAP_SUB
#undef OVERLAP_MUL
#undef OVERLAP_ABS
#undef OVERLAP_LEQ

#endif
