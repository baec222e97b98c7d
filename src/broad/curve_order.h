/* SPDX-License-Identifier: MIT
 * Boxes in the order of a curve that fills space, so that those next to each other in it are near each
 * other in space: cells of a cube round all centres, numbered by interleaved bits (Morton's order).
 * Where many centres share a cell it is divided again, so clusters and boxes far away do no harm. Boxes
 * much larger than most come last, apart from the others. */
#ifndef GZ_BROAD_CURVE_ORDER_H
#define GZ_BROAD_CURVE_ORDER_H

#include "broad/slim_box.h"

/* The centre along an axis, halved; infinite ends count as the largest number, so nothing here
 * overflows. */
static inline float gz_curve_middle(float lo, float hi) {
    float a = lo < -FLT_MAX ? -FLT_MAX : lo, b = hi > FLT_MAX ? FLT_MAX : hi;
    return a / 4 + b / 4;
}

/* order[0..count) becomes the order: numbers of boxes in the lower half. Boxes are stride bytes apart.
 * spare has room for as many. */
void gz_curve_order(const void *boxes, size_t stride, size_t count, uint64_t *order, uint64_t *spare);

#endif
