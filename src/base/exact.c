/* SPDX-License-Identifier: MIT
 * The exact stage of the predicates: determinants written out as sums of products. */
#include "base/exact.h"

#include <float.h>

#include "base/exact_sum.h"

#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error "the predicates need doubles that are computed as doubles (on 32-bit x86: -msse2 -mfpmath=sse)"
#endif

/* u - v if that is a double, else false. The rounding error of a difference is computed exactly
 * (Knuth's two-sum: no condition on the sizes, and underflow is harmless in sums); overflow leaves a
 * NaN or an infinity, which is not zero. */
static bool exact_difference(double u, double v, double *out) {
    double rounded = u - v;
    double v_part = u - rounded;
    double u_part = rounded + v_part;
    *out = rounded;
    return (u - u_part) + (v_part - v) == 0;
}

static bool exact_differences(const double *p, const double *origin, int dimension, double *out) {
    for (int i = 0; i < dimension; ++i)
        if (!exact_difference(p[i], origin[i], &out[i])) return false;
    return true;
}

/* Appends det(u, v) = u0 v1 - u1 v0, or its negative. */
static int add_det2(gz_exact_term *terms, const double u[2], const double v[2], bool negative) {
    terms[0] = (gz_exact_term){{u[0], v[1], 1}, negative};
    terms[1] = (gz_exact_term){{u[1], v[0], 1}, !negative};
    return 2;
}

/* Appends det(u, v, w) = sum over the permutations (i, j, k) of sign u_i v_j w_k, or its negative. */
static int add_det3(gz_exact_term *terms, const double u[3], const double v[3], const double w[3],
                    bool negative) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        terms[2 * i] = (gz_exact_term){{u[i], v[j], w[k]}, negative};
        terms[2 * i + 1] = (gz_exact_term){{u[i], v[k], w[j]}, !negative};
    }
    return 6;
}

/* When the differences are doubles (always for points of a grid, mostly for floats) the determinant
 * of the differences has fewest terms; otherwise it is expanded, being linear in each row:
 * det(b - a, c - a) = det(b, c) - det(a, c) + det(a, b). */
double gz_orient2d_exact(const double a[2], const double b[2], const double c[2]) {
    gz_exact_term terms[6];
    double u[2], v[2];
    int count = 0;
    if (exact_differences(b, a, 2, u) && exact_differences(c, a, 2, v)) {
        count += add_det2(terms, u, v, false);
    } else {
        count += add_det2(terms, b, c, false);
        count += add_det2(terms + count, a, c, true);
        count += add_det2(terms + count, a, b, false);
    }
    return gz_exact_sum_sign(terms, count);
}

/* Likewise det(b - a, c - a, d - a) = det(b, c, d) - det(a, c, d) + det(a, b, d) - det(a, b, c). */
double gz_orient3d_exact(const double a[3], const double b[3], const double c[3], const double d[3]) {
    gz_exact_term terms[24];
    double u[3], v[3], w[3];
    int count = 0;
    if (exact_differences(b, a, 3, u) && exact_differences(c, a, 3, v) &&
        exact_differences(d, a, 3, w)) {
        count += add_det3(terms, u, v, w, false);
    } else {
        count += add_det3(terms, b, c, d, false);
        count += add_det3(terms + count, a, c, d, true);
        count += add_det3(terms + count, a, b, d, false);
        count += add_det3(terms + count, a, b, c, true);
    }
    return gz_exact_sum_sign(terms, count);
}

/* (b - a) x (c - a) = 0 iff its three components are, and these are the projections' orient2d. */
bool gz_collinear3d(const double a[3], const double b[3], const double c[3]) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        double p[2] = {a[i], a[j]}, q[2] = {b[i], b[j]}, r[2] = {c[i], c[j]};
        if (gz_orient2d(p, q, r) != 0) return false;
    }
    return true;
}
