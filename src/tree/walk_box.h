/* SPDX-License-Identifier: MIT
 * The leaves of a tree that overlap a box or a ball. */
#ifndef GZ_TREE_WALK_BOX_H
#define GZ_TREE_WALK_BOX_H

#include "base/bits.h"
#include "tree/meets.h"

typedef uint32_t (*gz_ball_meets)(const gz_node *node, const gz_tree_ball *ball);

/* Called with the items of a leaf; GRAZE_STOP ends the walk. */
typedef graze_flow (*gz_visit_leaf)(void *user, const uint32_t *items, uint32_t count);

/* visit and meets are inline functions; meets and the function that this is inlined into are of the
 * same kind, plain or AVX2. */
GZ_INLINE void gz_walk_ball(const graze_tree *tree, const gz_tree_ball *given, gz_ball_meets meets,
                            gz_visit_leaf visit, void *user, graze_tree_counts *counts) {
    uint32_t stack[GZ_TREE_DEPTH * (GZ_TREE_WIDTH - 1) + 1];
    const gz_tree_ball ball = *given;
    uint64_t nodes = 0, items = 0;
    uint32_t top = 0;
    bool going = true;
    if (tree->node_count) stack[top++] = 0;
    while (top && going) {
        const gz_node *node = &tree->nodes[stack[--top]];
        ++nodes;
        for (uint32_t bits = meets(node, &ball); bits && going; bits &= bits - 1) {
            uint32_t link = node->link[gz_lowest_bit(bits)];
            if (!gz_link_is_leaf(link)) {
                stack[top++] = link;
            } else {
                uint32_t count = gz_link_count(link);
                items += count;
                going = visit(user, tree->items + gz_link_first(link), count) != GRAZE_STOP;
            }
        }
    }
    if (counts) {
        counts->nodes += nodes;
        counts->box_tests += nodes * GZ_TREE_WIDTH;
        counts->items += items;
    }
}

/* Defines name(tree, ball, user, counts), which walks with the kernel that the machine has; shape is
 * box or ball. */
#if defined(GZ_HAVE_AVX2)
#define GZ_DEFINE_BALL_WALK(name, shape, visit)                                                        \
    static void name##_baseline(const graze_tree *tree, const gz_tree_ball *ball, void *user,          \
                                graze_tree_counts *counts) {                                           \
        gz_walk_ball(tree, ball, gz_##shape##_meets_baseline, visit, user, counts);                    \
    }                                                                                                  \
    GZ_TARGET_AVX2 static void name##_avx2(const graze_tree *tree, const gz_tree_ball *ball,           \
                                           void *user, graze_tree_counts *counts) {                    \
        gz_walk_ball(tree, ball, gz_##shape##_meets_avx2, visit, user, counts);                        \
    }                                                                                                  \
    static void name(const graze_tree *tree, const gz_tree_ball *ball, void *user,                     \
                     graze_tree_counts *counts) {                                                      \
        (gz_simd_has_avx2() ? name##_avx2 : name##_baseline)(tree, ball, user, counts);                \
    }
#else
#define GZ_DEFINE_BALL_WALK(name, shape, visit)                                                        \
    static void name(const graze_tree *tree, const gz_tree_ball *ball, void *user,                     \
                     graze_tree_counts *counts) {                                                      \
        gz_walk_ball(tree, ball, gz_##shape##_meets_baseline, visit, user, counts);                    \
    }
#endif

#endif
