/* SPDX-License-Identifier: MIT */
#include "mesh/fit.h"

#include "base/memory.h"
#include "bounds/outward.h"
#include "mesh/make.h"
#include "tree/build.h"

/* -- the whole -- */

/* Infinity and NaN are worse than far away. */
static graze_status judge(graze_status before, const double p[3]) {
    double most = fabs(p[0]) > fabs(p[1]) ? fabs(p[0]) : fabs(p[1]);
    most = fabs(p[2]) > most ? fabs(p[2]) : most;
    if (!(most < INFINITY) || p[0] != p[0] || p[1] != p[1]) return GRAZE_INVALID_ARGUMENT;
    return most > (double)GRAZE_SHAPE_REACH && before == GRAZE_OK ? GRAZE_OUT_OF_RANGE : before;
}

static void widen(gz_mesh_range *range, const double p[3]) {
    for (int k = 0; k < 3; ++k) {
        range->lo[k] = p[k] < range->lo[k] ? p[k] : range->lo[k];
        range->hi[k] = p[k] > range->hi[k] ? p[k] : range->hi[k];
    }
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
    if (mesh->all_used)
        status = gz_mesh_range_of_all(vertices, &all);
    else
        for (uint32_t i = 0; i < mesh->kept_count; ++i)
            status = find_primitive_range(&seen, mesh->tree->items[i], status, &all);
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

double gz_mesh_tree_cost(const gz_mesh *mesh) {
    graze_tree_info info = {.cost = 0};
    graze_tree_describe(mesh->tree, &info);
    return (double)info.cost;
}

static bool is_kept(const gz_mesh_maker *maker, uint32_t primitive) {
    return !maker->dropped || !maker->dropped[primitive];
}

/* Sets those bytes of used that belong to vertices of what is kept. */
static void mark_used(const gz_mesh_maker *maker, const gz_mesh_group *group, unsigned char *used) {
    if (!maker->dropped && !group->indices) {
        memset(used, 1, group->index_count);
        return;
    }
    if (!maker->dropped) { /* four at a time, since each byte could be part of an index */
        const uint32_t *at = group->indices, *end = at + group->index_count;
        for (; end - at >= 4; at += 4) {
            uint32_t a = at[0], b = at[1], c = at[2], d = at[3];
            used[a] = used[b] = used[c] = used[d] = 1;
        }
        for (; at < end; ++at) used[*at] = 1;
        return;
    }
    for (uint32_t i = group->first; i < group->first + group->count; ++i) {
        uint32_t at = gz_mesh_start(group, i), end = at + gz_mesh_size(group, i);
        for (; is_kept(maker, i) && at < end; ++at) used[gz_mesh_index(group, at)] = 1;
    }
}

/* Does every vertex belong to a primitive that is kept? */
static graze_status find_used(gz_mesh_maker *maker) {
    gz_mesh *mesh = maker->mesh;
    size_t count = mesh->vertices.count, sum = 0;
    unsigned char *used = gz_allocate(count);
    if (!used) return GRAZE_OUT_OF_MEMORY;
    memset(used, 0, count);
    for (uint32_t g = 0; g < mesh->group_count; ++g) mark_used(maker, &mesh->groups[g], used);
    for (size_t i = 0; i < count; ++i) sum += used[i];
    mesh->all_used = sum == count;
    gz_release(used, count);
    return GRAZE_OK;
}

static void find_kept_range(const gz_mesh_maker *maker, gz_mesh_range *range) {
    const gz_mesh *mesh = maker->mesh;
    if (mesh->all_used) {
        if (maker->range_known)
            *range = maker->range;
        else
            gz_mesh_range_of_all(&mesh->vertices, range);
        return;
    }
    *range = (gz_mesh_range){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < mesh->primitive_count; ++i)
        if (is_kept(maker, i)) find_primitive_range(mesh, i, GRAZE_OK, range);
}

/* Items, or first, first + 1, ... */
typedef struct item_range {
    const uint32_t *items;
    uint32_t first, count;
} item_range;

/* Their records, one each or, in a list, one for some pairs. Boxes are brought into the tree's units
 * when they are around all that they should be around. at: what compilers believe may change with every
 * record unless it is a copy. */
typedef gz_box4 box_of_item(const gz_mesh_boxes *boxes, const gz_mesh_corners *at, uint32_t item);
GZ_INLINE void fill_with(box_of_item box_of, gz_box_to_units to_units, const gz_mesh_boxes *given,
                         item_range range, gz_tree_record *records, gz_tree_records *list) {
    const gz_mesh_boxes boxes = *given;
    const gz_mesh_corners at = gz_mesh_corners_of(boxes.mesh);
    gz_record_run run = {.count = 0};
    if (list) run = gz_record_run_begin(list, &boxes.units);
    for (uint32_t i = 0; i < range.count; ++i) {
        uint32_t item = range.items ? range.items[i] : range.first + i;
        gz_box4 box = box_of(&boxes, &at, item);
        if (list)
            gz_record_run_add(&run, box, item, to_units);
        else
            gz_tree_record_set(&records[i], to_units(&boxes.units, box), item, 1);
    }
    if (list) gz_record_run_end(&run, to_units, list);
}

GZ_INLINE gz_box4 box_of_any(const gz_mesh_boxes *boxes, const gz_mesh_corners *at, uint32_t item) {
    (void)at;
    return gz_mesh_box_at(boxes, item);
}
GZ_INLINE gz_box4 box_of_doubles(const gz_mesh_boxes *boxes, const gz_mesh_corners *at, uint32_t item) {
    (void)at;
    return gz_mesh_box_of_doubles(boxes, item);
}
GZ_INLINE gz_box4 box_of_floats(const gz_mesh_boxes *boxes, const gz_mesh_corners *at, uint32_t item) {
    (void)boxes;
    return gz_mesh_box_from_floats(at, item);
}
GZ_INLINE gz_box4 floats_to_units(const gz_units *units, gz_box4 box) {
    return gz_box4_to_units(units, box);
}

/* Triangles in one group, whose corners are vectors. */
GZ_INLINE void fill_triangles(box_of_item floats, gz_box_to_units to_units, const gz_mesh_boxes *boxes,
                              item_range range, gz_tree_record *records, gz_tree_records *list) {
    if (boxes->mesh->vertices.format == GRAZE_VERTEX_FLOAT)
        fill_with(floats, to_units, boxes, range, records, list);
    else
        fill_with(box_of_doubles, gz_box4_as_it_is, boxes, range, records, list);
}

static void fill_baseline(const gz_mesh_boxes *boxes, item_range range, gz_tree_record *records,
                          gz_tree_records *list) {
    if (list)
        fill_triangles(box_of_floats, floats_to_units, boxes, range, NULL, list);
    else
        fill_triangles(box_of_floats, floats_to_units, boxes, range, records, NULL);
}
#if defined(GZ_HAVE_AVX2)
GZ_INLINE_AVX2 gz_box4 box_of_floats_avx2(const gz_mesh_boxes *boxes, const gz_mesh_corners *at,
                                          uint32_t item) {
    (void)boxes;
    return gz_mesh_box_from_floats_avx2(at, item);
}
GZ_TARGET_AVX2 static void fill_avx2(const gz_mesh_boxes *boxes, item_range range,
                                     gz_tree_record *records, gz_tree_records *list) {
    if (list)
        fill_triangles(box_of_floats_avx2, gz_box4_to_units_avx2, boxes, range, NULL, list);
    else
        fill_triangles(box_of_floats_avx2, gz_box4_to_units_avx2, boxes, range, records, NULL);
}
#endif

static void fill(const gz_mesh_boxes *boxes, item_range range, gz_tree_record *records,
                 gz_tree_records *list) {
    if (gz_mesh_corner_kind(boxes->mesh) == GZ_CORNERS_ANY) {
        fill_with(box_of_any, gz_box4_as_it_is, boxes, range, records, list);
        return;
    }
#if defined(GZ_HAVE_AVX2)
    if (gz_simd_has_avx2()) {
        fill_avx2(boxes, range, records, list);
        return;
    }
#endif
    fill_baseline(boxes, range, records, list);
}

void gz_mesh_records(const void *user, const uint32_t *items, uint32_t count, gz_tree_record *records) {
    fill(user, (item_range){items, 0, count}, records, NULL);
}

/* The primitives that are kept: runs of them between those that are not. */
static void fill_kept(const gz_mesh_maker *maker, const gz_mesh_boxes *boxes, gz_tree_records *list) {
    uint32_t end = boxes->mesh->primitive_count;
    for (uint32_t i = 0; i < end;) {
        uint32_t first = i;
        while (i < end && is_kept(maker, i)) i = maker->dropped ? i + 1 : end;
        if (i > first) gz_tree_records_note(list, first, i - first);
        fill(boxes, (item_range){NULL, first, i - first}, NULL, list);
        while (i < end && !is_kept(maker, i)) ++i;
    }
}

graze_status gz_mesh_make_tree(gz_mesh_maker *maker) {
    gz_mesh *mesh = maker->mesh;
    graze_tree_options options;
    graze_status status = gz_tree_options_complete(&mesh->options.tree, &options);
    if (status != GRAZE_OK)
        return gz_mesh_blame(maker, SIZE_MAX, SIZE_MAX, "the tree's options are not valid", status);
    status = find_used(maker);
    gz_tree_record *records = gz_allocate_array(mesh->kept_count, sizeof *records);
    if (status != GRAZE_OK || !records) {
        gz_release(records, mesh->kept_count * sizeof *records);
        return GRAZE_OUT_OF_MEMORY;
    }
    gz_mesh_range range;
    find_kept_range(maker, &range);
    gz_mesh_set_bounds(mesh, &range);
    gz_mesh_boxes boxes = {mesh, gz_units_for(range.lo, range.hi)};
    gz_tree_records list = gz_tree_records_make(records, &options);
    fill_kept(maker, &boxes, &list);
    status = gz_tree_build_records(&list, &boxes.units, &options, &mesh->tree);
    gz_release(records, mesh->kept_count * sizeof *records);
    if (status != GRAZE_OK) return status;
    mesh->patience = 1;
    mesh->tried_size = 0;
    return GRAZE_OK;
}
