/* SPDX-License-Identifier: MIT
 * Points in a caller's memory, at any stride and alignment. */
#ifndef GZ_BOUNDS_STRIDED_H
#define GZ_BOUNDS_STRIDED_H

#include <string.h>

#include "math/vec3.h"

typedef struct gz_strided {
    const unsigned char *data;
    size_t count, stride;
} gz_strided;

static inline vec3 gz_strided_at(const gz_strided *s, size_t i) {
    vec3 p;
    memcpy(&p, s->data + i * s->stride, sizeof p);
    return p;
}

static inline gz_strided gz_strided_of(const vec3 *points, size_t count) {
    return (gz_strided){(const unsigned char *)points, count, sizeof *points};
}

/* Looks at every coordinate: GRAZE_EMPTY, GRAZE_INVALID_ARGUMENT, GRAZE_OUT_OF_RANGE as bounds.h says,
 * else GRAZE_OK, the cloud and the least box around it. */
graze_status gz_strided_make(const void *points, size_t count, size_t stride, gz_strided *s,
                             graze_aabb *box);

#endif
