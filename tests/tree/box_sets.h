/* SPDX-License-Identifier: MIT
 * Sets of boxes, friendly and otherwise. */
#ifndef GRAZE_TESTS_TREE_BOX_SETS_H
#define GRAZE_TESTS_TREE_BOX_SETS_H

#include <math.h>

#include "harness.h"

typedef enum box_family {
    BOXES_UNIFORM,
    BOXES_CLUSTERED,
    BOXES_EQUAL,      /* all the same */
    BOXES_POINTS,     /* without extent */
    BOXES_HUGE_RANGE, /* sizes and places over many orders of magnitude */
    BOXES_FAR,        /* small, far from the origin */
    BOXES_SORTED,     /* in a row */
    BOXES_DUPLICATES, /* each several times */
    BOXES_FLAT,       /* all in one plane */
    BOXES_CONCENTRIC, /* one in the other: no place tells them apart */
    BOXES_CHAIN,      /* at powers of two, so that every split cuts off a few */
    BOX_FAMILIES
} box_family;

static inline graze_real box_uniform(graze_random *random, double lo, double hi) {
    return graze_random_uniform(random, (graze_real)lo, (graze_real)hi);
}

static inline graze_vec3 box_vector(graze_random *random, double size) {
    graze_real x = box_uniform(random, -size, size), y = box_uniform(random, -size, size);
    return graze_vec3_make(x, y, box_uniform(random, -size, size));
}

static inline graze_aabb box_around(graze_vec3 center, graze_vec3 half) {
    half = graze_vec3_abs(half);
    return (graze_aabb){graze_vec3_sub(center, half), graze_vec3_add(center, half)};
}

static inline graze_aabb box_of_family(graze_random *random, box_family family, size_t i, size_t count,
                                       const graze_aabb *before) {
    double typical = 1 / cbrt((double)count + 1);
    switch (family) {
    case BOXES_CLUSTERED: {
        graze_vec3 middle = graze_vec3_make((graze_real)(i % 5), (graze_real)(i % 3), 0);
        return box_around(graze_vec3_add(middle, box_vector(random, 0.02)), box_vector(random, 0.01));
    }
    case BOXES_EQUAL:
        return box_around(graze_vec3_make(1, 2, 3), graze_vec3_make(1, 1, 1));
    case BOXES_POINTS:
        return box_around(box_vector(random, 1), graze_vec3_zero());
    case BOXES_HUGE_RANGE: {
        double size = pow(10, (double)graze_random_uniform(random, -15, 15));
        return box_around(box_vector(random, size), box_vector(random, size * 0.3));
    }
    case BOXES_FAR:
        return box_around(graze_vec3_add(graze_vec3_make(1000, -3000, 2000), box_vector(random, 1)),
                          box_vector(random, typical));
    case BOXES_SORTED:
        return box_around(graze_vec3_make((graze_real)i, 0, 0), box_vector(random, 0.7));
    case BOXES_DUPLICATES:
        if (i % 4) return before[i - i % 4];
        return box_around(box_vector(random, 1), box_vector(random, typical));
    case BOXES_FLAT: {
        graze_vec3 c = box_vector(random, 1), h = box_vector(random, typical);
        return box_around(graze_vec3_make(c.x, 2, c.z), graze_vec3_make(h.x, 0, h.z));
    }
    case BOXES_CONCENTRIC: {
        graze_real size = (graze_real)(i + 1);
        return box_around(graze_vec3_zero(), graze_vec3_make(size, size, size));
    }
    case BOXES_CHAIN: {
        graze_real at = (graze_real)pow(2, (double)(i % 100) * 0.5 - 30);
        return box_around(graze_vec3_make(at, 0, 0), graze_vec3_make(at / 8, at / 8, 0));
    }
    default:
        return box_around(box_vector(random, 1), box_vector(random, typical));
    }
}

static inline void make_boxes(graze_random *random, box_family family, graze_aabb *boxes,
                              size_t count) {
    for (size_t i = 0; i < count; ++i) boxes[i] = box_of_family(random, family, i, count, boxes);
}

#endif
