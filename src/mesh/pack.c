/* SPDX-License-Identifier: MIT */
#include "mesh/pack.h"

static bool has_triangles_only(const gz_mesh *mesh) {
    for (uint32_t i = 0; i < mesh->group_count; ++i)
        if (mesh->groups[i].kind != GRAZE_PRIMITIVE_TRIANGLE) return false;
    return true;
}

graze_status gz_mesh_pack_make(gz_mesh *mesh) {
    mesh->triangles_only = has_triangles_only(mesh);
    if (!mesh->options.ray_layout || !mesh->triangles_only) return GRAZE_OK;
    size_t size = mesh->vertices.format == GRAZE_VERTEX_FLOAT ? sizeof(float) : sizeof(double);
    size_t count = 9 * (size_t)mesh->kept_count + GZ_PACK_PADDING;
    mesh->packed = gz_mesh_allocate(mesh, count, size);
    if (!mesh->packed) return GRAZE_OUT_OF_MEMORY;
    memset(mesh->packed, 0, count * size);
    gz_mesh_pack_fill(mesh);
    return GRAZE_OK;
}

static void fill_leaf(gz_mesh *mesh, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t item = mesh->tree->items[first + i];
        double p[3][3];
        gz_mesh_triangle(mesh, gz_mesh_group_of(mesh, item), item, p);
        for (uint32_t row = 0; row < 9; ++row) {
            size_t at = 9 * (size_t)first + row * count + i;
            double x = p[row / 3][row % 3];
            if (mesh->vertices.format == GRAZE_VERTEX_FLOAT)
                ((float *)mesh->packed)[at] = (float)x; /* which it was */
            else
                ((double *)mesh->packed)[at] = x;
        }
    }
}

void gz_mesh_pack_fill(gz_mesh *mesh) {
    const graze_tree *tree = mesh->tree;
    if (!mesh->packed) return;
    for (uint32_t n = 0; n < tree->node_count; ++n)
        for (int i = 0; i < GZ_TREE_WIDTH; ++i) {
            uint32_t link = tree->nodes[n].link[i];
            if (link != GZ_LINK_NONE && gz_link_is_leaf(link))
                fill_leaf(mesh, gz_link_first(link), gz_link_count(link));
        }
}
