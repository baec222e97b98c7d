/* SPDX-License-Identifier: MIT
 * A hull as polygons: what quickhull and the planar hull hand over to be made into a graze_hull.
 *
 * Corner c is where a directed edge of a facet starts; the edge ends at the facet's next corner. In
 * dimension 3 mate[c] is the corner of the same edge in the neighbouring facet, oppositely directed.
 * In dimension 2 there is one facet, the polygon, and mate is not used. In dimensions 0 and 1 there
 * are no facets. Corners are indices of source, which holds the extreme points in increasing order. */
#ifndef GZ_HULL_OUTLINE_H
#define GZ_HULL_OUTLINE_H

#include "base/array.h"
#include "hull/points.h"
#include "hull/quickhull.h"

typedef struct gz_hull_outline {
    int dimension;
    gz_indices source;
    gz_indices facet_start; /* one more than there are facets, or empty */
    gz_indices corner, mate;
} gz_hull_outline;

void gz_hull_outline_free(gz_hull_outline *outline);

/* From a finished quickhull, merging exactly coplanar triangles (merge.c). All of these: false when
 * memory is out; the outline must be zero-initialised and is to be freed in any case. */
bool gz_hull_outline_solid(const gz_quickhull *hull, gz_hull_outline *out);

/* From coplanar, not collinear points; corner: three of them that are not collinear (planar.c). */
bool gz_hull_outline_planar(gz_hull_points *points, const uint32_t corner[3], gz_hull_outline *out);

/* From the two ends of a segment, or from one point (ends equal). */
bool gz_hull_outline_segment(uint32_t end, uint32_t other_end, gz_hull_outline *out);

/* The vertices of a set of points from which out->corner was listed as points: fills out->source with
 * them in order and replaces them in corner by their ranks. */
bool gz_hull_outline_rank(gz_hull_points *points, gz_hull_outline *out);

#endif
