/* SPDX-License-Identifier: MIT
 * Adaptive exact predicates: the sign is right for every finite input, also where products would
 * overflow or underflow. The value returned has the right sign and is exactly zero iff the
 * determinant is; its size is not to be relied on.
 *
 * Two stages. A floating-point filter with a proven error bound (tolerance.h; the idea is Shewchuk's,
 * 1997) is inline and answers nearly always; where it cannot, the determinant is summed exactly in
 * integers (exact_sum.h). The filters read a, b, c before d and compute what depends on a, b, c
 * alone first, so in a loop over d with a, b, c in local arrays compilers keep the plane's part. */
#ifndef GZ_BASE_EXACT_H
#define GZ_BASE_EXACT_H

#include <math.h>

#include "base/common.h"
#include "base/tolerance.h"

/* The second stages: right for every finite input by themselves, only slow. -1, 0 or 1. */
double gz_orient2d_exact(const double a[2], const double b[2], const double c[2]);
double gz_orient3d_exact(const double a[3], const double b[3], const double c[3], const double d[3]);

/* The first stages: the determinant as computed, true if its sign is proven. Overflow anywhere makes
 * the bound infinite or NaN, so that the comparison fails. */
static inline bool gz_orient2d_filter(const double a[2], const double b[2], const double c[2],
                                      double *det) {
    double left = (b[0] - a[0]) * (c[1] - a[1]);
    double right = (b[1] - a[1]) * (c[0] - a[0]);
    *det = left - right;
    return fabs(*det) > GZ_ORIENT2D_FILTER * (fabs(left) + fabs(right)) + GZ_ORIENT_FLOOR;
}

static inline bool gz_orient3d_filter(const double a[3], const double b[3], const double c[3],
                                      const double d[3], double *det) {
    double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
    double vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
    double yz = uy * vz, zy = uz * vy, zx = uz * vx, xz = ux * vz, xy = ux * vy, yx = uy * vx;
    double nx = yz - zy, ny = zx - xz, nz = xy - yx;
    double mx = fabs(yz) + fabs(zy) + GZ_ORIENT_PRODUCT_FLOOR;
    double my = fabs(zx) + fabs(xz) + GZ_ORIENT_PRODUCT_FLOOR;
    double mz = fabs(xy) + fabs(yx) + GZ_ORIENT_PRODUCT_FLOOR;
    double wx = d[0] - a[0], wy = d[1] - a[1], wz = d[2] - a[2];
    *det = wx * nx + wy * ny + wz * nz;
    double sum = fabs(wx) * mx + fabs(wy) * my + fabs(wz) * mz;
    return fabs(*det) > GZ_ORIENT3D_FILTER * sum + GZ_ORIENT_FLOOR;
}

/* > 0 if a, b, c make a left turn (counterclockwise), < 0 right, 0 collinear. */
static inline double gz_orient2d(const double a[2], const double b[2], const double c[2]) {
    double det;
    return gz_orient2d_filter(a, b, c, &det) ? det : gz_orient2d_exact(a, b, c);
}

/* > 0 if d lies on the positive side of the plane through a, b, c, i.e. on the side to which
 * (b - a) x (c - a) points; < 0 on the other, 0 if coplanar.
 * (Note: Shewchuk's orient3d has the opposite sign.) */
static inline double gz_orient3d(const double a[3], const double b[3], const double c[3],
                                 const double d[3]) {
    double det;
    return gz_orient3d_filter(a, b, c, d, &det) ? det : gz_orient3d_exact(a, b, c, d);
}

/* True iff the three points are exactly collinear (coincident ones included). */
bool gz_collinear3d(const double a[3], const double b[3], const double c[3]);

#endif
