/* SPDX-License-Identifier: MIT
 * The convex hull of a mesh, by its support mapping alone. */
#include "narrow/solid.h"
#include "shape/placed.h"

static vec3 hull_core(const graze_shape *shape, vec3 v, uint32_t *hint) {
    const graze_shape *mesh = ((const gz_hull_room *)(const void *)shape)->mesh;
    return mesh->ops->core(mesh, v, hint);
}

static const gz_shape_ops hull_ops = {.core = hull_core};

graze_placed gz_hull_place(const graze_placed *placed, gz_hull_room *room) {
    graze_placed hull = *placed;
    const graze_shape *mesh = placed->shape;
    if (mesh->convex) return hull;
    room->mesh = mesh;
    memset(&room->shape, 0, sizeof room->shape);
    room->shape.ops = &hull_ops;
    room->shape.kind = GRAZE_SHAPE_CUSTOM;
    room->shape.center = mesh->center;
    room->shape.half = mesh->half;
    room->shape.extent = mesh->extent;
    room->shape.reach = mesh->reach;
    room->shape.support_error = mesh->support_error;
    room->shape.bounded = room->shape.convex = room->shape.plain = true;
    hull.shape = &room->shape;
    return hull;
}

graze_status gz_bodies_check(const graze_placed *a, const graze_placed *b) {
    graze_status status = graze_placed_check(a);
    if (status == GRAZE_OK) status = graze_placed_check(b);
    if (status != GRAZE_OK) return status;
    bool known =
        (a->shape->convex || gz_mesh_of(a->shape)) && (b->shape->convex || gz_mesh_of(b->shape));
    return known ? GRAZE_OK : GRAZE_NOT_CONVEX;
}

double gz_bodies_error(const graze_placed *a, const graze_placed *b) {
    wide3 between = wide3_sub(wide3_from(a->pose.origin), wide3_from(b->pose.origin));
    double size = wide3_max_abs(between);
    for (int i = 0; i < 2; ++i) {
        const graze_placed *placed = i ? b : a;
        if (!placed->shape->bounded) continue;
        real stretch = gz_pose_norm_any(&placed->pose, GRAZE_POSE_AFFINE);
        size += (double)(stretch * placed->shape->reach) + (double)placed->margin;
    }
    return 2 * (double)GZ_ERROR_PAIR * (double)GRAZE_EPSILON * size;
}

gz_centered gz_center(const graze_placed *a, const graze_placed *b) {
    gz_centered near = {*a, *b, b->shape->bounded ? b->pose.origin : a->pose.origin};
    near.a.pose.origin = vec3_sub(a->pose.origin, near.shift);
    near.b.pose.origin = vec3_sub(b->pose.origin, near.shift);
    /* What reaches to the end of the range may be beyond it there. */
    if (gz_bodies_check(&near.a, &near.b) != GRAZE_OK) return (gz_centered){*a, *b, {0, 0, 0}};
    return near;
}
