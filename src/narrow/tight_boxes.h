/* SPDX-License-Identifier: MIT
 * Boxes in a frame along the shortest connection found so far. The boxes of a tree lie along its own
 * axes, and a surface that is tilted fills little of them; seen along its normal it is flat. Where the
 * two are nearest that normal is the connection, so boxes in its frame leave next to no pair open that
 * does not matter. They are made when they are needed, those of leaves from the corners, others from
 * the children's, and some are kept. */
#ifndef GZ_NARROW_TIGHT_BOXES_H
#define GZ_NARROW_TIGHT_BOXES_H

#include "narrow/mesh_distance.h"

#define GZ_TIGHT_KEPT 64

typedef struct gz_tight_node {
    const gz_node *node; /* whose boxes these are; NULL: nobody's */
    uint32_t lanes;      /* those that have been made */
    gz_near_boxes boxes;
} gz_tight_node;

typedef struct gz_tight {
    wide3 axis;     /* of the frame; zero: there is none yet */
    uint32_t turns; /* of gz_nearest, when it was last looked at */
    const gz_near_kernel *kernel;
    gz_affine a, b;              /* into the frame */
    gz_tree_view view_a, view_b; /* of meshes */
    gz_tight_node kept_a[GZ_TIGHT_KEPT], kept_b[GZ_TIGHT_KEPT];
} gz_tight;

void gz_tight_begin(const gz_near_kernel *kernel, gz_tight *tight);
/* The boxes of these lanes of two nodes, if there is a connection already; both sides are simple meshes
 * or convex. */
bool gz_tight_sides(gz_tight *tight, const gz_nearest *nearest, const gz_node *a, uint32_t lanes_a,
                    const gz_node *b, uint32_t lanes_b, gz_near_sides *out);

#endif
