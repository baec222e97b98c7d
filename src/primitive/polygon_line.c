/* SPDX-License-Identifier: MIT
 * Consider the plane through the line and an axis e. The edges that cross it do so on one side of the
 * line or the other; the line passes through the polygon if an odd number does so on one side. */
#include "primitive/polygon_line.h"

static int least_axis(const double d[3]) {
    double x = fabs(d[0]), y = fabs(d[1]), z = fabs(d[2]);
    return x <= y ? (x <= z ? 0 : 2) : (y <= z ? 1 : 2);
}

gz_polygon_line gz_polygon_line_of(gz_span span) {
    double d[3];
    for (int k = 0; k < 3; ++k) d[k] = gz_end_from(&span.a, &span.b, k);
    return (gz_polygon_line){span, least_axis(d)};
}

/* On which side of the line a is, seen along an axis. */
static double side(const gz_polygon_line *line, int axis, const gz_end *a) {
    return gz_side2(&line->span.a, &line->span.b, a, (axis + 1) % 3, (axis + 2) % 3);
}

static bool on_one_side(double a, double b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

/* The line meets that of the edge a b. It meets the edge itself unless its ends are on one side of the
 * line, as seen along some axis. */
static bool edge_is_met(const gz_polygon_line *line, const gz_end *a, const gz_end *b) {
    for (int axis = 0; axis < 3; ++axis)
        if (on_one_side(side(line, axis, a), side(line, axis, b))) return false;
    return true;
}

gz_polygon_pass gz_polygon_pass_line(const gz_polygon_view *view, const gz_polygon_line *line) {
    gz_polygon_pass pass = {false, false};
    double side_a = 0, side_b = 0;
    gz_polygon_edges edges = gz_polygon_edges_of(view);
    while (gz_polygon_next_edge(&edges)) {
        gz_end a = gz_polygon_end(edges.a), b = gz_polygon_end(edges.b);
        side_a = edges.new_loop ? side(line, line->axis, &a) : side_b;
        side_b = side(line, line->axis, &b);
        if (on_one_side(side_a, side_b)) continue;
        double turned = gz_side3(&line->span.a, &line->span.b, &a, &b);
        if (turned == 0 && edge_is_met(line, &a, &b)) pass.boundary = true;
        /* A point in the plane counts as on its negative side, as if the line were a little aside. */
        bool spans = (side_a > 0) != (side_b > 0);
        pass.claimed ^= spans && (side_a > 0 ? turned > 0 : turned < 0);
    }
    return pass;
}
