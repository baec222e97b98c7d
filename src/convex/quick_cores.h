/* SPDX-License-Identifier: MIT
 * The nearest points of two cores in world axes, for the shortcuts (quick.h): points, segments, and one
 * of them against a box. Spheres, capsules and boxes have their centres at their origins.
 *
 * With o the difference of the centres and v that of two points of the cores, every point c of
 * C = core(A) - core(B) has v . c >= v . o - sum of |v . h| over the half edges h of the cores. That
 * holds for any v, so nothing relies on the points being nearest, or on the axes of a box being
 * orthonormal to the last digit: where they are not, the bound tells. */
#ifndef GZ_CONVEX_QUICK_CORES_H
#define GZ_CONVEX_QUICK_CORES_H

#include "convex/pair.h"

typedef struct gz_cores {
    wide3 v; /* from B to A */
    wide3 a; /* the point of A, from its centre */
} gz_cores;

/* offset: from the centre of B to that of A; steps: those of Newton's method, where there are any. */
typedef gz_cores gz_find_cores(const graze_placed *a, const graze_placed *b, wide3 offset, int steps);

/* The sum of |v . h| over the half edges of one core. */
typedef double gz_find_width(const graze_placed *placed, wide3 v);

/* x, in a register: a compiler that sees where it came from would rather branch, which nobody could
 * predict, than take the lesser of two numbers. */
GZ_INLINE double gz_settled(double x) {
#if defined(__GNUC__) && defined(__SSE2__)
    __asm__("" : "+x"(x));
#endif
    return x;
}
GZ_INLINE double gz_clamp(double x, double limit) {
    double above = gz_settled(x < limit ? x : limit);
    return gz_settled(above > -limit ? above : -limit);
}
GZ_INLINE wide3 gz_clamp3(wide3 p, wide3 half) {
    return wide3_make(gz_clamp(p.x, half.x), gz_clamp(p.y, half.y), gz_clamp(p.z, half.z));
}

/* 1 / length, given that and its square. The quotient does not wait for the root. */
GZ_INLINE double gz_inverse_length(double length, double squared) { return length * (1 / squared); }

