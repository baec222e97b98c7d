/* SPDX-License-Identifier: MIT
 * Single boxes in and out. A box goes where the nodes on its way grow least, by surface; a node that is
 * full is split in two. */
#include "broad/dynamic_tree.h"

/* Half of the surfaces of four boxes. */
static gz_f32x4 areas(const gz_f32x4 lo[3], const gz_f32x4 hi[3]) {
    gz_f32x4 x = gz_f32x4_sub(hi[0], lo[0]), y = gz_f32x4_sub(hi[1], lo[1]);
    gz_f32x4 z = gz_f32x4_sub(hi[2], lo[2]);
    return gz_f32x4_add(gz_f32x4_mul(x, y), gz_f32x4_mul(gz_f32x4_add(x, y), z));
}

/* The surfaces of all children, and how much each grows if it has to hold the box, too. */
static void find_growths(const gz_box8 *boxes, const gz_slim_box *box, float *area, float *growth) {
    for (int half = 0; half < GZ_DYNAMIC_WIDTH; half += 4) {
        gz_f32x4 lo[3], hi[3], lower[3], higher[3];
        for (int k = 0; k < 3; ++k) {
            lo[k] = gz_f32x4_load(boxes->lo[k] + half);
            hi[k] = gz_f32x4_load(boxes->hi[k] + half);
            lower[k] = gz_f32x4_min(lo[k], gz_f32x4_splat(box->lo[k]));
            higher[k] = gz_f32x4_max(hi[k], gz_f32x4_splat(box->hi[k]));
        }
        gz_f32x4 now = areas(lo, hi);
        gz_f32x4_store(area + half, now);
        gz_f32x4_store(growth + half, gz_f32x4_sub(areas(lower, higher), now));
    }
}

/* The child that grows least, of equal ones the smallest. */
static uint32_t choose(const gz_dynamic_node *n, const gz_slim_box *box) {
    _Alignas(16) float area[GZ_DYNAMIC_WIDTH], growth[GZ_DYNAMIC_WIDTH];
    find_growths(&n->boxes, box, area, growth);
    uint32_t best = 0;
    for (uint32_t i = 1; i < n->count; ++i)
        if (growth[i] < growth[best] || (growth[i] == growth[best] && area[i] < area[best])) best = i;
    return best;
}

/* -- splitting ----------------------------------------------------------------------------------- */

enum { SPLIT = GZ_DYNAMIC_WIDTH + 1 };

/* The centre along an axis, halved so that differences do not overflow. */
static float middle(const gz_slim_box *box, int axis) { return box->lo[axis] / 4 + box->hi[axis] / 4; }

static int widest_axis(const gz_dynamic_entry entries[SPLIT]) {
    int best = 0;
    float widest = -1;
    for (int k = 0; k < 3; ++k) {
        float lo = INFINITY, hi = -INFINITY;
        for (int i = 0; i < SPLIT; ++i) {
            float m = middle(&entries[i].box, k);
            lo = m < lo ? m : lo;
            hi = m > hi ? m : hi;
        }
        if (hi - lo > widest) {
            widest = hi - lo;
            best = k;
        }
    }
    return best;
}

static void sort_along(gz_dynamic_entry entries[SPLIT], int axis) {
    for (int i = 1; i < SPLIT; ++i) {
        gz_dynamic_entry moving = entries[i];
        float m = middle(&moving.box, axis);
        int j = i;
        for (; j > 0 && middle(&entries[j - 1].box, axis) > m; --j) entries[j] = entries[j - 1];
        entries[j] = moving;
    }
}

/* How many go to the left so that the surfaces of both sides add up to the least. */
static uint32_t best_cut(const gz_dynamic_entry entries[SPLIT]) {
    gz_slim_box right[SPLIT + 1];
    right[SPLIT] = gz_slim_nothing();
    for (int i = SPLIT - 1; i >= 0; --i) right[i] = gz_slim_merge(&right[i + 1], &entries[i].box);
    gz_slim_box left = gz_slim_nothing();
    uint32_t best = SPLIT / 2;
    float least = INFINITY;
    for (uint32_t i = 0; i < SPLIT - GZ_DYNAMIC_FEWEST; ++i) {
        left = gz_slim_merge(&left, &entries[i].box);
        float cost = gz_slim_area(&left) + gz_slim_area(&right[i + 1]);
        if (i + 1 >= GZ_DYNAMIC_FEWEST && cost < least) {
            least = cost;
            best = i + 1;
        }
    }
    return best;
}

static void add_child(gz_dynamic_tree *tree, uint32_t node, uint32_t child, const gz_slim_box *box);

/* The full node and one child more become two nodes; the new one is hung beside. There is room for a
 * new node on each level. */
