/* SPDX-License-Identifier: MIT
 * Boxes of nodes are made tight again level by level, so that each node is looked at once however many
 * of its children have moved. */
#include <string.h>

#include "broad/dynamic_tree.h"

enum {
    AHEAD = 8,     /* nodes are fetched so many steps before they are needed */
    MANY = 1024,   /* more loose nodes than this, */
    MANY_PART = 8, /* and than this part of all, are looked for in the order of memory */
};

static bool same(const gz_slim_box *a, const gz_slim_box *b) {
    bool equal = true;
    for (int k = 0; k < 3; ++k) equal &= (a->lo[k] == b->lo[k]) & (a->hi[k] == b->hi[k]);
    return equal;
}

/* Of a node that was loose until now. */
static void tighten(gz_dynamic_tree *tree, uint32_t node) {
    gz_dynamic_node *n = &tree->nodes[node];
    if (n->parent == GZ_DYNAMIC_NONE) {
        if (node != tree->root) gz_dynamic_give(tree, node);
        return;
    }
    uint32_t above = n->parent / GZ_DYNAMIC_WIDTH, slot = n->parent % GZ_DYNAMIC_WIDTH;
    gz_slim_box now = gz_box8_merged(&n->boxes), old = gz_box8_get(&tree->nodes[above].boxes, slot);
    if (same(&now, &old)) return;
    gz_box8_set(&tree->nodes[above].boxes, slot, &now);
    gz_dynamic_loosen(tree, above);
}

/* Loose leaf nodes in the order of memory: a list would be followed from one miss to the next. */
static void tighten_leaves(gz_dynamic_tree *tree) {
    tree->loose[0] = GZ_DYNAMIC_NONE;
    for (size_t node = 0; node < tree->used; ++node) {
        if (tree->used - node > AHEAD) gz_dynamic_fetch(tree, node + AHEAD);
        gz_dynamic_node *n = &tree->nodes[node];
        if (!n->loose || n->level > 0) continue;
        n->loose = false;
        tighten(tree, (uint32_t)node);
    }
}

static void tighten_level(gz_dynamic_tree *tree, int level) {
    while (tree->loose[level] != GZ_DYNAMIC_NONE) {
        uint32_t node = tree->loose[level];
        tree->loose[level] = tree->nodes[node].next;
        tree->nodes[node].loose = false;
        --tree->loose_count;
        if (tree->loose[level] != GZ_DYNAMIC_NONE) gz_dynamic_fetch(tree, tree->loose[level]);
        tighten(tree, node);
    }
}

void gz_dynamic_refit_leaves(gz_dynamic_tree *tree) { tighten_level(tree, 0); }

void gz_dynamic_refit(gz_dynamic_tree *tree) {
    if (tree->loose_count > MANY && tree->loose_count > tree->used / MANY_PART) tighten_leaves(tree);
    for (int level = 0; level < GZ_DYNAMIC_LEVELS; ++level) tighten_level(tree, level);
    tree->loose_count = 0;
}
