/* SPDX-License-Identifier: MIT
 * Meshes as shapes: making one, giving it back, and what it answers about itself. */
#include "base/memory.h"
#include "mesh/compound.h"
#include "mesh/fit.h"
#include "mesh/height_field.h"
#include "mesh/make.h"
#include "mesh/measure.h"
#include "mesh/pack.h"
#include "mesh/support.h"

/* -- memory -- */

/* The header of a block keeps what follows aligned. */
#define BLOCK_HEADER GZ_ALIGNMENT

void *gz_mesh_allocate(gz_mesh *mesh, size_t count, size_t size) {
    if (count == 0 || count > (SIZE_MAX - BLOCK_HEADER) / size) return NULL;
    size_t bytes = count * size + BLOCK_HEADER;
    gz_mesh_block *block = gz_allocate(bytes);
    if (!block) return NULL;
    *block = (gz_mesh_block){mesh->blocks, bytes};
    mesh->blocks = block;
    mesh->bytes += bytes;
    return (char *)block + BLOCK_HEADER;
}

static void destroy(graze_shape *shape) {
    gz_mesh *mesh = (gz_mesh *)(void *)shape;
    for (uint32_t i = 0; i < mesh->group_count; ++i) {
        const gz_mesh_group *group = &mesh->groups[i];
        for (uint32_t k = 0; group->polytopes && k < group->count; ++k)
            graze_shape_release(group->polytopes[k]);
    }
    graze_tree_release(mesh->tree);
    while (mesh->blocks) {
        gz_mesh_block *block = mesh->blocks;
        mesh->blocks = block->next;
        gz_release(block, block->bytes);
    }
}

/* -- making one -- */

static void describe(const graze_shape *shape, gz_text *text, int depth) {
    (void)depth;
    const gz_mesh *mesh = gz_mesh_of(shape);
    gz_text_add(text, mesh->nature == GRAZE_MESH_SOLID ? "solid mesh(" : "mesh(");
    gz_text_add_real(text, (real)mesh->kept_count);
    gz_text_add(text, mesh->kept_count == 1 ? " primitive)" : " primitives)");
}

static const gz_shape_ops mesh_ops = {.core = gz_mesh_core,
                                      .bounding_sphere = gz_mesh_ball,
                                      .measure = gz_mesh_measure,
                                      .describe = describe,
                                      .destroy = destroy};

static gz_mesh *allocate(const graze_mesh_options *options) {
    gz_mesh *mesh = (gz_mesh *)(void *)gz_shape_allocate(sizeof *mesh, GRAZE_SHAPE_MESH, &mesh_ops);
    if (!mesh) return NULL;
    memset((char *)mesh + sizeof mesh->shape, 0, sizeof *mesh - sizeof mesh->shape);
    mesh->shape.convex = false;
    if (options) mesh->options = *options;
    mesh->nature = mesh->options.nature;
    return mesh;
}

static graze_status allow_drops(gz_mesh_maker *maker) {
    const gz_mesh *mesh = maker->mesh;
    if (!mesh->options.drop_degenerate && !mesh->options.drop_duplicate) return GRAZE_OK;
    maker->dropped = gz_allocate(mesh->primitive_count);
    if (!maker->dropped) return GRAZE_OUT_OF_MEMORY;
    memset(maker->dropped, 0, mesh->primitive_count);
    return GRAZE_OK;
}

static graze_status make(gz_mesh_maker *maker, const graze_vertices *vertices,
                         const graze_primitives *groups, size_t group_count) {
    graze_status status = gz_mesh_take_vertices(maker, vertices);
    if (status == GRAZE_OK) status = gz_mesh_take_groups(maker, groups, group_count);
    if (status == GRAZE_OK) status = allow_drops(maker);
    if (status == GRAZE_OK) status = gz_mesh_make_pieces(maker);
    if (status == GRAZE_OK) status = gz_mesh_drop(maker);
    if (status == GRAZE_OK) status = gz_mesh_check_closed(maker);
    if (status == GRAZE_OK) status = gz_mesh_make_tree(maker);
    if (status == GRAZE_OK) status = gz_mesh_make_slabs(maker->mesh);
    if (status == GRAZE_OK) status = gz_mesh_pack_make(maker->mesh);
    gz_release(maker->dropped, maker->mesh->primitive_count);
    return status;
}

