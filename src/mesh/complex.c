/* SPDX-License-Identifier: MIT */
#include "mesh/complex.h"

#include "mesh/compound.h"
#include "mesh/height_field.h"
#include "tree/tree.h"

uint32_t gz_complex_open(const graze_shape *shape, uint64_t id, gz_branch out[GZ_BRANCHES]) {
    if (shape->kind == GRAZE_SHAPE_COMPOUND) return gz_compound_open(gz_compound_of(shape), id, out);
    return gz_height_field_open(gz_height_field_of(shape), id, out);
}

graze_placed gz_complex_part(const graze_placed *placed, uint32_t part, gz_simplex_room *room) {
    if (placed->shape->kind == GRAZE_SHAPE_COMPOUND) return gz_compound_part(placed, part);
    return gz_height_field_part(placed, part, room);
}

/* -- searches -- */

typedef struct open_branch {
    double bound;
    uint64_t id;
} open_branch;

/* A tree of boxes leaves seven children a level behind, a quadtree of at most 32 levels three; what was
 * opened last is on top. */
#define STACK (GZ_TREE_DEPTH * (GZ_TREE_WIDTH - 1) + GZ_BRANCHES)

/* Onto the stack, the lowest bound on top; of equal ones the first. */
static uint32_t push(const gz_complex_search *search, const gz_branch *branches, uint32_t count,
                     open_branch *stack, uint32_t top) {
    uint32_t base = top;
    for (uint32_t i = 0; i < count; ++i) {
        open_branch branch = {search->bound(search->user, branches[i].lo, branches[i].hi),
                              branches[i].id};
        if (branch.bound > search->limit) continue;
        uint32_t at = top++;
        for (; at > base && !(stack[at - 1].bound > branch.bound); --at) stack[at] = stack[at - 1];
        stack[at] = branch;
    }
    return top;
}

graze_flow gz_complex_search_run(gz_complex_search *search) {
    open_branch stack[STACK];
    gz_branch branches[GZ_BRANCHES];
    uint32_t top = 0;
    if (!search->narrowed) stack[top++] = (open_branch){-INFINITY, GZ_BRANCH_ROOT};
    for (uint32_t i = 0; search->narrowed && i < search->starts; ++i)
        stack[top++] = (open_branch){-INFINITY, search->start[i]};
    while (top) {
        open_branch branch = stack[--top];
        if (branch.bound > search->limit) continue;
        if (branch.id & GZ_BRANCH_PART) {
            ++search->counts.items;
            uint32_t part = (uint32_t)(branch.id & ~GZ_BRANCH_PART);
            if (search->visit(search->user, part, &search->limit) == GRAZE_STOP) return GRAZE_STOP;
            continue;
        }
        uint32_t count = gz_complex_open(search->shape, branch.id, branches);
        ++search->counts.nodes;
        search->counts.box_tests += count;
        top = push(search, branches, count, stack, top);
    }
    return GRAZE_CONTINUE;
}
