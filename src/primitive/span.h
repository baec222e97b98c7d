/* SPDX-License-Identifier: MIT
 * Segments and rays as one: a span is what lies between a point and an end. The tests of spans,
 * triangles and boxes with world axes are decided by the signs of exact predicates alone: they are
 * right for every finite input, touching and degenerate ones included. */
#ifndef GZ_PRIMITIVE_SPAN_H
#define GZ_PRIMITIVE_SPAN_H

#include "primitive/side.h"

typedef struct gz_span {
    gz_end a, b; /* a is never ideal */
} gz_span;

typedef struct gz_span_box {
    double lo[3], hi[3];
} gz_span_box;

typedef struct gz_span_triangle {
    gz_end p[3]; /* none ideal */
} gz_span_triangle;

static inline gz_span gz_span_of_segment(const graze_segment *s) {
    return (gz_span){gz_end_at(s->a), gz_end_at(s->b)};
}
/* The end of a bounded ray is rounded to double; an end beyond the range of double is ideal. */
gz_span gz_span_of_ray(const graze_ray *ray);

static inline gz_span_triangle gz_span_triangle_of(const graze_triangle *t) {
    return (gz_span_triangle){{gz_end_at(t->p[0]), gz_end_at(t->p[1]), gz_end_at(t->p[2])}};
}
static inline gz_span_box gz_span_box_of(const graze_aabb *b) {
    return (gz_span_box){{(double)b->lo.x, (double)b->lo.y, (double)b->lo.z},
                         {(double)b->hi.x, (double)b->hi.y, (double)b->hi.z}};
}

/* Seen along the third axis: > 0 if all of the box is strictly to the left of the line from a to b, < 0
 * if to the right, 0 if the line meets it. */
int gz_box_side_exact(const gz_end *a, const gz_end *b, const gz_span_box *box, int i, int j);
static inline int gz_box_side(const gz_end *a, const gz_end *b, const gz_span_box *box, int i, int j) {
    double u = gz_end_from(a, b, i), v = gz_end_from(a, b, j);
    double x = (0.5 * box->lo[i] + 0.5 * box->hi[i]) - a->x[i];
    double y = (0.5 * box->lo[j] + 0.5 * box->hi[j]) - a->x[j];
    double middle = u * y - v * x;
    double reach = fabs(u) * (0.5 * box->hi[j] - 0.5 * box->lo[j]) +
                   fabs(v) * (0.5 * box->hi[i] - 0.5 * box->lo[i]);
    double error =
        GZ_BOX_SIDE_FILTER * (fabs(u) * (fabs(box->lo[j]) + fabs(box->hi[j]) + fabs(a->x[j])) +
                              fabs(v) * (fabs(box->lo[i]) + fabs(box->hi[i]) + fabs(a->x[i]))) +
        GZ_ORIENT_FLOOR;
    double gap = fabs(middle) - reach;
    if (gap > error) return middle > 0 ? 1 : -1;
    if (gap < -error) return 0;
    return gz_box_side_exact(a, b, box, i, j);
}

/* Do they meet? */
bool gz_span_meets_box(const gz_span *span, const gz_span_box *box);
bool gz_span_meets_span(const gz_span *s, const gz_span *t);
bool gz_span_meets_triangle(const gz_span *span, const gz_span_triangle *triangle);
bool gz_triangle_meets_box(const gz_span_triangle *triangle, const gz_span_box *box);
bool gz_triangle_meets_triangle(const gz_span_triangle *s, const gz_span_triangle *t);

/* All of a span is strictly on the positive side, from the sides of its two ends. What stays at the
 * height of its start forever is as high as that. */
static inline bool gz_span_is_above(double a, double b, bool b_is_ideal) {
    return a > 0 && (b_is_ideal ? b >= 0 : b > 0);
}
static inline bool gz_span_is_beside(double a, double b, bool b_is_ideal) {
    return gz_span_is_above(a, b, b_is_ideal) || gz_span_is_above(-a, -b, b_is_ideal);
}

#endif
