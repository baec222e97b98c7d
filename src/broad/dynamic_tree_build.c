/* SPDX-License-Identifier: MIT
 * Trees of many boxes at once. Boxes are divided at medians until a group fits into a node; groups
 * divided last become neighbours in a node above, and so on. Boxes much larger than most get a
 * subtree of their own, lest they make all the others' nodes large. */
#include <string.h>

#include "broad/dynamic_tree.h"
#include "broad/median_split.h"

/* So many nodes hold count children. */
static size_t nodes_for(size_t count) { return (count + GZ_DYNAMIC_PACKED - 1) / GZ_DYNAMIC_PACKED; }

/* The sizes of the levels of a tree: boxes, leaf nodes, and so on, up to one node. */
typedef struct plan {
    size_t count[GZ_DYNAMIC_LEVELS + 1];
    uint32_t levels; /* of nodes; count[levels] is 1 */
} plan;

static plan plan_for(size_t boxes) {
    plan p = {.count = {boxes}};
    do {
        p.count[p.levels + 1] = nodes_for(p.count[p.levels]);
    } while (p.count[++p.levels] > 1);
    return p;
}

static size_t nodes_in(const plan *p) {
    size_t sum = 0;
    for (uint32_t level = 1; level <= p->levels; ++level) sum += p->count[level];
    return sum;
}

/* The first child of the node: children are dealt out evenly. */
static size_t first_child(const plan *p, uint32_t level, size_t node) {
    return p->count[level - 1] * node / p->count[level];
}

static size_t first_box(const plan *p, uint32_t level, size_t node) {
    for (; level > 0; --level) node = first_child(p, level, node);
    return node;
}

/* Divides the boxes among the nodes first to last of a level, and so on below. */
static void divide(const plan *p, gz_middle *middles, uint32_t level, size_t first, size_t last) {
    if (level == 0) return;
    if (last - first == 1) {
        divide(p, middles, level - 1, first_child(p, level, first), first_child(p, level, last));
        return;
    }
    size_t half = first + (last - first) / 2, begin = first_box(p, level, first);
    gz_median_split(middles + begin, first_box(p, level, last) - begin,
                    first_box(p, level, half) - begin);
    divide(p, middles, level, first, half);
    divide(p, middles, level, half, last);
}

/* Takes a node for children first to last, whose boxes and numbers are in entries, in the order of
 * middles if given. */
static gz_dynamic_entry make_node(gz_dynamic_tree *tree, uint32_t level,
                                  const gz_dynamic_entry *entries, const gz_middle *middles,
                                  size_t first, size_t last) {
    uint32_t node = gz_dynamic_take(tree, level);
    for (size_t k = first; k < last; ++k) {
        const gz_dynamic_entry *e = &entries[middles ? middles[k].number : k];
        gz_dynamic_hang(tree, node, (uint32_t)(k - first), e->index, &e->box);
    }
    tree->nodes[node].count = (uint32_t)(last - first);
    return (gz_dynamic_entry){gz_box8_merged(&tree->nodes[node].boxes), node};
}

/* Boxes are in another order than middles: those of a leaf node are fetched while the ones before it
 * are made. */
static void fetch_leaf(const plan *p, const gz_dynamic_entry *entries, const gz_middle *middles,
                       size_t leaf) {
    if (leaf >= p->count[1]) return;
    for (size_t k = first_child(p, 1, leaf); k < first_child(p, 1, leaf + 1); ++k)
        GZ_PREFETCH(&entries[middles[k].number]);
}

/* All nodes of the plan; room is for as many entries as there are leaf nodes. */
static gz_dynamic_entry make_nodes(gz_dynamic_tree *tree, const plan *p,
                                   const gz_dynamic_entry *entries, gz_middle *middles,
                                   gz_dynamic_entry *room) {
    divide(p, middles, p->levels, 0, 1);
    for (uint32_t level = 1; level <= p->levels; ++level)
        for (size_t i = 0; i < p->count[level]; ++i) {
            if (level == 1) fetch_leaf(p, entries, middles, i + 2);
            room[i] =
                make_node(tree, level - 1, level == 1 ? entries : room, level == 1 ? middles : NULL,
                          first_child(p, level, i), first_child(p, level, i + 1));
        }
    return room[0];
}

