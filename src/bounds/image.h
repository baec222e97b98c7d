/* SPDX-License-Identifier: MIT
 * Boxes round images under a matrix and a translation. */
#ifndef GZ_BOUNDS_IMAGE_H
#define GZ_BOUNDS_IMAGE_H

#include "bounds/outward.h"

/* The box of origin + basis x for all |x - center| <= extent: an axis gets the row's absolute values
 * times the extents (Y3, B:4337; the corrected N:237-241). GRAZE_OUT_OF_RANGE beyond the range of real.
 */
graze_status gz_image_box(const mat3 *basis, vec3 origin, vec3 center, vec3 extent, graze_aabb *out);

/* The box of points under a pose. */
typedef struct gz_image_range {
    double lo[3], hi[3];
    double size[3]; /* the largest sum of absolute values that made a number */
} gz_image_range;
gz_image_range gz_image_range_none(void);
void gz_image_range_add(gz_image_range *range, const graze_pose *pose, vec3 point);
graze_status gz_image_range_box(const gz_image_range *range, graze_aabb *out);

#endif
