/* SPDX-License-Identifier: MIT
 * Which primitives are left out: those without the dimension of their kind, and all but the first of
 * those with the same vertices. */
#include "base/exact.h"
#include "base/memory.h"
#include "mesh/make.h"

/* -- degenerate ones -- */

static bool has_area(const gz_mesh *mesh, const gz_mesh_group *group, uint32_t primitive) {
    uint32_t count = gz_mesh_piece_count(group, primitive);
    for (uint32_t k = 0; k < count; ++k) {
        double p[3][3];
        gz_mesh_piece_corners(mesh, group, primitive, k, p);
        if (!gz_collinear3d(p[0], p[1], p[2])) return true;
    }
    return false;
}

static bool has_length(const gz_mesh *mesh, const gz_mesh_group *group, uint32_t primitive) {
    double p[3][3];
    gz_mesh_piece_corners(mesh, group, primitive, 0, p);
    return p[0][0] != p[1][0] || p[0][1] != p[1][1] || p[0][2] != p[1][2];
}

static bool is_degenerate(const gz_mesh *mesh, const gz_mesh_group *group, uint32_t primitive) {
    switch (group->kind) {
    case GRAZE_PRIMITIVE_TRIANGLE:
    case GRAZE_PRIMITIVE_CONVEX_POLYGON:
        return !has_area(mesh, group, primitive);
    case GRAZE_PRIMITIVE_SEGMENT:
        return !has_length(mesh, group, primitive);
    default: /* points and polytopes are what they are; polygons were looked at when they were cut */
        return false;
    }
}

/* -- equal ones, by a table of what was seen -- */

/* Two numbers made of the vertices in any order: others have the same by a chance of 2^-128. */
typedef struct label {
    uint64_t first, second;
} label;

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 31) * UINT64_C(0x9fb21c651e98df25);
    x = (x ^ x >> 28) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

static label label_of(const gz_mesh_group *group, uint32_t primitive) {
    uint32_t at = gz_mesh_start(group, primitive), size = gz_mesh_size(group, primitive);
    label sum = {mix((uint64_t)group->kind + 1), mix(size)};
    for (uint32_t i = 0; i < size; ++i) {
        uint64_t vertex = (uint64_t)gz_mesh_index(group, at + i) + 1;
        sum.first += mix(vertex);
        sum.second += mix(vertex << 32);
    }
    return sum;
}

/* True if it is new. Slots hold numbers of primitives, plus one. */
static bool enter(const gz_mesh *mesh, uint32_t *slots, size_t mask, uint32_t primitive) {
    label own = label_of(gz_mesh_group_of(mesh, primitive), primitive);
    size_t at = (size_t)mix(own.first) & mask;
    for (; slots[at]; at = (at + 1) & mask) {
        label other = label_of(gz_mesh_group_of(mesh, slots[at] - 1), slots[at] - 1);
        if (other.first == own.first && other.second == own.second) return false;
    }
    slots[at] = primitive + 1;
    return true;
}

static graze_status drop_duplicates(gz_mesh_maker *maker) {
    const gz_mesh *mesh = maker->mesh;
    size_t size = 16;
    while (size < 2 * (size_t)mesh->primitive_count) size *= 2;
    uint32_t *slots = gz_allocate_array(size, sizeof *slots);
    if (!slots) return GRAZE_OUT_OF_MEMORY;
    memset(slots, 0, size * sizeof *slots);
    for (uint32_t i = 0; i < mesh->primitive_count; ++i)
        if (!maker->dropped[i] && !enter(mesh, slots, size - 1, i)) {
            maker->dropped[i] = 1;
            maker->report.dropped_duplicate++;
        }
    gz_release(slots, size * sizeof *slots);
    return GRAZE_OK;
}

static void drop_degenerate(gz_mesh_maker *maker) {
    const gz_mesh *mesh = maker->mesh;
    for (uint32_t g = 0; g < mesh->group_count; ++g) {
        const gz_mesh_group *group = &mesh->groups[g];
        for (uint32_t i = group->first; i - group->first < group->count; ++i)
            if (!maker->dropped[i] && is_degenerate(mesh, group, i)) {
                maker->dropped[i] = 1;
                maker->report.dropped_degenerate++;
            }
    }
}

graze_status gz_mesh_drop(gz_mesh_maker *maker) {
    gz_mesh *mesh = maker->mesh;
    if (!maker->dropped) return GRAZE_OK;
    if (mesh->options.drop_degenerate) drop_degenerate(maker);
    graze_status status = mesh->options.drop_duplicate ? drop_duplicates(maker) : GRAZE_OK;
    if (status != GRAZE_OK) return status;
    size_t gone = maker->report.dropped_degenerate + maker->report.dropped_duplicate;
    mesh->kept_count = mesh->primitive_count - (uint32_t)gone;
    if (mesh->kept_count > 0) return GRAZE_OK;
    return gz_mesh_blame(maker, SIZE_MAX, SIZE_MAX, "every primitive was left out", GRAZE_EMPTY);
}
