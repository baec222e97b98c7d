/* SPDX-License-Identifier: MIT
 * What a hull is inside: one block with a header and all arrays of its view behind it. It never
 * changes once assembled; the view's promises are checked by graze_hull_validate. */
#ifndef GZ_HULL_HULL_H
#define GZ_HULL_HULL_H

#include <stdatomic.h>

#include "graze/hull.h"
#include "hull/outline.h"

struct graze_hull {
    atomic_uint owners;
    size_t bytes; /* of this block, for the allocator */
    graze_hull_view view;
};

static inline uint32_t gz_half_edge_next(uint32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }
static inline uint32_t gz_half_edge_previous(uint32_t h) { return h % 3 == 0 ? h + 2 : h - 1; }

/* The hull of an outline: triangulates the facets and fills in everything (assemble.c). NULL when
 * memory is out. names: as for gz_hull_create_named. */
graze_hull *gz_hull_assemble(const gz_hull_points *points, const gz_hull_outline *outline,
                             const uint32_t *names);

/* The plane of facet f of a hull whose corners and vertices are set (plane.c). scale: a power of two
 * that brings the coordinates near 1. */
graze_plane gz_hull_facet_plane(const graze_hull_view *view, uint32_t facet, double scale);

/* graze_hull_create for points that stand for others: names[i] is the source to report for point i,
 * increasing; NULL: the points stand for themselves. */
graze_status gz_hull_create_named(const void *data, size_t count, size_t stride, const uint32_t *names,
                                  graze_hull **out);

/* The greedy choices of graze_hull_create_simplified: which budget of the vertices of a hull with more
 * of them to keep, as increasing indices, and the greatest distance of any other from the hull of
 * those, rounded up. */
bool gz_hull_choose_solid(const graze_hull_view *full, uint32_t budget, gz_indices *keep,
                          double *error);
bool gz_hull_choose_polygon(const graze_hull_view *full, uint32_t budget, gz_indices *keep,
                            double *error);

#endif
