/* SPDX-License-Identifier: MIT */
#include "mesh/fit.h"

#include "bounds/outward.h"
#include "graze/bounds.h"
#include "mesh/make.h"
#include "base/memory.h"

/* Numbers are compared as they are; only vertices in double have to be rounded, in the float build. */
static void widen(graze_aabb *box, const double p[3]) {
    vec3 lo = vec3_make(gz_outward_down(p[0], 0), gz_outward_down(p[1], 0), gz_outward_down(p[2], 0));
    vec3 hi = vec3_make(gz_outward_up(p[0], 0), gz_outward_up(p[1], 0), gz_outward_up(p[2], 0));
    box->lo = vec3_min(box->lo, lo);
    box->hi = vec3_max(box->hi, hi);
}

graze_aabb gz_mesh_box(const gz_mesh *mesh, const gz_mesh_group *group, uint32_t primitive) {
    uint32_t at = gz_mesh_start(group, primitive), end = at + gz_mesh_size(group, primitive);
    graze_aabb box = graze_aabb_nothing();
    for (; at < end; ++at) {
        double p[3];
        gz_mesh_vertex(mesh, gz_mesh_index(group, at), p);
        widen(&box, p);
    }
    return box;
}

void gz_mesh_boxes(const gz_mesh *mesh, graze_aabb *boxes) {
    for (uint32_t g = 0; g < mesh->group_count; ++g) {
        const gz_mesh_group *group = &mesh->groups[g];
        for (uint32_t i = 0; i < group->count; ++i)
            boxes[group->first + i] = gz_mesh_box(mesh, group, group->first + i);
    }
}

void gz_mesh_set_bounds(gz_mesh *mesh, graze_aabb all) {
    graze_shape *shape = &mesh->shape;
    gz_shape_set_box(shape, all.lo, all.hi);
    shape->reach = gz_round_up(vec3_length(shape->center) + shape->extent);
    /* A scan, from which vertices in double are rounded once more. */
    shape->support_error = gz_round_up(GZ_ERROR_SCAN * GRAZE_EPSILON * shape->extent +
                                       GRAZE_EPSILON * shape->reach + GZ_ERROR_UNDERFLOW);
}

/* The boxes of those that are kept, and their numbers. */
static void keep(const gz_mesh_maker *maker, graze_aabb *boxes, uint32_t *numbers) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < maker->mesh->primitive_count; ++i) {
        if (maker->dropped && maker->dropped[i]) continue;
        boxes[count] = boxes[i];
        if (numbers) numbers[count] = i;
        ++count;
    }
}

static graze_status build(gz_mesh_maker *maker, graze_aabb *boxes, uint32_t *numbers) {
    gz_mesh *mesh = maker->mesh;
    gz_mesh_boxes(mesh, boxes);
    keep(maker, boxes, numbers);
    graze_aabb all = boxes[0];
    for (uint32_t i = 1; i < mesh->kept_count; ++i) all = graze_aabb_merge(all, boxes[i]);
    gz_mesh_set_bounds(mesh, all);
    graze_status status =
        graze_tree_build(boxes, mesh->kept_count, &mesh->options.tree, &mesh->tree);
    for (uint32_t i = 0; status == GRAZE_OK && numbers && i < mesh->kept_count; ++i)
        mesh->tree->items[i] = numbers[mesh->tree->items[i]];
    return status;
}

graze_status gz_mesh_make_tree(gz_mesh_maker *maker) {
    size_t count = maker->mesh->primitive_count;
    bool gaps = maker->mesh->kept_count < count;
    graze_aabb *boxes = gz_allocate_array(count, sizeof *boxes);
    uint32_t *numbers = gaps ? gz_allocate_array(count, sizeof *numbers) : NULL;
    graze_status status =
        boxes && (numbers || !gaps) ? build(maker, boxes, numbers) : GRAZE_OUT_OF_MEMORY;
    gz_release(numbers, count * sizeof *numbers);
    gz_release(boxes, count * sizeof *boxes);
    return status;
}
