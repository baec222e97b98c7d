/* SPDX-License-Identifier: MIT
 * Boxes of leaves in a frame along the shortest connection found so far. The boxes of a tree lie along
 * its own axes, and a surface that is tilted fills little of them; seen along its normal it is flat.
 * Where the two are nearest that normal is the connection, so boxes in its frame leave next to no pair
 * open that does not matter. They are made when they are needed, from the corners, and some are kept.
 */
#ifndef GZ_NARROW_TIGHT_BOXES_H
#define GZ_NARROW_TIGHT_BOXES_H

#include "narrow/mesh_distance.h"

#define GZ_TIGHT_KEPT 16

typedef struct gz_tight_node {
    const gz_node *node; /* whose boxes these are; NULL: nobody's */
    gz_near_boxes boxes;
} gz_tight_node;

typedef struct gz_tight {
    wide3 axis;     /* of the frame; zero: there is none yet */
    uint32_t turns; /* of gz_nearest, when it was last looked at */
    gz_affine a, b; /* into the frame */
    gz_tight_node kept_a[GZ_TIGHT_KEPT], kept_b[GZ_TIGHT_KEPT];
} gz_tight;

void gz_tight_begin(gz_tight *tight);
/* The boxes of two nodes, if there is a connection already and both sides are simple meshes or convex;
 * those of lanes that are no leaves are infinite. */
bool gz_tight_sides(gz_tight *tight, const gz_nearest *nearest, const gz_node *a, const gz_node *b,
                    gz_near_sides *out);

#endif
