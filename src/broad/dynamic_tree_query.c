/* SPDX-License-Identifier: MIT
 * Questions to the tree. Nodes are looked at nearest first where that can save the others. */
#include "broad/dynamic_tree_query.h"

/* -- overlap ------------------------------------------------------------------------------------- */

static uint32_t overlaps(const gz_box8 *boxes, const gz_slim_box *box) {
    return gz_box8_overlaps_baseline(boxes, box);
}

/* Visits the boxes of a leaf node; false: stop. */
static bool visit_leaf(const gz_dynamic_node *leaf, uint32_t hits, const gz_broad_box *box,
                       gz_broad_visitor *visitor) {
    const gz_broad_box *all = visitor->broad->box;
    for (; hits; hits &= hits - 1) {
        uint32_t i = leaf->child[gz_lowest_bit(hits)];
        bool meant = gz_broad_boxes_overlap(&all[i], box) && (all[i].category & visitor->mask) != 0;
        if (meant && !visitor->visit(visitor, i)) return false;
    }
    return true;
}

void gz_dynamic_query_box(const gz_dynamic_tree *tree, const gz_broad_box *box,
                          gz_broad_visitor *visitor) {
    gz_slim_box slim;
    for (int k = 0; k < 3; ++k) {
        slim.lo[k] = gz_slim_below(box->lo[k]);
        slim.hi[k] = gz_slim_above(box->hi[k]);
    }
    uint32_t stack[GZ_DYNAMIC_STACK], depth = 0;
    stack[depth++] = tree->root;
    while (depth > 0) {
        const gz_dynamic_node *n = &tree->nodes[stack[--depth]];
        uint32_t hits = overlaps(&n->boxes, &slim);
        if (n->level == 0) {
            if (!visit_leaf(n, hits, box, visitor)) return;
            continue;
        }
        for (; hits; hits &= hits - 1) stack[depth++] = n->child[gz_lowest_bit(hits)];
    }
}

/* -- the nearest ----------------------------------------------------------------------------------- */

static void corners(const gz_dynamic_node *n, uint32_t i, real lo[3], real hi[3]) {
    for (int k = 0; k < 3; ++k) {
        lo[k] = gz_slim_lo(n->boxes.lo[k][i]);
        hi[k] = gz_slim_hi(n->boxes.hi[k][i]);
    }
}

static void search_leaf(const gz_dynamic_node *leaf, const graze_broad *b, gz_broad_search *search) {
    for (uint32_t i = 0; i < leaf->count; ++i) {
        const gz_broad_box *box = &b->box[leaf->child[i]];
        if ((box->category & search->mask) == 0) continue;
        double squared = gz_broad_distance_squared(search, box->lo, box->hi);
        if (squared <= search->limit) gz_broad_search_add(search, leaf->child[i], squared);
    }
}

void gz_dynamic_nearest(const gz_dynamic_tree *tree, const graze_broad *b, gz_broad_search *search) {
    gz_dynamic_waiting stack[GZ_DYNAMIC_STACK];
    uint32_t depth = 0;
    stack[depth++] = (gz_dynamic_waiting){0, tree->root};
    while (depth > 0) {
        gz_dynamic_waiting top = stack[--depth];
        const gz_dynamic_node *n = &tree->nodes[top.node];
        if (top.bound > search->limit) continue;
        if (n->level == 0) {
            search_leaf(n, b, search);
            continue;
        }
        uint32_t found = 0;
        for (uint32_t i = 0; i < n->count; ++i) {
            real lo[3], hi[3];
            corners(n, i, lo, hi);
            double squared = gz_broad_distance_squared(search, lo, hi);
            if (squared <= search->limit)
                found = gz_dynamic_sort_in(stack + depth, found, squared, n->child[i]);
        }
        depth += found;
    }
}

/* -- validation ---------------------------------------------------------------------------------- */

/* What was seen of a tree. */
typedef struct census {
    size_t nodes, boxes;
} census;

static const char *check_node(const gz_dynamic_tree *tree, const gz_candidates *c, uint32_t node,
                              census *seen) {
    const gz_dynamic_node *n = &tree->nodes[node];
    ++seen->nodes;
    if (n->loose) return "a node of the tree is loose";
    if (n->count > GZ_DYNAMIC_WIDTH || (n->count == 0 && node != tree->root))
        return "a node has a wrong count";
    for (uint32_t i = 0; i < GZ_DYNAMIC_WIDTH; ++i) {
        gz_slim_box box = gz_box8_get(&n->boxes, i), inside = gz_slim_nothing();
        uint32_t place = node * GZ_DYNAMIC_WIDTH + i;
        if (i < n->count && n->child[i] >= (n->level ? tree->used : tree->places))
            return "a child is none of the tree's";
        if (i < n->count && n->level == 0) {
            if (tree->place[n->child[i]] != place) return "a box is not where its place says";
            inside = c->fat[n->child[i]];
            ++seen->boxes;
        } else if (i < n->count) {
            const gz_dynamic_node *child = &tree->nodes[n->child[i]];
            if (child->parent != place || child->level + 1 != n->level)
                return "a node has a wrong parent";
            inside = gz_box8_merged(&child->boxes);
            const char *wrong = check_node(tree, c, n->child[i], seen);
            if (wrong) return wrong;
        }
        for (int k = 0; k < 3; ++k)
            if (box.lo[k] != inside.lo[k] || box.hi[k] != inside.hi[k])
                return "a node's box is not tight";
    }
    return NULL;
}

/* One too many if they go round in a circle. */
static size_t count_free(const gz_dynamic_tree *tree) {
    size_t count = 0;
    for (uint32_t node = tree->free; node < tree->used && count <= tree->used; ++count)
        node = tree->nodes[node].next;
    return count;
}

const char *gz_dynamic_validate(const gz_dynamic_tree *tree, const gz_candidates *c) {
    census seen = {0, 0};
    size_t places = 0;
    const char *wrong = check_node(tree, c, tree->root, &seen);
    if (wrong) return wrong;
    if (tree->loose_count != 0 || count_free(tree) != tree->free_count ||
        seen.nodes + tree->free_count != tree->used)
        return "the tree has lost nodes";
    for (size_t i = 0; i < tree->places; ++i) places += tree->place[i] != GZ_DYNAMIC_NONE;
    return seen.boxes == tree->count && seen.boxes == places ? NULL : "the tree has lost boxes";
}
