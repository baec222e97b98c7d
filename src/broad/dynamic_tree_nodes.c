/* SPDX-License-Identifier: MIT
 * The memory of a tree: nodes are numbers in one array, free ones are in a list. */
#include <string.h>

#include "broad/dynamic_tree.h"

bool gz_dynamic_ensure(gz_dynamic_tree *tree, size_t more) {
    size_t unused = tree->capacity - tree->used + tree->free_count;
    if (more <= unused) return true;
    gz_dynamic_node *block =
        gz_array_grow(tree->nodes, &tree->capacity, tree->capacity + more, sizeof *block);
    if (block) tree->nodes = block;
    return block != NULL;
}

uint32_t gz_dynamic_take(gz_dynamic_tree *tree, uint32_t level) {
    uint32_t node = tree->free;
    if (node == GZ_DYNAMIC_NONE) {
        node = (uint32_t)tree->used++;
    } else {
        tree->free = tree->nodes[node].next;
        --tree->free_count;
    }
    gz_dynamic_node *n = &tree->nodes[node];
    const gz_slim_box nothing = gz_slim_nothing();
    for (uint32_t i = 0; i < GZ_DYNAMIC_WIDTH; ++i) gz_box8_set(&n->boxes, i, &nothing);
    memset(n->child, 0, sizeof n->child);
    n->parent = n->next = GZ_DYNAMIC_NONE;
    n->count = 0;
    n->level = level;
    n->loose = false;
    return node;
}

/* A loose one stays in its list and is given back when its turn comes. */
void gz_dynamic_give(gz_dynamic_tree *tree, uint32_t node) {
    gz_dynamic_node *n = &tree->nodes[node];
    n->count = 0;
    n->parent = GZ_DYNAMIC_NONE;
    if (n->loose) return;
    n->next = tree->free;
    tree->free = node;
    ++tree->free_count;
}

void gz_dynamic_hang(gz_dynamic_tree *tree, uint32_t node, uint32_t slot, uint32_t child,
                     const gz_slim_box *box) {
    gz_dynamic_node *n = &tree->nodes[node];
    gz_box8_set(&n->boxes, slot, box);
    n->child[slot] = child;
    uint32_t place = node * GZ_DYNAMIC_WIDTH + slot;
    if (n->level == 0)
        tree->place[child] = place;
    else
        tree->nodes[child].parent = place;
}

graze_status gz_dynamic_init(gz_dynamic_tree *tree) {
    *tree = (gz_dynamic_tree){.free = GZ_DYNAMIC_NONE};
    for (int level = 0; level < GZ_DYNAMIC_LEVELS; ++level) tree->loose[level] = GZ_DYNAMIC_NONE;
    if (!gz_dynamic_ensure(tree, 4)) return GRAZE_OUT_OF_MEMORY;
    tree->root = gz_dynamic_take(tree, 0);
    return GRAZE_OK;
}

void gz_dynamic_release(gz_dynamic_tree *tree) {
    gz_release(tree->nodes, tree->capacity * sizeof *tree->nodes);
    gz_release(tree->place, tree->places * sizeof *tree->place);
}

bool gz_dynamic_reserve(gz_dynamic_tree *tree, size_t count) {
    if (count <= tree->places) return true;
    size_t old = tree->places;
    uint32_t *block = gz_array_grow(tree->place, &tree->places, count, sizeof *block);
    if (!block) return false;
    tree->place = block;
    for (size_t i = old; i < tree->places; ++i) block[i] = GZ_DYNAMIC_NONE;
    return true;
}
