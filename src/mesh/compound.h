/* SPDX-License-Identifier: MIT
 * What a compound is inside: children, their boxes, and a tree over these. */
#ifndef GZ_MESH_COMPOUND_H
#define GZ_MESH_COMPOUND_H

#include "graze/compound.h"
#include "mesh/complex.h"

typedef struct gz_compound {
    graze_shape shape;
    graze_compound_child *children; /* an owner of each shape */
    graze_aabb *boxes;              /* of the children, in the compound's space */
    graze_tree *tree;               /* over the boxes */
    uint32_t count;
    uint32_t depth;
    uint32_t changes; /* how often it was placed anew or updated */
    uint32_t seen;    /* the sum of the children's revisions when the boxes were made */
} gz_compound;

static inline const gz_compound *gz_compound_of(const graze_shape *shape) {
    return shape && shape->kind == GRAZE_SHAPE_COMPOUND ? (const gz_compound *)(const void *)shape
                                                        : NULL;
}

/* As in mesh/complex.h. */
uint32_t gz_compound_open(const gz_compound *compound, uint64_t id, gz_branch out[GZ_BRANCHES]);
graze_placed gz_compound_part(const graze_placed *placed, uint32_t part);

/* Its own changes and those of its children. */
uint32_t gz_compound_revision(const gz_compound *compound);

#endif
