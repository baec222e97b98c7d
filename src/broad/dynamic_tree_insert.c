/* SPDX-License-Identifier: MIT
 * Single boxes in and out. A box goes where the nodes on its way grow least, by surface; a node that is
 * full is split in two. Several go down together, level by level, so that nodes come out of memory for
 * one while others choose. */
#include "broad/dynamic_tree.h"

/* Half of the surfaces of four boxes. */
static gz_f32x4 areas(const gz_f32x4 lo[3], const gz_f32x4 hi[3]) {
    gz_f32x4 x = gz_f32x4_sub(hi[0], lo[0]), y = gz_f32x4_sub(hi[1], lo[1]);
    gz_f32x4 z = gz_f32x4_sub(hi[2], lo[2]);
    return gz_f32x4_add(gz_f32x4_mul(x, y), gz_f32x4_mul(gz_f32x4_add(x, y), z));
}

/* How much each child grows if it has to hold the box, too, and its surface. Places without a child,
 * whose surfaces are infinite, would grow most. */
static void find_growths(const gz_box8 *boxes, const gz_slim_box *box, gz_f32x4 area[2],
                         gz_f32x4 growth[2]) {
    for (int half = 0; half < 2; ++half) {
        gz_f32x4 lo[3], hi[3], lower[3], higher[3];
        for (int k = 0; k < 3; ++k) {
            lo[k] = gz_f32x4_load(boxes->lo[k] + 4 * half);
            hi[k] = gz_f32x4_load(boxes->hi[k] + 4 * half);
            lower[k] = gz_f32x4_min(lo[k], gz_f32x4_splat(box->lo[k]));
            higher[k] = gz_f32x4_max(hi[k], gz_f32x4_splat(box->hi[k]));
        }
        area[half] = areas(lo, hi);
        gz_f32x4 infinite = gz_f32x4_sub(area[half], gz_f32x4_splat(FLT_MAX));
        growth[half] = gz_f32x4_max(gz_f32x4_sub(areas(lower, higher), area[half]), infinite);
    }
}

static uint32_t smallest_of(const gz_f32x4 area[2], uint32_t some) {
    _Alignas(16) float all[GZ_DYNAMIC_WIDTH];
    gz_f32x4_store(all, area[0]);
    gz_f32x4_store(all + 4, area[1]);
    uint32_t best = gz_lowest_bit(some);
    for (uint32_t left = some & (some - 1); left; left &= left - 1) {
        uint32_t i = gz_lowest_bit(left);
        if (all[i] < all[best]) best = i;
    }
    return best;
}

