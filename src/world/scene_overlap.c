/* SPDX-License-Identifier: MIT
 * What touches a point, box, ball or shape in a scene. */
#include "convex/point_shape.h"
#include "shape/simplex_room.h"
#include "world/sight.h"

typedef struct overlap {
    gz_sight *sight;
    const graze_placed *shape; /* or NULL: the point */
    graze_vec3 point;
    gz_least found;
} overlap;

static graze_flow try_object(void *user, uint32_t object) {
    overlap *o = user;
    if (!gz_sight_takes(o->sight, object)) return GRAZE_CONTINUE;
    graze_placed placed = gz_sight_placed(o->sight, object);
    graze_intersection found = {0};
    graze_status status =
        o->shape ? graze_intersect(&placed, o->shape, o->sight->filter.options, NULL, &found)
                 : graze_placed_contains(&placed, o->point, &found.intersecting);
    if (gz_sight_good(o->sight, object, status) && found.intersecting) gz_least_push(&o->found, object);
    return GRAZE_CONTINUE;
}

/* Indices become ids in place. */
static graze_status run(overlap *o, const graze_aabb *box, size_t *total) {
    graze_status status = gz_sight_box(o->sight, box, try_object, o);
    if (status != GRAZE_OK) return status;
    gz_least_sort(&o->found);
    for (size_t i = 0; i < o->found.count; ++i)
        o->found.at[i] = gz_object_id(o->sight->world, (uint32_t)o->found.at[i]);
    *total = o->found.total;
    gz_sight_close(o->sight);
    return GRAZE_OK;
}

static graze_status overlap_shape(const graze_world *world, graze_scene_id scene,
                                  const graze_placed *shape, const graze_scene_filter *filter,
                                  size_t room, graze_object_id *out, size_t *total) {
    gz_sight sight;
    graze_aabb box;
    if (!total || (room && !out)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(shape);
    if (status == GRAZE_OK) status = gz_sight_open(world, scene, filter, &sight);
    bool bounded = status == GRAZE_OK && shape->shape->bounded;
    if (bounded) status = graze_placed_bounds(shape, &box);
    if (status != GRAZE_OK) return status;
    overlap o = {.sight = &sight, .shape = shape, .found = {out, 0, room, 0}};
    return run(&o, bounded ? &box : NULL, total);
}

graze_status graze_scene_overlap_shape(const graze_world *world, graze_scene_id scene,
                                       const graze_placed *shape, const graze_scene_filter *filter,
                                       size_t room, graze_object_id *out, size_t *total) {
    return overlap_shape(world, scene, shape, filter, room, out, total);
}

graze_status graze_scene_overlap_point(const graze_world *world, graze_scene_id scene, graze_vec3 point,
                                       const graze_scene_filter *filter, size_t room,
                                       graze_object_id *out, size_t *total) {
    gz_sight sight;
    if (!total || (room && !out)) return GRAZE_INVALID_ARGUMENT;
    graze_placed at = gz_point_at(point);
    graze_status status = graze_placed_check(&at);
    if (status == GRAZE_OK) status = gz_sight_open(world, scene, filter, &sight);
    if (status != GRAZE_OK) return status;
    overlap o = {.sight = &sight, .point = point, .found = {out, 0, room, 0}};
    graze_aabb box = {point, point};
    return run(&o, &box, total);
}

/* A box of the world is one about its middle, up to rounding. */
graze_status graze_scene_overlap_box(const graze_world *world, graze_scene_id scene,
                                     const graze_aabb *box, const graze_scene_filter *filter,
                                     size_t room, graze_object_id *out, size_t *total) {
    graze_shape shape;
    if (!box || !graze_vec3_is_finite(box->lo) || !graze_vec3_is_finite(box->hi) ||
        !graze_vec3_less_equal(box->lo, box->hi))
        return GRAZE_INVALID_ARGUMENT;
    vec3 center = graze_aabb_center(*box), half = graze_aabb_extent(*box);
    graze_placed placed = {gz_box_place(&shape, half), graze_pose_identity(), 0};
    placed.pose.origin = center;
    return overlap_shape(world, scene, &placed, filter, room, out, total);
}

graze_status graze_scene_overlap_sphere(const graze_world *world, graze_scene_id scene,
                                        const graze_sphere *sphere, const graze_scene_filter *filter,
                                        size_t room, graze_object_id *out, size_t *total) {
    if (!sphere) return GRAZE_INVALID_ARGUMENT;
    graze_placed placed = gz_point_at(sphere->center);
    placed.margin = sphere->radius;
    return overlap_shape(world, scene, &placed, filter, room, out, total);
}
