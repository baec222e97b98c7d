/* SPDX-License-Identifier: MIT
 * Solids: what does not meet the surface may be inside of it. */
#include "narrow/mesh_query.h"
#include "narrow/solid.h"

bool gz_solid_holds(const graze_placed *solid, const graze_placed *other, uint32_t *primitive,
                    graze_vec3 *point) {
    const gz_mesh *mesh = gz_mesh_of(solid->shape);
    if (!mesh || mesh->nature != GRAZE_MESH_SOLID || !other->shape->bounded) return false;
    double p[3], world[3];
    if (!(gz_solid_sides(solid, other, GZ_SIDE_INSIDE, primitive, p) & GZ_SIDE_INSIDE)) return false;
    gz_affine to_world = gz_affine_of_pose(&other->pose);
    gz_affine_apply(&to_world, p, world);
    *point = wide3_round(wide3_make(world[0], world[1], world[2]));
    return true;
}
