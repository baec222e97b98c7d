/* SPDX-License-Identifier: MIT
 * Solids: what does not meet the surface may be inside of it. */
#include "mesh/query.h"
#include "narrow/mesh_query.h"

/* The box of the solid's tree, a little too large: outside of it nothing is held. */
static bool is_near(const graze_shape *solid, const double p[3]) {
    const double c[3] = {(double)solid->center.x, (double)solid->center.y, (double)solid->center.z};
    const double h[3] = {(double)solid->half.x, (double)solid->half.y, (double)solid->half.z};
    for (int k = 0; k < 3; ++k)
        if (!(fabs(p[k] - c[k]) <= 2 * h[k])) return false;
    return true;
}

static bool holds_point(const gz_mesh *solid, const gz_affine *other_in_solid, const double p[3]) {
    double local[3];
    gz_affine_apply(other_in_solid, p, local);
    return is_near(&solid->shape, local) && gz_mesh_holds(solid, local);
}

/* A mesh may have many parts of which any may be inside: a corner of each primitive is looked at. */
static bool holds_primitive(const gz_mesh *solid, const gz_affine *other_in_solid, const gz_mesh *other,
                            uint32_t *primitive, double point[3]) {
    const graze_tree *tree = other->tree;
    for (uint32_t i = 0; i < tree->item_count; ++i) {
        const gz_mesh_group *group = gz_mesh_group_of(other, tree->items[i]);
        gz_mesh_vertex(other, gz_mesh_index(group, gz_mesh_start(group, tree->items[i])), point);
        if (!holds_point(solid, other_in_solid, point)) continue;
        *primitive = tree->items[i];
        return true;
    }
    return false;
}

bool gz_solid_holds(const graze_placed *solid, const graze_placed *other, uint32_t *primitive,
                    graze_vec3 *point) {
    const gz_mesh *mesh = gz_mesh_of(solid->shape), *parts = gz_mesh_of(other->shape);
    if (!mesh || mesh->nature != GRAZE_MESH_SOLID || !other->shape->bounded) return false;
    gz_affine to_world = gz_affine_of_pose(&other->pose), pose = gz_affine_of_pose(&solid->pose);
    gz_affine other_in_solid = gz_affine_relative(&pose, &to_world);
    double p[3], world[3];
    *primitive = 0;
    if (parts) {
        if (!holds_primitive(mesh, &other_in_solid, parts, primitive, p)) return false;
    } else {
        wide3 any = wide3_from(gz_shape_support_point(other->shape, vec3_make(1, 0, 0)));
        p[0] = any.x, p[1] = any.y, p[2] = any.z;
        if (!holds_point(mesh, &other_in_solid, p)) return false;
    }
    gz_affine_apply(&to_world, p, world);
    *point = wide3_round(wide3_make(world[0], world[1], world[2]));
    return true;
}
