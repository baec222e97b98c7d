/* SPDX-License-Identifier: MIT
 * A segment or ray against a triangle by signs of volumes (B:2126-2140), and two triangles, edge
 * by edge (B:2201-2215). */
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

/* a and b: the sides of the span's ends of the triangle's plane. */
static bool meets_at_sides(const gz_span *s, const gz_span_triangle *t, double a, double b) {
    if (gz_span_is_beside(a, b, s->b.ideal)) return false;
    if (a == 0 && b == 0) {
        if (!is_line(t)) return meet_in_plane(s, t);
        gz_span line = line_of(t);
        return gz_span_meets_span(s, &line);
    }
    bool left = false, right = false;
    for (int k = 0; k < 3; ++k) {
        double side = gz_side3(&s->a, &s->b, &t->p[k], &t->p[k == 2 ? 0 : k + 1]);
        left = left || side > 0;
        right = right || side < 0;
        if (left && right) return false;
    }
    return true;
}

static double side_of(const gz_span_triangle *t, const gz_end *p) {
    return gz_side3(&t->p[0], &t->p[1], &t->p[2], p);
}

bool gz_span_meets_triangle(const gz_span *s, const gz_span_triangle *t) {
    return meets_at_sides(s, t, side_of(t, &s->a), side_of(t, &s->b));
}

static bool an_edge_meets(const gz_span_triangle *edges, const gz_span_triangle *t,
                          const double side[3]) {
    for (int k = 0; k < 3; ++k) {
        int next = k == 2 ? 0 : k + 1;
        gz_span edge = {edges->p[k], edges->p[next]};
        if (meets_at_sides(&edge, t, side[k], side[next])) return true;
    }
    return false;
}

static bool all_beside(const double side[3]) {
    return (side[0] > 0 && side[1] > 0 && side[2] > 0) || (side[0] < 0 && side[1] < 0 && side[2] < 0);
}

/* A line has no side, and a span of it stands for it: the edges of either are tried against the other
 * all the same. */
bool gz_triangle_meets_triangle(const gz_span_triangle *s, const gz_span_triangle *t) {
    double s_side[3], t_side[3];
    for (int k = 0; k < 3; ++k) s_side[k] = side_of(t, &s->p[k]);
    if (all_beside(s_side)) return false;
    for (int k = 0; k < 3; ++k) t_side[k] = side_of(s, &t->p[k]);
    if (all_beside(t_side)) return false;
    return an_edge_meets(s, t, s_side) || an_edge_meets(t, s, t_side);
}
