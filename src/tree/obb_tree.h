/* SPDX-License-Identifier: MIT
 * Oriented boxes for the children of a tree's nodes (H4), beside the boxes along the axes: the same
 * nodes and links, node n here belongs to node n there. In the tree's units, eight side by side.
 *
 * Axes are along the principal directions of the surface below, computed in double, or along those of
 * the tree where that gives less surface. Half extents are rounded up such that every corner p of an
 * item has |axis . (p - center)| <= half for the axes as they are stored; these are orthonormal to
 * 2^-22, and half has 2^-20 of the box' size to spare, which covers what that and a few roundings in
 * float amount to. */
#ifndef GZ_TREE_OBB_TREE_H
#define GZ_TREE_OBB_TREE_H

#include "tree/tree.h"

typedef struct gz_obb_node {
    float center[3][GZ_TREE_WIDTH]; /* lanes without a child: zero, with half -infinity */
    float half[3][GZ_TREE_WIDTH];
    float axis[3][3][GZ_TREE_WIDTH]; /* axis[a][k]: component k of axis a */
} gz_obb_node;

typedef struct gz_obb {
    float center[3], half[3], axis[3][3];
} gz_obb;

typedef struct gz_obb_tree {
    gz_obb_node *nodes; /* 32-byte aligned; as many as the tree has */
    uint32_t node_count;
    gz_obb root; /* around everything */
} gz_obb_tree;

/* Corners of an item in the caller's coordinates, from number `from` on: writes up to
 * GZ_CORNERS_AT_ONCE and returns how many, 0 if there are no more. Items are in their hull. */
#define GZ_CORNERS_AT_ONCE 16
typedef uint32_t (*gz_corners_of_item)(const void *user, uint32_t item, uint32_t from,
                                       double corners[GZ_CORNERS_AT_ONCE][3]);

/* For a tree that has items. The trees share nothing; after a refit or an improvement it is made anew.
 */
graze_status gz_obb_tree_build(const graze_tree *tree, gz_corners_of_item corners, const void *user,
                               gz_obb_tree **out);
/* NULL is allowed. */
void gz_obb_tree_release(gz_obb_tree *obb_tree);
static inline size_t gz_obb_tree_bytes(const gz_obb_tree *obb_tree) {
    return sizeof *obb_tree + obb_tree->node_count * sizeof *obb_tree->nodes;
}

/* Lane i of a node. */
static inline gz_obb gz_obb_node_lane(const gz_obb_node *node, uint32_t i) {
    gz_obb box;
    for (int k = 0; k < 3; ++k) {
        box.center[k] = node->center[k][i];
        box.half[k] = node->half[k][i];
        for (int a = 0; a < 3; ++a) box.axis[a][k] = node->axis[a][k][i];
    }
    return box;
}

#endif
