/* SPDX-License-Identifier: MIT
 * Two polytopes of up to eight vertices (graze_shape.few), side by side in world axes. All vertices are
 * turned once, while others are still busy with where to look first. Then a look is eight products for
 * each, which answer how far C reaches before it is known which points that is: what matters most, for
 * that branch is the one nobody can predict. */
#ifndef GZ_CONVEX_DUO_FEW_H
#define GZ_CONVEX_DUO_FEW_H

#include "convex/duo.h"

enum { GZ_FEW = 8 };

typedef struct gz_few_points {
    _Alignas(32) double x[GZ_FEW], y[GZ_FEW], z[GZ_FEW];
} gz_few_points;

typedef struct gz_duo_few {
    gz_few_points a, b; /* as seen from their centres; those of A negated */
    wide3 offset;       /* from B's centre to A's */
} gz_duo_few;

/* For this machine; the same bits on all. */
typedef struct gz_duo_few_kernel {
    /* Turns the vertices. */
    void (*enter)(const gz_duo *duo, gz_duo_few *few);
    /* As gz_duo_look along v = (x, y, z): how far along v is the farthest point of C against it? The
     * products tell, not the point, so this rounds by no more than the product with a point does. */
    double (*look)(gz_duo *duo, const gz_duo_few *few, double x, double y, double z,
                   gz_duo_point *found);
} gz_duo_few_kernel;
const gz_duo_few_kernel *gz_duo_few_choose(void);
/* All that this machine runs, for tests; how many there are. */
#define GZ_DUO_FEW_KERNELS 2
int gz_duo_few_list(const gz_duo_few_kernel *kernels[GZ_DUO_FEW_KERNELS]);

#endif
