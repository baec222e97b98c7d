/* SPDX-License-Identifier: MIT
 * Parts of a complex shape that meet another shape. */
#ifndef GZ_MESH_COMPLEX_OVERLAP_H
#define GZ_MESH_COMPLEX_OVERLAP_H

#include "graze/tree.h"
#include "mesh/complex.h"

/* Visits each part that intersects the other, which is convex and placed. */
graze_status gz_complex_overlap(const graze_placed *placed, const graze_placed *other,
                                graze_tree_visit visit, void *user, graze_tree_counts *counts);

#endif
