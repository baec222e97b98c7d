/* SPDX-License-Identifier: MIT
 * A placed mesh: from the world to its space, and its pieces in the world. */
#ifndef GZ_MESH_VIEW_H
#define GZ_MESH_VIEW_H

#include "math/affine.h"
#include "mesh/mesh.h"
#include "shape/simplex_room.h"

/* The inverse of a pose's basis, by rows. */
void gz_mesh_invert(const mat3 *basis, double out[3][3]);

static inline wide3 gz_mesh_turn_back(const double m[3][3], wide3 v) {
    return wide3_make((m[0][0] * v.x + m[0][1] * v.y) + m[0][2] * v.z,
                      (m[1][0] * v.x + m[1][1] * v.y) + m[1][2] * v.z,
                      (m[2][0] * v.x + m[2][1] * v.y) + m[2][2] * v.z);
}

/* Piece k of a primitive, or the polytope that it is, as a placed convex shape with the mesh's pose and
 * margin; in the room unless it is a polytope. */
graze_placed gz_mesh_place_piece(const graze_placed *placed, const gz_mesh_group *group,
                                 uint32_t primitive, uint32_t k, gz_simplex_room *room);

#endif
