/* SPDX-License-Identifier: MIT
 * How two trees see each other's boxes when one is placed in the other's space.
 *
 * A box of the one is a parallelepiped for the other. It is bounded by the interval that it spans on
 * each of the other's axes; both ways that are the six face axes of the separating-axes test, which are
 * all that "SAT lite" looks at (H5, B:4464-4485). The nine products of edges are an option. */
#ifndef GZ_TREE_PAIR_VIEW_H
#define GZ_TREE_PAIR_VIEW_H

#include "base/bits.h"
#include "math/affine.h"
#include "tree/tree.h"

/* A box with middle c and half extents h spans, on axis i of the other's space,
 * turn[i] . c + shift[i] -+ (|turn[i]| . h + slack[i]). */
typedef struct gz_tree_view {
    float turn[3][3], shift[3], slack[3];
    float size[3][3]; /* |turn| */
    float rounding;   /* of what is computed along a normal whose numbers add up to one */
} gz_tree_view;

typedef struct gz_pair_view {
    gz_tree_view a, b;                /* boxes of a as b sees them, and boxes of b as a does */
    const gz_slab *slabs_a, *slabs_b; /* of the trees; NULL: none, or numbers leave the range */
    const gz_node *nodes_a, *nodes_b;
    /* For the axes e_i x column j of b.turn: the products of pairs of columns, and the slack. */
    float cofactor[3][3], edge_slack[3][3];
} gz_pair_view;

/* What is to be added to the boxes: lengths along the axes of a's and b's own spaces, for margins (E9).
 */
typedef struct gz_pair_growth {
    double a[3], b[3];
} gz_pair_growth;

/* For whatever comes within reach in the world, given the poses. A ball becomes an ellipsoid in the
 * space of a pose; the box around it has the norms of the inverse's rows for half extents. */
gz_pair_growth gz_pair_growth_of(const gz_affine *a, const gz_affine *b, double reach);

/* b_in_a brings points of b's space into a's. growth may be NULL. Neither tree is empty. */
void gz_pair_view_make(const graze_tree *a, const graze_tree *b, const gz_affine *b_in_a,
                       const gz_pair_growth *growth, gz_pair_view *out);

/* How many axes are tried. */
typedef enum gz_pair_axes { GZ_AXES_FACES = 0, GZ_AXES_ALL } gz_pair_axes;

/* Two nodes, and the lanes of them that are to be compared; those that are not used do not count. All
 * are inside of a lane of the nodes above. */
typedef struct gz_pair_place {
    const gz_node *a, *b, *above_a, *above_b;
    uint8_t lane_a, lane_b;   /* of the nodes above */
    uint8_t lanes_a, lanes_b; /* a set */
} gz_pair_place;

/* A comparison of the children of two nodes. Sets of children are bits, a pair of them is bit 8 j + i:
 * child i of a and child j of b. */
typedef struct gz_pair_step {
    gz_pair_place at;
    uint64_t left;              /* the pairs that overlap */
    uint64_t leaf_pairs;        /* and those of two leaves, if any are left */
    uint8_t leaves_a, leaves_b; /* who is a leaf */
    uint8_t tests;              /* how many boxes were compared with another */
} gz_pair_step;

/* Pairs with one of these children of a, or of b. */
static inline uint64_t gz_lanes_of_a(uint32_t lanes) { return lanes * UINT64_C(0x0101010101010101); }
static inline uint64_t gz_lanes_of_b(uint32_t lanes) {
    return gz_transposed_bits(lanes * UINT64_C(0x0101010101010101));
}

/* Fills in a step whose place is given. The same on all machines. */
typedef void (*gz_pair_overlap)(const gz_pair_view *view, gz_pair_step *step);
gz_pair_overlap gz_pair_overlap_choose(gz_pair_axes axes);

/* How little pairs overlap: 0 if the middles of two boxes meet, GZ_SHALLOWEST if they merely touch
 * along one of the six axes, in proportion to their size along it. Of pairs that are not left it says
 * nothing. */
#define GZ_SHALLOWEST 63
typedef struct gz_pair_depths {
    uint8_t shallow[GZ_TREE_WIDTH * GZ_TREE_WIDTH];
    bool by_a;     /* 8 i + j instead of 8 j + i */
    uint64_t deep; /* pairs that overlap by half of that, or more */
} gz_pair_depths;
static inline uint32_t gz_pair_shallow(const gz_pair_depths *depths, uint32_t bit) {
    return depths->shallow[depths->by_a ? (bit & 7) << 3 | bit >> 3 : bit];
}

/* The same with the face axes, and how deep the pairs overlap that are left. */
typedef void (*gz_pair_deep)(const gz_pair_view *view, gz_pair_step *step, gz_pair_depths *depths);
gz_pair_deep gz_pair_deep_choose(void);

#endif
