/* SPDX-License-Identifier: MIT
 * Graze: compounds: shapes that are a union of other shapes, each in a place of its own.
 *
 * A compound is a graze_shape like any other. Its children are convex shapes, meshes, height fields and
 * compounds, in any poses; they are shared: the compound keeps its own reference to each, and a shape
 * may be a child many times over, in one compound or in several. A half-space is GRAZE_UNBOUNDED.
 *
 * All queries of query.h, contact.h and mesh.h take compounds. They are answered by the children that
 * are near the other shape, each asked by the same query, so the answer is as good as theirs, with E
 * counting the size of the whole compound:
 *
 *  - intersect, within, contains: any child does;
 *  - distance: the least of the children's, and lower the least of their lower bounds;
 *  - penetration, signed distance: of the child that is deepest by itself. That is how deep the pair of
 *    the two is, not how far the other must go to leave all of the compound; the bounds are of this
 *    number. Moved by it, the other may still overlap another child;
 *  - casts: the first child that is met;
 *  - contact: the points of the deepest child.
 *
 * Results name the child: primitive_a or primitive_b is its number. What is hit inside of a child that
 * is itself complex is found by asking again with that child alone, placed by graze_compound_placed.
 *
 * Children may change. A mesh or height field that deforms, or a compound whose children move, raises
 * the revision that graze_shape_revision reports for every compound that holds it; before the next
 * query the compound must be told by graze_compound_update. */
#ifndef GRAZE_COMPOUND_H
#define GRAZE_COMPOUND_H

#include "mesh.h"

GRAZE_BEGIN_C

/** A shape in the compound's space. */
typedef struct graze_compound_child {
    graze_shape *shape;
    graze_pose pose;
} graze_compound_child;

/** How deep compounds may be nested: one that holds no compound counts 1. */
#define GRAZE_COMPOUND_DEPTH 8

/** A compound of count children (>= 1), numbered in this order. GRAZE_INVALID_ARGUMENT for NULL and bad
 *  poses, GRAZE_EMPTY for none, GRAZE_UNBOUNDED for a half-space, GRAZE_SINGULAR for a pose without an
 *  inverse, GRAZE_OUT_OF_RANGE for what reaches too far or is nested too deeply, GRAZE_OUT_OF_MEMORY.
 */
GRAZE_API graze_status graze_shape_compound(const graze_compound_child *children, size_t count,
                                            graze_shape **out);

/* -- what a compound answers; GRAZE_INVALID_ARGUMENT for shapes of other kinds ----------------------
 */

typedef struct graze_compound_info {
    size_t children;
    int depth;    /**< 1 if no child is a compound */
    size_t bytes; /**< all that the compound has allocated; its children are not counted */
    uint32_t revision;
    graze_tree_info tree;
} graze_compound_info;
GRAZE_API graze_status graze_compound_describe(const graze_shape *compound, graze_compound_info *out);
/** Shape and place of a child. The compound keeps its ownership: retain the shape to keep it longer. */
GRAZE_API graze_status graze_compound_get(const graze_shape *compound, size_t child,
                                          graze_compound_child *out);
/** A child of a placed compound where it is in the world, with the margin, ready for any query. */
GRAZE_API graze_status graze_compound_placed(const graze_placed *compound, size_t child,
                                             graze_placed *out);

/* -- changes: not while others query the compound ----------------------------------------------------
 */

/** New poses for the children first ... first + count - 1. Refits the tree and raises the revision. On
 *  failure nothing has changed. */
GRAZE_API graze_status graze_compound_place(graze_shape *compound, size_t first,
                                            const graze_pose *poses, size_t count);
/** Takes in what children have become; compounds among them are updated first. Nothing happens if no
 *  revision has changed. GRAZE_OUT_OF_RANGE if the compound has grown too large: it is as before then,
 *  and still to be updated. */
GRAZE_API graze_status graze_compound_update(graze_shape *compound);

GRAZE_END_C

#endif
