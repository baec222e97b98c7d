/* SPDX-License-Identifier: MIT
 * How far round shapes reach along the rows of a matrix, by closed forms (gz_shape_ops.spans). */
#ifndef GZ_SHAPE_SPANS_H
#define GZ_SHAPE_SPANS_H

#include "math/mat3.h"
#include "math/scale.h"
#include "math/vec3.h"

/* As graze_vec3_length, without a call where nothing can leave the range. */
static inline real gz_row_length(vec3 row) {
    return gz_squares_are_safe(vec3_max_abs(row)) ? graze_sqrt(vec3_length_squared(row))
                                                  : graze_vec3_length(row);
}

/* What the rows have along local y. */
static inline vec3 gz_spans_along(const mat3 *rows) { return rows->col[1]; }

/* How long the rows are across local y. */
static inline vec3 gz_spans_across(const mat3 *rows) {
    vec3 x = rows->col[0], z = rows->col[2];
    return vec3_make(gz_row_length(vec3_make(x.x, 0, z.x)), gz_row_length(vec3_make(x.y, 0, z.y)),
                     gz_row_length(vec3_make(x.z, 0, z.z)));
}

/* A ball moved along local y. */
static inline void gz_spans_of_capsule(real half_height, real radius, const mat3 *rows, vec3 *below,
                                       vec3 *above) {
    vec3 lengths =
        vec3_make(gz_row_length(graze_mat3_row(rows, 0)), gz_row_length(graze_mat3_row(rows, 1)),
                  gz_row_length(graze_mat3_row(rows, 2)));
    vec3 ball = vec3_scale(lengths, radius);
    *above = vec3_add(vec3_scale(graze_vec3_abs(rows->col[1]), half_height), ball);
    *below = vec3_neg(*above);
}

#endif
