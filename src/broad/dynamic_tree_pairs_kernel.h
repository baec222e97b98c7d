/* SPDX-License-Identifier: MIT
 * The searches for pairs in a tree, for one way to compare eight boxes with one; dynamic_tree_pairs.c
 * includes this once a way. Expects BETWEEN, WITHIN, AROUND, BY_NODES and BY_LIST, the functions'
 * names, OVERLAPS, that of the comparison, and KERNEL_TARGET. */

/* Pairs of a box below one node and a box below the other, both of the same level. */
KERNEL_TARGET static void BETWEEN(const gz_dynamic_tree *tree, const gz_slim_box *box_of_b, uint32_t a,
                                  uint32_t b, gz_candidates *pairs) {
    const gz_dynamic_node *m = &tree->nodes[a], *n = &tree->nodes[b];
    for (uint32_t left = OVERLAPS(&m->boxes, box_of_b); left; left &= left - 1) {
        uint32_t i = gz_lowest_bit(left);
        gz_slim_box box = gz_box8_get(&m->boxes, i);
        for (uint32_t hits = OVERLAPS(&n->boxes, &box); hits; hits &= hits - 1) {
            uint32_t k = gz_lowest_bit(hits);
            if (m->level == 0) {
                gz_candidates_meet(pairs, m->child[i], n->child[k]);
            } else {
                gz_slim_box below = gz_box8_get(&n->boxes, k);
                BETWEEN(tree, &below, m->child[i], n->child[k], pairs);
            }
        }
    }
}

/* Pairs of two boxes below the node. */
KERNEL_TARGET static void WITHIN(const gz_dynamic_tree *tree, uint32_t node, gz_candidates *pairs) {
    const gz_dynamic_node *n = &tree->nodes[node];
    for (uint32_t i = 0; i < n->count; ++i) {
        gz_slim_box box = gz_box8_get(&n->boxes, i);
        uint32_t later = UINT32_C(0xfe) << i & 0xff;
        if (n->level > 0) WITHIN(tree, n->child[i], pairs);
        for (uint32_t hits = OVERLAPS(&n->boxes, &box) & later; hits; hits &= hits - 1) {
            uint32_t k = gz_lowest_bit(hits);
            if (n->level == 0) {
                gz_candidates_meet(pairs, n->child[i], n->child[k]);
            } else {
                gz_slim_box other = gz_box8_get(&n->boxes, k);
                BETWEEN(tree, &other, n->child[i], n->child[k], pairs);
            }
        }
    }
}

/* Pairs of a fresh box and others; of two fresh ones the one with the higher index reports. */
KERNEL_TARGET static void AROUND(const gz_dynamic_tree *tree, uint32_t index, const gz_slim_box *box,
                                 gz_candidates *pairs) {
    uint32_t stack[GZ_DYNAMIC_STACK], depth = 0;
    stack[depth++] = tree->root;
    while (depth > 0) {
        const gz_dynamic_node *n = &tree->nodes[stack[--depth]];
        for (uint32_t hits = OVERLAPS(&n->boxes, box); hits; hits &= hits - 1) {
            uint32_t child = n->child[gz_lowest_bit(hits)];
            if (n->level > 0)
                stack[depth++] = child;
            else if (child < index || (child != index && !(pairs->marks[child] & GZ_MARK_FRESH)))
                gz_candidates_meet(pairs, index, child);
        }
    }
}

/* Pairs of each fresh box, leaf node by leaf node, so that one finds in the cache what the last looked
 * at. */
KERNEL_TARGET static void BY_NODES(const gz_dynamic_tree *tree, gz_candidates *pairs) {
    for (size_t node = 0; node < tree->used; ++node) {
        const gz_dynamic_node *n = &tree->nodes[node];
        for (uint32_t i = 0; n->level == 0 && i < n->count; ++i) {
            if (!(pairs->marks[n->child[i]] & GZ_MARK_FRESH)) continue;
            gz_slim_box box = gz_box8_get(&n->boxes, i);
            AROUND(tree, n->child[i], &box, pairs);
        }
    }
}

/* The same in the order in which they are listed, for few. */
KERNEL_TARGET static void BY_LIST(const gz_dynamic_tree *tree, gz_candidates *pairs) {
    for (size_t i = 0; i < pairs->fresh_count; ++i)
        AROUND(tree, pairs->fresh[i].index, &pairs->fresh[i].box, pairs);
}
