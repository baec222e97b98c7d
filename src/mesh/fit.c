/* SPDX-License-Identifier: MIT */
#include "mesh/fit.h"

#include "base/memory.h"
#include "bounds/outward.h"
#include "mesh/make.h"
#include "tree/build.h"

/* -- the whole -- */

static void widen(gz_mesh_range *range, const double p[3]) {
    for (int k = 0; k < 3; ++k) {
        range->lo[k] = p[k] < range->lo[k] ? p[k] : range->lo[k];
        range->hi[k] = p[k] > range->hi[k] ? p[k] : range->hi[k];
    }
}

/* Infinity and NaN are worse than far away. */
static graze_status judge(graze_status before, const double p[3]) {
    double most = fabs(p[0]) > fabs(p[1]) ? fabs(p[0]) : fabs(p[1]);
    most = fabs(p[2]) > most ? fabs(p[2]) : most;
    if (!(most < INFINITY) || p[0] != p[0] || p[1] != p[1]) return GRAZE_INVALID_ARGUMENT;
    return most > (double)GRAZE_SHAPE_REACH && before == GRAZE_OK ? GRAZE_OUT_OF_RANGE : before;
}

static graze_status find_primitive_range(const gz_mesh *mesh, uint32_t primitive, graze_status status,
                                         gz_mesh_range *range) {
    const gz_mesh_group *group = gz_mesh_group_of(mesh, primitive);
    uint32_t at = gz_mesh_start(group, primitive), end = at + gz_mesh_size(group, primitive);
    for (; at < end; ++at) {
        double p[3];
        gz_mesh_vertex(mesh, gz_mesh_index(group, at), p);
        status = judge(status, p);
        widen(range, p);
    }
    return status;
}

graze_status gz_mesh_find_range(const gz_mesh *mesh, const graze_vertices *vertices,
                                gz_mesh_range *range) {
    gz_mesh seen = {.vertices = *vertices, .groups = mesh->groups, .group_count = mesh->group_count};
    gz_mesh_range all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    graze_status status = GRAZE_OK;
    if (mesh->all_used) {
        for (uint32_t i = 0; i < vertices->count; ++i) {
            double p[3];
            gz_mesh_vertex(&seen, i, p);
            status = judge(status, p);
            widen(&all, p);
        }
    } else {
        for (uint32_t i = 0; i < mesh->kept_count; ++i)
            status = find_primitive_range(&seen, mesh->tree->items[i], status, &all);
    }
    if (status == GRAZE_OK) *range = all;
    return status;
}

void gz_mesh_set_bounds(gz_mesh *mesh, const gz_mesh_range *range) {
    graze_shape *shape = &mesh->shape;
    const double *lo = range->lo, *hi = range->hi;
    gz_shape_set_box(
        shape,
        vec3_make(gz_outward_down(lo[0], 0), gz_outward_down(lo[1], 0), gz_outward_down(lo[2], 0)),
        vec3_make(gz_outward_up(hi[0], 0), gz_outward_up(hi[1], 0), gz_outward_up(hi[2], 0)));
    shape->reach = gz_round_up(vec3_length(shape->center) + shape->extent);
    /* A scan, from which vertices in double are rounded once more. */
    shape->support_error = gz_round_up(GZ_ERROR_SCAN * GRAZE_EPSILON * shape->extent +
                                       GRAZE_EPSILON * shape->reach + GZ_ERROR_UNDERFLOW);
}

/* -- the tree -- */

/* A record for each primitive that is kept, and the range of them all. */
static void keep(const gz_mesh_maker *maker, gz_tree_record *records, gz_mesh_range *range) {
    gz_mesh *mesh = maker->mesh;
    *range = (gz_mesh_range){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < mesh->primitive_count; ++i)
        if (!maker->dropped || !maker->dropped[i]) find_primitive_range(mesh, i, GRAZE_OK, range);
    gz_mesh_boxes boxes = {mesh, gz_units_for(range->lo, range->hi)};
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->primitive_count; ++i)
        if (!maker->dropped || !maker->dropped[i])
            gz_tree_record_set(&records[count++], gz_mesh_box_at(&boxes, i), i);
}

double gz_mesh_tree_cost(const gz_mesh *mesh) {
    graze_tree_info info = {.cost = 0};
    graze_tree_describe(mesh->tree, &info);
    return (double)info.cost;
}

/* Does every vertex belong to a primitive that is kept? */
static graze_status find_used(gz_mesh_maker *maker) {
    gz_mesh *mesh = maker->mesh;
    size_t count = mesh->vertices.count, left = count;
    unsigned char *used = gz_allocate(count);
    if (!used) return GRAZE_OUT_OF_MEMORY;
    memset(used, 0, count);
    for (uint32_t i = 0; i < mesh->kept_count; ++i) {
        uint32_t primitive = mesh->tree->items[i];
        const gz_mesh_group *group = gz_mesh_group_of(mesh, primitive);
        uint32_t at = gz_mesh_start(group, primitive), end = at + gz_mesh_size(group, primitive);
        for (; at < end; ++at) {
            unsigned char *vertex = &used[gz_mesh_index(group, at)];
            left -= !*vertex;
            *vertex = 1;
        }
    }
    mesh->all_used = left == 0;
    gz_release(used, count);
    return GRAZE_OK;
}

graze_status gz_mesh_make_tree(gz_mesh_maker *maker) {
    gz_mesh *mesh = maker->mesh;
    graze_tree_options options;
    graze_status status = gz_tree_options_complete(&mesh->options.tree, &options);
    if (status != GRAZE_OK)
        return gz_mesh_blame(maker, SIZE_MAX, SIZE_MAX, "the tree's options are not valid", status);
    gz_tree_record *records = gz_allocate_array(mesh->kept_count, sizeof *records);
    if (!records) return GRAZE_OUT_OF_MEMORY;
    gz_mesh_range range;
    keep(maker, records, &range);
    gz_mesh_set_bounds(mesh, &range);
    gz_units units = gz_units_for(range.lo, range.hi);
    status = gz_tree_build_records(records, mesh->kept_count, &units, &options, &mesh->tree);
    gz_release(records, mesh->kept_count * sizeof *records);
    if (status != GRAZE_OK) return status;
    mesh->best_cost = gz_mesh_tree_cost(mesh);
    mesh->patience = 1;
    return find_used(maker);
}

void gz_mesh_records(const void *user, const uint32_t *items, uint32_t count, gz_tree_record *records) {
    for (uint32_t i = 0; i < count; ++i)
        gz_tree_record_set(&records[i], gz_mesh_box_at(user, items[i]), items[i]);
}

/* -- oriented boxes -- */

static uint32_t corners_of(const void *user, uint32_t item, uint32_t from,
                           double corners[GZ_CORNERS_AT_ONCE][3]) {
    const gz_mesh *mesh = user;
    const gz_mesh_group *group = gz_mesh_group_of(mesh, item);
    uint32_t at = gz_mesh_start(group, item), size = gz_mesh_size(group, item), count = 0;
    for (; from < size && count < GZ_CORNERS_AT_ONCE; ++from, ++count)
        gz_mesh_vertex(mesh, gz_mesh_index(group, at + from), corners[count]);
    return count;
}

graze_status gz_mesh_orient(gz_mesh *mesh) {
    gz_obb_tree_release(mesh->obb_tree);
    mesh->obb_tree = NULL;
    if (!mesh->options.oriented_boxes) return GRAZE_OK;
    return gz_obb_tree_build(mesh->tree, corners_of, mesh, &mesh->obb_tree);
}
