/* SPDX-License-Identifier: MIT
 * A segment against a polygon: the test that most others are made of. */
#ifndef GZ_PRIMITIVE_POLYGON_SEGMENT_H
#define GZ_PRIMITIVE_POLYGON_SEGMENT_H

#include "primitive/polygon_view.h"

/* Do the closed sets meet? Exact if the polygon is exactly planar; otherwise the polygon counts as
 * thick as it is uneven. common gets a point of the segment at the polygon, rounded. */
bool gz_polygon_meets_segment(const gz_polygon_view *view, const double p[3], const double q[3],
                              double common[3]);

/* False if the segment is on one side of the polygon's plane. */
bool gz_polygon_plane_meets(const gz_polygon_view *view, const double p[3], const double q[3]);
/* The same of a polygon that was opened roughly; settles it where that matters. */
bool gz_polygon_plane_meets_settled(gz_polygon_view *view, const double p[3], const double q[3]);

/* GRAZE_INVALID_ARGUMENT unless finite, GRAZE_OUT_OF_RANGE beyond what polygons may have. */
graze_status gz_polygon_check_point(graze_vec3 p);

/* Writes the answer of a test; common may be NULL. */
static inline void gz_polygon_answer(bool met, const double point[3], bool *hit, graze_vec3 *common) {
    *hit = met;
    if (met && common) *common = wide3_round(gz_polygon_vector(point));
}

#endif
