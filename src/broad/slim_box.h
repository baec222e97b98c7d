/* SPDX-License-Identifier: MIT
 * Boxes in float, whatever the precision: what trees and grids keep inside. They hold the boxes they
 * stand for, which alone decide; so it does not matter that they are a little larger. */
#ifndef GZ_BROAD_SLIM_BOX_H
#define GZ_BROAD_SLIM_BOX_H

#include <float.h>
#include <math.h>

#include "base/common.h"
#include "graze/shape.h"

typedef struct gz_slim_box {
    float lo[3], hi[3];
} gz_slim_box;

/* Disappears when merged and overlaps nothing. */
static inline gz_slim_box gz_slim_nothing(void) {
    return (gz_slim_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

/* Numbers of float not above and not below x. In double these are off by a few units, so that no branch
 * is needed to find the next one: 2^-22 covers the rounding to float and that of the difference,
 * FLT_MIN what is lost where numbers are denormal. What is beyond the largest float becomes that: the
 * order stays, so boxes that overlap still do, and none is infinite, which would overlap what is empty.
 */
#if defined(GRAZE_DOUBLE)
static inline float gz_slim_cast(double x) {
    return x > (double)FLT_MAX ? FLT_MAX : x < -(double)FLT_MAX ? -FLT_MAX : (float)x;
}
static inline float gz_slim_below(real x) {
    float near = gz_slim_cast(x), below = near - (fabsf(near) * 0x1p-22f + FLT_MIN);
    return below < -FLT_MAX ? -FLT_MAX : below;
}
static inline float gz_slim_above(real x) { return -gz_slim_below(-x); }
#else
static inline float gz_slim_below(real x) { return x; }
static inline float gz_slim_above(real x) { return x; }
#endif

static inline bool gz_slim_overlap(const gz_slim_box *a, const gz_slim_box *b) {
    return (a->lo[0] <= b->hi[0]) & (b->lo[0] <= a->hi[0]) & (a->lo[1] <= b->hi[1]) &
           (b->lo[1] <= a->hi[1]) & (a->lo[2] <= b->hi[2]) & (b->lo[2] <= a->hi[2]);
}

/* Is b within a? */
static inline bool gz_slim_holds(const gz_slim_box *a, const gz_slim_box *b) {
    return (a->lo[0] <= b->lo[0]) & (b->hi[0] <= a->hi[0]) & (a->lo[1] <= b->lo[1]) &
           (b->hi[1] <= a->hi[1]) & (a->lo[2] <= b->lo[2]) & (b->hi[2] <= a->hi[2]);
}

static inline gz_slim_box gz_slim_merge(const gz_slim_box *a, const gz_slim_box *b) {
    gz_slim_box out;
    for (int k = 0; k < 3; ++k) {
        out.lo[k] = b->lo[k] < a->lo[k] ? b->lo[k] : a->lo[k];
        out.hi[k] = b->hi[k] > a->hi[k] ? b->hi[k] : a->hi[k];
    }
    return out;
}

/* The ends for those who need to know that nothing is outside: in double, the largest float stands for
 * all beyond. */
#if defined(GRAZE_DOUBLE)
static inline real gz_slim_lo(float lo) {
    return lo > -FLT_MAX ? (real)lo : -2 * (real)GRAZE_SHAPE_REACH;
}
static inline real gz_slim_hi(float hi) {
    return hi < FLT_MAX ? (real)hi : 2 * (real)GRAZE_SHAPE_REACH;
}
#else
static inline real gz_slim_lo(float lo) { return lo; }
static inline real gz_slim_hi(float hi) { return hi; }
#endif

/* Half of the surface, the measure by which trees are judged. */
static inline float gz_slim_area(const gz_slim_box *box) {
    float x = box->hi[0] - box->lo[0], y = box->hi[1] - box->lo[1], z = box->hi[2] - box->lo[2];
    return x * y + (x + y) * z;
}

#endif
