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
/* The end of a bounded ray is rounded to double; an end beyond the range of double is ideal. Rays that
 * are unbounded, or end far away, take the long way. */
gz_span gz_span_of_far_ray(const graze_ray *ray);
static inline gz_span gz_span_of_ray(const graze_ray *ray) {
    gz_end a = gz_end_at(ray->origin), b = gz_end_at(ray->direction);
    for (int k = 0; k < 3; ++k) b.x[k] = a.x[k] + (double)ray->max_t * b.x[k];
    bool finite = (b.x[0] - b.x[0]) + (b.x[1] - b.x[1]) + (b.x[2] - b.x[2]) == 0;
    return finite ? (gz_span){a, b} : gz_span_of_far_ray(ray);
}

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
/* The same for who knows on which sides of the triangle's plane its ends lie (gz_triangle_side). */
bool gz_span_meets_triangle_at(const gz_span *span, const gz_span_triangle *triangle, double side_a,
                               double side_b);
static inline double gz_triangle_side(const gz_span_triangle *t, const gz_end *p) {
    return p->ideal ? gz_side3(&t->p[0], &t->p[1], &t->p[2], p)
                    : gz_orient3d(t->p[0].x, t->p[1].x, t->p[2].x, p->x);
}
bool gz_triangle_meets_box(const gz_span_triangle *triangle, const gz_span_box *box);
bool gz_triangle_meets_triangle(const gz_span_triangle *s, const gz_span_triangle *t);

/* Two triangles that both cross the line in which their planes meet, from p q and p r of s, P Q and P R
 * of t, with p above the plane of P Q R and P above that of p q r (exchanging q with r, or Q with R, if
 * not). Along the line p r then comes after p q, and P Q after P R; so the two stretches meet unless p
 * r comes before P R or P Q before p q, and who comes first is an orientation of the four ends. above_s
 * and above_t: bits of the corners above the other's plane, one or two of three; none is in it. */
static inline bool gz_stretches_meet(const double *const s[3], uint32_t above_s,
                                     const double *const t[3], uint32_t above_t) {
    static const uint8_t lone[8] = {0, 0, 1, 2, 2, 1, 0, 0}, next[3] = {1, 2, 0}, after[3] = {2, 0, 1};
    uint32_t i = lone[above_s], j = lone[above_t];
    bool first_s = above_t >> j & 1, first_t = above_s >> i & 1;
    const double *q = s[first_s ? next[i] : after[i]], *r = s[first_s ? after[i] : next[i]];
    const double *far_q = t[first_t ? next[j] : after[j]], *far_r = t[first_t ? after[j] : next[j]];
    return gz_orient3d(s[i], r, t[j], far_r) >= 0 && gz_orient3d(s[i], q, t[j], far_q) <= 0;
}

/* All of a span is strictly on the positive side, from the sides of its two ends. What stays at the
 * height of its start forever is as high as that. */
static inline bool gz_span_is_above(double a, double b, bool b_is_ideal) {
    return a > 0 && (b_is_ideal ? b >= 0 : b > 0);
}
static inline bool gz_span_is_beside(double a, double b, bool b_is_ideal) {
    return gz_span_is_above(a, b, b_is_ideal) || gz_span_is_above(-a, -b, b_is_ideal);
}

#endif
