/* SPDX-License-Identifier: MIT
 * Support mappings of box, cylinder and cone, inline: who asks for several at a time is spared calls
 * that hand over vectors through memory. As gz_shape_ops.core, with the same bits. */
#ifndef GZ_SHAPE_SIMPLE_CORE_H
#define GZ_SHAPE_SIMPLE_CORE_H

#include "shape/shape.h"

typedef struct gz_cone {
    graze_shape base;
    real radius, height;
} gz_cone;

/* B:3040-3048: the corner with the signs of v. Nothing rounds, so the support error is 0. The hint has
 * a bit for each negative sign (gz_shape_core_vertex). */
static inline vec3 gz_box_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    *hint = (uint32_t)(v.x < 0) | (uint32_t)(v.y < 0) << 1 | (uint32_t)(v.z < 0) << 2;
    return vec3_mul(vec3_make(gz_sign(v.x), gz_sign(v.y), gz_sign(v.z)), shape->half);
}

/* The unit vector along (v.x, 0, v.z), whose length is the given one, in or out of range. */
static inline vec3 gz_unit_across(vec3 v, real length) {
    if (!(length < GZ_DIRECTION_LIMIT && length > 2 / GZ_DIRECTION_LIMIT))
        return gz_unit(gz_direction(vec3_make(v.x, 0, v.z)));
    real scale = 1 / length;
    return vec3_make(v.x * scale, 0, v.z * scale);
}

/* B:3070-3076: radius and half height are those of the box. The hint names the rim: 0 the upper one. */
static inline vec3 gz_cylinder_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    real radius = shape->half.x;
    vec3 w = gz_unit_across(v, graze_sqrt(v.x * v.x + v.z * v.z));
    *hint = v.y < 0;
    return vec3_make(w.x * radius, gz_sign(v.y) * shape->half.y, w.z * radius);
}

/* B:3060-3068. With w = (v.x, 0, v.z), the apex lies farther than the rim iff
 * v.y height/2 > -v.y height/2 + radius |w|, which is the book's comparison of v.y / |v| with the sine
 * of the top angle, multiplied out. For v = 0 the rim wins: the support point of e1. The hint names
 * what was found: 0 the apex, 1 the rim; nobody could predict which, so there is no branch. */
static inline vec3 gz_cone_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    const gz_cone *cone = (const gz_cone *)shape;
    real across = graze_sqrt(v.x * v.x + v.z * v.z);
    uint32_t rim = !(v.y * cone->height > cone->radius * across);
    const real radius[2] = {0, cone->radius}, sign[2] = {1, -1};
    vec3 w = gz_unit_across(v, across);
    *hint = rim;
    return vec3_make(w.x * radius[rim], sign[rim] * (cone->height / 2), w.z * radius[rim]);
}

#endif
