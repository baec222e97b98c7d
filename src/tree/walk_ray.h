/* SPDX-License-Identifier: MIT
 * Rays through a tree, nearest leaves first as far as the order of the nodes allows. */
#ifndef GZ_TREE_WALK_RAY_H
#define GZ_TREE_WALK_RAY_H

#include "base/bits.h"
#include "tree/meets.h"

typedef uint32_t (*gz_ray_meets)(const gz_node *node, const gz_tree_ray *ray, float max_t,
                                 float enter[GZ_TREE_WIDTH]);

/* Called with the items of a leaf; may lower *max_t (to gz_tree_ray_time of a hit). GRAZE_STOP ends the
 * walk. */
typedef graze_flow (*gz_visit_ray_leaf)(void *user, const gz_tree_ray *ray, const uint32_t *items,
                                        uint32_t count, float *max_t);

typedef struct gz_ray_stop {
    uint32_t link;
    float enter;
} gz_ray_stop;

/* Puts the children of a node that the ray meets onto the stack, the nearest on top. */
GZ_INLINE uint32_t gz_ray_push(gz_ray_stop *stack, uint32_t top, const gz_node *node, uint32_t bits,
                               const float enter[GZ_TREE_WIDTH]) {
    uint32_t base = top;
    for (; bits; bits &= bits - 1) {
        uint32_t lane = gz_lowest_bit(bits), at = top++;
        for (; at > base && stack[at - 1].enter < enter[lane]; --at) stack[at] = stack[at - 1];
        stack[at].link = node->link[lane];
        stack[at].enter = enter[lane];
    }
    return top;
}

/* The nearest of the children that a ray meets; the others go onto the stack. Mostly there are one or
 * two: then it need not come off the stack again. */
GZ_INLINE uint32_t gz_ray_descend(gz_ray_stop *stack, uint32_t *top, const gz_node *node, uint32_t bits,
                                  const float enter[GZ_TREE_WIDTH]) {
    uint32_t a = gz_lowest_bit(bits), rest = bits & (bits - 1);
    if (!rest) return node->link[a];
    uint32_t b = gz_lowest_bit(rest);
    if (!(rest & (rest - 1))) {
        bool swap = enter[b] < enter[a];
        uint32_t far = swap ? a : b;
        stack[(*top)++] = (gz_ray_stop){node->link[far], enter[far]};
        return node->link[swap ? b : a];
    }
    *top = gz_ray_push(stack, *top, node, bits, enter);
    return stack[--*top].link;
}

/* visit and meets are inline functions; meets and the function that this is inlined into are of the
 * same kind, plain or AVX2. */
GZ_INLINE void gz_walk_ray(const graze_tree *tree, const gz_tree_ray *given, gz_ray_meets meets,
                           gz_visit_ray_leaf visit, void *user, graze_tree_counts *counts) {
    gz_ray_stop stack[GZ_TREE_DEPTH * (GZ_TREE_WIDTH - 1) + 1];
    const gz_tree_ray ray = *given;
    float max_t = ray.max_t;
    uint64_t nodes = 0, items = 0;
    uint32_t top = 0, link = 0;
    bool going = tree->node_count > 0;
    while (going) {
        if (!gz_link_is_leaf(link)) {
            _Alignas(32) float enter[GZ_TREE_WIDTH];
            const gz_node *node = &tree->nodes[link];
            ++nodes;
            uint32_t bits = meets(node, &ray, max_t, enter);
            if (bits) {
                link = gz_ray_descend(stack, &top, node, bits, enter);
                continue;
            }
        } else {
            uint32_t count = gz_link_count(link);
            items += count;
            if (visit(user, &ray, tree->items + gz_link_first(link), count, &max_t) == GRAZE_STOP)
                break;
        }
        going = false;
        while (top && !going) {
            link = stack[--top].link;
            going = stack[top].enter <= max_t;
        }
    }
    if (counts) {
        counts->nodes += nodes;
        counts->box_tests += nodes * GZ_TREE_WIDTH;
        counts->items += items;
    }
}

/* Defines name(tree, ray, user, counts), which walks with the kernel that the machine has. */
#if defined(GZ_HAVE_AVX2)
#define GZ_DEFINE_RAY_WALK(name, visit)                                                                \
    static void name##_baseline(const graze_tree *tree, const gz_tree_ray *ray, void *user,            \
                                graze_tree_counts *counts) {                                           \
        gz_walk_ray(tree, ray, gz_ray_meets_baseline, visit, user, counts);                            \
    }                                                                                                  \
    GZ_TARGET_AVX2 static void name##_avx2(const graze_tree *tree, const gz_tree_ray *ray, void *user, \
                                           graze_tree_counts *counts) {                                \
        gz_walk_ray(tree, ray, gz_ray_meets_avx2, visit, user, counts);                                \
    }                                                                                                  \
    static void name(const graze_tree *tree, const gz_tree_ray *ray, void *user,                       \
                     graze_tree_counts *counts) {                                                      \
        (gz_simd_has_avx2() ? name##_avx2 : name##_baseline)(tree, ray, user, counts);                 \
    }
#else
#define GZ_DEFINE_RAY_WALK(name, visit)                                                                \
    static void name(const graze_tree *tree, const gz_tree_ray *ray, void *user,                       \
                     graze_tree_counts *counts) {                                                      \
        gz_walk_ray(tree, ray, gz_ray_meets_baseline, visit, user, counts);                            \
    }
#endif

#endif
