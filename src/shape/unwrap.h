/* SPDX-License-Identifier: MIT
 * Looking through wrappers, for whoever has a closed form for what is inside. */
#ifndef GZ_SHAPE_UNWRAP_H
#define GZ_SHAPE_UNWRAP_H

#include "shape/shape.h"

/* The shape that a rounded one is made of: it has the same core and the same centre. */
const graze_shape *gz_rounded_child(const graze_shape *rounded);

/* The core of a transformed shape is basis * (core of the child) + shift, both relative to their
 * centres. NULL, and nothing written, if the child's radius is part of that core. */
const graze_shape *gz_image_child(const graze_shape *image, mat3 *basis, vec3 *shift);

/* The child of a hull of one shape, whose core, moved by shift, is that of the hull; NULL if there are
 * more. */
const graze_shape *gz_hull_of_child(const graze_shape *hull, vec3 *shift);

/* What is left of a sum if the core of one of the two is a point: the other, whose core, moved by
 * shift, is that of the sum. NULL otherwise. */
const graze_shape *gz_sum_child(const graze_shape *sum, vec3 *shift);

#endif
