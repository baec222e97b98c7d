/* SPDX-License-Identifier: MIT
 * Two trees, gone through together (H2).
 *
 * A step compares the children of a node of a with those of a node of b, and both are opened. The book
 * opens the larger one (B:4368-4379); with eight children that takes 3.0 us for two tori of 5,000
 * triangles where this takes 2.3, and 16.5 for two spheres of 69,620 where this takes 9.8
 * (bench/mesh.c). Leaves that meet an inner box wait as a set of lanes of their node, and are compared
 * with that box's children together.
 *
 * A step that waits is the two nodes and the pairs of children that are left: the stack has one for
 * each level of both trees. */
#ifndef GZ_TREE_WALK_PAIR_H
#define GZ_TREE_WALK_PAIR_H

#include "base/bits.h"
#include "tree/pair_obb.h"
#include "tree/pair_view.h"

/* Called with the links of two leaves. An inline function: it is copied into the walk. */
typedef graze_flow (*gz_visit_leaves)(void *user, uint32_t leaf_a, uint32_t leaf_b);

typedef struct gz_pair_walk {
    const graze_tree *a, *b;
    const gz_pair_view *view;
    gz_pair_overlap overlap;
    const gz_obb_tree *obb_a, *obb_b; /* both, or NULL */
    gz_pair_axes obb_axes;
    graze_tree_counts counts; /* nodes and box tests are added to; items are the visitor's */
} gz_pair_walk;

static inline void gz_pair_count(gz_pair_walk *walk, const gz_pair_step *step) {
    ++walk->counts.nodes;
    walk->counts.box_tests += step->tests;
}

static inline void gz_pair_compare(gz_pair_walk *walk, gz_pair_step *step) {
    walk->overlap(walk->view, step);
    gz_pair_count(walk, step);
    if (walk->obb_a && step->left)
        gz_pair_obb_filter(
            walk->view, walk->obb_axes, walk->obb_a->nodes + (step->at.a - walk->a->nodes),
            walk->obb_b->nodes + (step->at.b - walk->b->nodes), step, &walk->counts.box_tests);
}

/* The whole of a tree as the only lane of a node. */
static inline void gz_node_around(const graze_tree *tree, gz_node *node) {
    for (int k = 0; k < 3; ++k) {
        node->lo[k][0] = tree->lo[k];
        node->hi[k][0] = tree->hi[k];
    }
}

/* Two trees from the top. around gets what is above. */
static inline gz_pair_place gz_pair_root(const graze_tree *a, const graze_tree *b, gz_node around[2]) {
    gz_node_around(a, &around[0]);
    gz_node_around(b, &around[1]);
    return (gz_pair_place){.a = a->nodes,
                           .b = b->nodes,
                           .above_a = &around[0],
                           .above_b = &around[1],
                           .lanes_a = 0xff,
                           .lanes_b = 0xff};
}

/* Where it goes on below a pair of children, which are no leaves. */
static inline void gz_pair_below(const gz_pair_walk *walk, const gz_pair_step *step, uint32_t bit,
                                 gz_pair_place *below) {
    const gz_node *a = step->at.a, *b = step->at.b;
    uint32_t i = bit & 7, j = bit >> 3;
    *below = (gz_pair_place){.a = walk->a->nodes + a->link[i],
                             .b = walk->b->nodes + b->link[j],
                             .above_a = a,
                             .above_b = b,
                             .lane_a = (uint8_t)i,
                             .lane_b = (uint8_t)j,
                             .lanes_a = 0xff,
                             .lanes_b = 0xff};
}

/* Takes a pair of children, of which not both are leaves, or all leaves that meet the same inner box.
 * below becomes where it goes on. */
static inline void gz_pair_take(const gz_pair_walk *walk, gz_pair_step *step, uint32_t bit,
                                gz_pair_place *below) {
    uint32_t i = bit & 7, j = bit >> 3;
    const gz_pair_place *at = &step->at;
    uint64_t taken = UINT64_C(1) << bit;
    gz_pair_below(walk, step, bit, below);
    if (step->leaves_a >> i & 1) {
        taken = step->left & (uint64_t)step->leaves_a << 8 * j;
        below->a = at->a;
        below->above_a = at->above_a;
        below->lane_a = at->lane_a;
        below->lanes_a = (uint8_t)(taken >> 8 * j);
    } else if (step->leaves_b >> j & 1) {
        taken = step->left & gz_lanes_of_b(step->leaves_b) & UINT64_C(0x0101010101010101) << i;
        below->b = at->b;
        below->above_b = at->above_b;
        below->lane_b = at->lane_b;
        below->lanes_b = (uint8_t)(gz_transposed_bits(taken) >> 8 * i);
    }
    step->left ^= taken;
}

/* Everything below the first step of a stack that is left there. */
GZ_INLINE graze_flow gz_walk_pair_below(gz_pair_walk *walk, gz_pair_step stack[2 * GZ_TREE_DEPTH],
                                        gz_visit_leaves visit, void *user) {
    uint32_t top = 0;
    for (;;) {
        gz_pair_step *step = stack + top;
        if (step->left == 0) {
            if (top-- == 0) return GRAZE_CONTINUE;
            continue;
        }
        uint64_t leaves = step->left & step->leaf_pairs;
        step->left ^= leaves;
        for (; leaves; leaves &= leaves - 1) {
            uint32_t bit = gz_lowest_bit(leaves);
            if (visit(user, step->at.a->link[bit & 7], step->at.b->link[bit >> 3]) == GRAZE_STOP)
                return GRAZE_STOP;
        }
        if (step->left == 0) continue;
        GZ_ASSERT(top + 1 < 2 * GZ_TREE_DEPTH);
        gz_pair_take(walk, step, gz_lowest_bit(step->left), &step[1].at);
        gz_pair_compare(walk, step + 1);
        ++top;
    }
}

/* Calls visit with every two leaves whose boxes overlap, until it returns GRAZE_STOP, and returns what
 * it returned last. Neither tree is empty. */
GZ_INLINE graze_flow gz_walk_pair(gz_pair_walk *walk, gz_visit_leaves visit, void *user) {
    gz_pair_step stack[2 * GZ_TREE_DEPTH];
    gz_node around[2];
    stack[0].at = gz_pair_root(walk->a, walk->b, around);
    gz_pair_compare(walk, stack);
    return gz_walk_pair_below(walk, stack, visit, user);
}

#endif
