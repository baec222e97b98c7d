/* SPDX-License-Identifier: MIT
 * Points that hints name again: a cache holds where support vertices were found, and these have moved
 * with their shapes. Whatever the hint, the point is one of the shape. */
#ifndef GZ_CONVEX_NAMED_H
#define GZ_CONVEX_NAMED_H

#include "convex/duo.h"

/* Do its hints name points of its core? */
static inline bool gz_has_names(const graze_shape *shape) {
    return shape->vertices || shape->kind == GRAZE_SHAPE_BOX;
}

/* The point of a shape with names, in its own axes; false if the hint is none. */
static inline bool gz_name_point(const graze_shape *shape, uint32_t hint, wide3 *point) {
    if (shape->vertices) {
        if (hint >= shape->vertex_count) return false;
        *point = wide3_from(shape->vertices[hint]);
        return true;
    }
    static const double sign[2] = {1, -1};
    *point =
        wide3_make(sign[hint & 1] * (double)shape->half.x, sign[hint >> 1 & 1] * (double)shape->half.y,
                   sign[hint >> 2 & 1] * (double)shape->half.z);
    return hint < 8;
}

/* The i-th point of the last simplex. */
static inline bool gz_name_pair(const gz_duo *duo, const graze_cache *cache, int i,
                                gz_duo_point *point) {
    wide3 on_a, on_b;
    if (!gz_name_point(duo->a, cache->support_a[i], &on_a)) return false;
    if (!gz_name_point(duo->b, cache->support_b[i], &on_b)) return false;
    *point = gz_duo_point_of(duo, on_a, on_b);
    return true;
}

#endif
