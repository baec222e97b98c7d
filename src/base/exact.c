/* SPDX-License-Identifier: MIT
 * The exact stage of the predicates: determinants written out as sums of products. */
#include "base/exact.h"

#include <float.h>

#include "base/exact_sum.h"

#if FLT_EVAL_METHOD == 2 || FLT_EVAL_METHOD < 0
#error "the filters need doubles that are computed as doubles (on 32-bit x86: -msse2 -mfpmath=sse)"
#endif

typedef gz_exact_number number;

static void load(const double *p, int dimension, number *out) {
    for (int k = 0; k < dimension; ++k) out[k] = gz_exact_number_of(p[k]);
}

/* p - origin; false if a component does not fit in a number. */
static bool subtract(const number *p, const number *origin, int dimension, number *out) {
    bool fits = true;
    for (int k = 0; k < dimension; ++k) fits &= gz_exact_difference(&p[k], &origin[k], &out[k]);
    return fits;
}

/* Writes det(u, v) = u0 v1 - u1 v0, or its negative; returns where the next terms go. */
static gz_exact_product *put_det2(gz_exact_product *terms, const number u[2], const number v[2],
                                  bool negative) {
    static const number one = {1, 0};
    terms[0] = (gz_exact_product){{&u[0], &v[1], &one}, negative};
    terms[1] = (gz_exact_product){{&u[1], &v[0], &one}, !negative};
    return terms + 2;
}

/* Likewise det(u, v, w), the sum over the permutations (i, j, k) of sign u_i v_j w_k. */
static gz_exact_product *put_det3(gz_exact_product *terms, const number u[3], const number v[3],
                                  const number w[3], bool negative) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        terms[2 * i] = (gz_exact_product){{&u[i], &v[j], &w[k]}, negative};
        terms[2 * i + 1] = (gz_exact_product){{&u[i], &v[k], &w[j]}, !negative};
    }
    return terms + 6;
}

/* When the differences fit (points of a grid, coordinates of about one size) their
 * determinant has the fewest terms; otherwise it is expanded, being linear in each row:
 * det(b - a, c - a) = det(b, c) - det(a, c) + det(a, b). */
double gz_orient2d_exact(const double a[2], const double b[2], const double c[2]) {
    gz_exact_product terms[6], *end = terms;
    number p[3][2], u[2], v[2];
    load(a, 2, p[0]);
    load(b, 2, p[1]);
    load(c, 2, p[2]);
    if (subtract(p[1], p[0], 2, u) && subtract(p[2], p[0], 2, v)) {
        end = put_det2(end, u, v, false);
    } else {
        end = put_det2(end, p[1], p[2], false);
        end = put_det2(end, p[0], p[2], true);
        end = put_det2(end, p[0], p[1], false);
    }
    return gz_exact_products_sign(terms, (int)(end - terms));
}

/* Likewise det(b - a, c - a, d - a) = det(b, c, d) - det(a, c, d) + det(a, b, d) - det(a, b, c). */
double gz_orient3d_exact(const double a[3], const double b[3], const double c[3], const double d[3]) {
    gz_exact_product terms[24], *end = terms;
    number p[4][3], u[3], v[3], w[3];
    load(a, 3, p[0]);
    load(b, 3, p[1]);
    load(c, 3, p[2]);
    load(d, 3, p[3]);
    if (subtract(p[1], p[0], 3, u) && subtract(p[2], p[0], 3, v) && subtract(p[3], p[0], 3, w)) {
        end = put_det3(end, u, v, w, false);
    } else {
        end = put_det3(end, p[1], p[2], p[3], false);
        end = put_det3(end, p[0], p[2], p[3], true);
        end = put_det3(end, p[0], p[1], p[3], false);
        end = put_det3(end, p[0], p[1], p[2], true);
    }
    return gz_exact_products_sign(terms, (int)(end - terms));
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
