/* SPDX-License-Identifier: MIT
 * Meshes built command by command (I1, B:4701-4727): primitives are written down as they come, those of
 * one kind in a row make a group. */
#include "base/array.h"
#include "mesh/make.h"

/* A run of primitives of one kind; counts say where its parts begin in the builder's arrays. */
typedef struct run {
    graze_primitive_kind kind;
    size_t count, first_index, first_size, first_loop;
} run;

struct graze_mesh_builder {
    graze_vertices vertices;
    graze_mesh_options options;
    vec3 *added; /* vertices behind the caller's */
    size_t added_count, added_capacity;
    run *runs;
    size_t run_count, run_capacity;
    gz_indices indices, sizes, loops;
    /* The open primitive: where it began. */
    bool open;
    graze_primitive_kind kind;
    size_t start, loop_start, size_start, added_start;
};

graze_status graze_mesh_builder_create(const graze_vertices *vertices,
                                       const graze_mesh_options *options, graze_mesh_builder **out) {
    graze_vertices base = {NULL, 0, 0, GRAZE_VERTEX_REAL};
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_mesh_normalise(vertices ? vertices : &base, &base);
    if (status != GRAZE_OK) return status;
    if (base.count > UINT32_MAX) return GRAZE_OUT_OF_RANGE;
    graze_mesh_builder *builder = gz_allocate(sizeof *builder);
    if (!builder) return GRAZE_OUT_OF_MEMORY;
    *builder = (graze_mesh_builder){.vertices = base};
    if (options) builder->options = *options;
    *out = builder;
    return GRAZE_OK;
}

void graze_mesh_builder_release(graze_mesh_builder *builder) {
    if (!builder) return;
    gz_release(builder->added, builder->added_capacity * sizeof *builder->added);
    gz_release(builder->runs, builder->run_capacity * sizeof *builder->runs);
    gz_indices_release(&builder->indices);
    gz_indices_release(&builder->sizes);
    gz_indices_release(&builder->loops);
    gz_release(builder, sizeof *builder);
}

/* -- one primitive -- */

graze_status graze_mesh_builder_begin(graze_mesh_builder *builder, graze_primitive_kind kind) {
    if (!builder || builder->open || (int)kind < 0 || kind >= GRAZE_PRIMITIVE_KIND_COUNT)
        return GRAZE_INVALID_ARGUMENT;
    builder->open = true;
    builder->kind = kind;
    builder->start = builder->loop_start = builder->indices.count;
    builder->size_start = builder->sizes.count;
    builder->added_start = builder->added_count;
    return GRAZE_OK;
}

static graze_status push(graze_mesh_builder *builder, uint32_t index) {
    if (builder->indices.count >= UINT32_MAX) return GRAZE_OUT_OF_RANGE;
    return gz_indices_push(&builder->indices, index) ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}

graze_status graze_mesh_builder_vertex(graze_mesh_builder *builder, graze_vec3 vertex) {
    if (!builder || !builder->open || !vec3_is_finite(vertex)) return GRAZE_INVALID_ARGUMENT;
    size_t number = builder->vertices.count + builder->added_count;
    if (number >= UINT32_MAX) return GRAZE_OUT_OF_RANGE;
    if (builder->added_count == builder->added_capacity) {
        size_t wanted = builder->added_count < 32 ? 32 : builder->added_count + 1;
        vec3 *more = gz_array_grow(builder->added, &builder->added_capacity, wanted, sizeof *more);
        if (!more) return GRAZE_OUT_OF_MEMORY;
        builder->added = more;
    }
    graze_status status = push(builder, (uint32_t)number);
    if (status == GRAZE_OK) builder->added[builder->added_count++] = vertex;
    return status;
}

static bool is_known(const graze_mesh_builder *builder, uint32_t index) {
    return index < builder->vertices.count + builder->added_count;
}

graze_status graze_mesh_builder_index(graze_mesh_builder *builder, uint32_t index) {
    return graze_mesh_builder_indices(builder, &index, 1);
}

