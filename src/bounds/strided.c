/* SPDX-License-Identifier: MIT */
#include "bounds/strided.h"

#include "graze/bounds.h"

graze_status gz_strided_make(const void *points, size_t count, size_t stride, gz_strided *s,
                             graze_aabb *box) {
    size_t step = stride ? stride : sizeof(vec3);
    if (count == 0) return GRAZE_EMPTY;
    if (!points || step < sizeof(vec3)) return GRAZE_INVALID_ARGUMENT;
    *s = (gz_strided){points, count, step};
    graze_aabb all = graze_aabb_nothing();
    bool finite = true;
    for (size_t i = 0; i < count; ++i) {
        vec3 p = gz_strided_at(s, i);
        finite = finite && vec3_is_finite(p);
        all = graze_aabb_merge(all, (graze_aabb){p, p});
    }
    if (!finite) return GRAZE_INVALID_ARGUMENT;
    if (graze_max(vec3_max_abs(all.lo), vec3_max_abs(all.hi)) > GRAZE_SHAPE_REACH)
        return GRAZE_OUT_OF_RANGE;
    *box = all;
    return GRAZE_OK;
}
