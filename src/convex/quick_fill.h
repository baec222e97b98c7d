/* SPDX-License-Identifier: MIT
 * What the shortcuts (quick.h) begin and end with. */
#ifndef GZ_CONVEX_QUICK_FILL_H
#define GZ_CONVEX_QUICK_FILL_H

#include "convex/pair.h"
#include "graze/query.h"

/* From the centre of B to that of A, which are their origins. */
static inline wide3 gz_quick_offset(const graze_placed *a, const graze_placed *b) {
    return wide3_sub(wide3_from(a->pose.origin), wide3_from(b->pose.origin));
}

/* E, given the distance of the origins. Spheres, capsules and boxes have no support error. */
static inline double gz_quick_error(const graze_placed *a, const graze_placed *b, double between) {
    const double eps = (double)GRAZE_EPSILON;
    const double unit = (double)GZ_ERROR_PAIR * eps * (1 + GZ_QUICK_ROUNDINGS * eps);
    real reach = (a->shape->reach + b->shape->reach) + (a->margin + b->margin);
    return unit * ((double)reach + between);
}

/* At least the length of v, without a square root. */
static inline double gz_quick_length(wide3 v) { return (fabs(v.x) + fabs(v.y)) + fabs(v.z); }

/* A positive x as a bound that holds in real: two roundings less, or more. */
static inline real gz_quick_down(double x) { return (real)(x * (1 - 2 * (double)GRAZE_EPSILON)); }
static inline real gz_quick_up(double x) { return (real)(x * (1 + 2 * (double)GRAZE_EPSILON)); }

/* Do squares of squares of the pair's lengths stay in range? */
static inline bool gz_quick_in_range(double error) {
    const double unit = (double)GZ_ERROR_PAIR * (double)GRAZE_EPSILON;
    return error > unit / GZ_QUICK_RANGE && error < unit * GZ_QUICK_RANGE;
}

/* Leaves v, from B to A, to the cache, with the support points along it. */
void gz_quick_remember_in(const graze_placed *a, const graze_placed *b, wide3 v, graze_cache *cache);
static inline void gz_quick_remember(const graze_placed *a, const graze_placed *b, wide3 v,
                                     graze_cache *cache) {
    if (cache) gz_quick_remember_in(a, b, v, cache);
}

/* They overlap by more than E, and share a point, given from the centre of A in world axes. */
static inline void gz_quick_together(const graze_placed *a, wide3 point, graze_intersection *out) {
    *out = (graze_intersection){
        .intersecting = true,
        .point = wide3_round(wide3_add(wide3_from(a->pose.origin), point)),
        .end = GRAZE_OVERLAP,
    };
}

/* The unit vector v, from B to A, separates them by lower or more. */
static inline void gz_quick_apart(const graze_placed *a, const graze_placed *b, wide3 v, double lower,
                                  graze_cache *cache, graze_intersection *out) {
    *out = (graze_intersection){
        .axis = wide3_round(wide3_neg(v)),
        .lower = lower > 0 ? gz_quick_down(lower) : 0,
        .end = GRAZE_SEPARATED,
    };
    gz_quick_remember(a, b, v, cache);
}

#endif
