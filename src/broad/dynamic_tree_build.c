/* SPDX-License-Identifier: MIT
 * Trees of many boxes at once: boxes in the order of a curve, a few of them a leaf node, a few of those
 * a node above, and so on. */
#include <string.h>

#include "broad/curve_order.h"
#include "broad/dynamic_tree.h"

/* So many nodes hold count children. */
static size_t nodes_for(size_t count) { return (count + GZ_TREE_PACKED - 1) / GZ_TREE_PACKED; }

/* -- the whole tree ------------------------------------------------------------------------------ */

static size_t all_nodes(size_t count) {
    size_t sum = 0;
    do {
        count = nodes_for(count);
        sum += count;
    } while (count > 1);
    return sum;
}

/* Nodes of one level round count children, whose boxes and numbers are entries[order[i]], or entries[i]
 * without an order. Leaves those of the nodes in entries. */
static size_t build_level(gz_tree *tree, uint32_t level, gz_tree_entry *entries, const uint64_t *order,
                          gz_tree_entry *out, size_t count) {
    size_t nodes = nodes_for(count);
    for (size_t i = 0; i < nodes; ++i) {
        uint32_t node = gz_tree_take(tree, level);
        size_t begin = count * i / nodes, end = count * (i + 1) / nodes;
        for (size_t k = begin; k < end; ++k) {
            const gz_tree_entry *e = order ? &entries[(uint32_t)order[k]] : &entries[k];
            gz_tree_hang(tree, node, (uint32_t)(k - begin), e->child, &e->box);
        }
        tree->nodes[node].count = (uint32_t)(end - begin);
        out[i] = (gz_tree_entry){gz_box8_merged(&tree->nodes[node].boxes), node};
    }
    return nodes;
}

/* Levels from first on, up to a single node, which is returned. */
static uint32_t build_levels(gz_tree *tree, uint32_t level, gz_tree_entry *entries, size_t count) {
    while (count > 1) count = build_level(tree, level++, entries, NULL, entries, count);
    return entries[0].child;
}

static void forget_nodes(gz_tree *tree) {
    tree->used = 0;
    tree->free = GZ_TREE_NONE;
    tree->free_count = 0;
    for (int level = 0; level < GZ_TREE_LEVELS; ++level) tree->loose[level] = GZ_TREE_NONE;
}

bool gz_tree_build(gz_tree *tree, gz_tree_entry *entries, size_t count) {
    size_t nodes = count ? all_nodes(count) : 1, above = count ? nodes_for(count) : 0;
    if (nodes > tree->capacity && !gz_tree_ensure(tree, nodes - tree->used + tree->free_count))
        return false;
    uint64_t *order = gz_allocate_array(count, 2 * sizeof *order);
    gz_tree_entry *leaves = gz_allocate_array(above, sizeof *leaves);
    bool room = count == 0 || (order && leaves);
    if (room) {
        forget_nodes(tree);
        tree->count = count;
        ++tree->rebuilds;
        if (count == 0) {
            tree->root = gz_tree_take(tree, 0);
        } else {
            gz_curve_order(entries, sizeof *entries, count, order, order + count);
            build_level(tree, 0, entries, order, leaves, count);
            tree->root = build_levels(tree, 1, leaves, above);
        }
    }
    gz_release(order, count * 2 * sizeof *order);
    gz_release(leaves, above * sizeof *leaves);
    return room;
}

/* -- parts of it --------------------------------------------------------------------------------- */

enum { TIDY_LEVEL = 1, TIDY_MOST = GZ_TREE_WIDTH * GZ_TREE_WIDTH };

/* Packs the boxes below a node of level 1 into its children again. */
static void tidy(gz_tree *tree, uint32_t node) {
    gz_tree_entry entries[TIDY_MOST], children[GZ_TREE_WIDTH];
    uint64_t order[2 * TIDY_MOST];
    size_t count = 0;
    gz_tree_node *n = &tree->nodes[node];
    for (uint32_t i = 0; i < n->count; ++i) {
        const gz_tree_node *leaf = &tree->nodes[n->child[i]];
        for (uint32_t k = 0; k < leaf->count; ++k)
            entries[count++] = (gz_tree_entry){gz_box8_get(&leaf->boxes, k), leaf->child[k]};
    }
    if (nodes_for(count) > n->count) return; /* they are full: what is there is no worse */
    while (n->count > 0) {
        gz_tree_give(tree, n->child[--n->count]);
    }
    const gz_slim_box nothing = gz_slim_nothing();
    for (uint32_t i = 0; i < GZ_TREE_WIDTH; ++i) gz_box8_set(&n->boxes, i, &nothing);
    gz_curve_order(entries, sizeof *entries, count, order, order + TIDY_MOST);
    size_t kept = build_level(tree, 0, entries, order, children, count);
    for (size_t i = 0; i < kept; ++i)
        gz_tree_hang(tree, node, (uint32_t)i, children[i].child, &children[i].box);
    n->count = (uint32_t)kept;
}

void gz_tree_tidy(gz_tree *tree, uint32_t subtrees) {
    gz_tree_refit(tree);
    if (tree->nodes[tree->root].level < TIDY_LEVEL) return;
    for (size_t looks = 0; looks < tree->used && subtrees > 0; ++looks) {
        if (tree->next_tidy >= tree->used) tree->next_tidy = 0;
        const gz_tree_node *n = &tree->nodes[tree->next_tidy++];
        if (n->level != TIDY_LEVEL || n->count < 2) continue;
        tidy(tree, tree->next_tidy - 1);
        --subtrees;
    }
}