/* The child that grows least, of equal ones the smallest. */
static uint32_t choose(const gz_dynamic_node *n, const gz_slim_box *box) {
    gz_f32x4 area[2], growth[2];
    find_growths(&n->boxes, box, area, growth);
    gz_f32x4 least = gz_f32x4_min(growth[0], growth[1]);
    least = gz_f32x4_min(least, gz_f32x4_second_halves(least, least));
    least = gz_f32x4_splat(gz_f32x4_low(gz_f32x4_min(least, gz_f32x4_repeat(least, 1))));
    int more = gz_f32x4_less_bits(least, growth[0]) | gz_f32x4_less_bits(least, growth[1]) << 4;
    uint32_t some = ~(uint32_t)more & ((UINT32_C(1) << n->count) - 1);
    return some & (some - 1) ? smallest_of(area, some) : gz_lowest_bit(some);
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
        gz_dynamic_hang(tree, node, i, entries[i].index, &entries[i].box);
    for (uint32_t i = cut; i < GZ_DYNAMIC_WIDTH; ++i)
        gz_box8_set(&tree->nodes[node].boxes, i, &nothing);
    for (uint32_t i = cut; i < SPLIT; ++i)
        gz_dynamic_hang(tree, beside, i - cut, entries[i].index, &entries[i].box);
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

static bool stays(const gz_dynamic_tree *tree, uint32_t index, const gz_slim_box *box) {
    uint32_t above = tree->nodes[tree->place[index] / GZ_DYNAMIC_WIDTH].parent;
    if (above == GZ_DYNAMIC_NONE) return true;
    gz_slim_box all =
        gz_box8_get(&tree->nodes[above / GZ_DYNAMIC_WIDTH].boxes, above % GZ_DYNAMIC_WIDTH);
    gz_slim_box grown = gz_slim_merge(&all, box);
    return !(gz_slim_area(&grown) > STAY * gz_slim_area(&all));
}

/* -- in ------------------------------------------------------------------------------------------ */

enum { BATCH = 8 };

/* Boxes on their way down, and the nodes where they are. */
typedef struct batch {
    const gz_fresh *box[BATCH];
    uint32_t node[BATCH], count;
} batch;

/* The child where the box goes grows at once, so that the next one sees it grown already. But high up
 * most hold the box anyway, and whoever comes next would have to wait for what was written. */
static uint32_t go_down(gz_dynamic_tree *tree, uint32_t node, const gz_slim_box *box) {
    gz_dynamic_node *n = &tree->nodes[node];
    uint32_t slot = choose(n, box);
    gz_dynamic_fetch(tree, n->child[slot]);
    gz_slim_box child = gz_box8_get(&n->boxes, slot);
    if (!gz_slim_holds(&child, box)) {
        child = gz_slim_merge(&child, box);
        gz_box8_set(&n->boxes, slot, &child);
    }
    return n->child[slot];
}

/* What a node holds may have become two since the box got there: one of its neighbours may be better
 * now, and its own box has grown for nothing. */
static uint32_t choose_again(gz_dynamic_tree *tree, uint32_t node, const gz_slim_box *box) {
    if (tree->nodes[node].parent == GZ_DYNAMIC_NONE) return node;
    const gz_dynamic_node *above = &tree->nodes[tree->nodes[node].parent / GZ_DYNAMIC_WIDTH];
    gz_dynamic_loosen(tree, node);
    return above->child[choose(above, box)];
}

static void insert(gz_dynamic_tree *tree, batch *b) {
    size_t nodes = tree->used - tree->free_count;
    for (uint32_t k = 0; k < b->count; ++k) b->node[k] = tree->root;
    for (uint32_t level = tree->nodes[tree->root].level; level > 0; --level)
        for (uint32_t k = 0; k < b->count; ++k) b->node[k] = go_down(tree, b->node[k], &b->box[k]->box);
    for (uint32_t k = 0; k < b->count; ++k) {
        gz_dynamic_node *n = &tree->nodes[b->node[k]];
        bool split_some = tree->used - tree->free_count != nodes;
        if (split_some) b->node[k] = choose_again(tree, b->node[k], &b->box[k]->box);
        if (split_some || n->count == GZ_DYNAMIC_WIDTH)
            add_child(tree, b->node[k], b->box[k]->index, &b->box[k]->box);
        else /* no node becomes loose: on its way down the box has made all as large as need be */
            gz_dynamic_hang(tree, b->node[k], n->count++, b->box[k]->index, &b->box[k]->box);
    }
    tree->count += b->count;
}

static size_t batch_end(size_t first, size_t count) {
    return first + BATCH < count ? first + BATCH : count;
}

/* Fetches for the batch that begins there the nodes where its boxes are, or those above them. */
static void fetch_batch(const gz_dynamic_tree *tree, const gz_fresh *boxes, size_t first, size_t count,
                        bool above) {
    for (size_t k = first; k < batch_end(first, count); ++k) {
        uint32_t place = tree->place[boxes[k].index];
        if (place != GZ_DYNAMIC_NONE && above) place = tree->nodes[place / GZ_DYNAMIC_WIDTH].parent;
        if (place != GZ_DYNAMIC_NONE) gz_dynamic_fetch(tree, place / GZ_DYNAMIC_WIDTH);
    }
}

/* What later batches need, one step a batch, since each step leads to the next. */
static void fetch_later(const gz_dynamic_tree *tree, const gz_fresh *boxes, size_t next, size_t count) {
    size_t second = next + BATCH, third = second + BATCH;
    for (size_t k = third; k < batch_end(third, count); ++k) GZ_PREFETCH(&tree->place[boxes[k].index]);
    fetch_batch(tree, boxes, second, count, false);
    fetch_batch(tree, boxes, next, count, true);
}

/* Gathers those that are new or do not stay; the others are changed in place. */
static void gather(gz_dynamic_tree *tree, const gz_fresh *boxes, size_t count, batch *b) {
    b->count = 0;
    for (size_t k = 0; k < count; ++k) {
        bool is_new = tree->place[boxes[k].index] == GZ_DYNAMIC_NONE;
        if (!is_new && stays(tree, boxes[k].index, &boxes[k].box)) {
            gz_dynamic_set(tree, boxes[k].index, &boxes[k].box);
            continue;
        }
        if (!is_new) gz_dynamic_remove(tree, boxes[k].index);
        b->box[b->count++] = &boxes[k];
    }
}

bool gz_dynamic_place(gz_dynamic_tree *tree, const gz_fresh *boxes, size_t count) {
    bool fetches = tree->used > GZ_DYNAMIC_FETCHED;
    for (size_t first = 0; first < count; first += BATCH) {
        size_t some = batch_end(first, count) - first;
        /* Each may split a node on every level, and make another root. */
        if (!gz_dynamic_ensure(tree, some * (tree->nodes[tree->root].level + 3))) return false;
        batch b;
        gather(tree, boxes + first, some, &b);
        if (fetches) fetch_later(tree, boxes, first + BATCH, count);
        insert(tree, &b);
    }
    return true;
}
