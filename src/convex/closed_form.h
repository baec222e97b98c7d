/* SPDX-License-Identifier: MIT
 * The closest point of C = core(A) - core(B) without iterating, where the cores are points, segments,
 * or a box and a point: spheres, capsules and boxes among themselves. The answer has the form of GJK's
 * and carries the same proof; if its own proof does not satisfy the goal, GJK takes over. */
#ifndef GZ_CONVEX_CLOSED_FORM_H
#define GZ_CONVEX_CLOSED_FORM_H

#include "convex/gjk.h"

/* May the cores of two such shapes have a closed form? */
static inline bool gz_has_closed_form(const graze_shape *a, const graze_shape *b) {
    const unsigned points = 1u << GRAZE_SHAPE_POINT | 1u << GRAZE_SHAPE_SPHERE;
    const unsigned lines = points | 1u << GRAZE_SHAPE_SEGMENT | 1u << GRAZE_SHAPE_CAPSULE;
    const unsigned bodies =
        lines | 1u << GRAZE_SHAPE_BOX | 1u << GRAZE_SHAPE_CYLINDER | 1u << GRAZE_SHAPE_CONE;
    unsigned kind_a = 1u << a->kind, kind_b = 1u << b->kind;
    return ((kind_a & lines) && (kind_b & lines)) || ((kind_a & points) && (kind_b & bodies)) ||
           ((kind_a & bodies) && (kind_b & points));
}

/* What every query calls: the closed form where there is one, GJK otherwise. GJK always when a trace is
 * wanted: there would be nothing to watch. */
gz_outcome gz_closest(gz_pair *pair, wide3 start, const gz_goal *goal, gz_gjk *gjk);

#endif