/* x or zero, without a branch. */
GZ_INLINE double gz_if(bool yes, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= 0 - (uint64_t)yes;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* -- widths -- */

GZ_INLINE double gz_point_width(const graze_placed *placed, wide3 v) {
    (void)placed, (void)v;
    return 0;
}

/* The segment of a capsule reaches from -half to half along a unit vector. */
GZ_INLINE wide3 gz_capsule_axis(const graze_placed *capsule) {
    return wide3_from(capsule->pose.basis.col[1]);
}
GZ_INLINE double gz_capsule_half(const graze_placed *capsule) {
    return (double)capsule->shape->half.y - (double)capsule->shape->radius;
}
GZ_INLINE double gz_segment_width(const graze_placed *capsule, wide3 v) {
    return fabs(wide3_dot(v, gz_capsule_axis(capsule))) * gz_capsule_half(capsule);
}

GZ_INLINE double gz_box_width(const graze_placed *box, wide3 v) {
    wide3 local = wide3_turn_back(&box->pose.basis, v), half = wide3_from(box->shape->half);
    return (fabs(local.x) * half.x + fabs(local.y) * half.y) + fabs(local.z) * half.z;
}

/* -- points and segments -- */

GZ_INLINE gz_cores gz_points(const graze_placed *a, const graze_placed *b, wide3 offset, int steps) {
    (void)a, (void)b, (void)steps;
    return (gz_cores){offset, wide3_make(0, 0, 0)};
}

/* 1 / x for the square of a length that is 1 but for roundings. */
GZ_INLINE double gz_inverse_near_one(double x) { return 2 - x; }

/* The place t in -half..half where t u, u of unit length, is nearest to p. */
GZ_INLINE double gz_place_on(wide3 u, double half, wide3 p) {
    return gz_clamp(wide3_dot(p, u) * gz_inverse_near_one(wide3_length_squared(u)), half);
}

GZ_INLINE gz_cores gz_point_segment(const graze_placed *a, const graze_placed *b, wide3 offset,
                                    int steps) {
    (void)a, (void)steps;
    wide3 u = gz_capsule_axis(b);
    double t = gz_place_on(u, gz_capsule_half(b), offset);
    return (gz_cores){wide3_add_scaled(offset, -t, u), wide3_make(0, 0, 0)};
}

/* The free optimum first (Cramer's rule on the normal equations), then each clamped with the other
 * kept, which is exact unless the segments are nearly parallel. */
GZ_INLINE gz_cores gz_segments(const graze_placed *a, const graze_placed *b, wide3 offset, int steps) {
    (void)steps;
    wide3 d = gz_capsule_axis(a), e = gz_capsule_axis(b);
    double half_a = gz_capsule_half(a), half_b = gz_capsule_half(b);
    double dd = wide3_length_squared(d), ee = wide3_length_squared(e), de = wide3_dot(d, e);
    double od = wide3_dot(offset, d), oe = wide3_dot(offset, e);
    double determinant = dd * ee - de * de;
    double by_dd = gz_inverse_near_one(dd), by_ee = gz_inverse_near_one(ee);
    double s = determinant > 0 ? gz_clamp((de * oe - ee * od) / determinant, half_a) : 0;
    double t = gz_clamp((de * by_ee) * s + oe * by_ee, half_b);
    s = gz_clamp((de * by_dd) * t - od * by_dd, half_a);
    wide3 on_a = wide3_scale(d, s), from_b = wide3_add_scaled(offset, -t, e); /* t is known sooner */
    return (gz_cores){wide3_add(from_b, on_a), on_a};
}

/* -- with a box -- */

/* How far a point of the box's frame lies beyond its faces. */
GZ_INLINE wide3 gz_beyond(wide3 p, wide3 half) { return wide3_sub(p, gz_clamp3(p, half)); }

/* The point of a box nearest to one given from its centre, both in world axes. */
GZ_INLINE wide3 gz_nearest_of_box(const graze_placed *box, wide3 point) {
    wide3 local = wide3_turn_back(&box->pose.basis, point);
    return wide3_turn(&box->pose.basis, gz_clamp3(local, wide3_from(box->shape->half)));
}

GZ_INLINE gz_cores gz_point_box(const graze_placed *a, const graze_placed *b, wide3 offset, int steps) {
    (void)a, (void)steps;
    return (gz_cores){wide3_sub(offset, gz_nearest_of_box(b, offset)), wide3_make(0, 0, 0)};
}

/* One step of Newton's method for the place s in -most..most on the line c + s d that is nearest to the
 * box: the squared distance is a convex function, made of parabolas. */
GZ_INLINE double gz_nearer_place(wide3 c, wide3 d, double most, wide3 half, double s) {
    wide3 beyond = gz_beyond(wide3_add_scaled(c, s, d), half);
    double curvature = (gz_if(fabs(beyond.x) > 0, d.x * d.x) + gz_if(fabs(beyond.y) > 0, d.y * d.y)) +
                       gz_if(fabs(beyond.z) > 0, d.z * d.z);
    return curvature > 0 ? gz_clamp(s - wide3_dot(beyond, d) / curvature, most) : s;
}

/* Where the segment from -most to most along d about c, seen from a box, is nearest to it; all in world
 * axes. It starts where it would be if the nearest face were a plane that the segment meets upright. */
GZ_INLINE double gz_place_near_box(const graze_placed *box, wide3 c, wide3 d, double most, int steps) {
    wide3 half = wide3_from(box->shape->half);
    wide3 center = wide3_turn_back(&box->pose.basis, c), way = wide3_turn_back(&box->pose.basis, d);
    double s = -gz_place_on(way, most, gz_beyond(center, half));
    for (int i = 0; i < steps; ++i) s = gz_nearer_place(center, way, most, half, s);
    return s;
}

GZ_INLINE gz_cores gz_segment_box(const graze_placed *a, const graze_placed *b, wide3 offset,
                                  int steps) {
    wide3 d = gz_capsule_axis(a);
    wide3 on_a = wide3_scale(d, gz_place_near_box(b, offset, d, gz_capsule_half(a), steps));
    wide3 from_b = wide3_add(offset, on_a);
    return (gz_cores){wide3_sub(from_b, gz_nearest_of_box(b, from_b)), on_a};
}

/* -- the other way round -- */

GZ_INLINE gz_cores gz_exchanged(const graze_placed *a, const graze_placed *b, wide3 offset, int steps,
                                gz_find_cores *find) {
    gz_cores cores = find(b, a, wide3_neg(offset), steps);
    return (gz_cores){wide3_neg(cores.v), wide3_sub(wide3_sub(cores.a, cores.v), offset)};
}
GZ_INLINE gz_cores gz_segment_point(const graze_placed *a, const graze_placed *b, wide3 offset,
                                    int steps) {
    return gz_exchanged(a, b, offset, steps, gz_point_segment);
}
GZ_INLINE gz_cores gz_box_point(const graze_placed *a, const graze_placed *b, wide3 offset, int steps) {
    return gz_exchanged(a, b, offset, steps, gz_point_box);
}
GZ_INLINE gz_cores gz_box_segment(const graze_placed *a, const graze_placed *b, wide3 offset,
                                  int steps) {
    return gz_exchanged(a, b, offset, steps, gz_segment_box);
}

#endif
