/* SPDX-License-Identifier: MIT
 * The determinants of homogeneous coordinates, weight 1 for points and 0 for ideal ones, written out
 * along the column of weights. */
#include "primitive/side.h"

#include "base/exact_sum.h"

static gz_exact_term *put_det2(gz_exact_term *term, const gz_end *u, const gz_end *v, int i, int j,
                               bool negative) {
    term[0] = (gz_exact_term){{u->x[i], v->x[j], 1}, negative};
    term[1] = (gz_exact_term){{u->x[j], v->x[i], 1}, !negative};
    return term + 2;
}

static gz_exact_term *put_det3(gz_exact_term *term, const gz_end *u, const gz_end *v, const gz_end *w,
                               bool negative) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        term[2 * i] = (gz_exact_term){{u->x[i], v->x[j], w->x[k]}, negative};
        term[2 * i + 1] = (gz_exact_term){{u->x[i], v->x[k], w->x[j]}, !negative};
    }
    return term + 6;
}

double gz_side2_exact(const gz_end *a, const gz_end *b, const gz_end *c, int i, int j) {
    gz_exact_term terms[6], *end = terms;
    if (!a->ideal) end = put_det2(end, b, c, i, j, false);
    if (!b->ideal) end = put_det2(end, a, c, i, j, true);
    if (!c->ideal) end = put_det2(end, a, b, i, j, false);
    return gz_exact_sum_sign(terms, (int)(end - terms));
}

double gz_side3_exact(const gz_end *a, const gz_end *b, const gz_end *c, const gz_end *d) {
    if (!a->ideal && !b->ideal && !c->ideal && !d->ideal)
        return gz_orient3d_exact(a->x, b->x, c->x, d->x);
    gz_exact_term terms[24], *end = terms;
    if (!a->ideal) end = put_det3(end, b, c, d, false);
    if (!b->ideal) end = put_det3(end, a, c, d, true);
    if (!c->ideal) end = put_det3(end, a, b, d, false);
    if (!d->ideal) end = put_det3(end, a, b, c, true);
    return gz_exact_sum_sign(terms, (int)(end - terms));
}
