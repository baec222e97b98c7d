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

static inline void gz_pair_compare(gz_pair_walk *walk, gz_pair_step *step) {
    walk->overlap(walk->view, step);
    ++walk->counts.nodes;
    walk->counts.box_tests += step->tests;
    if (walk->obb_a && step->left)
        gz_pair_obb_filter(walk->view, walk->obb_axes, walk->obb_a->nodes + (step->a - walk->a->nodes),
                           walk->obb_b->nodes + (step->b - walk->b->nodes), step,
                           &walk->counts.box_tests);
}

static inline gz_float_box gz_node_box(const gz_node *node, uint32_t lane) {
    return (gz_float_box){{node->lo[0][lane], node->lo[1][lane], node->lo[2][lane]},
                          {node->hi[0][lane], node->hi[1][lane], node->hi[2][lane]}};
}
static inline gz_float_box gz_tree_box(const graze_tree *tree) {
    return (gz_float_box){{tree->lo[0], tree->lo[1], tree->lo[2]},
                          {tree->hi[0], tree->hi[1], tree->hi[2]}};
}

/* The next step below: takes one pair of children, or all leaves that meet the same inner box. */
static inline void gz_pair_descend(gz_pair_walk *walk, gz_pair_step *step, gz_pair_step *below) {
    uint32_t bit = gz_lowest_bit(step->left), i = bit & 7, j = bit >> 3;
    uint32_t link_a = step->a->link[i], link_b = step->b->link[j];
    uint64_t taken = step->left & (~step->left + 1);
    below->lanes_a = below->lanes_b = 0xff;
    if (gz_link_is_leaf(link_a)) {
        taken = step->left & (uint64_t)step->leaves_a << 8 * j;
        below->a = step->a;
        below->lanes_a = (uint8_t)(taken >> 8 * j);
        below->box_a = step->box_a;
    } else {
        below->a = walk->a->nodes + link_a;
        below->box_a = gz_node_box(step->a, i);
    }
    if (gz_link_is_leaf(link_b)) {
        taken = step->left & gz_lanes_of_b(step->leaves_b) & UINT64_C(0x0101010101010101) << i;
        below->b = step->b;
        below->lanes_b = (uint8_t)(gz_transposed_bits(taken) >> 8 * i);
        below->box_b = step->box_b;
    } else {
        below->b = walk->b->nodes + link_b;
        below->box_b = gz_node_box(step->b, j);
    }
    step->left ^= taken;
    gz_pair_compare(walk, below);
}

/* Calls visit with every two leaves whose boxes overlap, until it returns GRAZE_STOP, and returns what
 * it returned last. Neither tree is empty. */
GZ_INLINE graze_flow gz_walk_pair(gz_pair_walk *walk, gz_visit_leaves visit, void *user) {
    gz_pair_step stack[2 * GZ_TREE_DEPTH];
    uint32_t top = 0;
    stack[0] = (gz_pair_step){.a = walk->a->nodes,
                              .b = walk->b->nodes,
                              .box_a = gz_tree_box(walk->a),
                              .box_b = gz_tree_box(walk->b),
                              .lanes_a = 0xff,
                              .lanes_b = 0xff};
    gz_pair_compare(walk, stack);
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
            if (visit(user, step->a->link[bit & 7], step->b->link[bit >> 3]) == GRAZE_STOP)
                return GRAZE_STOP;
        }
        if (step->left == 0) continue;
        GZ_ASSERT(top + 1 < 2 * GZ_TREE_DEPTH);
        gz_pair_descend(walk, step, step + 1);
        ++top;
    }
}

#endif
