/* SPDX-License-Identifier: MIT
 * The penetration depth of two convex bodies as the least overlap over all directions, by branch and
 * bound on the sphere: slow, but certified from both sides and unaware of features, polytopes or
 * simplices.
 *
 * The overlap along a unit n is h(n) = max n . a - min n . b = n . p(n) with p the difference of the
 * support points; the depth is its minimum. In a cell of directions within angle r of n the same p
 * gives, for every m, h(m) >= m . p >= h(n) cos r - |p - h(n) n| sin r (while h(n) >= 0): the bound by
 * which cells are dropped. Cells are squares on the faces of a cube, split in four. */
#ifndef GRAZE_BENCH_DIRECTION_SEARCH_H
#define GRAZE_BENCH_DIRECTION_SEARCH_H

#include "oracle/body.h"

typedef struct direction_bracket {
    double lower, upper; /* of the depth; upper negative: a direction separates the two by so much */
} direction_bracket;

/* Until upper - lower <= rel * upper, or the cells become too many: the bracket still holds then. */
direction_bracket direction_search(const placed_body *a, const placed_body *b, double rel);

#endif
