/* SPDX-License-Identifier: MIT */
#ifndef GZ_BROAD_DYNAMIC_TREE_QUERY_H
#define GZ_BROAD_DYNAMIC_TREE_QUERY_H

#include "broad/dynamic_tree.h"

void gz_dynamic_query_box(const gz_dynamic_tree *tree, const gz_broad_box *box,
                          gz_broad_visitor *visitor);
void gz_dynamic_cast(const gz_dynamic_tree *tree, const graze_broad *b, gz_broad_cast *cast);
void gz_dynamic_nearest(const gz_dynamic_tree *tree, const graze_broad *b, gz_broad_search *search);
/* NULL, or what is wrong. */
const char *gz_dynamic_validate(const gz_dynamic_tree *tree, const gz_candidates *c);

#endif
