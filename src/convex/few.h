/* SPDX-License-Identifier: MIT
 * Two polytopes of up to eight vertices (graze_shape.few), side by side in one frame. All vertices are
 * turned once, while others are still busy with where to look first. Then a support point of C is eight
 * products for each, and these tell how far C reaches before it is known which points that is: what
 * matters most, for the branch that depends on it is the one nobody can predict. */
#ifndef GZ_CONVEX_FEW_H
#define GZ_CONVEX_FEW_H

#include "convex/duo.h"

enum { GZ_FEW = 8 };

typedef struct gz_few_points {
    _Alignas(32) double x[GZ_FEW], y[GZ_FEW], z[GZ_FEW];
} gz_few_points;

typedef struct gz_few {
    gz_few_points a, b; /* as seen from their centres; those of A negated */
} gz_few;

/* How far the points reach along a vector, those of A and of B together, and the first vertices that
 * do. In registers: what passes through memory takes as long as the products. */
typedef struct gz_few_reach {
    double along;
    uint32_t a, b;
} gz_few_reach;

/* For this machine; the same bits on all. */
typedef struct gz_few_kernel {
    /* Turns the vertices of two shapes, by matrices given by columns, that of A negated. */
    void (*enter)(const graze_shape *a, const double minus_turn_a[3][3], const graze_shape *b,
                  const double turn_b[3][3], gz_few *few);
    gz_few_reach (*reach)(const gz_few *few, double x, double y, double z);
    /* The same as the shapes of a duo are turned, and gz_duo_look along v = (x, y, z): how far along v
     * is the point found? middle is the way from the centre of B to that of A. One function for all,
     * since each look waits for what the last one found. */
    void (*enter_duo)(const gz_duo *duo, gz_few *few);
    double (*look)(gz_duo *duo, const gz_few *few, const wide3 *middle, double x, double y, double z,
                   gz_duo_point *found);
} gz_few_kernel;
const gz_few_kernel *gz_few_choose(void);
/* All that this machine runs, for tests; how many there are. */
#define GZ_FEW_KERNELS 2
int gz_few_list(const gz_few_kernel *kernels[GZ_FEW_KERNELS]);

/* A vertex as it was turned. */
static inline wide3 gz_few_point(const gz_few_points *points, uint32_t i) {
    return wide3_make(points->x[i], points->y[i], points->z[i]);
}

#endif
