/* SPDX-License-Identifier: MIT
 * Building parts of a tree anew whose boxes have come to overlap. */
#ifndef GZ_TREE_IMPROVE_H
#define GZ_TREE_IMPROVE_H

#include "tree/build.h"

/* Writes the records of so many items. */
typedef void (*gz_records_of_items)(const void *user, const uint32_t *items, uint32_t count,
                                    gz_tree_record *records);

/* After a refit. A node is worn if it would cost more than slack times what it did when it was built,
 * even if all below it were as good as then; what is below is then divided anew. Where wear of many
 * nodes adds up to more than that at the root, all of it is. *rebuilt (may be NULL) is the number of
 * items that were looked at again. When memory is out the tree stays as it is. */
graze_status gz_tree_rebuild_worn(graze_tree *tree, float slack, gz_records_of_items records,
                                  const void *user, size_t *rebuilt);

#endif
