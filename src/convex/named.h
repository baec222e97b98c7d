/* SPDX-License-Identifier: MIT
 * Points that hints name again: a cache holds where support vertices were found, and these have moved
 * with their shapes. Whatever the hint, the point is one of the shape. */
#ifndef GZ_CONVEX_NAMED_H
#define GZ_CONVEX_NAMED_H

#include "convex/duo.h"

/* Points on the rim of a cylinder or a cone: which rim in the lowest bit, as support mappings hint it,
 * the highest set, and between them the direction in steps of 1 / GZ_RIM_STEPS. What is named is on the
 * rim, a little beside the point that it was made of. */
#define GZ_RIM_STEPS 16383
#define GZ_RIM_MARK UINT32_C(0x80000000)
static inline uint32_t gz_rim_name(vec3 point, double radius, uint32_t rim) {
    double steps = radius > 0 ? GZ_RIM_STEPS / radius : 0;
    uint32_t x = (uint32_t)((int)((double)point.x * steps) + GZ_RIM_STEPS);
    uint32_t z = (uint32_t)((int)((double)point.z * steps) + GZ_RIM_STEPS);
    return GZ_RIM_MARK | (z & 0x7fff) << 16 | (x & 0x7fff) << 1 | rim;
}
static inline bool gz_rim_point(uint32_t hint, double radius, double height, wide3 *point) {
    double x = (double)((int)(hint >> 1 & 0x7fff) - GZ_RIM_STEPS);
    double z = (double)((int)(hint >> 16 & 0x7fff) - GZ_RIM_STEPS);
    double squared = x * x + z * z;
    if (!(hint & GZ_RIM_MARK) || !(squared > 0)) return false;
    double scale = radius / sqrt(squared);
    *point = wide3_make(x * scale, height, z * scale);
    return true;
}

/* Are there names for points of its core? */
static inline bool gz_has_names(const graze_shape *shape) {
    return shape->vertices || shape->kind == GRAZE_SHAPE_BOX || shape->kind == GRAZE_SHAPE_CYLINDER ||
           shape->kind == GRAZE_SHAPE_CONE;
}

/* The name of a support point, in the shape's own axes, which was found under this hint. */
static inline uint32_t gz_name_of(const graze_shape *shape, vec3 point, uint32_t hint) {
    if (shape->kind == GRAZE_SHAPE_CYLINDER) return gz_rim_name(point, (double)shape->half.x, hint & 1);
    if (shape->kind == GRAZE_SHAPE_CONE)
        return gz_rim_name(point, (double)((const gz_cone *)shape)->radius, hint & 1);
    return hint;
}

/* And the hint again. */
static inline uint32_t gz_hint_of(const graze_shape *shape, uint32_t name) {
    bool rim = shape->kind == GRAZE_SHAPE_CYLINDER || shape->kind == GRAZE_SHAPE_CONE;
    return rim ? name & 1 : name;
}

/* The point of a shape with names, in its own axes; false if the hint is none. */
static inline bool gz_name_point(const graze_shape *shape, uint32_t hint, wide3 *point) {
    static const double sign[2] = {1, -1};
    if (shape->vertices) {
        if (hint >= shape->vertex_count) return false;
        *point = wide3_from(shape->vertices[hint]);
        return true;
    }
    wide3 half = wide3_from(shape->half);
    double end = sign[hint & 1] * half.y;
    if (shape->kind == GRAZE_SHAPE_CYLINDER) return gz_rim_point(hint, half.x, end, point);
    if (shape->kind == GRAZE_SHAPE_CONE) {
        const gz_cone *cone = (const gz_cone *)shape;
        *point = wide3_make(0, (double)(cone->height / 2), 0);
        return !(hint & 1) || gz_rim_point(hint, (double)cone->radius, -point->y, point);
    }
    *point =
        wide3_make(sign[hint & 1] * half.x, sign[hint >> 1 & 1] * half.y, sign[hint >> 2 & 1] * half.z);
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
