/* SPDX-License-Identifier: MIT
 * Rays through a tree, nearest leaves first as far as the order of the nodes allows. */
#ifndef GZ_TREE_WALK_RAY_H
#define GZ_TREE_WALK_RAY_H

#include <string.h>

#include "base/bits.h"
#include "tree/meets.h"

typedef uint32_t (*gz_ray_meets)(const gz_node *node, const gz_tree_ray *ray, float max_t,
                                 float enter[GZ_TREE_WIDTH]);

/* Called with the items of a leaf; may lower *max_t (to gz_tree_ray_time of a hit). GRAZE_STOP ends the
 * walk. */
typedef graze_flow (*gz_visit_ray_leaf)(void *user, const gz_tree_ray *ray, const uint32_t *items,
                                        uint32_t count, float *max_t);

/* What is on the stack: where the ray enters, as bits of a float that is not negative, above the link.
 * So the order of these numbers is that in which the ray comes to them. */
GZ_INLINE uint64_t gz_ray_stop(const gz_node *node, const float enter[GZ_TREE_WIDTH], uint32_t lane) {
    uint32_t bits;
    memcpy(&bits, &enter[lane], sizeof bits);
    return (uint64_t)bits << 32 | node->link[lane];
}

GZ_INLINE void gz_ray_order(uint64_t *near, uint64_t *far) {
    uint64_t a = *near, b = *far;
    *near = b < a ? b : a;
    *far = b < a ? a : b;
}

/* What a visitor reads first of a leaf: so many bytes an item, in the order of the tree's items. */
typedef struct gz_ray_leaves {
    const void *data;
    size_t bytes;
} gz_ray_leaves;

static inline gz_ray_leaves gz_ray_items(const graze_tree *tree) {
    return (gz_ray_leaves){tree->items, sizeof *tree->items};
}

/* A ray comes back to most of what it puts onto the stack, soon, and then waits for nothing else. */
GZ_INLINE void gz_ray_foresee(const graze_tree *tree, gz_ray_leaves leaves, uint32_t link) {
    bool leaf = gz_link_is_leaf(link);
    const char *at = leaf ? (const char *)leaves.data : (const char *)tree->nodes;
    at += leaf ? gz_link_first(link) * leaves.bytes : link * sizeof(gz_node);
    for (size_t line = 0; line < sizeof(gz_node); line += 64) GZ_PREFETCH(at + line);
}

/* The nearest of the children that a ray meets; the others go onto the stack, the second one last. Who
 * is nearer than whom cannot be predicted, so only their number decides about branches. */
GZ_INLINE uint32_t gz_ray_descend(const graze_tree *tree, gz_ray_leaves leaves, uint64_t *stack,
                                  uint32_t *top, const gz_node *node, uint32_t bits,
                                  const float enter[GZ_TREE_WIDTH]) {
    uint64_t first = gz_ray_stop(node, enter, gz_lowest_bit(bits));
    bits &= bits - 1;
    if (!bits) return (uint32_t)first;
    uint64_t second = gz_ray_stop(node, enter, gz_lowest_bit(bits));
    gz_ray_order(&first, &second);
    uint32_t at = *top;
    for (bits &= bits - 1; bits; bits &= bits - 1) {
        uint64_t other = gz_ray_stop(node, enter, gz_lowest_bit(bits));
        gz_ray_order(&first, &other);
        gz_ray_order(&second, &other);
        stack[at++] = other;
        gz_ray_foresee(tree, leaves, (uint32_t)other);
    }
    stack[at++] = second;
    gz_ray_foresee(tree, leaves, (uint32_t)second);
    *top = at;
    return (uint32_t)first;
}

/* visit and meets are inline functions; meets and the function that this is inlined into are of the
 * same kind, plain or AVX2. */
GZ_INLINE void gz_walk_ray(const graze_tree *tree, gz_ray_leaves leaves, const gz_tree_ray *ray,
                           gz_ray_meets meets, gz_visit_ray_leaf visit, void *user,
                           graze_tree_counts *counts) {
    uint64_t stack[GZ_TREE_DEPTH * (GZ_TREE_WIDTH - 1) + 1];
    float max_t = ray->max_t;
    uint64_t nodes = 0, items = 0;
    uint32_t top = 0, link = 0;
    bool going = tree->node_count > 0;
    while (going) {
        if (!gz_link_is_leaf(link)) {
            _Alignas(32) float enter[GZ_TREE_WIDTH];
            const gz_node *node = &tree->nodes[link];
            ++nodes;
            uint32_t bits = meets(node, ray, max_t, enter);
            if (bits) {
                link = gz_ray_descend(tree, leaves, stack, &top, node, bits, enter);
                continue;
            }
        } else {
            uint32_t count = gz_link_count(link);
            items += count;
            if (visit(user, ray, tree->items + gz_link_first(link), count, &max_t) == GRAZE_STOP) break;
        }
        uint32_t last;
        memcpy(&last, &max_t, sizeof last);
        going = false;
        while (top && !going) {
            uint64_t stop = stack[--top];
            link = (uint32_t)stop;
            going = stop >> 32 <= last;
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
        gz_walk_ray(tree, gz_ray_items(tree), ray, gz_ray_meets_baseline, visit, user, counts);        \
    }                                                                                                  \
    GZ_TARGET_AVX2 static void name##_avx2(const graze_tree *tree, const gz_tree_ray *ray, void *user, \
                                           graze_tree_counts *counts) {                                \
        gz_walk_ray(tree, gz_ray_items(tree), ray, gz_ray_meets_avx2, visit, user, counts);            \
    }                                                                                                  \
    static void name(const graze_tree *tree, const gz_tree_ray *ray, void *user,                       \
                     graze_tree_counts *counts) {                                                      \
        (gz_simd_has_avx2() ? name##_avx2 : name##_baseline)(tree, ray, user, counts);                 \
    }
#else
#define GZ_DEFINE_RAY_WALK(name, visit)                                                                \
    static void name(const graze_tree *tree, const gz_tree_ray *ray, void *user,                       \
                     graze_tree_counts *counts) {                                                      \
        gz_walk_ray(tree, gz_ray_items(tree), ray, gz_ray_meets_baseline, visit, user, counts);        \
    }
#endif

#endif
