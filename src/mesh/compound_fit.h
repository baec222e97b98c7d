/* SPDX-License-Identifier: MIT
 * Boxes, bounds and mass of a compound. */
#ifndef GZ_MESH_COMPOUND_FIT_H
#define GZ_MESH_COMPOUND_FIT_H

#include "mesh/compound.h"

/* Boxes of the children as they are now, the tree (built the first time, refitted later) and the bounds
 * of the shape. On failure nothing has changed. */
graze_status gz_compound_fit(gz_compound *compound);

/* Modulo 2^32; 0 for shapes that never change. */
uint32_t gz_compound_sum_revisions(const gz_compound *compound);

/* As in gz_shape_ops: what children share is counted as often as they do, but for the lower bound. */
graze_status gz_compound_measure(const graze_shape *shape, graze_shape_mass *out);

#endif
