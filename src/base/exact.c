/* SPDX-License-Identifier: MIT */
#include "base/exact.h"

double gz_orient2d(const double a[2], const double b[2], const double c[2]) {
    return (double)(((long double)b[0] - a[0]) * ((long double)c[1] - a[1]) -
                    ((long double)b[1] - a[1]) * ((long double)c[0] - a[0]));
}

double gz_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]) {
    long double u[3], v[3], w[3];
    for (int i = 0; i < 3; ++i) {
        u[i] = (long double)b[i] - a[i];
        v[i] = (long double)c[i] - a[i];
        w[i] = (long double)d[i] - a[i];
    }
    return (double)(w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) +
                    w[2] * (u[0] * v[1] - u[1] * v[0]));
}

bool gz_collinear3d(const double a[3], const double b[3], const double c[3]) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        double p[2] = {a[i], a[j]}, q[2] = {b[i], b[j]}, r[2] = {c[i], c[j]};
        if (gz_orient2d(p, q, r) != 0) return false;
    }
    return true;
}
