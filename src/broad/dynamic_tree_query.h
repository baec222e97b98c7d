/* SPDX-License-Identifier: MIT */
#ifndef GZ_BROAD_DYNAMIC_TREE_QUERY_H
#define GZ_BROAD_DYNAMIC_TREE_QUERY_H

#include "broad/dynamic_tree.h"

/* A node, and a lower bound of whatever the boxes below it are measured by. */
typedef struct gz_dynamic_waiting {
    double bound;
    uint32_t node;
} gz_dynamic_waiting;

/* Puts a child among the count others, those with the least bound last, so that a stack gives them
 * first. An infinite one is left out. Returns how many there are then. */
static inline uint32_t gz_dynamic_sort_in(gz_dynamic_waiting *at, uint32_t count, double bound,
                                          uint32_t node) {
    uint32_t k = count;
    if (!(bound < INFINITY)) return count;
    for (; k > 0 && at[k - 1].bound < bound; --k) at[k] = at[k - 1];
    at[k] = (gz_dynamic_waiting){bound, node};
    return count + 1;
}

void gz_dynamic_query_box(const gz_dynamic_tree *tree, const gz_broad_box *box,
                          gz_broad_visitor *visitor);
void gz_dynamic_cast(const gz_dynamic_tree *tree, const graze_broad *b, gz_broad_cast *cast);
void gz_dynamic_nearest(const gz_dynamic_tree *tree, const graze_broad *b, gz_broad_search *search);
/* NULL, or what is wrong. */
const char *gz_dynamic_validate(const gz_dynamic_tree *tree, const gz_candidates *c);

#endif
