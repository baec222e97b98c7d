/* SPDX-License-Identifier: MIT
 * Does a line pass through a polygon? Decided by the sides on which its edges pass the line, exactly
 * and without the point of intersection, so that it does not matter whether the polygon is quite
 * planar. */
#ifndef GZ_PRIMITIVE_POLYGON_LINE_H
#define GZ_PRIMITIVE_POLYGON_LINE_H

#include "primitive/polygon_view.h"
#include "primitive/span.h"

/* The line of a span; axis: any that it is not parallel to. */
typedef struct gz_polygon_line {
    gz_span span;
    int axis;
} gz_polygon_line;

/* The ends must differ; an ideal one must not be zero. */
gz_polygon_line gz_polygon_line_of(gz_span span);

typedef struct gz_polygon_pass {
    bool claimed;  /* the half-open rule: of polygons that share an edge just one claims the line */
    bool boundary; /* the line meets an edge; only for lines that are not parallel to the plane */
} gz_polygon_pass;

gz_polygon_pass gz_polygon_pass_line(const gz_polygon_view *view, const gz_polygon_line *line);

static inline gz_end gz_polygon_end(const double p[3]) { return (gz_end){{p[0], p[1], p[2]}, false}; }

#endif