/* -- large ones apart ---------------------------------------------------------------------------- */

enum { CLASSES = 4 };

/* The power of two of the largest extent. */
static uint32_t size_of(const gz_slim_box *box) {
    float extent = 0;
    uint32_t bits;
    for (int k = 0; k < 3; ++k) {
        float e = box->hi[k] - box->lo[k];
        extent = e > extent ? e : extent;
    }
    memcpy(&bits, &extent, sizeof bits);
    return bits >> 23;
}

/* 0 for boxes up to about eight times the usual size, then one more every factor of four. */
static uint32_t class_of(uint32_t size, uint32_t usual) {
    if (size <= usual + 2) return 0;
    uint32_t steps = (size - usual - 1) / 2;
    return steps < CLASSES - 1 ? steps : CLASSES - 1;
}

/* Counts the boxes of each class; says what size is the usual one. */
static uint32_t count_classes(const gz_dynamic_entry *entries, size_t count, size_t counts[CLASSES]) {
    size_t sizes[256] = {0}, below = 0;
    uint32_t usual = 0;
    for (size_t i = 0; i < count; ++i) ++sizes[size_of(&entries[i].box)];
    while (usual < 255 && (below += sizes[usual]) <= count / 2) ++usual;
    for (uint32_t c = 0; c < CLASSES; ++c) counts[c] = 0;
    for (uint32_t size = 0; size < 256; ++size) counts[class_of(size, usual)] += sizes[size];
    return usual;
}

static void find_middles(const gz_dynamic_entry *entries, size_t count, uint32_t usual,
                         const size_t counts[CLASSES], gz_middle *middles) {
    size_t next[CLASSES] = {0};
    for (uint32_t c = 1; c < CLASSES; ++c) next[c] = next[c - 1] + counts[c - 1];
    for (size_t i = 0; i < count; ++i)
        middles[next[class_of(size_of(&entries[i].box), usual)]++] =
            gz_middle_of(&entries[i].box, (uint32_t)i);
}

/* -- the whole tree ------------------------------------------------------------------------------ */

static void forget_nodes(gz_dynamic_tree *tree) {
    tree->used = 0;
    tree->free = GZ_DYNAMIC_NONE;
    tree->free_count = 0;
    for (int level = 0; level < GZ_DYNAMIC_LEVELS; ++level) tree->loose[level] = GZ_DYNAMIC_NONE;
    tree->loose_count = 0;
}

void gz_dynamic_clear(gz_dynamic_tree *tree) {
    forget_nodes(tree);
    tree->count = 0;
    tree->root = gz_dynamic_take(tree, 0);
}

/* One subtree a class, raised to the same height by nodes with a single child, and a root above. */
static void build(gz_dynamic_tree *tree, const plan plans[CLASSES], const gz_dynamic_entry *entries,
                  gz_middle *middles, gz_dynamic_entry *room) {
    gz_dynamic_entry tops[CLASSES];
    uint32_t levels = 0, count = 0;
    for (int c = 0; c < CLASSES; ++c) levels = plans[c].levels > levels ? plans[c].levels : levels;
    for (int c = 0; c < CLASSES; ++c) {
        if (plans[c].count[0] == 0) continue;
        gz_dynamic_entry top = make_nodes(tree, &plans[c], entries, middles, room);
        for (uint32_t level = plans[c].levels; level < levels; ++level)
            top = make_node(tree, level, &top, NULL, 0, 1);
        tops[count++] = top;
        middles += plans[c].count[0];
    }
    tree->root = count == 1 ? tops[0].index : make_node(tree, levels, tops, NULL, 0, count).index;
}

