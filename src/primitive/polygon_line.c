/* SPDX-License-Identifier: MIT
 * Consider the plane through the line and an axis e. The edges that cross it do so on one side of the
 * line or the other; the line passes through the polygon if an odd number does so on one side. */
#include "primitive/polygon_line.h"

#include "base/exact.h"
#include "base/exact_sum.h"

static int least_axis(const double d[3]) {
    double x = fabs(d[0]), y = fabs(d[1]), z = fabs(d[2]);
    return x <= y ? (x <= z ? 0 : 2) : (y <= z ? 1 : 2);
}

gz_polygon_line gz_polygon_line_through(const double p[3], const double q[3]) {
    gz_polygon_line line = {.directed = false};
    for (int k = 0; k < 3; ++k) {
        line.p[k] = p[k];
        line.q[k] = q[k];
        line.d[k] = q[k] - p[k];
    }
    line.axis = least_axis(line.d);
    return line;
}

gz_polygon_line gz_polygon_line_along(const double p[3], const double d[3]) {
    gz_polygon_line line = {.directed = true};
    for (int k = 0; k < 3; ++k) {
        line.p[k] = line.q[k] = p[k];
        line.d[k] = d[k];
    }
    line.axis = least_axis(d);
    return line;
}

/* -- determinants with a direction: fewer roundings than those of four points, so their filters do --
 */

/* Terms of + or - det(u, v) in the components i and j. */
static gz_exact_term *put_det2(gz_exact_term *terms, const double *u, const double *v, int i, int j,
                               bool negative) {
    terms[0] = (gz_exact_term){{u[i], v[j], 1}, negative};
    terms[1] = (gz_exact_term){{u[j], v[i], 1}, !negative};
    return terms + 2;
}

static gz_exact_term *put_det3(gz_exact_term *terms, const double *u, const double *v, const double *w,
                               bool negative) {
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        terms[2 * i] = (gz_exact_term){{u[i], v[j], w[k]}, negative};
        terms[2 * i + 1] = (gz_exact_term){{u[i], v[k], w[j]}, !negative};
    }
    return terms + 6;
}

/* det(d, a - p) in the components i and j. */
static double side_of_direction(const double *p, const double *d, const double *a, int i, int j) {
    double left = d[i] * (a[j] - p[j]), right = d[j] * (a[i] - p[i]), det = left - right;
    if (fabs(det) > GZ_ORIENT2D_FILTER * (fabs(left) + fabs(right)) + GZ_ORIENT_FLOOR) return det;
    gz_exact_term terms[4], *end = terms;
    end = put_det2(end, d, a, i, j, false);
    end = put_det2(end, d, p, i, j, true);
    return gz_exact_sum_sign(terms, (int)(end - terms));
}

/* det(d, a - p, b - p) = det(d, a, b) - det(d, p, b) - det(d, a, p). */
static double turn_about_direction(const double *p, const double *d, const double *a, const double *b) {
    double u[3], v[3], det = 0, sum = 0;
    for (int k = 0; k < 3; ++k) {
        u[k] = a[k] - p[k];
        v[k] = b[k] - p[k];
    }
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double left = u[j] * v[k], right = u[k] * v[j];
        det += d[i] * (left - right);
        sum += fabs(d[i]) * (fabs(left) + fabs(right) + GZ_ORIENT_PRODUCT_FLOOR);
    }
    if (fabs(det) > GZ_ORIENT3D_FILTER * sum + GZ_ORIENT_FLOOR) return det;
    gz_exact_term terms[18], *end = terms;
    end = put_det3(end, d, a, b, false);
    end = put_det3(end, d, p, b, true);
    end = put_det3(end, d, a, p, true);
    return gz_exact_sum_sign(terms, (int)(end - terms));
}

double gz_polygon_slope(const double a[3], const double b[3], const double c[3], const double d[3]) {
    return turn_about_direction(a, d, b, c);
}

/* -- the line and an edge -- */

/* On which side of the line a is, seen along an axis. */
static double side(const gz_polygon_line *line, int axis, const double a[3]) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    if (line->directed) return side_of_direction(line->p, line->d, a, i, j);
    double p[2] = {line->p[i], line->p[j]}, q[2] = {line->q[i], line->q[j]}, x[2] = {a[i], a[j]};
    return gz_orient2d(p, q, x);
}

static double turn(const gz_polygon_line *line, const double a[3], const double b[3]) {
    if (line->directed) return turn_about_direction(line->p, line->d, a, b);
    return gz_orient3d(line->p, line->q, a, b);
}

static bool on_one_side(double a, double b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

/* The line meets that of the edge a b. It meets the edge itself unless its ends are on one side of the
 * line, as seen along some axis. */
static bool edge_is_met(const gz_polygon_line *line, const double a[3], const double b[3]) {
    for (int axis = 0; axis < 3; ++axis)
        if (on_one_side(side(line, axis, a), side(line, axis, b))) return false;
    return true;
}

gz_polygon_pass gz_polygon_pass_line(const gz_polygon_view *view, const gz_polygon_line *line) {
    gz_polygon_pass pass = {false, false};
    double side_a = 0, side_b = 0;
    gz_polygon_edges edges = gz_polygon_edges_of(view);
    while (gz_polygon_next_edge(&edges)) {
        side_a = edges.new_loop ? side(line, line->axis, edges.a) : side_b;
        side_b = side(line, line->axis, edges.b);
        if (on_one_side(side_a, side_b)) continue;
        double turned = turn(line, edges.a, edges.b);
        if (turned == 0 && edge_is_met(line, edges.a, edges.b)) pass.boundary = true;
        /* A point in the plane counts as on its negative side, as if the line were a little aside. */
        bool spans = (side_a > 0) != (side_b > 0);
        pass.claimed ^= spans && (side_a > 0 ? turned > 0 : turned < 0);
    }
    return pass;
}
