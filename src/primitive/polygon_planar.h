/* SPDX-License-Identifier: MIT
 * Points and segments in the plane of a polygon, decided exactly in the projection along its axis. */
#ifndef GZ_PRIMITIVE_POLYGON_PLANAR_H
#define GZ_PRIMITIVE_POLYGON_PLANAR_H

#include "primitive/polygon_view.h"

typedef enum gz_polygon_place {
    GZ_POLYGON_OUTSIDE,
    GZ_POLYGON_BOUNDARY,
    GZ_POLYGON_INSIDE
} gz_polygon_place;

/* Where x is, by the even-odd rule. */
gz_polygon_place gz_polygon_locate(const gz_polygon_view *view, const double x[3]);
/* The same with the edges of one loop left out. */
gz_polygon_place gz_polygon_locate_without(const gz_polygon_view *view, uint32_t loop,
                                           const double x[3]);
/* The half-open rule (B:2170-2194): of polygons that share an edge only one claims the points on it. */
bool gz_polygon_claims_point(const gz_polygon_view *view, const double x[3]);
/* Does the segment meet the closed polygon? A common point, rounded, on the segment. */
bool gz_polygon_meets_planar(const gz_polygon_view *view, const double p[3], const double q[3],
                             double common[3]);
/* The least parameter in 0..1 at which p q meets the closed polygon, rounded; -1 if it does not. */
double gz_polygon_planar_entry(const gz_polygon_view *view, const double p[3], const double q[3]);

#endif
