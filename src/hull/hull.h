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

/* The hull of an outline: triangulates the facets and fills in everything (assemble.c). NULL when
 * memory is out. */
graze_hull *gz_hull_assemble(const gz_hull_points *points, const gz_hull_outline *outline);

/* The plane of facet f of a hull whose corners and vertices are set (plane.c). scale: a power of two
 * that brings the coordinates near 1. */
graze_plane gz_hull_facet_plane(const graze_hull_view *view, uint32_t facet, double scale);

#endif
