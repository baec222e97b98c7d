/* SPDX-License-Identifier: MIT
 * How far around a minimum of C's height no height can be lower.
 *
 * Let n be a normal of C with the farthest point y, and t, upright on n, turn it. The part of the
 * boundary around y is the sum of pieces, each of which lifts h(n + t) above y . (n + t):
 *   - a disc on whose rim y lies. With L = |n x axis|, z = t . tangent and x what t has toward the
 *     axis, radius |(n + t) x axis| is
 *         radius sqrt(X^2 + z^2) = radius (X + z^2 / (X + sqrt(X^2 + z^2))),  X = L - x (n . axis),
 *     of which X, linear in t, is part of y . (n + t);
 *   - a line on which y may slide by `room` to both sides, by room |t . direction|;
 *   - a side in which it may do so every way, by room |t|. */
#ifndef GZ_CONVEX_CAP_H
#define GZ_CONVEX_CAP_H

#include "base/common.h"

/* A quadratic form of the plane upright on n. */
typedef struct gz_form {
    double xx, xy, yy;
} gz_form;

/* Adds weight times the square of (x, y) . t. */
static inline void gz_form_add(gz_form *f, double weight, double x, double y) {
    f->xx += weight * (x * x);
    f->xy += weight * (x * y);
    f->yy += weight * (y * y);
}

typedef struct gz_cap_rim {
    double radius;
    double along, across; /* |n . axis|, |n x axis| */
    double x, y;          /* its tangent, seen in the plane upright on n */
} gz_cap_rim;

typedef struct gz_cap_slide {
    double room;
    bool all_ways;
    double x, y; /* if not: which way, unit */
} gz_cap_slide;

typedef struct gz_cap {
    double height; /* y . n */
    double slope;  /* squared length of y - height n, which is 0 at a minimum */
    int rims, slides;
    gz_cap_rim rim[2];
    gz_cap_slide slide[2];
} gz_cap;

/* 1 / cos w for an angle w around n within which no height is below the level, as far as can be shown
 * and not above `most`; 0: there is none. */
double gz_cap_size(const gz_cap *cap, double level, double most);

/* Can that be shown of the cap with 1 / cos w = size? */
bool gz_cap_holds(const gz_cap *cap, double level, double size);

#endif
