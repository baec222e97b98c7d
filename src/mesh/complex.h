/* SPDX-License-Identifier: MIT
 * What shapes made of parts have in common, compounds and height fields: a tree of boxes that can be
 * opened branch by branch, and parts at its ends, each a placed shape. Queries are searches through
 * that tree for the part that decides (B:4962-5010); a part is asked by the public query, so whatever
 * a part is, and whatever it is asked against, needs no code here. */
#ifndef GZ_MESH_COMPLEX_H
#define GZ_MESH_COMPLEX_H

#include "graze/tree.h"
#include "shape/shape.h"
#include "shape/simplex_room.h"

static inline bool gz_is_complex(const graze_shape *shape) {
    return shape->kind == GRAZE_SHAPE_HEIGHT_FIELD || shape->kind == GRAZE_SHAPE_COMPOUND;
}

/* A branch of the tree, or a part: then the number is that of the part, with GZ_BRANCH_PART added. The
 * box is in the shape's space. */
typedef struct gz_branch {
    uint64_t id;
    double lo[3], hi[3];
} gz_branch;

#define GZ_BRANCH_PART ((uint64_t)1 << 63)
#define GZ_BRANCH_ROOT ((uint64_t)0)
#define GZ_BRANCHES 8 /* the most that opening one gives */

uint32_t gz_complex_open(const graze_shape *shape, uint64_t id, gz_branch out[GZ_BRANCHES]);

/* A part where the placed shape has it, with its margin; in the room if it is made on the spot. */
graze_placed gz_complex_part(const graze_placed *placed, uint32_t part, gz_simplex_room *room);

/* -- searches ------------------------------------------------------------------------------------- */

/* Visits the parts whose bound is not above the limit, those with a low bound first as far as the order
 * of the tree allows. bound: not above the score of any part in the box. visit may lower the limit. */
typedef struct gz_complex_search {
    const graze_shape *shape;
    double limit;
    double (*bound)(const void *user, const double lo[3], const double hi[3]);
    graze_flow (*visit)(void *user, uint32_t part, double *limit);
    void *user;
    graze_tree_counts counts;
    bool narrowed; /* begins with these branches instead of the root */
    uint64_t start[4];
    uint32_t starts;
} gz_complex_search;

/* GRAZE_STOP if visit returned that. */
graze_flow gz_complex_search_run(gz_complex_search *search);

#endif
