/* SPDX-License-Identifier: MIT */
#include "bounds/image.h"

#include <float.h>

#include "bounds/overlap.h"

static graze_status put(const real lo[3], const real hi[3], graze_aabb *out) {
    graze_aabb box = {vec3_make(lo[0], lo[1], lo[2]), vec3_make(hi[0], hi[1], hi[2])};
    if (!vec3_is_finite(box.lo) || !vec3_is_finite(box.hi)) return GRAZE_OUT_OF_RANGE;
    *out = box;
    return GRAZE_OK;
}

graze_status gz_image_box(const mat3 *basis, vec3 origin, vec3 center, vec3 extent, graze_aabb *out) {
    const double half[3] = {(double)extent.x, (double)extent.y, (double)extent.z};
    const double away[3] = {fabs((double)center.x), fabs((double)center.y), fabs((double)center.z)};
    wide3 middle = wide3_turn(basis, wide3_from(center));
    const double turned[3] = {middle.x, middle.y, middle.z};
    real lo[3], hi[3];
    for (int i = 0; i < 3; ++i) {
        vec3 r = graze_mat3_row(basis, i);
        const double row[3] = {(double)r.x, (double)r.y, (double)r.z};
        double reach = gz_overlap_reach(row, half), from = (double)graze_vec3_get(origin, i);
        double slack = GZ_BOUNDS_ROUNDING * (reach + gz_overlap_reach(row, away) + fabs(from));
        lo[i] = gz_outward_down(from + turned[i] - reach, slack);
        hi[i] = gz_outward_up(from + turned[i] + reach, slack);
    }
    return put(lo, hi, out);
}

gz_image_range gz_image_range_none(void) {
    return (gz_image_range){{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}, {0, 0, 0}};
}

void gz_image_range_add(gz_image_range *range, const graze_pose *pose, vec3 point) {
    const double away[3] = {fabs((double)point.x), fabs((double)point.y), fabs((double)point.z)};
    wide3 turned = wide3_turn(&pose->basis, wide3_from(point));
    const double at[3] = {turned.x, turned.y, turned.z};
    for (int i = 0; i < 3; ++i) {
        vec3 r = graze_mat3_row(&pose->basis, i);
        const double row[3] = {(double)r.x, (double)r.y, (double)r.z};
        double from = (double)graze_vec3_get(pose->origin, i), x = from + at[i];
        double size = gz_overlap_reach(row, away) + fabs(from);
        range->lo[i] = x < range->lo[i] ? x : range->lo[i];
        range->hi[i] = x > range->hi[i] ? x : range->hi[i];
        range->size[i] = size > range->size[i] ? size : range->size[i];
    }
}

graze_status gz_image_range_box(const gz_image_range *range, graze_aabb *out) {
    real lo[3], hi[3];
    for (int i = 0; i < 3; ++i) {
        double slack = GZ_BOUNDS_ROUNDING * range->size[i];
        lo[i] = gz_outward_down(range->lo[i], slack);
        hi[i] = gz_outward_up(range->hi[i], slack);
    }
    return put(lo, hi, out);
}
