/* SPDX-License-Identifier: MIT
 * On which side? The orientation predicates of base/exact.h for points of which some may be at
 * infinity: the far end of an unbounded ray is the ideal point of its direction, and then the ray is a
 * segment like any other. Exact for every finite input. */
#ifndef GZ_PRIMITIVE_SIDE_H
#define GZ_PRIMITIVE_SIDE_H

#include "base/exact.h"
#include "math/vec3.h"

/* The point x, or, if ideal, the point at infinity in the direction x. */
typedef struct gz_end {
    double x[3];
    bool ideal;
} gz_end;

static inline gz_end gz_end_at(vec3 p) {
    return (gz_end){{(double)p.x, (double)p.y, (double)p.z}, false};
}

/* The second stages. */
double gz_side2_exact(const gz_end *a, const gz_end *b, const gz_end *c, int i, int j);
double gz_side3_exact(const gz_end *a, const gz_end *b, const gz_end *c, const gz_end *d);

/* b - a, or the direction of an ideal b. */
static inline double gz_end_from(const gz_end *a, const gz_end *b, int k) {
    return b->ideal ? b->x[k] : b->x[k] - a->x[k];
}

/* In the plane of the coordinates i and j: > 0 if c lies to the left of the line from a (not ideal) to
 * b, < 0 to the right, 0 on it. If c is ideal: where a walk in its direction leads in the end, 0 if
 * along the line. */
static inline double gz_side2(const gz_end *a, const gz_end *b, const gz_end *c, int i, int j) {
    double left = gz_end_from(a, b, i) * gz_end_from(a, c, j);
    double right = gz_end_from(a, b, j) * gz_end_from(a, c, i);
    double det = left - right;
    if (fabs(det) > GZ_ORIENT2D_FILTER * (fabs(left) + fabs(right)) + GZ_ORIENT_FLOOR) return det;
    return gz_side2_exact(a, b, c, i, j);
}

/* gz_orient3d for ends, a not ideal. */
static inline double gz_side3(const gz_end *a, const gz_end *b, const gz_end *c, const gz_end *d) {
    double u[3], v[3], w[3], det = 0, sum = 0;
    for (int k = 0; k < 3; ++k) {
        u[k] = gz_end_from(a, b, k);
        v[k] = gz_end_from(a, c, k);
        w[k] = gz_end_from(a, d, k);
    }
    for (int k = 0; k < 3; ++k) {
        int m = k == 2 ? 0 : k + 1, n = k == 0 ? 2 : k - 1;
        double first = u[m] * v[n], second = u[n] * v[m];
        det += w[k] * (first - second);
        sum += fabs(w[k]) * (fabs(first) + fabs(second) + GZ_ORIENT_PRODUCT_FLOOR);
    }
    if (fabs(det) > GZ_ORIENT3D_FILTER * sum + GZ_ORIENT_FLOOR) return det;
    return gz_side3_exact(a, b, c, d);
}

#endif
