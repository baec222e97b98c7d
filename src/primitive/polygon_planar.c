/* SPDX-License-Identifier: MIT
 * The crossings test and the intersection of segments, exact on the coordinates they are given. */
#include "primitive/polygon_planar.h"

#include "base/exact.h"

typedef struct point2 {
    double at[2];
} point2;

static point2 project(const gz_polygon_view *view, const double p[3]) {
    return (point2){{p[(view->axis + 1) % 3], p[(view->axis + 2) % 3]}};
}

static double turn(const point2 *a, const point2 *b, const point2 *c) {
    return gz_orient2d(a->at, b->at, c->at);
}

static bool is_between(double x, double a, double b) {
    return (a <= x && x <= b) || (b <= x && x <= a);
}

static bool in_box(const point2 *x, const point2 *a, const point2 *b) {
    return is_between(x->at[0], a->at[0], b->at[0]) && is_between(x->at[1], a->at[1], b->at[1]);
}

/* Whether the ray from x along the first axis crosses a b. A point on the ray's line counts as below
 * it and a crossing at x as none, so the answer is that of a ray from beside x, the same for all
 * polygons that have this edge. Sets *on if x is on the edge. */
static bool crosses(const point2 *x, const point2 *a, const point2 *b, bool *on) {
    bool rises = b->at[1] > x->at[1], spans = (a->at[1] > x->at[1]) != rises;
    bool near_edge = in_box(x, a, b);
    if (!spans && !near_edge) return false;
    if (spans && !near_edge && a->at[0] < x->at[0] && b->at[0] < x->at[0]) return false;
    if (spans && !near_edge && a->at[0] > x->at[0] && b->at[0] > x->at[0]) return true;
    double side = turn(a, b, x);
    if (side == 0 && near_edge) *on = true;
    return spans && (rises ? side > 0 : side < 0);
}

/* The crossings of all loops but one; no loop is NONE. */
#define NONE UINT32_MAX
static bool count_crossings(const gz_polygon_view *view, uint32_t without, const double x[3],
                            bool *on) {
    point2 target = project(view, x);
    bool inside = false;
    *on = false;
    gz_polygon_edges edges = gz_polygon_edges_of(view);
    while (gz_polygon_next_edge(&edges)) {
        if (edges.loop - 1 == without) continue;
        point2 a = project(view, edges.a), b = project(view, edges.b);
        inside ^= crosses(&target, &a, &b, on);
    }
    return inside;
}

gz_polygon_place gz_polygon_locate(const gz_polygon_view *view, const double x[3]) {
    return gz_polygon_locate_without(view, NONE, x);
}

gz_polygon_place gz_polygon_locate_without(const gz_polygon_view *view, uint32_t loop,
                                           const double x[3]) {
    bool on, inside = count_crossings(view, loop, x, &on);
    return on ? GZ_POLYGON_BOUNDARY : inside ? GZ_POLYGON_INSIDE : GZ_POLYGON_OUTSIDE;
}

bool gz_polygon_claims_point(const gz_polygon_view *view, const double x[3]) {
    bool on;
    return count_crossings(view, NONE, x, &on);
}

static bool apart(double a, double b, double p, double q) {
    return (a < p && a < q && b < p && b < q) || (a > p && a > q && b > p && b > q);
}

static double det2(const point2 *o, const point2 *a, const point2 *b) {
    return (a->at[0] - o->at[0]) * (b->at[1] - o->at[1]) -
           (a->at[1] - o->at[1]) * (b->at[0] - o->at[0]);
}

static double lesser(double a, double b) { return b < a ? b : a; }

static double clamp01(double t) { return t > 0 ? (t < 1 ? t : 1) : 0; }

/* How far x is on the way from p to q. */
static double parameter(const point2 *x, const point2 *p, const point2 *q) {
    double ux = q->at[0] - p->at[0], uy = q->at[1] - p->at[1], squared = ux * ux + uy * uy;
    if (squared == 0) return 0;
    return clamp01(((x->at[0] - p->at[0]) * ux + (x->at[1] - p->at[1]) * uy) / squared);
}

/* Do the closed segments meet, and where on p q first? Both straddle each other's lines and their boxes
 * overlap: that is enough also where all four points are collinear. */
static bool segments_meet(const point2 *p, const point2 *q, const point2 *a, const point2 *b,
                          double *t) {
    if (apart(a->at[0], b->at[0], p->at[0], q->at[0])) return false;
    if (apart(a->at[1], b->at[1], p->at[1], q->at[1])) return false;
    double side_a = turn(p, q, a), side_b = turn(p, q, b);
    if ((side_a > 0 && side_b > 0) || (side_a < 0 && side_b < 0)) return false;
    double side_p = turn(a, b, p), side_q = turn(a, b, q);
    if ((side_p > 0 && side_q > 0) || (side_p < 0 && side_q < 0)) return false;
    *t = 1;
    if (side_p == 0 && in_box(p, a, b)) *t = 0;
    if (side_a == 0 && in_box(a, p, q)) *t = lesser(*t, parameter(a, p, q));
    if (side_b == 0 && in_box(b, p, q)) *t = lesser(*t, parameter(b, p, q));
    if (side_p != 0 && side_q != 0 && side_a != 0 && side_b != 0) {
        double from = fabs(det2(a, b, p)), to = fabs(det2(a, b, q));
        *t = from + to > 0 ? from / (from + to) : 0;
    }
    return true;
}

double gz_polygon_planar_entry(const gz_polygon_view *view, const double p[3], const double q[3]) {
    if (gz_polygon_locate(view, p) != GZ_POLYGON_OUTSIDE) return 0;
    point2 from = project(view, p), to = project(view, q);
    double first = -1, t;
    gz_polygon_edges edges = gz_polygon_edges_of(view);
    while (gz_polygon_next_edge(&edges)) {
        point2 a = project(view, edges.a), b = project(view, edges.b);
        if (segments_meet(&from, &to, &a, &b, &t) && (first < 0 || t < first)) first = t;
    }
    return first;
}

bool gz_polygon_meets_planar(const gz_polygon_view *view, const double p[3], const double q[3],
                             double common[3]) {
    double t = gz_polygon_planar_entry(view, p, q);
    if (t < 0) return false;
    gz_polygon_between(p, q, t, common);
    return true;
}
