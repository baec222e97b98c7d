/* SPDX-License-Identifier: MIT
 * The depth of two polytopes, exactly: the least over the face normals of both and the cross products
 * of those edges whose arcs on the Gauss sphere cross (E, A9; P7's axes, pruned). */
#ifndef GZ_CONVEX_POLYTOPE_DEPTH_H
#define GZ_CONVEX_POLYTOPE_DEPTH_H

#include "convex/depth.h"

/* Both shapes are points, segments, triangles, tetrahedra, boxes, polygons, polytopes or k-DOPs (or
 * rounded ones whose core is such), in any poses: GZ_DEPTH_FOUND or GZ_DEPTH_APART with the first axis
 * seen to separate; GZ_DEPTH_NONE otherwise. axis, if not zero, is a guess of -n (as in graze_cache).
 * Leaves the vertices it ended on in the operands' hints. */
gz_depth_end gz_polytope_depth(gz_pair *pair, wide3 axis, gz_depth *out);

#endif
