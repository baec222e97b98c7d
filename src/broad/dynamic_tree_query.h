/* SPDX-License-Identifier: MIT */
#ifndef GZ_BROAD_DYNAMIC_TREE_QUERY_H
#define GZ_BROAD_DYNAMIC_TREE_QUERY_H

#include "broad/dynamic_tree.h"

void gz_tree_query_box(const gz_tree *tree, const gz_broad_box *box, gz_broad_visitor *visitor);
void gz_tree_cast(const gz_tree *tree, const graze_broad *b, gz_broad_cast *cast);
void gz_tree_nearest(const gz_tree *tree, const graze_broad *b, gz_broad_search *search);
/* NULL, or what is wrong. */
const char *gz_tree_validate(const gz_tree *tree, const gz_candidates *c);

#endif
