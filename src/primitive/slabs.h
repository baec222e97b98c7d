/* SPDX-License-Identifier: MIT
 * A ray clipped by three slabs, without a branch. Each parameter is a difference of two given numbers
 * times the inverse of a third: off by three units of itself. So where entry and exit are clearly in
 * order or clearly not, that is proven, and the exact test (span.h) need not be asked. */
#ifndef GZ_PRIMITIVE_SLABS_H
#define GZ_PRIMITIVE_SLABS_H

#include "base/tolerance.h"
#include "primitive/span.h"

typedef struct gz_slabs {
    double in[3], out[3]; /* of each slab */
    double enter, exit;   /* of all three */
    double slowest;       /* the largest |1 / direction|: infinite if the ray is parallel to a slab */
} gz_slabs;

static inline double gz_least(double a, double b) { return a < b ? a : b; }
static inline double gz_most(double a, double b) { return a > b ? a : b; }

static inline gz_slabs gz_slabs_of(const double origin[3], const double direction[3],
                                   const gz_span_box *box) {
    gz_slabs s = {.slowest = 0};
    for (int k = 0; k < 3; ++k) {
        double per = 1 / direction[k];
        s.slowest = gz_most(s.slowest, fabs(per));
        double lo = (box->lo[k] - origin[k]) * per, hi = (box->hi[k] - origin[k]) * per;
        s.in[k] = gz_least(lo, hi);
        s.out[k] = gz_most(lo, hi);
    }
    s.enter = gz_most(gz_most(s.in[0], s.in[1]), s.in[2]);
    s.exit = gz_least(gz_least(s.out[0], s.out[1]), s.out[2]);
    return s;
}

typedef enum gz_verdict { GZ_APART, GZ_MEETING, GZ_OPEN } gz_verdict;

/* Does the unbounded ray meet the box? "Apart" holds for one that is wider by that much on all sides,
 * too: each parameter moves by the width over the speed. Not for coordinates whose differences
 * overflow. A ray that is parallel to a slab or starts on a face is left to others. */
static inline gz_verdict gz_slabs_verdict(const gz_slabs *s, double wider) {
    double start = gz_most(s->enter, 0), slack = GZ_SLAB_FILTER * (start + fabs(s->exit));
    double gap = s->exit - start, least = slack + GZ_SLAB_FLOOR, grown = 4 * wider * s->slowest;
    if (!(slack < INFINITY) || !(s->slowest < INFINITY) || !(fabs(s->enter) > GZ_SLAB_FLOOR))
        return GZ_OPEN;
    if (gap > least) return GZ_MEETING;
    return gap < -(least + grown) ? GZ_APART : GZ_OPEN;
}

#endif