graze_status gz_mesh_make(const graze_vertices *vertices, const graze_primitives *groups,
                          size_t group_count, const graze_mesh_options *options,
                          graze_mesh_report *report, graze_shape **out) {
    gz_mesh_maker maker = {.report = {SIZE_MAX, SIZE_MAX, "", 0, 0}};
    maker.mesh = allocate(options);
    if (!maker.mesh) return GRAZE_OUT_OF_MEMORY;
    graze_status status = make(&maker, vertices, groups, group_count);
    if (report) *report = maker.report;
    if (status == GRAZE_OK) return gz_shape_finish(&maker.mesh->shape, out);
    graze_shape_release(&maker.mesh->shape);
    return status;
}

static bool nature_is_valid(const graze_mesh_options *options) {
    return !options || options->nature == GRAZE_MESH_SURFACE || options->nature == GRAZE_MESH_SOLID;
}

graze_status graze_shape_mesh(const graze_vertices *vertices, const graze_primitives *groups,
                              size_t group_count, const graze_mesh_options *options,
                              graze_mesh_report *report, graze_shape **out) {
    if (report) *report = (graze_mesh_report){SIZE_MAX, SIZE_MAX, "", 0, 0};
    if (!out || !vertices || !nature_is_valid(options)) {
        if (report) report->reason = "an argument is missing, or the options are not valid";
        return GRAZE_INVALID_ARGUMENT;
    }
    return gz_mesh_make(vertices, groups, group_count, options, report, out);
}

graze_status graze_shape_triangles(const graze_vec3 *vertices, size_t vertex_count,
                                   const uint32_t *indices, size_t triangle_count, graze_shape **out) {
    const graze_vertices array = {vertices, vertex_count, 0, GRAZE_VERTEX_REAL};
    const graze_primitives group = {.count = triangle_count, .indices = indices};
    return graze_shape_mesh(&array, &group, 1, NULL, NULL, out);
}

/* -- questions -- */

graze_status graze_mesh_describe(const graze_shape *shape, graze_mesh_info *out) {
    const gz_mesh *mesh = gz_mesh_of(shape);
    if (!mesh || !out) return GRAZE_INVALID_ARGUMENT;
    graze_mesh_info info = {.nature = mesh->nature,
                            .primitives = mesh->primitive_count,
                            .kept = mesh->kept_count,
                            .vertices = mesh->vertices.count,
                            .revision = mesh->revision};
    graze_status status = graze_tree_describe(mesh->tree, &info.tree);
    if (status != GRAZE_OK) return status;
    info.bytes = shape->bytes + mesh->bytes + info.tree.bytes;
    for (uint32_t i = 0; i < mesh->group_count; ++i)
        for (uint32_t k = 0; mesh->groups[i].polytopes && k < mesh->groups[i].count; ++k)
            info.bytes += mesh->groups[i].polytopes[k]->bytes;
    *out = info;
    return GRAZE_OK;
}

uint32_t graze_shape_revision(const graze_shape *shape) {
    if (!shape) return 0;
    switch (shape->kind) {
    case GRAZE_SHAPE_MESH:
        return gz_mesh_of(shape)->revision;
    case GRAZE_SHAPE_HEIGHT_FIELD:
        return gz_height_field_of(shape)->revision;
    case GRAZE_SHAPE_COMPOUND:
        return gz_compound_revision(gz_compound_of(shape));
    default:
        return 0;
    }
}

graze_status graze_mesh_primitive(const graze_shape *shape, size_t primitive,
                                  graze_primitive_kind *kind, graze_vec3 *points, size_t capacity,
                                  size_t *count) {
    const gz_mesh *mesh = gz_mesh_of(shape);
    if (!mesh || primitive >= mesh->primitive_count || (!points && capacity > 0))
        return GRAZE_INVALID_ARGUMENT;
    const gz_mesh_group *group = gz_mesh_group_of(mesh, (uint32_t)primitive);
    uint32_t at = gz_mesh_start(group, (uint32_t)primitive);
    uint32_t size = gz_mesh_size(group, (uint32_t)primitive);
    for (uint32_t i = 0; i < size && i < capacity; ++i) {
        double p[3];
        gz_mesh_vertex(mesh, gz_mesh_index(group, at + i), p);
        points[i] = vec3_make((real)p[0], (real)p[1], (real)p[2]);
    }
    if (kind) *kind = group->kind;
    if (count) *count = size;
    return GRAZE_OK;
}
