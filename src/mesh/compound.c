/* SPDX-License-Identifier: MIT
 * Compounds as shapes: making one, giving it back, and what it answers about itself. */
#include "mesh/compound.h"

#include <string.h>

#include "base/memory.h"
#include "mesh/compound_fit.h"
#include "mesh/complex_shape.h"
#include "tree/tree.h"

static void destroy(graze_shape *shape) {
    gz_compound *compound = (gz_compound *)(void *)shape;
    for (uint32_t i = 0; compound->children && i < compound->count; ++i)
        graze_shape_release(compound->children[i].shape);
    gz_release(compound->children, compound->count * sizeof *compound->children);
    gz_release(compound->boxes, compound->count * sizeof *compound->boxes);
    graze_tree_release(compound->tree);
}

static void describe(const graze_shape *shape, gz_text *text, int depth) {
    const gz_compound *compound = gz_compound_of(shape);
    gz_text_add(text, "compound(");
    for (uint32_t i = 0; i < compound->count; ++i) {
        if (i > 0) gz_text_add(text, ", ");
        if (i == 4) {
            gz_text_add(text, "...");
            break;
        }
        gz_text_add_shape(text, compound->children[i].shape, depth - 1);
    }
    gz_text_add(text, ")");
}

static const gz_shape_ops compound_ops = {.core = gz_complex_core,
                                          .bounding_sphere = gz_complex_ball,
                                          .measure = gz_compound_measure,
                                          .describe = describe,
                                          .destroy = destroy};

/* -- making one -- */

static gz_compound *allocate(size_t count) {
    gz_compound *compound =
        (gz_compound *)(void *)gz_shape_allocate(sizeof *compound, GRAZE_SHAPE_COMPOUND, &compound_ops);
    if (!compound) return NULL;
    memset((char *)compound + sizeof compound->shape, 0, sizeof *compound - sizeof compound->shape);
    compound->shape.convex = false;
    compound->count = (uint32_t)count;
    compound->children = gz_allocate_array(count, sizeof *compound->children);
    compound->boxes = gz_allocate_array(count, sizeof *compound->boxes);
    if (compound->children) memset(compound->children, 0, count * sizeof *compound->children);
    if (compound->children && compound->boxes) return compound;
    graze_shape_release(&compound->shape);
    return NULL;
}

static graze_status take(gz_compound *compound, const graze_compound_child *children) {
    for (uint32_t i = 0; i < compound->count; ++i) {
        const gz_compound *inner = gz_compound_of(children[i].shape);
        compound->children[i].pose = children[i].pose;
        compound->children[i].shape = graze_shape_retain(children[i].shape);
        uint32_t depth = inner ? inner->depth + 1 : 1;
        compound->depth = depth > compound->depth ? depth : compound->depth;
    }
    return compound->depth <= GRAZE_COMPOUND_DEPTH ? GRAZE_OK : GRAZE_OUT_OF_RANGE;
}

graze_status graze_shape_compound(const graze_compound_child *children, size_t count,
                                  graze_shape **out) {
    if (!out || (count > 0 && !children)) return GRAZE_INVALID_ARGUMENT;
    if (count == 0) return GRAZE_EMPTY;
    if (count > GRAZE_TREE_ITEMS) return GRAZE_OUT_OF_RANGE;
    for (size_t i = 0; i < count; ++i)
        if (!children[i].shape) return GRAZE_INVALID_ARGUMENT;
    gz_compound *compound = allocate(count);
    if (!compound) return GRAZE_OUT_OF_MEMORY;
    graze_status status = take(compound, children);
    if (status == GRAZE_OK) status = gz_compound_fit(compound);
    if (status == GRAZE_OK) return gz_shape_finish(&compound->shape, out);
    graze_shape_release(&compound->shape);
    return status;
}

/* -- questions -- */

uint32_t gz_compound_revision(const gz_compound *compound) {
    return compound->changes + gz_compound_sum_revisions(compound);
}

graze_status graze_compound_describe(const graze_shape *shape, graze_compound_info *out) {
    const gz_compound *compound = gz_compound_of(shape);
    if (!compound || !out) return GRAZE_INVALID_ARGUMENT;
    graze_compound_info info = {.children = compound->count,
                                .depth = (int)compound->depth,
                                .revision = gz_compound_revision(compound)};
    graze_status status = graze_tree_describe(compound->tree, &info.tree);
    if (status != GRAZE_OK) return status;
    info.bytes = shape->bytes + info.tree.bytes +
                 compound->count * (sizeof *compound->children + sizeof *compound->boxes);
    *out = info;
    return GRAZE_OK;
}

graze_status graze_compound_get(const graze_shape *shape, size_t child, graze_compound_child *out) {
    const gz_compound *compound = gz_compound_of(shape);
    if (!compound || !out || child >= compound->count) return GRAZE_INVALID_ARGUMENT;
    *out = compound->children[child];
    return GRAZE_OK;
}

graze_status graze_compound_placed(const graze_placed *placed, size_t child, graze_placed *out) {
    graze_status status = graze_placed_check(placed);
    if (status != GRAZE_OK) return status;
    const gz_compound *compound = gz_compound_of(placed->shape);
    if (!compound || !out || child >= compound->count) return GRAZE_INVALID_ARGUMENT;
    *out = gz_compound_part(placed, (uint32_t)child);
    return GRAZE_OK;
}

/* -- parts -- */

graze_placed gz_compound_part(const graze_placed *placed, uint32_t part) {
    const graze_compound_child *child = &gz_compound_of(placed->shape)->children[part];
    return (graze_placed){child->shape, graze_pose_compose(&placed->pose, &child->pose),
                          placed->margin};
}

static uint32_t open_leaf(const gz_compound *compound, uint32_t link, gz_branch *out) {
    const uint32_t *items = compound->tree->items + gz_link_first(link);
    uint32_t count = gz_link_count(link);
    for (uint32_t i = 0; i < count; ++i) {
        const graze_aabb *box = &compound->boxes[items[i]];
        out[i] = (gz_branch){GZ_BRANCH_PART | items[i],
                             {(double)box->lo.x, (double)box->lo.y, (double)box->lo.z},
                             {(double)box->hi.x, (double)box->hi.y, (double)box->hi.z}};
    }
    return count;
}

/* Branches have the links of the tree as numbers. */
uint32_t gz_compound_open(const gz_compound *compound, uint64_t id, gz_branch out[GZ_BRANCHES]) {
    uint32_t link = (uint32_t)id, count = 0;
    if (gz_link_is_leaf(link)) return open_leaf(compound, link, out);
    const gz_node *node = &compound->tree->nodes[link];
    const gz_units *units = &compound->tree->units;
    for (; count < GZ_TREE_WIDTH && node->link[count] != GZ_LINK_NONE; ++count) {
        out[count].id = node->link[count];
        for (int k = 0; k < 3; ++k) {
            out[count].lo[k] = gz_units_back(units, k, (double)node->lo[k][count]);
            out[count].hi[k] = gz_units_back(units, k, (double)node->hi[k][count]);
        }
    }
    return count;
}
