/* SPDX-License-Identifier: MIT
 * Vertices and indices as the caller gives them: checked, copied if asked for. */
#include "base/memory.h"
#include "base/simd.h"
#include "mesh/make.h"

static size_t packed_size(graze_vertex_format format) {
    return 3 * (format == GRAZE_VERTEX_FLOAT ? sizeof(float) : sizeof(double));
}

graze_status gz_mesh_normalise(const graze_vertices *vertices, graze_vertices *out) {
    if (!vertices || (!vertices->data && vertices->count > 0)) return GRAZE_INVALID_ARGUMENT;
    graze_vertices v = *vertices;
    if ((int)v.format < GRAZE_VERTEX_REAL || v.format > GRAZE_VERTEX_DOUBLE)
        return GRAZE_INVALID_ARGUMENT;
    if (v.format == GRAZE_VERTEX_REAL)
        v.format = sizeof(real) == sizeof(float) ? GRAZE_VERTEX_FLOAT : GRAZE_VERTEX_DOUBLE;
    if (v.stride == 0) v.stride = packed_size(v.format);
    if (v.stride < packed_size(v.format) || v.count > SIZE_MAX / v.stride)
        return GRAZE_INVALID_ARGUMENT;
    *out = v;
    return GRAZE_OK;
}

static graze_status copy_vertices(gz_mesh *mesh) {
    graze_vertices *v = &mesh->vertices;
    size_t size = packed_size(v->format);
    if (v->count == 0) return GRAZE_OK;
    mesh->owned_vertices = gz_mesh_allocate(mesh, v->count, size);
    if (!mesh->owned_vertices) return GRAZE_OUT_OF_MEMORY;
    for (size_t i = 0; i < v->count; ++i)
        memcpy(mesh->owned_vertices + i * size, (const char *)v->data + i * v->stride, size);
    v->data = mesh->owned_vertices;
    v->stride = size;
    return GRAZE_OK;
}

graze_status gz_mesh_take_vertices(gz_mesh_maker *maker, const graze_vertices *vertices) {
    graze_status status = gz_mesh_normalise(vertices, &maker->mesh->vertices);
    if (status != GRAZE_OK)
        return gz_mesh_blame(maker, SIZE_MAX, SIZE_MAX, "the vertices have no usable place or stride",
                             status);
    return maker->mesh->options.copy_vertices ? copy_vertices(maker->mesh) : GRAZE_OK;
}

/* -- groups -- */

static uint32_t fixed_size(graze_primitive_kind kind) {
    switch (kind) {
    case GRAZE_PRIMITIVE_TRIANGLE:
        return 3;
    case GRAZE_PRIMITIVE_SEGMENT:
        return 2;
    case GRAZE_PRIMITIVE_POINT:
        return 1;
    default:
        return 0;
    }
}

static uint32_t least_size(graze_primitive_kind kind) {
    return kind == GRAZE_PRIMITIVE_POLYTOPE ? 1 : 3;
}

/* One primitive of variable size, of so many loops; *end is where its indices end, counted from the
 * beginning of the group. */
static graze_status add_sizes(gz_mesh_maker *maker, const gz_mesh_group *group, uint32_t i,
                              const uint32_t *sizes, uint32_t loops, uint32_t *ends, uint64_t *end) {
    if (loops == 0)
        return gz_mesh_blame(maker, group->first + i, SIZE_MAX, "a polygon has no loop",
                             GRAZE_INVALID_ARGUMENT);
    for (uint32_t loop = 0; loop < loops; ++loop) {
        if (sizes[loop] < least_size(group->kind))
            return gz_mesh_blame(maker, group->first + i, SIZE_MAX, "a primitive has too few vertices",
                                 GRAZE_INVALID_ARGUMENT);
        *end += sizes[loop];
        if (*end > UINT32_MAX)
            return gz_mesh_blame(maker, group->first + i, SIZE_MAX, "there are too many indices",
                                 GRAZE_OUT_OF_RANGE);
        if (ends) ends[loop] = (uint32_t)*end;
    }
    return GRAZE_OK;
}

