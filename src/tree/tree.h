/* SPDX-License-Identifier: MIT
 * What a tree of boxes is inside.
 *
 * Nodes have up to eight children whose boxes lie side by side, so that one comparison of vectors looks
 * at four or eight of them. They are float in both precisions, in the tree's own units (tree/units.h),
 * rounded outwards. All algorithms work in these units; what asks (a box, a ray, another tree's pose)
 * is brought there once.
 *
 * Children of a node come after it in the array (so that refitting goes through it backwards), side by
 * side, node 0 is the root. A tree of one leaf has a root with one child. The way down is never longer
 * than GZ_TREE_DEPTH nodes: the builder halves counts where splits would make it so; that bounds the
 * stack of every traversal. */
#ifndef GZ_TREE_TREE_H
#define GZ_TREE_TREE_H

#include "graze/tree.h"
#include "tree/units.h"

#define GZ_TREE_WIDTH 8
#define GZ_TREE_DEPTH 32

/* Eight boxes and what is in them. Unused lanes have lo = +infinity, hi = -infinity and link
 * GZ_LINK_NONE; used lanes come first. */
typedef struct gz_node {
    float lo[3][GZ_TREE_WIDTH];
    float hi[3][GZ_TREE_WIDTH];
    uint32_t link[GZ_TREE_WIDTH];
} gz_node;

/* A link is the index of a node, or a leaf: the top bit, four bits of count less one, and the place in
 * tree->items where its items begin. */
#define GZ_LINK_LEAF 0x80000000u
#define GZ_LINK_NONE 0xffffffffu /* a leaf of 16 at the last place of all, which never exists */
static inline bool gz_link_is_leaf(uint32_t link) { return (link & GZ_LINK_LEAF) != 0; }
static inline uint32_t gz_link_count(uint32_t link) { return (link >> 27 & 15) + 1; }
static inline uint32_t gz_link_first(uint32_t link) { return link & 0x07ffffff; }
static inline uint32_t gz_link_of_leaf(uint32_t first, uint32_t count) {
    return GZ_LINK_LEAF | (count - 1) << 27 | first;
}

/* The items of a node's leaves are in a row, lane by lane, those of what is below the node behind them.
 * They are copied as if there were as many as a node can have. */
#define GZ_ITEM_PADDING (8 * GZ_TREE_WIDTH)

/* Two planes between which all is that is below a node, and two each, along the same normal, for its
 * children. A piece of a smooth surface is thinner than its box by as much as it is small, so slabs
 * tell pieces apart that lie close upon each other (tree/pair_overlap_kernel.h). tree/slab.h says what
 * the numbers mean. Half a cache line. */
typedef struct gz_slab {
    _Alignas(32) float lo;
    float hi;
    int16_t normal[4]; /* and a zero; all zero: nothing is known of the children */
    int8_t child_lo[GZ_TREE_WIDTH], child_hi[GZ_TREE_WIDTH];
} gz_slab;

struct graze_tree {
    gz_node *nodes;                 /* 32-byte aligned; NULL if the tree is empty */
    uint32_t node_count, node_room; /* how many there are, and how many would fit into that memory */
    uint32_t *items; /* the numbers of the boxes, those of a leaf in a row, and zeros behind all */
    uint32_t item_count;
    uint32_t item_end; /* above every item's number */
    gz_units units;
    float lo[3], hi[3]; /* of everything */
    graze_tree_options options;
    float *built_cost; /* of each node when it was built (tree/cost.h), for improve */
    bool costs_known;  /* not before boxes change for the first time: many trees' never do */
    gz_slab *slabs;    /* of each node, of large meshes whose boxes never changed; or NULL */
};

static inline size_t gz_tree_item_bytes(const graze_tree *tree) {
    return ((size_t)tree->item_count + GZ_ITEM_PADDING) * sizeof *tree->items;
}

/* For who changes boxes or nodes. */
void gz_tree_drop_slabs(graze_tree *tree);

/* The number of lanes in use. */
static inline uint32_t gz_node_lanes(const gz_node *node) {
    uint32_t lanes = 0;
    while (lanes < GZ_TREE_WIDTH && node->link[lanes] != GZ_LINK_NONE) ++lanes;
    return lanes;
}

#endif
