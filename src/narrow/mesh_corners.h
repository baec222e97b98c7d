/* SPDX-License-Identifier: MIT
 * Corners of primitives that are one piece each. */
#ifndef GZ_NARROW_MESH_CORNERS_H
#define GZ_NARROW_MESH_CORNERS_H

#include "mesh/mesh.h"

/* Triangles over floats, the usual mesh, are read without asking for each corner what it is. */
static inline void gz_mesh_simple_corners(const gz_mesh *mesh, uint32_t primitive, double out[3][3]) {
    const gz_mesh_group *group = mesh->groups;
    if (mesh->group_count == 1 && group->kind == GRAZE_PRIMITIVE_TRIANGLE && group->indices &&
        mesh->vertices.format == GRAZE_VERTEX_FLOAT) {
        const uint32_t *index = group->indices + 3 * (size_t)primitive;
        const char *data = mesh->vertices.data;
        for (int c = 0; c < 3; ++c) {
            float p[3];
            memcpy(p, data + index[c] * mesh->vertices.stride, sizeof p);
            for (int k = 0; k < 3; ++k) out[c][k] = (double)p[k];
        }
        return;
    }
    gz_mesh_piece_corners(mesh, gz_mesh_group_of(mesh, primitive), primitive, 0, out);
}

#endif
