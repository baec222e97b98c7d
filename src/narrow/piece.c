/* SPDX-License-Identifier: MIT
 * The primitives of meshes as convex shapes. */
#include "narrow/mesh_query.h"
#include "shape/simplex_room.h"

bool gz_mesh_is_simple(const gz_mesh *mesh) {
    for (uint32_t i = 0; i < mesh->group_count; ++i) {
        graze_primitive_kind kind = mesh->groups[i].kind;
        if (kind != GRAZE_PRIMITIVE_TRIANGLE && kind != GRAZE_PRIMITIVE_SEGMENT &&
            kind != GRAZE_PRIMITIVE_POINT)
            return false;
    }
    return true;
}

uint32_t gz_piece_count(const graze_shape *shape, uint32_t primitive) {
    const gz_mesh *mesh = gz_mesh_of(shape);
    return mesh ? gz_mesh_piece_count(gz_mesh_group_of(mesh, primitive), primitive) : 1;
}

graze_placed gz_piece_place(const graze_placed *placed, uint32_t primitive, uint32_t k,
                            gz_simplex_room *room) {
    bool in_room;
    graze_placed piece = gz_piece_outline(placed, primitive, k, room, &in_room);
    if (in_room) gz_simplex_complete(room);
    return piece;
}

graze_placed gz_piece_outline(const graze_placed *placed, uint32_t primitive, uint32_t k,
                              gz_simplex_room *room, bool *in_room) {
    const gz_mesh *mesh = gz_mesh_of(placed->shape);
    *in_room = false;
    if (!mesh) return *placed;
    graze_placed piece = *placed;
    const gz_mesh_group *group = gz_mesh_group_of(mesh, primitive);
    if (group->kind == GRAZE_PRIMITIVE_POLYTOPE) {
        piece.shape = gz_mesh_polytope(group, primitive);
        return piece;
    }
    double p[3][3];
    gz_mesh_piece_corners(mesh, group, primitive, k, p);
    vec3 corners[3];
    for (int i = 0; i < 3; ++i) corners[i] = wide3_round(wide3_make(p[i][0], p[i][1], p[i][2]));
    uint32_t count = group->kind == GRAZE_PRIMITIVE_POINT     ? 1
                     : group->kind == GRAZE_PRIMITIVE_SEGMENT ? 2
                                                              : 3;
    piece.shape = gz_simplex_outline(room, corners, count);
    *in_room = true;
    return piece;
}
