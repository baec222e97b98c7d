/* SPDX-License-Identifier: MIT
 * Does a line pass through a polygon? Decided by the sides on which its edges pass the line, exactly
 * and without the point of intersection, so that it does not matter whether the polygon is quite
 * planar. */
#ifndef GZ_PRIMITIVE_POLYGON_LINE_H
#define GZ_PRIMITIVE_POLYGON_LINE_H

#include "primitive/polygon_view.h"

/* The line through p and q, or through p along d: directions of rays are taken as they are, since p + d
 * would round. */
typedef struct gz_polygon_line {
    double p[3], q[3], d[3];
    bool directed; /* d counts, not q */
    int axis;      /* any that d is not parallel to */
} gz_polygon_line;

/* p and q must differ, d must not be zero. */
gz_polygon_line gz_polygon_line_through(const double p[3], const double q[3]);
gz_polygon_line gz_polygon_line_along(const double p[3], const double d[3]);

typedef struct gz_polygon_pass {
    bool claimed;  /* the half-open rule: of polygons that share an edge just one claims the line */
    bool boundary; /* the line meets an edge; only for lines that are not parallel to the plane */
} gz_polygon_pass;

gz_polygon_pass gz_polygon_pass_line(const gz_polygon_view *view, const gz_polygon_line *line);

/* The sign of det(b - a, c - a, d), exactly: how the direction d goes through the plane of a, b, c. */
double gz_polygon_slope(const double a[3], const double b[3], const double c[3], const double d[3]);

#endif