static graze_status take_loops(gz_mesh_maker *maker, gz_mesh_group *group, const uint32_t *loops) {
    uint64_t total = 0;
    group->loop_starts = gz_mesh_allocate(maker->mesh, (size_t)group->count + 1, sizeof(uint32_t));
    if (!group->loop_starts) return GRAZE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < group->count; ++i) {
        group->loop_starts[i] = (uint32_t)total;
        total += loops ? loops[i] : 1;
        if (total > UINT32_MAX)
            return gz_mesh_blame(maker, group->first + i, SIZE_MAX, "there are too many loops",
                                 GRAZE_OUT_OF_RANGE);
    }
    group->loop_starts[group->count] = (uint32_t)total;
    if (total == 0) return GRAZE_OK; /* which add_sizes refuses */
    group->loop_ends = gz_mesh_allocate(maker->mesh, (size_t)total, sizeof(uint32_t));
    return group->loop_ends ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}

static graze_status take_sizes(gz_mesh_maker *maker, gz_mesh_group *group,
                               const graze_primitives *given) {
    if (!given->sizes)
        return gz_mesh_blame(maker, group->first, SIZE_MAX, "the sizes of primitives are missing",
                             GRAZE_INVALID_ARGUMENT);
    group->starts = gz_mesh_allocate(maker->mesh, (size_t)group->count + 1, sizeof(uint32_t));
    if (!group->starts) return GRAZE_OUT_OF_MEMORY;
    bool has_loops = group->kind == GRAZE_PRIMITIVE_POLYGON;
    graze_status status = has_loops ? take_loops(maker, group, given->loops) : GRAZE_OK;
    uint64_t end = 0;
    for (uint32_t i = 0; status == GRAZE_OK && i < group->count; ++i) {
        group->starts[i] = (uint32_t)end;
        uint32_t at = has_loops ? group->loop_starts[i] : i;
        uint32_t loops = has_loops ? group->loop_starts[i + 1] - at : 1;
        uint32_t *ends = has_loops && loops > 0 ? group->loop_ends + at : NULL;
        status = add_sizes(maker, group, i, given->sizes + at, loops, ends, &end);
    }
    group->starts[group->count] = group->index_count = (uint32_t)end;
    return status;
}

static graze_status copy_indices(gz_mesh *mesh, gz_mesh_group *group) {
    uint32_t *copy = gz_mesh_allocate(mesh, group->index_count, sizeof *copy);
    if (!copy) return GRAZE_OUT_OF_MEMORY;
    memcpy(copy, group->indices, group->index_count * sizeof *copy);
    group->indices = copy;
    return GRAZE_OK;
}

static graze_status take_group(gz_mesh_maker *maker, gz_mesh_group *group,
                               const graze_primitives *given, uint64_t first) {
    gz_mesh *mesh = maker->mesh;
    *group = (gz_mesh_group){.kind = given->kind, .first = (uint32_t)first};
    if ((int)given->kind < 0 || given->kind >= GRAZE_PRIMITIVE_KIND_COUNT)
        return gz_mesh_blame(maker, (size_t)first, SIZE_MAX, "there is no such kind of primitive",
                             GRAZE_INVALID_ARGUMENT);
    if (given->count > GRAZE_TREE_ITEMS - first)
        return gz_mesh_blame(maker, GRAZE_TREE_ITEMS, SIZE_MAX, "there are too many primitives",
                             GRAZE_OUT_OF_RANGE);
    group->count = (uint32_t)given->count;
    group->indices = given->indices;
    group->size = fixed_size(given->kind);
    group->index_count = group->size * group->count;
    graze_status status = group->size ? GRAZE_OK : take_sizes(maker, group, given);
    if (status == GRAZE_OK && group->indices && mesh->options.copy_indices)
        status = copy_indices(mesh, group);
    return status;
}

/* -- what indices lead to -- */

static const char *vertex_flaw(const gz_mesh *mesh, uint32_t vertex, graze_status *status) {
    double p[3], most = 0;
    gz_mesh_vertex(mesh, vertex, p);
    *status = GRAZE_INVALID_ARGUMENT;
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(p[k]) <= INFINITY) || fabs(p[k]) == INFINITY) return "a vertex is not finite";
        most = fabs(p[k]) > most ? fabs(p[k]) : most;
    }
    *status = GRAZE_OUT_OF_RANGE;
    return most > (double)GRAZE_SHAPE_REACH ? "a vertex lies beyond GRAZE_SHAPE_REACH" : NULL;
}

