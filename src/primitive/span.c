/* SPDX-License-Identifier: MIT
 * The span of a ray, and two spans. */
#include "primitive/span.h"

/* a + t d; if a product overflows, of halves, so that only an end that is itself out of range does. */
static double end_of(double a, double t, double d) {
    double end = a + t * d;
    return end - end == 0 ? end : 2 * (0.5 * a + (0.5 * t) * d);
}

gz_span gz_span_of_far_ray(const graze_ray *ray) {
    gz_span span = {gz_end_at(ray->origin), gz_end_at(ray->origin)};
    const double direction[3] = {(double)ray->direction.x, (double)ray->direction.y,
                                 (double)ray->direction.z};
    bool ideal = false;
    for (int k = 0; k < 3; ++k) {
        if (direction[k] == 0) continue;
        double end = end_of(span.a.x[k], (double)ray->max_t, direction[k]);
        ideal = ideal || end - end != 0;
        span.b.x[k] = end;
    }
    if (!ideal) return span;
    span.b = (gz_end){{direction[0], direction[1], direction[2]}, true};
    return span;
}

/* The least and the largest coordinate k. */
static void extent(const gz_span *s, int k, double *lo, double *hi) {
    double start = s->a.x[k], end = s->b.x[k];
    if (s->b.ideal) end = end > 0 ? INFINITY : end < 0 ? -INFINITY : start;
    *lo = start < end ? start : end;
    *hi = start < end ? end : start;
}

/* Spans of one line meet if their shadows on the coordinate axes do. */
static bool meet_on_line(const gz_span *s, const gz_span *t) {
    for (int k = 0; k < 3; ++k) {
        double s_lo, s_hi, t_lo, t_hi;
        extent(s, k, &s_lo, &s_hi);
        extent(t, k, &t_lo, &t_hi);
        if (s_hi < t_lo || t_hi < s_lo) return false;
    }
    return true;
}

/* Four points of a plane are projected along a coordinate axis such that they do not fall on a line;
 * then either span's line separates the two, or they cross. */
bool gz_span_meets_span(const gz_span *s, const gz_span *t) {
    if (gz_side3(&s->a, &s->b, &t->a, &t->b) != 0) return false;
    for (int i = 0; i < 3; ++i) {
        int j = i == 2 ? 0 : i + 1;
        double ta = gz_side2(&s->a, &s->b, &t->a, i, j), tb = gz_side2(&s->a, &s->b, &t->b, i, j);
        double sa = gz_side2(&t->a, &t->b, &s->a, i, j), sb = gz_side2(&t->a, &t->b, &s->b, i, j);
        if (ta == 0 && tb == 0 && sa == 0 && sb == 0) continue;
        return !gz_span_is_beside(ta, tb, t->b.ideal) && !gz_span_is_beside(sa, sb, s->b.ideal);
    }
    return meet_on_line(s, t);
}
