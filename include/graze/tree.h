/* SPDX-License-Identifier: MIT
 * Graze: trees of boxes over anything that has a box (H1-H8, O9).
 *
 * A tree is built over count boxes that the caller numbers 0 ... count - 1 and answers which of them
 * overlap a box, are hit by a ray, or overlap those of another tree. It keeps boxes and numbers only;
 * meshes keep one of these over their primitives. Building takes a moment and memory; refitting, when
 * boxes have changed but not much, is several times faster and allocates nothing.
 *
 * A tree is const in queries: any number of threads may ask at once. Queries allocate nothing.
 *
 * Inner boxes are kept in float in both precisions, rounded outwards, so a query may name an item whose
 * box misses by a rounding of 2^-22 of the whole tree's size: an item that overlaps is never missed. In
 * the float build nothing rounds unless coordinates differ by more than that.
 *
 * Statuses: GRAZE_INVALID_ARGUMENT for NULL, NaN, infinity, lo > hi and bad options, GRAZE_OUT_OF_RANGE
 * for a box beyond GRAZE_SHAPE_REACH or more than GRAZE_TREE_ITEMS items, GRAZE_OUT_OF_MEMORY. */
#ifndef GRAZE_TREE_H
#define GRAZE_TREE_H

#include "bounds.h"

GRAZE_BEGIN_C

typedef struct graze_tree graze_tree;

#define GRAZE_TREE_ITEMS 134217727u /**< the most items of a tree: 2^27 - 1 */

/** How a set of boxes is divided. */
typedef enum graze_tree_split {
    GRAZE_TREE_SAH = 0,  /**< where the areas of the parts, weighted by what they hold, are least */
    GRAZE_TREE_MIDPOINT, /**< in the middle of the longest axis (B:4401-4421) */
    GRAZE_TREE_MEDIAN    /**< into halves of equal count along the longest axis */
} graze_tree_split;

/** Zero-initialised means the defaults. */
typedef struct graze_tree_options {
    graze_tree_split split;
    int degree;                 /**< most children of a node: 2, 4 or 8; 0 = 8 */
    int leaf_size;              /**< most items of a leaf: 1 ... 8; 0 = 4 */
    const graze_runner *runner; /**< builds with several threads; the tree is the same. NULL = one */
} graze_tree_options;

/** count = 0 makes an empty tree, which overlaps nothing. */
GRAZE_API graze_status graze_tree_build(const graze_aabb *boxes, size_t count,
                                        const graze_tree_options *options, graze_tree **out);
/** NULL is allowed. */
GRAZE_API void graze_tree_release(graze_tree *tree);

/** New boxes for the same items: every node becomes what the builder would store for this arrangement
 *  (H7). Not while others query the tree. */
GRAZE_API graze_status graze_tree_refit(graze_tree *tree, const graze_aabb *boxes);
/** Refits, and builds those parts anew whose cost has grown to more than slack (>= 1; 0 = 1.5) times
 * what it was when they were built. May allocate; when memory is out the refitted tree stays. */
GRAZE_API graze_status graze_tree_improve(graze_tree *tree, const graze_aabb *boxes, graze_real slack);

/** What a tree is like. */
typedef struct graze_tree_info {
    size_t items, nodes, leaves, bytes; /**< bytes: everything the tree has allocated */
    int depth;                          /**< nodes on the longest way down; 0 if empty */
    graze_real cost; /**< expected box tests and item tests of a random ray that hits the root */
    graze_aabb bounds;
} graze_tree_info;
GRAZE_API graze_status graze_tree_describe(const graze_tree *tree, graze_tree_info *out);
/** Checks that every item is in one leaf, inside of all boxes above it, and that links are in order:
 *  GRAZE_OK, or GRAZE_INVALID_ARGUMENT. boxes are those of the last build or refit. */
GRAZE_API graze_status graze_tree_validate(const graze_tree *tree, const graze_aabb *boxes);

/** What a traversal cost (H3). Queries add to it; the caller sets it to zero. */
typedef struct graze_tree_counts {
    uint64_t nodes;     /**< nodes, or pairs of nodes, that were opened */
    uint64_t box_tests; /**< boxes, or pairs of boxes, that were compared */
    uint64_t items;     /**< items, or pairs of items, that were handed out */
} graze_tree_counts;

/** Called with an item; GRAZE_STOP ends the query, which is not a failure. */
typedef graze_flow (*graze_tree_visit)(void *user, uint32_t item);
/** Called with an item of each tree. */
typedef graze_flow (*graze_tree_visit_pair)(void *user, uint32_t item_a, uint32_t item_b);
/** Called with an item whose box the ray enters; may shorten *max_t, to which the rest is then cut. */
typedef graze_flow (*graze_tree_visit_ray)(void *user, uint32_t item, graze_real *max_t);

/** All items whose leaves' boxes overlap the box: those whose own box does, and neighbours in the same
 *  leaf. Touching counts. counts may be NULL. */
GRAZE_API graze_status graze_tree_overlap_box(const graze_tree *tree, const graze_aabb *box,
                                              graze_tree_visit visit, void *user,
                                              graze_tree_counts *counts);
/** Likewise for a ball. */
GRAZE_API graze_status graze_tree_overlap_sphere(const graze_tree *tree, const graze_sphere *sphere,
                                                 graze_tree_visit visit, void *user,
                                                 graze_tree_counts *counts);
/** All items whose leaves the ray meets before max_t, nearest leaves first as far as the order of the
 *  nodes allows. */
GRAZE_API graze_status graze_tree_cast_ray(const graze_tree *tree, const graze_ray *ray,
                                           graze_tree_visit_ray visit, void *user,
                                           graze_tree_counts *counts);
/** All pairs of items of a and b whose leaves overlap when b is placed in a's space by b_in_a (NULL =
 *  identity). a and b may be the same tree: every pair then comes in both orders, and each item with
 *  itself. */
GRAZE_API graze_status graze_tree_overlap_tree(const graze_tree *a, const graze_tree *b,
                                               const graze_pose *b_in_a, graze_tree_visit_pair visit,
                                               void *user, graze_tree_counts *counts);

GRAZE_END_C

#endif
