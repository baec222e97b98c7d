/* SPDX-License-Identifier: MIT
 * Polygons are cut into triangles once, when the mesh is made; polytopes become shapes. */
#include "base/array.h"
#include "mesh/make.h"

/* The vertices of a primitive, rounded to real. NULL when memory is out. */
static vec3 *gather(const gz_mesh *mesh, const gz_mesh_group *group, uint32_t primitive) {
    uint32_t at = gz_mesh_start(group, primitive), size = gz_mesh_size(group, primitive);
    vec3 *points = gz_allocate_array(size, sizeof *points);
    for (uint32_t i = 0; points && i < size; ++i) {
        double p[3];
        gz_mesh_vertex(mesh, gz_mesh_index(group, at + i), p);
        points[i] = vec3_make((real)p[0], (real)p[1], (real)p[2]);
    }
    return points;
}

graze_status gz_mesh_make_polytope(const gz_mesh *mesh, const gz_mesh_group *group, uint32_t primitive,
                                   graze_shape **out) {
    uint32_t size = gz_mesh_size(group, primitive);
    vec3 *points = gather(mesh, group, primitive);
    if (!points) return GRAZE_OUT_OF_MEMORY;
    graze_status status = graze_shape_polytope(points, size, 0, out);
    gz_release(points, size * sizeof *points);
    return status;
}

static graze_status make_polytopes(gz_mesh_maker *maker, gz_mesh_group *group) {
    group->polytopes = gz_mesh_allocate(maker->mesh, group->count, sizeof *group->polytopes);
    if (!group->polytopes) return GRAZE_OUT_OF_MEMORY;
    memset(group->polytopes, 0, group->count * sizeof *group->polytopes);
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; status == GRAZE_OK && i < group->count; ++i)
        status = gz_mesh_make_polytope(maker->mesh, group, group->first + i, &group->polytopes[i]);
    return status;
}

/* -- polygons -- */

/* A polygon as polygon.h wants it, with room for its triangles. */
typedef struct cutter {
    graze_polygon polygon;
    vec3 *points;
    uint32_t *ends, *triangles;
    uint32_t loops, capacity;
} cutter;

static void cutter_release(cutter *c) {
    gz_release(c->points, c->polygon.count * sizeof *c->points);
    gz_release(c->ends, c->loops * sizeof *c->ends);
    gz_release(c->triangles, (size_t)c->capacity * 3 * sizeof *c->triangles);
}

static bool cutter_open(cutter *c, const gz_mesh *mesh, const gz_mesh_group *group,
                        uint32_t primitive) {
    uint32_t i = primitive - group->first, start = group->starts[i], first = group->loop_starts[i];
    uint32_t size = gz_mesh_size(group, primitive);
    c->loops = group->loop_starts[i + 1] - first;
    c->capacity = size + 2 * c->loops;
    c->points = gather(mesh, group, primitive);
    c->ends = gz_allocate_array(c->loops, sizeof *c->ends);
    c->triangles = gz_allocate_array(c->capacity, 3 * sizeof *c->triangles);
    c->polygon = (graze_polygon){c->points, size, c->ends, c->loops};
    if (!c->points || !c->ends || !c->triangles) return false;
    for (uint32_t loop = 0; loop < c->loops; ++loop)
        c->ends[loop] = group->loop_ends[first + loop] - start;
    return true;
}

/* The triangles of one polygon, as vertices behind the pieces that are there already. */
static graze_status add_pieces(gz_mesh_maker *maker, gz_mesh_group *group, uint32_t primitive,
                               gz_indices *pieces) {
    cutter c;
    uint32_t count = 0, start = gz_mesh_start(group, primitive);
    graze_status status =
        cutter_open(&c, maker->mesh, group, primitive) ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
    if (status == GRAZE_OK) status = graze_polygon_check(&c.polygon);
    if (status == GRAZE_INVALID_ARGUMENT && maker->dropped && maker->mesh->options.drop_degenerate) {
        maker->dropped[primitive] = 1;
        maker->report.dropped_degenerate++;
        status = GRAZE_OK;
    } else if (status == GRAZE_OK) {
        status = graze_polygon_triangulate(&c.polygon, c.triangles, c.capacity, &count);
    }
    if (status == GRAZE_INVALID_ARGUMENT)
        gz_mesh_blame(maker, primitive, SIZE_MAX, "a polygon has no plane, or its edges cross", status);
    for (uint32_t i = 0; status == GRAZE_OK && i < 3 * count; ++i)
        if (!gz_indices_push(pieces, gz_mesh_index(group, start + c.triangles[i])))
            status = GRAZE_OUT_OF_MEMORY;
    cutter_release(&c);
    return status;
}

static graze_status cut_polygons(gz_mesh_maker *maker, gz_mesh_group *group) {
    gz_mesh *mesh = maker->mesh;
    gz_indices pieces = {0};
    graze_status status = GRAZE_OK;
    group->piece_starts = gz_mesh_allocate(mesh, (size_t)group->count + 1, sizeof(uint32_t));
    if (!group->piece_starts) return GRAZE_OUT_OF_MEMORY;
    for (uint32_t i = 0; status == GRAZE_OK && i < group->count; ++i) {
        group->piece_starts[i] = (uint32_t)(pieces.count / 3);
        status = add_pieces(maker, group, group->first + i, &pieces);
    }
    group->piece_starts[group->count] = (uint32_t)(pieces.count / 3);
    if (status == GRAZE_OK && pieces.count > 0) {
        group->pieces = gz_mesh_allocate(mesh, pieces.count, sizeof *group->pieces);
        if (group->pieces)
            memcpy(group->pieces, pieces.at, pieces.count * sizeof *group->pieces);
        else
            status = GRAZE_OUT_OF_MEMORY;
    }
    gz_indices_release(&pieces);
    return status;
}

graze_status gz_mesh_make_pieces(gz_mesh_maker *maker) {
    gz_mesh *mesh = maker->mesh;
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; status == GRAZE_OK && i < mesh->group_count; ++i) {
        gz_mesh_group *group = &mesh->groups[i];
        if (group->kind == GRAZE_PRIMITIVE_POLYTOPE) status = make_polytopes(maker, group);
        if (group->kind == GRAZE_PRIMITIVE_POLYGON) status = cut_polygons(maker, group);
    }
    return status;
}
