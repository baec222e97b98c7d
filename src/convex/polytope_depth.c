/* SPDX-License-Identifier: MIT */
#include "convex/polytope_depth.h"

#include "base/tolerance.h"
#include "convex/box_depth.h"
#include "convex/polytope_axes.h"
#include "convex/polytope_witness.h"

gz_depth_end gz_polytope_depth(gz_pair *pair, wide3 axis, gz_depth *out) {
    gz_axes axes;
    if (!gz_axes_begin(pair, &axes)) return GZ_DEPTH_NONE;
    const graze_shape *core_a = axes.side[0].core, *core_b = axes.side[1].core;
    if (core_a->kind == GRAZE_SHAPE_BOX && core_b->kind == GRAZE_SHAPE_BOX) {
        gz_depth_end end = gz_box_depth(pair, core_a, core_b, out);
        if (end != GZ_DEPTH_NONE) return end;
    }
    gz_axes_search(&axes, wide3_neg(axis));
    out->normal = axes.normal;
    out->upper = axes.value;
    out->rounds = axes.rounds;
    if (axes.value < axes.apart) return GZ_DEPTH_APART;
    double depth = axes.value > 0 ? axes.value : 0;
    if (depth > (double)GZ_TOUCHING_SHARE * pair->error) {
        gz_axes_witnesses(&axes, depth, out);
    } else {
        /* Whether the origin lies in C or just outside a sharp corner, no axis of a facet tells. */
        bool touching = gz_axes_touch(&axes, out);
        out->rounds = axes.rounds;
        if (!touching) return GZ_DEPTH_APART;
    }
    out->lower = out->upper = depth;
    return GZ_DEPTH_FOUND;
}