graze_status graze_mesh_builder_indices(graze_mesh_builder *builder, const uint32_t *indices,
                                        size_t count) {
    if (!builder || !builder->open || (!indices && count > 0)) return GRAZE_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; ++i)
        if (!is_known(builder, indices[i])) return GRAZE_INVALID_ARGUMENT;
    size_t before = builder->indices.count;
    graze_status status = GRAZE_OK;
    for (size_t i = 0; status == GRAZE_OK && i < count; ++i) status = push(builder, indices[i]);
    if (status != GRAZE_OK) builder->indices.count = before;
    return status;
}

graze_status graze_mesh_builder_range(graze_mesh_builder *builder, uint32_t first, size_t count) {
    if (!builder || !builder->open) return GRAZE_INVALID_ARGUMENT;
    size_t known = builder->vertices.count + builder->added_count;
    if (first > known || count > known - first) return GRAZE_INVALID_ARGUMENT;
    size_t before = builder->indices.count;
    graze_status status = GRAZE_OK;
    for (size_t i = 0; status == GRAZE_OK && i < count; ++i)
        status = push(builder, first + (uint32_t)i);
    if (status != GRAZE_OK) builder->indices.count = before;
    return status;
}

static graze_status end_loop(graze_mesh_builder *builder) {
    size_t size = builder->indices.count - builder->loop_start;
    uint32_t least = builder->kind == GRAZE_PRIMITIVE_POLYTOPE ? 1 : 3;
    if (size < least) return GRAZE_INVALID_ARGUMENT;
    if (!gz_indices_push(&builder->sizes, (uint32_t)size)) return GRAZE_OUT_OF_MEMORY;
    builder->loop_start = builder->indices.count;
    return GRAZE_OK;
}

graze_status graze_mesh_builder_loop(graze_mesh_builder *builder) {
    if (!builder || !builder->open || builder->kind != GRAZE_PRIMITIVE_POLYGON)
        return GRAZE_INVALID_ARGUMENT;
    return end_loop(builder);
}

/* -- runs -- */

static bool begin_run(graze_mesh_builder *builder) {
    if (builder->run_count > 0 && builder->runs[builder->run_count - 1].kind == builder->kind)
        return true;
    if (builder->run_count == builder->run_capacity) {
        size_t wanted = builder->run_count < 8 ? 8 : builder->run_count + 1;
        run *more = gz_array_grow(builder->runs, &builder->run_capacity, wanted, sizeof *more);
        if (!more) return false;
        builder->runs = more;
    }
    builder->runs[builder->run_count++] =
        (run){builder->kind, 0, builder->start, builder->size_start, builder->loops.count};
    return true;
}

static graze_status check_size(const graze_mesh_builder *builder) {
    size_t size = builder->indices.count - builder->start;
    switch (builder->kind) {
    case GRAZE_PRIMITIVE_TRIANGLE:
        return size == 3 ? GRAZE_OK : GRAZE_INVALID_ARGUMENT;
    case GRAZE_PRIMITIVE_SEGMENT:
        return size == 2 ? GRAZE_OK : GRAZE_INVALID_ARGUMENT;
    case GRAZE_PRIMITIVE_POINT:
        return size == 1 ? GRAZE_OK : GRAZE_INVALID_ARGUMENT;
    default:
        return GRAZE_OK;
    }
}

/* The last loop need not have been ended; an empty one behind it is none. */
static graze_status close(graze_mesh_builder *builder) {
    bool varies = builder->kind >= GRAZE_PRIMITIVE_CONVEX_POLYGON;
    graze_status status = check_size(builder);
    bool ended = builder->indices.count == builder->loop_start && builder->loop_start > builder->start;
    if (status == GRAZE_OK && varies && !ended) status = end_loop(builder);
    if (status != GRAZE_OK) return status;
    size_t runs = builder->run_count;
    if (!begin_run(builder)) return GRAZE_OUT_OF_MEMORY;
    uint32_t loops = (uint32_t)(builder->sizes.count - builder->size_start);
    if (builder->kind == GRAZE_PRIMITIVE_POLYGON && !gz_indices_push(&builder->loops, loops)) {
        builder->run_count = runs;
        return GRAZE_OUT_OF_MEMORY;
    }
    builder->runs[builder->run_count - 1].count++;
    return GRAZE_OK;
}

