/* SPDX-License-Identifier: MIT
 * What the primitive tests accept. */
#ifndef GZ_PRIMITIVE_CHECK_H
#define GZ_PRIMITIVE_CHECK_H

#include "bounds/check.h"

static inline bool gz_segment_is_valid(const graze_segment *s) {
    return s && vec3_is_finite(s->a) && vec3_is_finite(s->b);
}

static inline bool gz_ray_is_valid(const graze_ray *r) {
    return r && vec3_is_finite(r->origin) && vec3_is_finite(r->direction) && r->max_t >= 0;
}

static inline bool gz_triangle_is_valid(const graze_triangle *t) {
    return t && vec3_is_finite(t->p[0]) && vec3_is_finite(t->p[1]) && vec3_is_finite(t->p[2]);
}

/* A body of revolution: its axis has a direction. */
static inline bool gz_axis_is_valid(vec3 a, vec3 b, real radius) {
    return vec3_is_finite(a) && vec3_is_finite(b) && !graze_vec3_equal(a, b) &&
           graze_is_finite(radius) && radius >= 0;
}

#endif
