/* SPDX-License-Identifier: MIT
 * A tree of boxes with up to eight children a node, all leaves at the same depth, as in a B-tree. A
 * node holds the boxes of its children side by side, so that one comparison decides on all of them. The
 * boxes are fat (fat_box.h); the tree knows nothing else of what it holds than an index each. */
#ifndef GZ_BROAD_DYNAMIC_TREE_H
#define GZ_BROAD_DYNAMIC_TREE_H

#include "broad/box8.h"
#include "broad/candidates.h"

enum {
    GZ_DYNAMIC_WIDTH = GZ_BOX8_WIDTH,
    GZ_DYNAMIC_FEWEST = 3, /* children that a split leaves on either side */
    GZ_DYNAMIC_PACKED =
        6, /* children of a node that was built at once: leaves room for what comes later */
    GZ_DYNAMIC_LEVELS = 24, /* 3^20 > 2^31 */
    GZ_DYNAMIC_STACK = GZ_DYNAMIC_LEVELS * GZ_DYNAMIC_WIDTH,
    GZ_DYNAMIC_FETCHED = 1024 /* from so many nodes on they are fetched ahead: fewer are in the cache */
};
#define GZ_DYNAMIC_NONE UINT32_MAX

typedef struct gz_dynamic_node {
    gz_box8 boxes;                    /* of the children; gz_slim_nothing from count on */
    uint32_t child[GZ_DYNAMIC_WIDTH]; /* nodes, at level 0 indices of boxes */
    uint32_t parent;                  /* 8 node + slot; GZ_DYNAMIC_NONE at the root and in nodes that
                                         were given back, whether or not they still wait as loose */
    uint32_t count, level;
    uint32_t next; /* in the list of free or of loose nodes */
    bool loose;    /* its box in the parent may be too large or too small */
} gz_dynamic_node;

/* Invariants, but for loose nodes: the box of a node in its parent is the least round its own; place[i]
 * names the slot whose child is i. The root is never free, its level is 0 if the tree is empty. */
typedef struct gz_dynamic_tree {
    gz_dynamic_node *nodes;
    size_t capacity, used; /* nodes from used on were never taken */
    uint32_t root, free, free_count;
    uint32_t loose[GZ_DYNAMIC_LEVELS]; /* heads of lists */
    size_t loose_count;                /* nodes in all of them */
    uint32_t *place;                   /* 8 node + slot for every index, or GZ_DYNAMIC_NONE */
    size_t places;
    size_t count;       /* boxes */
    size_t placed;      /* boxes that have found a place since all did at once */
    uint32_t next_tidy; /* the node where the next partial rebuild looks first */
    uint64_t rebuilds;
} gz_dynamic_tree;

/* The implementation's state. */
typedef struct gz_dynamic_state {
    gz_dynamic_tree tree;
    gz_candidates candidates;
} gz_dynamic_state;

/* A child with its box: of a node, or, like fresh ones, of none yet. */
typedef gz_fresh gz_dynamic_entry;

static inline void gz_dynamic_fetch(const gz_dynamic_tree *tree, size_t node) {
    const char *begin = (const char *)&tree->nodes[node];
    for (size_t line = 0; line < sizeof *tree->nodes; line += 64) GZ_PREFETCH(begin + line);
}

graze_status gz_dynamic_init(gz_dynamic_tree *tree);
void gz_dynamic_release(gz_dynamic_tree *tree);
/* Room for indices below count; false when memory is out. */
bool gz_dynamic_reserve(gz_dynamic_tree *tree, size_t count);

/* dynamic_tree_insert.c. Puts boxes in, or gives those that are there new places: where they are, or
 * somewhere else if they left their neighbours. False when memory is out: some are as they were. */
bool gz_dynamic_place(gz_dynamic_tree *tree, const gz_fresh *boxes, size_t count);
/* Needs memory for nothing. */
void gz_dynamic_remove(gz_dynamic_tree *tree, uint32_t index);
/* In place always. */
void gz_dynamic_set(gz_dynamic_tree *tree, uint32_t index, const gz_slim_box *box);

/* dynamic_tree_refit.c: makes all loose nodes tight. */
void gz_dynamic_refit(gz_dynamic_tree *tree);
/* Leaf nodes alone, while they are in the cache. */
void gz_dynamic_refit_leaves(gz_dynamic_tree *tree);
static inline void gz_dynamic_loosen(gz_dynamic_tree *tree, uint32_t node) {
    gz_dynamic_node *n = &tree->nodes[node];
    if (n->loose) return;
    n->loose = true;
    n->next = tree->loose[n->level];
    tree->loose[n->level] = node;
    ++tree->loose_count;
}

/* dynamic_tree_build.c: a tree without boxes; places are the caller's to forget. */
void gz_dynamic_clear(gz_dynamic_tree *tree);
/* The whole tree of these boxes, instead of what it was. False when memory is
 * out: nothing has changed. */
bool gz_dynamic_build(gz_dynamic_tree *tree, const gz_dynamic_entry *entries, size_t count);
/* Packs so many subtrees again, one after the other as updates go by. */
void gz_dynamic_tidy(gz_dynamic_tree *tree, uint32_t subtrees);

/* dynamic_tree_nodes.c */
bool gz_dynamic_ensure(gz_dynamic_tree *tree, size_t more); /* room for so many nodes more */
uint32_t gz_dynamic_take(gz_dynamic_tree *tree,
                         uint32_t level);                   /* a node without children; there is room */
void gz_dynamic_give(gz_dynamic_tree *tree, uint32_t node); /* back */
/* Hangs a child with its box into a slot, and tells the child. */
void gz_dynamic_hang(gz_dynamic_tree *tree, uint32_t node, uint32_t slot, uint32_t child,
                     const gz_slim_box *box);

/* dynamic_tree_pairs.c: lists all pairs of the tree, or those with a box that is marked as fresh, but
 * for those that are in the list already. */
void gz_dynamic_all_pairs(const gz_dynamic_tree *tree, gz_candidates *pairs);
void gz_dynamic_fresh_pairs(const gz_dynamic_tree *tree, gz_candidates *pairs);

#endif
