/* SPDX-License-Identifier: MIT
 * Distances for choosing which vertices of a hull to keep (choose_solid.c, choose_polygon.c). */
#ifndef GZ_HULL_CHOOSE_H
#define GZ_HULL_CHOOSE_H

#include <math.h>

#include "base/common.h"

/* Distances are computed in double from coordinates below 2 (scaled) in size. Differences, squares,
 * root and the point on the triangle are each off by a few eps of 2 sqrt(3); this covers them all. */
#define GZ_CHOSEN_SLACK 0x1p-46

static inline double gz_chosen_dot(const double u[3], const double v[3]) {
    return (u[0] * v[0] + u[1] * v[1]) + u[2] * v[2];
}

static inline void gz_chosen_subtract(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; ++k) out[k] = a[k] - b[k];
}

/* The distance of p from o + s u + t v: an upper bound on that of the triangle o, o + u, o + v if
 * s, t, 1 - s - t are not negative. */
static inline double gz_chosen_distance_at(const double p[3], const double u[3], const double v[3],
                                           double s, double t) {
    double d[3];
    for (int k = 0; k < 3; ++k) d[k] = p[k] - (s * u[k] + t * v[k]);
    return sqrt(gz_chosen_dot(d, d));
}

static inline double gz_chosen_clamped(double x) {
    return x > 0 ? (x < 1 ? x : 1) : 0; /* NaN gives 0 */
}

static inline double gz_chosen_segment_distance(const double p[3], const double a[3],
                                                const double b[3]) {
    static const double none[3] = {0, 0, 0};
    double u[3], w[3];
    gz_chosen_subtract(b, a, u);
    gz_chosen_subtract(p, a, w);
    return gz_chosen_distance_at(w, u, none,
                                 gz_chosen_clamped(gz_chosen_dot(w, u) / gz_chosen_dot(u, u)), 0);
}

#endif