static void split(gz_dynamic_tree *tree, uint32_t node, uint32_t child, const gz_slim_box *box) {
    gz_dynamic_entry entries[SPLIT];
    uint32_t level = tree->nodes[node].level;
    for (uint32_t i = 0; i < GZ_DYNAMIC_WIDTH; ++i)
        entries[i] =
            (gz_dynamic_entry){gz_box8_get(&tree->nodes[node].boxes, i), tree->nodes[node].child[i]};
    entries[GZ_DYNAMIC_WIDTH] = (gz_dynamic_entry){*box, child};
    sort_along(entries, widest_axis(entries));
    uint32_t cut = best_cut(entries), beside = gz_dynamic_take(tree, level);
    const gz_slim_box nothing = gz_slim_nothing();
    for (uint32_t i = 0; i < cut; ++i)
        gz_dynamic_hang(tree, node, i, entries[i].child, &entries[i].box);
    for (uint32_t i = cut; i < GZ_DYNAMIC_WIDTH; ++i)
        gz_box8_set(&tree->nodes[node].boxes, i, &nothing);
    for (uint32_t i = cut; i < SPLIT; ++i)
        gz_dynamic_hang(tree, beside, i - cut, entries[i].child, &entries[i].box);
    tree->nodes[node].count = cut;
    tree->nodes[beside].count = SPLIT - cut;

    gz_slim_box left = gz_box8_merged(&tree->nodes[node].boxes);
    gz_slim_box right = gz_box8_merged(&tree->nodes[beside].boxes);
    if (tree->nodes[node].parent == GZ_DYNAMIC_NONE) {
        uint32_t root = gz_dynamic_take(tree, level + 1);
        tree->root = root;
        add_child(tree, root, node, &left);
        add_child(tree, root, beside, &right);
        return;
    }
    uint32_t above = tree->nodes[node].parent / GZ_DYNAMIC_WIDTH;
    gz_box8_set(&tree->nodes[above].boxes, tree->nodes[node].parent % GZ_DYNAMIC_WIDTH, &left);
    gz_dynamic_loosen(tree, above);
    add_child(tree, above, beside, &right);
}

static void add_child(gz_dynamic_tree *tree, uint32_t node, uint32_t child, const gz_slim_box *box) {
    gz_dynamic_node *n = &tree->nodes[node];
    if (n->count == GZ_DYNAMIC_WIDTH) {
        split(tree, node, child, box);
        return;
    }
    gz_dynamic_hang(tree, node, n->count++, child, box);
    gz_dynamic_loosen(tree, node);
}

/* -- in ------------------------------------------------------------------------------------------ */

bool gz_dynamic_insert(gz_dynamic_tree *tree, uint32_t index, const gz_slim_box *box) {
    if (!gz_dynamic_ensure(tree, GZ_DYNAMIC_LEVELS)) return false;
    uint32_t node = tree->root;
    while (tree->nodes[node].level > 0) {
        gz_dynamic_node *n = &tree->nodes[node];
        uint32_t slot = choose(n, box);
        gz_slim_box child = gz_box8_get(&n->boxes, slot);
        child = gz_slim_merge(&child, box); /* so that the next one sees it grown already */
        gz_box8_set(&n->boxes, slot, &child);
        node = n->child[slot];
    }
    add_child(tree, node, index, box);
    ++tree->count;
    return true;
}

/* -- out ----------------------------------------------------------------------------------------- */

/* Takes a child out; the last one takes its slot. */
static void take_child(gz_dynamic_tree *tree, uint32_t node, uint32_t slot) {
    gz_dynamic_node *n = &tree->nodes[node];
    const gz_slim_box nothing = gz_slim_nothing();
    uint32_t last = --n->count;
    if (slot != last) {
        gz_slim_box moved = gz_box8_get(&n->boxes, last);
        gz_dynamic_hang(tree, node, slot, n->child[last], &moved);
    }
    gz_box8_set(&n->boxes, last, &nothing);
    gz_dynamic_loosen(tree, node);
}

/* Nodes without children go, and roots with a single one. */
static void prune(gz_dynamic_tree *tree, uint32_t node) {
    while (tree->nodes[node].count == 0 && tree->nodes[node].parent != GZ_DYNAMIC_NONE) {
        uint32_t place = tree->nodes[node].parent;
        gz_dynamic_give(tree, node);
        node = place / GZ_DYNAMIC_WIDTH;
        take_child(tree, node, place % GZ_DYNAMIC_WIDTH);
    }
    while (tree->nodes[tree->root].level > 0 && tree->nodes[tree->root].count <= 1) {
        uint32_t root = tree->root;
        if (tree->nodes[root].count == 0) {
            tree->nodes[root].level = 0;
            break;
        }
        tree->root = tree->nodes[root].child[0];
        tree->nodes[tree->root].parent = GZ_DYNAMIC_NONE;
        gz_dynamic_give(tree, root);
    }
}

void gz_dynamic_remove(gz_dynamic_tree *tree, uint32_t index) {
    uint32_t place = tree->place[index], node = place / GZ_DYNAMIC_WIDTH;
    take_child(tree, node, place % GZ_DYNAMIC_WIDTH);
    tree->place[index] = GZ_DYNAMIC_NONE;
    --tree->count;
    if (tree->nodes[node].count == 0) prune(tree, node);
}

/* -- elsewhere ----------------------------------------------------------------------------------- */

/* A box stays with its neighbours if their common box would not grow by more than this factor. */
#define STAY 1.25f

void gz_dynamic_set(gz_dynamic_tree *tree, uint32_t index, const gz_slim_box *box) {
    uint32_t place = tree->place[index], node = place / GZ_DYNAMIC_WIDTH;
    gz_box8_set(&tree->nodes[node].boxes, place % GZ_DYNAMIC_WIDTH, box);
    gz_dynamic_loosen(tree, node);
}

bool gz_dynamic_move(gz_dynamic_tree *tree, uint32_t index, const gz_slim_box *box) {
    uint32_t node = tree->place[index] / GZ_DYNAMIC_WIDTH, above = tree->nodes[node].parent;
    if (above != GZ_DYNAMIC_NONE) {
        gz_slim_box all =
            gz_box8_get(&tree->nodes[above / GZ_DYNAMIC_WIDTH].boxes, above % GZ_DYNAMIC_WIDTH);
        gz_slim_box grown = gz_slim_merge(&all, box);
        if (gz_slim_area(&grown) > STAY * gz_slim_area(&all)) {
            if (!gz_dynamic_ensure(tree, GZ_DYNAMIC_LEVELS)) return false;
            gz_dynamic_remove(tree, index);
            return gz_dynamic_insert(tree, index, box);
        }
    }
    gz_dynamic_set(tree, index, box);
    return true;
}
