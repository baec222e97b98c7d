/* SPDX-License-Identifier: MIT
 * A triangle against a box: the thirteen axes of B:1956-1974, each decided exactly. Seen along an axis
 * of the box the triangle's edges are lines; one separates if the box lies strictly on the side where
 * the triangle does not. */
#include "primitive/span.h"

static bool bounds_apart(const gz_span_triangle *t, const gz_span_box *box) {
    for (int k = 0; k < 3; ++k) {
        double p = t->p[0].x[k], q = t->p[1].x[k], r = t->p[2].x[k];
        if (p < box->lo[k] && q < box->lo[k] && r < box->lo[k]) return true;
        if (p > box->hi[k] && q > box->hi[k] && r > box->hi[k]) return true;
    }
    return false;
}

/* area: that of the triangle's shadow, positive counterclockwise. */
static bool edges_separate(const gz_span_triangle *t, const gz_span_box *box, int i, int j,
                           double area) {
    for (int k = 0; k < 3; ++k) {
        int side = gz_box_side(&t->p[k], &t->p[k == 2 ? 0 : k + 1], box, i, j);
        if ((side < 0 && area >= 0) || (side > 0 && area <= 0)) return true;
    }
    return false;
}

/* normal: components with the right signs. The outermost corners along it are on opposite sides. */
static bool plane_separates(const gz_span_triangle *t, const gz_span_box *box, const double normal[3]) {
    gz_end low = {{0, 0, 0}, false}, high = low;
    for (int k = 0; k < 3; ++k) {
        low.x[k] = normal[k] > 0 ? box->lo[k] : box->hi[k];
        high.x[k] = normal[k] > 0 ? box->hi[k] : box->lo[k];
    }
    if (gz_side3(&t->p[0], &t->p[1], &t->p[2], &low) > 0) return true;
    return gz_side3(&t->p[0], &t->p[1], &t->p[2], &high) < 0;
}

bool gz_triangle_meets_box(const gz_span_triangle *t, const gz_span_box *box) {
    if (bounds_apart(t, box)) return false;
    double normal[3];
    for (int k = 0; k < 3; ++k) {
        int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
        normal[k] = gz_side2(&t->p[0], &t->p[1], &t->p[2], i, j);
    }
    if (plane_separates(t, box, normal)) return false;
    for (int k = 0; k < 3; ++k) {
        int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
        if (edges_separate(t, box, i, j, normal[k])) return false;
    }
    return true;
}
