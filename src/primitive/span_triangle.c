/* SPDX-License-Identifier: MIT
 * A segment or ray against a triangle by signs of volumes (B:2126-2140), and two triangles: by the
 * stretches of the line in which their planes meet, and where a corner of one lies in the plane of the
 * other edge by edge (B:2201-2215). */
#include "primitive/span.h"

/* The span of three collinear points: between the two that are farthest apart. */
static gz_span line_of(const gz_span_triangle *t) {
    gz_span span = {t->p[0], t->p[1]};
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i) {
            const gz_end *p = &t->p[i], *q = &t->p[i == 2 ? 0 : i + 1], *r = &t->p[i == 0 ? 2 : i - 1];
            if (p->x[k] < r->x[k] && r->x[k] < q->x[k]) return (gz_span){*p, *q};
            if (q->x[k] < r->x[k] && r->x[k] < p->x[k]) return (gz_span){*p, *q};
        }
    /* No point between the others: two of them coincide. */
    if (t->p[0].x[0] == t->p[1].x[0] && t->p[0].x[1] == t->p[1].x[1] && t->p[0].x[2] == t->p[1].x[2])
        span.b = t->p[2];
    return span;
}

static bool is_line(const gz_span_triangle *t) {
    return gz_collinear3d(t->p[0].x, t->p[1].x, t->p[2].x);
}

/* Both in one plane, seen along an axis from which the triangle is not a line. */
static bool meet_in_plane(const gz_span *s, const gz_span_triangle *t) {
    int i = 0, j = 1;
    double area = 0;
    for (int k = 0; k < 3 && area == 0; ++k) {
        i = k;
        j = k == 2 ? 0 : k + 1;
        area = gz_side2(&t->p[0], &t->p[1], &t->p[2], i, j);
    }
    double sign = area < 0 ? 1 : -1, corner[3];
    for (int k = 0; k < 3; ++k) {
        const gz_end *p = &t->p[k], *q = &t->p[k == 2 ? 0 : k + 1];
        double a = sign * gz_side2(p, q, &s->a, i, j), b = sign * gz_side2(p, q, &s->b, i, j);
        if (gz_span_is_above(a, b, s->b.ideal)) return false;
        corner[k] = gz_side2(&s->a, &s->b, p, i, j);
    }
    return !(corner[0] > 0 && corner[1] > 0 && corner[2] > 0) &&
           !(corner[0] < 0 && corner[1] < 0 && corner[2] < 0);
}

/* Does the span's line leave no two edges on different sides? */
GZ_INLINE bool passes(const gz_span *s, const gz_span_triangle *t, bool ideal) {
    bool left = false, right = false;
    for (int k = 0; k < 3; ++k) {
        const gz_end *p = &t->p[k], *q = &t->p[k == 2 ? 0 : k + 1];
        double side = ideal ? gz_side3(&s->a, &s->b, p, q) : gz_orient3d(s->a.x, s->b.x, p->x, q->x);
        left = left || side > 0;
        right = right || side < 0;
        if (left && right) return false;
    }
    return true;
}

bool gz_span_meets_triangle_at(const gz_span *s, const gz_span_triangle *t, double a, double b) {
    if (gz_span_is_beside(a, b, s->b.ideal)) return false;
    if (a == 0 && b == 0) {
        if (!is_line(t)) return meet_in_plane(s, t);
        gz_span line = line_of(t);
        return gz_span_meets_span(s, &line);
    }
    return s->b.ideal ? passes(s, t, true) : passes(s, t, false);
}

bool gz_span_meets_triangle(const gz_span *s, const gz_span_triangle *t) {
    return gz_span_meets_triangle_at(s, t, gz_triangle_side(t, &s->a), gz_triangle_side(t, &s->b));
}

static bool an_edge_meets(const gz_span_triangle *edges, const gz_span_triangle *t,
                          const double side[3]) {
    for (int k = 0; k < 3; ++k) {
        int next = k == 2 ? 0 : k + 1;
        gz_span edge = {edges->p[k], edges->p[next]};
        if (gz_span_meets_triangle_at(&edge, t, side[k], side[next])) return true;
    }
    return false;
}

/* The sides of a triangle's plane on which the corners of another lie: bits of those above and of those
 * below. */
typedef struct plane_sides {
    double side[3];
    uint32_t above, below;
} plane_sides;

static inline plane_sides sides_of(const gz_span_triangle *plane, const gz_span_triangle *t) {
    const double a[3] = {plane->p[0].x[0], plane->p[0].x[1], plane->p[0].x[2]};
    const double b[3] = {plane->p[1].x[0], plane->p[1].x[1], plane->p[1].x[2]};
    const double c[3] = {plane->p[2].x[0], plane->p[2].x[1], plane->p[2].x[2]};
    plane_sides out = {.above = 0};
    for (int k = 0; k < 3; ++k) {
        out.side[k] = gz_orient3d(a, b, c, t->p[k].x);
        out.above |= (uint32_t)(out.side[k] > 0) << k;
        out.below |= (uint32_t)(out.side[k] < 0) << k;
    }
    return out;
}

/* A line has no side, and a span of it stands for it: the edges of either are tried against the other
 * all the same. */
bool gz_triangle_meets_triangle(const gz_span_triangle *s, const gz_span_triangle *t) {
    plane_sides of_s = sides_of(t, s);
    if (of_s.above == 7 || of_s.below == 7) return false;
    plane_sides of_t = sides_of(s, t);
    if (of_t.above == 7 || of_t.below == 7) return false;
    if ((of_s.above | of_s.below) != 7 || (of_t.above | of_t.below) != 7)
        return an_edge_meets(s, t, of_s.side) || an_edge_meets(t, s, of_t.side);
    const double *const p[3] = {s->p[0].x, s->p[1].x, s->p[2].x};
    const double *const q[3] = {t->p[0].x, t->p[1].x, t->p[2].x};
    return gz_stretches_meet(p, of_s.above, q, of_t.above);
}
