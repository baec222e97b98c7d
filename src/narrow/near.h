/* SPDX-License-Identifier: MIT
 * How far the boxes of two trees are apart, at least: what walks that look for the nearest go by.
 *
 * All lengths are in units of the pair: the world's times a power of two that makes the pair's size
 * about one. Every box is seen in several frames and the greatest distance counts: in the axes of each
 * tree, where the boxes of one are tight, less what the pose may shrink lengths by; in world axes, if
 * one of the poses is more than a rotation and a scale; and in a frame along the shortest connection
 * known so far, where surfaces that face each other are flat. */
#ifndef GZ_NARROW_NEAR_H
#define GZ_NARROW_NEAR_H

#include "tree/pair_view.h"

typedef struct gz_near_boxes {
    _Alignas(32) float lo[3][GZ_TREE_WIDTH], hi[3][GZ_TREE_WIDTH];
} gz_near_boxes;

/* Boxes of both sides in one frame; weight brings its lengths to those of the pair, or to less. */
typedef struct gz_near_sides {
    const float (*lo_a)[GZ_TREE_WIDTH], (*hi_a)[GZ_TREE_WIDTH];
    const float (*lo_b)[GZ_TREE_WIDTH], (*hi_b)[GZ_TREE_WIDTH];
    float weight;
    const float *inverse; /* for casts: 1 / the motion of a along each axis of the frame */
} gz_near_sides;

typedef struct gz_near_kernel {
    /* The boxes of a node as the other tree, or the world, sees them. */
    void (*image)(const gz_tree_view *view, const gz_node *node, gz_near_boxes *out);
    /* Raises key[8 j + i], for all i and those j whose bits are set in lanes_b, to the square of the
     * distance of box i of a and box j of b. Returns a bit for each that is not above limit. */
    uint64_t (*raise)(const gz_near_sides *sides, uint32_t lanes_b, float limit, float key[64]);
} gz_near_kernel;

/* For this machine; they all answer the same. In casts keys are no distances but the times from which
 * on boxes that move overlap, at the earliest; infinity if never. */
const gz_near_kernel *gz_near_choose(void);
const gz_near_kernel *gz_near_choose_cast(void);

typedef struct gz_near_view {
    gz_pair_view local;
    float weight_a, weight_b; /* of a's own axes and units, and b's */
    bool in_world;            /* the world's axes help, too: */
    gz_tree_view a_in_world, b_in_world;
    float inverse_a[3], inverse_b[3]; /* casts: as in gz_near_sides */
} gz_near_view;

/* The world's origin is to be that of a. scale: what lengths of the pair are multiplied by. */
void gz_near_view_make(const graze_tree *a, const graze_pose *pose_a, const graze_tree *b,
                       const graze_pose *pose_b, double scale, gz_near_view *out);

/* How the boxes of a tree look in another frame, whose units have the given scale. */
gz_tree_view gz_near_see(const graze_tree *tree, const gz_affine *map, double scale);

/* For a cast of a by motion, with boxes that are grown by reach on either side. */
void gz_near_view_make_cast(const graze_tree *a, const graze_pose *pose_a, const graze_tree *b,
                            const graze_pose *pose_b, graze_vec3 motion, double reach,
                            gz_near_view *out);

/* The square of a distance as a limit of keys: what is above is farther away, whatever rounds. */
float gz_near_limit(double distance);

#endif
