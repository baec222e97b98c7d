/* SPDX-License-Identifier: MIT
 * Oriented boxes: what the others look like in a box's own frame, and two of them.
 *
 * The columns A of a box are orthonormal up to 16 eps, so A^T A = 1 + D with |D| <= 16 eps each. The
 * map x -> A^T (x - center) takes the box to (1 + D) [-half, half], and everything else along: nothing
 * but the box is off. So the box is widened by GZ_BOX_SLACK eps times the sum of its half
 * extents, and by GZ_BOX_ROUNDING units of double of how far the others reach for the rounding of
 * their points. Then "apart" is a proof, and sets that count as meeting wrongly are that near. */
#ifndef GZ_PRIMITIVE_BOX_FRAME_H
#define GZ_PRIMITIVE_BOX_FRAME_H

#include "base/tolerance.h"
#include "primitive/fit.h"
#include "primitive/sat.h"
#include "primitive/span.h"

static inline double gz_sum3(wide3 v) { return (fabs(v.x) + fabs(v.y)) + fabs(v.z); }

/* How much a box is widened for points of a 1-norm of up to reach in its frame. */
static inline double gz_box_slack(wide3 half, double reach) {
    return GZ_BOX_SLACK * (double)GRAZE_EPSILON * gz_sum3(half) + GZ_BOX_ROUNDING * 0x1p-53 * reach;
}
static inline gz_span_box gz_box_widened_by(wide3 half, double s) {
    return (gz_span_box){{-half.x - s, -half.y - s, -half.z - s}, {half.x + s, half.y + s, half.z + s}};
}
static inline gz_span_box gz_box_widened(wide3 half, double reach) {
    return gz_box_widened_by(half, gz_box_slack(half, reach));
}

static inline gz_end gz_end_of(wide3 p) { return (gz_end){{p.x, p.y, p.z}, false}; }

/* Do a box and a ray meet? Both are valid. */
bool gz_obb_meets_ray(const graze_obb *box, const graze_ray *ray);

/* Do two boxes meet? */
bool gz_boxes_meet(const gz_box_pair *pair);

/* Box B in the frame of box A, with the slack of GZ_BOXES_SLACK; everything times the scale that is
 * returned. */
double gz_box_pair_make(const graze_obb *a, const graze_obb *b, gz_box_pair *pair);
double gz_box_pair_make_aligned(const graze_aabb *a, const graze_obb *b, gz_box_pair *pair);

#endif
