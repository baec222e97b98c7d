/* SPDX-License-Identifier: MIT */
#include "mesh/view.h"

/* The inverse by cofactors; columns of extreme sizes, of doubles, are brought to size one before. */
void gz_mesh_invert(const mat3 *basis, double out[3][3]) {
    wide_mat3 m = wide_mat3_from(basis);
#if defined(GRAZE_DOUBLE)
    for (int k = 0; k < 3; ++k) {
        double size = wide3_max_abs(m.col[k]);
        if (size > 0x1p-200 && size < 0x1p200) continue;
        graze_pose pose = {.basis = *basis};
        gz_affine affine = gz_affine_of_pose(&pose);
        gz_affine_invert(affine.m, out);
        return;
    }
#endif
    wide3 row[3] = {wide3_cross(m.col[1], m.col[2]), wide3_cross(m.col[2], m.col[0]),
                    wide3_cross(m.col[0], m.col[1])};
    double scale = 1 / wide3_dot(m.col[0], row[0]);
    for (int k = 0; k < 3; ++k) {
        out[k][0] = row[k].x * scale;
        out[k][1] = row[k].y * scale;
        out[k][2] = row[k].z * scale;
    }
}

graze_placed gz_mesh_place_piece(const graze_placed *placed, const gz_mesh_group *group,
                                 uint32_t primitive, uint32_t k, gz_simplex_room *room) {
    graze_placed piece = *placed;
    if (group->kind == GRAZE_PRIMITIVE_POLYTOPE) {
        piece.shape = gz_mesh_polytope(group, primitive);
        return piece;
    }
    double p[3][3];
    gz_mesh_piece_corners(gz_mesh_of(placed->shape), group, primitive, k, p);
    vec3 corner[3];
    for (int i = 0; i < 3; ++i) corner[i] = wide3_round(wide3_make(p[i][0], p[i][1], p[i][2]));
    uint32_t count = group->kind == GRAZE_PRIMITIVE_POINT     ? 1
                     : group->kind == GRAZE_PRIMITIVE_SEGMENT ? 2
                                                              : 3;
    piece.shape = gz_simplex_place(room, corner, count);
    return piece;
}
