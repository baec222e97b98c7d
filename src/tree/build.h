/* SPDX-License-Identifier: MIT
 * Building a tree from boxes that are in its units already. */
#ifndef GZ_TREE_BUILD_H
#define GZ_TREE_BUILD_H

#include "tree/grow.h"
#include "tree/records.h"

/* NULL is the default; what is 0 becomes the default. GRAZE_INVALID_ARGUMENT for what is none. */
graze_status gz_tree_options_complete(const graze_tree_options *given, graze_tree_options *out);

/* A tree of records, which are put into another order. They stay the caller's. options are complete,
 * the same that the records were made with. */
graze_status gz_tree_build_records(const gz_tree_records *records, const gz_units *units,
                                   const graze_tree_options *options, graze_tree **out);

/* A grower for records of all items of a tree. */
gz_tree_grower gz_tree_grower_make(const graze_tree *tree, gz_tree_record *records);
/* Replaces a tree's nodes by these, which the block then no longer has if it has hardly more room than
 * they need, else by copies; false, and nothing has changed, when memory is out. */
bool gz_tree_take_nodes(graze_tree *tree, gz_tree_block *block);

#endif
