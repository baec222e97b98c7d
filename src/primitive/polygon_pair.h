/* SPDX-License-Identifier: MIT
 * Two opened polygons. */
#ifndef GZ_PRIMITIVE_POLYGON_PAIR_H
#define GZ_PRIMITIVE_POLYGON_PAIR_H

#include "primitive/polygon_view.h"

/* Do the closed sets meet? common gets a point of both, rounded. They may have been opened roughly and
 * are settled where that matters. */
bool gz_polygons_meet(gz_polygon_view *a, gz_polygon_view *b, double common[3]);

#endif
