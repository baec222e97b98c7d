/* SPDX-License-Identifier: MIT
 * Does a surface close? Each of its faces runs along its edges in one direction; another one must run
 * along each in the other direction, and no third one may. Edges are pairs of vertex numbers. */
#include "base/memory.h"
#include "mesh/make.h"

typedef struct edge {
    uint32_t low, high;
    uint32_t up, down; /* the faces that run from low to high, and back; plus one */
} edge;

typedef struct edge_table {
    edge *slots;
    size_t size;
} edge_table;

static edge *find(const edge_table *table, uint32_t low, uint32_t high) {
    uint64_t key = ((uint64_t)high << 32 | low) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(key ^ key >> 29) & (table->size - 1);
    for (;; at = (at + 1) & (table->size - 1)) {
        edge *e = &table->slots[at];
        if (!(e->up | e->down) || (e->low == low && e->high == high)) return e;
    }
}

/* False if another face runs there already. */
static bool run_along(const edge_table *table, uint32_t from, uint32_t to, uint32_t face) {
    if (from == to) return true; /* a point given twice in a row */
    edge *e = find(table, from < to ? from : to, from < to ? to : from);
    uint32_t *runner = from < to ? &e->up : &e->down;
    if (*runner) return false;
    e->low = from < to ? from : to;
    e->high = from < to ? to : from;
    *runner = face + 1;
    return true;
}

static graze_status add_loop(gz_mesh_maker *maker, const edge_table *table, const gz_mesh_group *group,
                             uint32_t face, uint32_t start, uint32_t end) {
    for (uint32_t i = start; i < end; ++i) {
        uint32_t from = gz_mesh_index(group, i);
        if (!run_along(table, from, gz_mesh_index(group, i + 1 < end ? i + 1 : start), face))
            return gz_mesh_blame(maker, face, from, "two faces run along an edge in the same direction",
                                 GRAZE_NOT_CLOSED);
    }
    return GRAZE_OK;
}

/* A triangle with a vertex twice has no inside and no edge that its neighbours could not share. */
static bool is_seam(const gz_mesh_group *group, uint32_t face) {
    if (group->kind != GRAZE_PRIMITIVE_TRIANGLE) return false;
    uint32_t v[3];
    gz_mesh_piece(group, face, 0, v);
    return v[0] == v[1] || v[1] == v[2] || v[2] == v[0];
}

static graze_status add_face(gz_mesh_maker *maker, const edge_table *table, const gz_mesh_group *group,
                             uint32_t face) {
    uint32_t start = gz_mesh_start(group, face), i = face - group->first;
    if (is_seam(group, face)) return GRAZE_OK;
    if (group->kind != GRAZE_PRIMITIVE_POLYGON)
        return add_loop(maker, table, group, face, start, start + gz_mesh_size(group, face));
    graze_status status = GRAZE_OK;
    for (uint32_t k = group->loop_starts[i]; status == GRAZE_OK && k < group->loop_starts[i + 1]; ++k) {
        status = add_loop(maker, table, group, face, start, group->loop_ends[k]);
        start = group->loop_ends[k];
    }
    return status;
}

static graze_status add_group(gz_mesh_maker *maker, const edge_table *table,
                              const gz_mesh_group *group) {
    bool flat = group->kind == GRAZE_PRIMITIVE_TRIANGLE || group->kind == GRAZE_PRIMITIVE_POLYGON ||
                group->kind == GRAZE_PRIMITIVE_CONVEX_POLYGON;
    graze_status status = GRAZE_OK;
    for (uint32_t i = group->first; status == GRAZE_OK && i - group->first < group->count; ++i) {
        if (maker->dropped && maker->dropped[i]) continue;
        status = flat ? add_face(maker, table, group, i)
                      : gz_mesh_blame(maker, i, SIZE_MAX, "the surface of a solid has faces only",
                                      GRAZE_NOT_CLOSED);
    }
    return status;
}

/* Of all faces with an open edge the first is to blame. */
static graze_status check_edges(gz_mesh_maker *maker, const edge_table *table) {
    uint32_t first = UINT32_MAX, vertex = 0;
    for (size_t i = 0; i < table->size; ++i) {
        const edge *e = &table->slots[i];
        uint32_t face = e->up | e->down; /* one of them is 0 if the edge is open */
        if (!face || (e->up && e->down) || face > first) continue;
        if (face < first || e->low < vertex) vertex = e->low;
        first = face;
    }
    if (first == UINT32_MAX) return GRAZE_OK;
    return gz_mesh_blame(maker, first - 1, vertex, "an edge has a face on one side only",
                         GRAZE_NOT_CLOSED);
}

graze_status gz_mesh_check_closed(gz_mesh_maker *maker) {
    const gz_mesh *mesh = maker->mesh;
    if (mesh->nature != GRAZE_MESH_SOLID) return GRAZE_OK;
    size_t edges = 0;
    for (uint32_t i = 0; i < mesh->group_count; ++i) edges += mesh->groups[i].index_count;
    edge_table table = {.size = 16};
    while (table.size < edges + edges / 2) table.size *= 2;
    table.slots = gz_allocate_array(table.size, sizeof *table.slots);
    if (!table.slots) return GRAZE_OUT_OF_MEMORY;
    memset(table.slots, 0, table.size * sizeof *table.slots);
    graze_status status = GRAZE_OK;
    for (uint32_t i = 0; status == GRAZE_OK && i < mesh->group_count; ++i)
        status = add_group(maker, &table, &mesh->groups[i]);
    if (status == GRAZE_OK) status = check_edges(maker, &table);
    gz_release(table.slots, table.size * sizeof *table.slots);
    return status;
}
