/* SPDX-License-Identifier: MIT
 * Sums over the loops of a polygon. */
#ifndef GZ_PRIMITIVE_POLYGON_MEASURE_H
#define GZ_PRIMITIVE_POLYGON_MEASURE_H

#include "primitive/polygon_view.h"

/* Twice the vector area of the largest loop, which runs counterclockwise about it. */
wide3 gz_polygon_newell(const graze_polygon *polygon);

#endif
