/* SPDX-License-Identifier: MIT
 * Two trees, gone through together (H2).
 *
 * A step compares the children of a node of a with those of a node of b, all with all, and both are
 * opened: eight boxes against eight are 64 tests of which vectors do eight at once, so there is nothing
 * to be gained from opening only the larger one. Leaves that meet an inner box wait as a set of lanes
 * of their node, and are compared with that box's children together.
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

/* Bits of a lane set in every byte, and in every bit of the bytes that it names. */
static inline uint64_t gz_lanes_of_a(uint32_t lanes) { return lanes * UINT64_C(0x0101010101010101); }
static inline uint64_t gz_lanes_of_b(uint32_t lanes) {
    return gz_transposed_bits(lanes * UINT64_C(0x0101010101010101));
}

static inline void gz_pair_compare(gz_pair_walk *walk, gz_pair_step *step) {
    walk->overlap(walk->view, step);
    ++walk->counts.nodes;
    walk->counts.box_tests += step->tests;
    if (walk->obb_a && step->left)
        gz_pair_obb_filter(walk->view, walk->obb_axes, walk->obb_a->nodes + (step->a - walk->a->nodes),
                           walk->obb_b->nodes + (step->b - walk->b->nodes), step,
                           &walk->counts.box_tests);
}

static inline void gz_node_box(const gz_node *node, uint32_t lane, float lo[3], float hi[3]) {
    for (int k = 0; k < 3; ++k) {
        lo[k] = node->lo[k][lane];
        hi[k] = node->hi[k][lane];
    }
}

/* The next step below: takes one pair of children, or all leaves that meet the same inner box. */
static inline void gz_pair_descend(gz_pair_walk *walk, gz_pair_step *step, gz_pair_step *below) {
    uint32_t bit = gz_lowest_bit(step->left), i = bit & 7, j = bit >> 3;
    uint32_t link_a = step->a->link[i], link_b = step->b->link[j];
    uint64_t taken = step->left & (~step->left + 1);
    *below = *step;
    below->lanes_a = below->lanes_b = 0xff;
    if (gz_link_is_leaf(link_a)) {
        taken = step->left & (uint64_t)step->leaves_a << 8 * j;
        below->lanes_a = (uint8_t)(taken >> 8 * j);
    } else {
        below->a = walk->a->nodes + link_a;
        gz_node_box(step->a, i, below->lo_a, below->hi_a);
    }
    if (gz_link_is_leaf(link_b)) {
        taken = step->left & gz_lanes_of_b(step->leaves_b) & UINT64_C(0x0101010101010101) << i;
        below->lanes_b = (uint8_t)(gz_transposed_bits(taken) >> 8 * i);
    } else {
        below->b = walk->b->nodes + link_b;
        gz_node_box(step->b, j, below->lo_b, below->hi_b);
    }
    step->left ^= taken;
    gz_pair_compare(walk, below);
}

/* Calls visit with every two leaves whose boxes overlap, until it returns GRAZE_STOP, and returns what
 * it returned last. Neither tree is empty. */
GZ_INLINE graze_flow gz_walk_pair(gz_pair_walk *walk, gz_visit_leaves visit, void *user) {
    gz_pair_step stack[2 * GZ_TREE_DEPTH];
    uint32_t top = 0;
    stack[0] =
        (gz_pair_step){.a = walk->a->nodes, .b = walk->b->nodes, .lanes_a = 0xff, .lanes_b = 0xff};
    for (int k = 0; k < 3; ++k) {
        stack[0].lo_a[k] = walk->a->lo[k], stack[0].hi_a[k] = walk->a->hi[k];
        stack[0].lo_b[k] = walk->b->lo[k], stack[0].hi_b[k] = walk->b->hi[k];
    }
    gz_pair_compare(walk, stack);
    for (;;) {
        gz_pair_step *step = stack + top;
        uint64_t leaves = step->left & gz_lanes_of_a(step->leaves_a) & gz_lanes_of_b(step->leaves_b);
        step->left ^= leaves;
        for (; leaves; leaves &= leaves - 1) {
            uint32_t bit = gz_lowest_bit(leaves);
            if (visit(user, step->a->link[bit & 7], step->b->link[bit >> 3]) == GRAZE_STOP)
                return GRAZE_STOP;
        }
        while (stack[top].left == 0)
            if (top-- == 0) return GRAZE_CONTINUE;
        GZ_ASSERT(top + 1 < 2 * GZ_TREE_DEPTH);
        gz_pair_descend(walk, stack + top, stack + top + 1);
        ++top;
    }
}

#endif