static graze_status check_primitive(gz_mesh_maker *maker, const gz_mesh_group *group,
                                    uint32_t primitive) {
    const gz_mesh *mesh = maker->mesh;
    uint32_t at = gz_mesh_start(group, primitive), end = at + gz_mesh_size(group, primitive);
    for (; at < end; ++at) {
        uint32_t vertex = gz_mesh_index(group, at);
        if (vertex >= mesh->vertices.count)
            return gz_mesh_blame(maker, primitive, vertex, "an index is out of range",
                                 GRAZE_INVALID_ARGUMENT);
        graze_status status;
        const char *flaw = vertex_flaw(mesh, vertex, &status);
        if (flaw) return gz_mesh_blame(maker, primitive, vertex, flaw, status);
    }
    return GRAZE_OK;
}

/* The greatest index, 0 if there are none. */
#define GREATEST(name, target)                                                                         \
    target static uint32_t name(const uint32_t *indices, uint32_t count) {                             \
        uint32_t most = 0;                                                                             \
        for (uint32_t i = 0; i < count; ++i) most = indices[i] > most ? indices[i] : most;             \
        return most;                                                                                   \
    }
GREATEST(greatest_baseline, )
#if defined(GZ_HAVE_AVX2)
GREATEST(greatest_avx2, GZ_TARGET_AVX2)
#define CHOOSE(kernel) (gz_simd_has_avx2() ? kernel##_avx2 : kernel##_baseline)
#else
#define CHOOSE(kernel) kernel##_baseline
#endif

/* Most groups are, and that is seen faster than who is to blame in the others. Vertices nobody uses
 * may be flawed, but then the others are looked at one by one. */
static bool is_flawless(gz_mesh_maker *maker, const gz_mesh_group *group) {
    const gz_mesh *mesh = maker->mesh;
    if (mesh->vertices.count > group->index_count)
        return false; /* so that no more is read than there */
    uint32_t most = group->index_count - 1;
    if (group->indices) most = CHOOSE(greatest)(group->indices, group->index_count);
    if (!maker->range_known) maker->range_status = gz_mesh_range_of_all(&mesh->vertices, &maker->range);
    maker->range_known = true;
    return most < mesh->vertices.count && maker->range_status == GRAZE_OK;
}

static graze_status check_group(gz_mesh_maker *maker, const gz_mesh_group *group) {
    graze_status status = GRAZE_OK;
    if (is_flawless(maker, group)) return GRAZE_OK;
    for (uint32_t i = 0; status == GRAZE_OK && i < group->count; ++i)
        status = check_primitive(maker, group, group->first + i);
    return status;
}

graze_status gz_mesh_take_groups(gz_mesh_maker *maker, const graze_primitives *groups, size_t count) {
    gz_mesh *mesh = maker->mesh;
    uint64_t first = 0;
    if (!groups && count > 0)
        return gz_mesh_blame(maker, SIZE_MAX, SIZE_MAX, "the primitives are missing",
                             GRAZE_INVALID_ARGUMENT);
    if (count == 0)
        return gz_mesh_blame(maker, SIZE_MAX, SIZE_MAX, "there is no primitive", GRAZE_EMPTY);
    if (count > GRAZE_TREE_ITEMS) return GRAZE_OUT_OF_RANGE;
    mesh->groups = gz_mesh_allocate(mesh, count, sizeof *mesh->groups);
    if (!mesh->groups) return GRAZE_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; ++i) {
        if (groups[i].count == 0) continue;
        gz_mesh_group *group = &mesh->groups[mesh->group_count++];
        graze_status status = take_group(maker, group, &groups[i], first);
        if (status == GRAZE_OK) status = check_group(maker, group);
        if (status != GRAZE_OK) return status;
        first += group->count;
    }
    mesh->primitive_count = mesh->kept_count = (uint32_t)first;
    if (first == 0)
        return gz_mesh_blame(maker, SIZE_MAX, SIZE_MAX, "there is no primitive", GRAZE_EMPTY);
    return GRAZE_OK;
}
