/* SPDX-License-Identifier: MIT
 * Points of every unpleasant kind. */
#ifndef GRAZE_TESTS_BOUNDS_POINT_CLOUDS_H
#define GRAZE_TESTS_BOUNDS_POINT_CLOUDS_H

#include "harness.h"

typedef enum cloud_kind {
    CLOUD_BALL,
    CLOUD_CUBE,
    CLOUD_COSPHERICAL, /* up to rounding */
    CLOUD_EXACTLY_COSPHERICAL,
    CLOUD_COPLANAR,
    CLOUD_COLLINEAR,
    CLOUD_DUPLICATES,
    CLOUD_NEEDLE,
    CLOUD_ONE_FAR,
    CLOUD_KINDS
} cloud_kind;

static const char *const cloud_names[CLOUD_KINDS] = {
    "ball",      "cube",       "on a sphere", "on a sphere, exactly", "coplanar",
    "collinear", "duplicates", "needle",      "one far away"};

static inline graze_vec3 cloud_point(cloud_kind kind, size_t number, graze_random *random) {
    graze_vec3 d = graze_random_direction(random);
    graze_real x = graze_random_uniform(random, -1, 1), y = graze_random_uniform(random, -1, 1),
               z = graze_random_uniform(random, -1, 1);
    uint64_t bits = graze_random_bits(random);
    switch (kind) {
    case CLOUD_BALL:
        return graze_vec3_scale(d, graze_random_uniform(random, 0, 1));
    case CLOUD_CUBE:
        return graze_vec3_make(x, y, z);
    case CLOUD_COSPHERICAL:
        return d;
    case CLOUD_EXACTLY_COSPHERICAL: { /* the images of (3, 12, 84) / 128 have all the same length */
        const graze_real c[3] = {(graze_real)(3.0 / 128), (graze_real)(12.0 / 128),
                                 (graze_real)(84.0 / 128)};
        size_t turn = (bits >> 8) % 3;
        return graze_vec3_make(bits & 1 ? c[turn] : -c[turn],
                               bits & 2 ? c[(turn + 1) % 3] : -c[(turn + 1) % 3],
                               bits & 4 ? c[(turn + 2) % 3] : -c[(turn + 2) % 3]);
    }
    case CLOUD_COPLANAR:
        return graze_vec3_make(x, y, (graze_real)0.25);
    case CLOUD_COLLINEAR:
        return graze_vec3_make(x, 2 * x, -x);
    case CLOUD_DUPLICATES:
        return graze_vec3_make((graze_real)(bits % 3), (graze_real)(bits / 3 % 2), 1);
    case CLOUD_NEEDLE:
        return graze_vec3_make(1000 * x, y / 1000, z / 1000);
    default:
        return graze_vec3_make(number == 0 ? 1000 : x, y, z);
    }
}

/* count points of the kind, scaled and moved. */
static inline void cloud_make(cloud_kind kind, graze_vec3 *points, size_t count, graze_real scale,
                              graze_vec3 shift, graze_random *random) {
    for (size_t i = 0; i < count; ++i)
        points[i] = graze_vec3_add_scaled(shift, scale, cloud_point(kind, i, random));
}

#endif
