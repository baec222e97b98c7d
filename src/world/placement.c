/* SPDX-License-Identifier: MIT
 * Where objects are: setters check, store, and leave the rest to the next update (I3, A1). */
#include "world/world.h"

/* Takes a new placement if it is good. */
static graze_status place(graze_world *world, uint32_t index, const graze_placed *placed) {
    graze_status status = graze_placed_check(placed);
    if (status != GRAZE_OK) return status;
    world->objects[index].placed = *placed;
    gz_object_touch(world, index);
    return GRAZE_OK;
}

graze_status graze_object_set_position(graze_world *world, graze_object_id id, graze_vec3 position) {
    uint32_t index;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    graze_placed placed = world->objects[index].placed;
    placed.pose.origin = position;
    return place(world, index, &placed);
}

graze_status graze_object_set_rotation(graze_world *world, graze_object_id id, graze_quat rotation) {
    uint32_t index;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    graze_placed placed = world->objects[index].placed;
    status = graze_pose_make(rotation, placed.pose.origin, &placed.pose);
    return status == GRAZE_OK ? place(world, index, &placed) : status;
}

graze_status graze_object_scale(graze_world *world, graze_object_id id, graze_vec3 factors) {
    uint32_t index;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    graze_placed placed = world->objects[index].placed;
    graze_mat3 basis = placed.pose.basis;
    for (int i = 0; i < 3; ++i)
        basis.col[i] = graze_vec3_scale(basis.col[i], graze_vec3_get(factors, i));
    status = graze_pose_from_mat3(&basis, placed.pose.origin, &placed.pose);
    return status == GRAZE_OK ? place(world, index, &placed) : status;
}

graze_status graze_object_set_pose(graze_world *world, graze_object_id id, const graze_pose *pose) {
    uint32_t index;
    if (!pose) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    graze_placed placed = world->objects[index].placed;
    placed.pose = *pose;
    return place(world, index, &placed);
}

graze_status graze_object_set_matrix(graze_world *world, graze_object_id id,
                                     const graze_real matrix[16]) {
    graze_pose pose;
    if (!matrix) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_pose_from_gl(matrix, &pose);
    return status == GRAZE_OK ? graze_object_set_pose(world, id, &pose) : status;
}

graze_status graze_world_set_poses(graze_world *world, const graze_object_id *objects,
                                   const graze_pose *poses, size_t count) {
    if (!world || (count && (!objects || !poses))) return GRAZE_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; ++i) {
        const gz_object *object = gz_world_object(world, objects[i]);
        if (!object) return GRAZE_STALE_ID;
        graze_placed placed = {object->placed.shape, poses[i], object->placed.margin};
        graze_status status = graze_placed_check(&placed);
        if (status != GRAZE_OK) return status;
    }
    for (size_t i = 0; i < count; ++i) {
        uint32_t index = (uint32_t)objects[i];
        world->objects[index].placed.pose = poses[i];
        gz_object_touch(world, index);
    }
    return GRAZE_OK;
}

graze_status graze_object_set_margin(graze_world *world, graze_object_id id, graze_real margin) {
    uint32_t index;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    graze_placed placed = world->objects[index].placed;
    placed.margin = margin;
    return place(world, index, &placed);
}

graze_status graze_object_set_filter(graze_world *world, graze_object_id id, uint32_t category,
                                     uint32_t mask) {
    uint32_t index;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    gz_object *object = &world->objects[index];
    object->category = category || mask ? category : UINT32_MAX;
    object->mask = category || mask ? mask : UINT32_MAX;
    gz_object_touch(world, index);
    return GRAZE_OK;
}

graze_status graze_object_set_fit(graze_world *world, graze_object_id id, graze_box_fit fit) {
    uint32_t index;
    if ((unsigned)fit > GRAZE_FIT_TIGHT) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    world->objects[index].fit = fit;
    gz_object_touch(world, index);
    return GRAZE_OK;
}

graze_status graze_object_get_placed(const graze_world *world, graze_object_id id, graze_placed *out) {
    uint32_t index;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    *out = world->objects[index].placed;
    return GRAZE_OK;
}

graze_status graze_object_get_matrix(const graze_world *world, graze_object_id id,
                                     graze_real matrix[16]) {
    uint32_t index;
    if (!matrix) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    graze_pose_to_gl(&world->objects[index].placed.pose, matrix);
    return GRAZE_OK;
}

graze_status graze_object_get_filter(const graze_world *world, graze_object_id id, uint32_t *category,
                                     uint32_t *mask) {
    uint32_t index;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    if (category) *category = world->objects[index].category;
    if (mask) *mask = world->objects[index].mask;
    return GRAZE_OK;
}

graze_status graze_object_get_box(const graze_world *world, graze_object_id id, graze_aabb *out) {
    uint32_t index;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    return gz_object_box(&world->objects[index], out);
}
