/* SPDX-License-Identifier: MIT
 * A segment or ray against a box: the six axes of B:1928-1954, each decided exactly. On a cross
 * product of an axis of the box and the span, the span's shadow is a point: what counts is on which
 * side of its line, seen along that axis, the two outermost corners lie. */
#include "primitive/span.h"

/* The corner farthest to the left (or right) of a direction that leads to the right and up, or not. */
static gz_end outermost(const gz_span_box *box, int i, int j, bool right, bool up, bool left_of) {
    gz_end corner = {{0, 0, 0}, false};
    corner.x[i] = up == left_of ? box->lo[i] : box->hi[i];
    corner.x[j] = right == left_of ? box->hi[j] : box->lo[j];
    return corner;
}

int gz_box_side_exact(const gz_end *a, const gz_end *b, const gz_span_box *box, int i, int j) {
    bool right = b->x[i] > (b->ideal ? 0 : a->x[i]), up = b->x[j] > (b->ideal ? 0 : a->x[j]);
    gz_end corner = outermost(box, i, j, right, up, true);
    if (gz_side2(a, b, &corner, i, j) < 0) return -1;
    corner = outermost(box, i, j, right, up, false);
    return gz_side2(a, b, &corner, i, j) > 0;
}

bool gz_span_meets_box(const gz_span *span, const gz_span_box *box) {
    for (int k = 0; k < 3; ++k) {
        double start = span->a.x[k], end = span->b.x[k];
        if (span->b.ideal) end = end > 0 ? INFINITY : end < 0 ? -INFINITY : start;
        if (start < box->lo[k] && end < box->lo[k]) return false;
        if (start > box->hi[k] && end > box->hi[k]) return false;
    }
    return gz_box_side(&span->a, &span->b, box, 0, 1) == 0 &&
           gz_box_side(&span->a, &span->b, box, 1, 2) == 0 &&
           gz_box_side(&span->a, &span->b, box, 2, 0) == 0;
}
