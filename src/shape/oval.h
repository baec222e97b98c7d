/* SPDX-License-Identifier: MIT
 * An ellipsoid around a shape's core: round ones are nearly as large, and what it says about them is
 * short. */
#ifndef GZ_SHAPE_OVAL_H
#define GZ_SHAPE_OVAL_H

#include "shape/shape.h"

/* Sets oval of a shape that is finished otherwise: the semi-axes, along the local ones, of an ellipsoid
 * about the centre that holds the core; rounded up. Of polytopes it has the proportions of their box.
 * Zero where none is known, or where it would be flat. */
void gz_oval_set(graze_shape *shape);

#endif