bool gz_dynamic_build(gz_dynamic_tree *tree, const gz_dynamic_entry *entries, size_t count) {
    size_t counts[CLASSES], nodes = 1;
    uint32_t usual = count_classes(entries, count, counts);
    plan plans[CLASSES];
    for (int c = 0; c < CLASSES; ++c) {
        plans[c] = counts[c] ? plan_for(counts[c]) : (plan){.levels = 0};
        nodes += nodes_in(&plans[c]) + GZ_DYNAMIC_LEVELS;
    }
    size_t above = nodes_for(count);
    if (nodes > tree->capacity && !gz_dynamic_ensure(tree, nodes - tree->used + tree->free_count))
        return false;
    gz_middle *middles = gz_allocate_array(count, sizeof *middles);
    gz_dynamic_entry *room = gz_allocate_array(above, sizeof *room);
    bool done = count == 0 || (middles && room);
    if (done) {
        forget_nodes(tree);
        tree->count = count;
        tree->placed = 0;
        ++tree->rebuilds;
    }
    if (done && count == 0) {
        tree->root = gz_dynamic_take(tree, 0);
    } else if (done) {
        find_middles(entries, count, usual, counts, middles);
        build(tree, plans, entries, middles, room);
    }
    gz_release(middles, count * sizeof *middles);
    gz_release(room, above * sizeof *room);
    return done;
}

/* -- parts of it --------------------------------------------------------------------------------- */

enum { TIDY_LEVEL = 1, TIDY_MOST = GZ_DYNAMIC_WIDTH * GZ_DYNAMIC_WIDTH };

/* Deals the boxes below a node of level 1 out to its children again: what rotations do in binary trees.
 */
static void tidy(gz_dynamic_tree *tree, uint32_t node) {
    gz_dynamic_entry entries[TIDY_MOST], room[GZ_DYNAMIC_WIDTH];
    gz_middle middles[TIDY_MOST];
    size_t count = 0;
    gz_dynamic_node *n = &tree->nodes[node];
    for (uint32_t i = 0; i < n->count; ++i) {
        const gz_dynamic_node *leaf = &tree->nodes[n->child[i]];
        for (uint32_t k = 0; k < leaf->count; ++k) {
            entries[count] = (gz_dynamic_entry){gz_box8_get(&leaf->boxes, k), leaf->child[k]};
            middles[count] = gz_middle_of(&entries[count].box, (uint32_t)count);
            ++count;
        }
    }
    plan p = {.count = {count, n->count, 1}, .levels = 2};
    if (nodes_for(count) < n->count) p.count[1] = nodes_for(count);
    while (n->count > 0) gz_dynamic_give(tree, n->child[--n->count]);
    const gz_slim_box nothing = gz_slim_nothing();
    for (uint32_t i = 0; i < GZ_DYNAMIC_WIDTH; ++i) gz_box8_set(&n->boxes, i, &nothing);
    divide(&p, middles, 2, 0, 1);
    for (size_t i = 0; i < p.count[1]; ++i) {
        room[i] =
            make_node(tree, 0, entries, middles, first_child(&p, 1, i), first_child(&p, 1, i + 1));
        gz_dynamic_hang(tree, node, (uint32_t)i, room[i].index, &room[i].box);
    }
    n->count = (uint32_t)p.count[1];
}

void gz_dynamic_tidy(gz_dynamic_tree *tree, uint32_t subtrees) {
    gz_dynamic_refit(tree);
    if (tree->nodes[tree->root].level < TIDY_LEVEL) return;
    for (size_t looks = 0; looks < tree->used && subtrees > 0; ++looks) {
        if (tree->next_tidy >= tree->used) tree->next_tidy = 0;
        const gz_dynamic_node *n = &tree->nodes[tree->next_tidy++];
        if (n->level != TIDY_LEVEL || n->count < 2) continue;
        tidy(tree, tree->next_tidy - 1);
        --subtrees;
    }
}