graze_status graze_mesh_builder_end(graze_mesh_builder *builder) {
    if (!builder || !builder->open) return GRAZE_INVALID_ARGUMENT;
    graze_status status = close(builder);
    if (status != GRAZE_OK) {
        builder->indices.count = builder->start;
        builder->sizes.count = builder->size_start;
        builder->added_count = builder->added_start;
    }
    builder->open = false;
    return status;
}

/* -- the mesh -- */

/* The caller's vertices and those added, in one array: in double if one of them is. */
static graze_status join_vertices(const graze_mesh_builder *builder, graze_vertices *out, void **owned,
                                  size_t *bytes) {
    const graze_vertices *base = &builder->vertices;
    bool wide = sizeof(real) == sizeof(double) || base->format == GRAZE_VERTEX_DOUBLE;
    size_t count = base->count + builder->added_count;
    size_t size = 3 * (wide ? sizeof(double) : sizeof(float));
    char *all = gz_allocate_array(count, size);
    if (!all) return GRAZE_OUT_OF_MEMORY;
    const gz_mesh given = {.vertices = *base};
    for (size_t i = 0; i < count; ++i) {
        double p[3];
        float narrow[3];
        vec3 own = i < base->count ? vec3_zero() : builder->added[i - base->count];
        if (i < base->count)
            gz_mesh_vertex(&given, (uint32_t)i, p);
        else
            p[0] = (double)own.x, p[1] = (double)own.y, p[2] = (double)own.z;
        for (int k = 0; k < 3; ++k) narrow[k] = (float)p[k];
        memcpy(all + i * size, wide ? (const void *)p : (const void *)narrow, size);
    }
    *out = (graze_vertices){all, count, size, wide ? GRAZE_VERTEX_DOUBLE : GRAZE_VERTEX_FLOAT};
    *owned = all;
    *bytes = count * size;
    return GRAZE_OK;
}

static graze_primitives *make_groups(const graze_mesh_builder *builder) {
    graze_primitives *groups = gz_allocate_array(builder->run_count, sizeof *groups);
    for (size_t i = 0; groups && i < builder->run_count; ++i) {
        const run *r = &builder->runs[i];
        groups[i] =
            (graze_primitives){.kind = r->kind,
                               .count = r->count,
                               .indices = builder->indices.at + r->first_index,
                               .sizes = builder->sizes.at ? builder->sizes.at + r->first_size : NULL,
                               .loops = builder->loops.at ? builder->loops.at + r->first_loop : NULL};
    }
    return groups;
}

graze_status graze_mesh_builder_finish(const graze_mesh_builder *builder, graze_mesh_report *report,
                                       graze_shape **out) {
    if (!builder || builder->open || !out) return GRAZE_INVALID_ARGUMENT;
    graze_mesh_options options = builder->options;
    graze_vertices vertices = builder->vertices;
    void *owned = NULL;
    size_t bytes = 0;
    options.copy_indices = true;
    if (builder->added_count > 0) {
        options.copy_vertices = true;
        graze_status status = join_vertices(builder, &vertices, &owned, &bytes);
        if (status != GRAZE_OK) return status;
    }
    graze_primitives *groups = make_groups(builder);
    graze_status status =
        groups || builder->run_count == 0
            ? graze_shape_mesh(&vertices, groups, builder->run_count, &options, report, out)
            : GRAZE_OUT_OF_MEMORY;
    gz_release(groups, builder->run_count * sizeof *groups);
    gz_release(owned, bytes);
    return status;
}
