/* SPDX-License-Identifier: MIT
 * Objects: made, destroyed, what they belong to (I3). */
#include "world/world.h"

#include "shape/shape.h"

static graze_shape *owned(const gz_object *object) {
    return (graze_shape *)(uintptr_t)object->placed.shape; /* the object is an owner */
}

void gz_object_touch(graze_world *world, uint32_t index) {
    gz_object *object = &world->objects[index];
    object->changed = world->now;
    if (object->stale) return;
    object->stale = true;
    world->stale.at[world->stale.count++] = index; /* there is room for all objects */
}

bool gz_object_fits(const gz_object *a, const gz_object *b) {
    return (a->category & b->mask) && (b->category & a->mask);
}

/* -- shapes that deform ---------------------------------------------------------------------------- */

static uint32_t find_record(const graze_world *world, const graze_shape *shape) {
    for (size_t i = 0; i < world->deformable_count; ++i)
        if (world->deformables[i].shape == shape) return (uint32_t)i;
    return GZ_NONE;
}

bool gz_deformable_add(graze_world *world, uint32_t index) {
    gz_object *object = &world->objects[index];
    object->deformable = GZ_NONE;
    if (object->placed.shape->convex) return true;
    uint32_t record = find_record(world, object->placed.shape);
    if (record == GZ_NONE) {
        record = find_record(world, NULL);
        if (record == GZ_NONE) {
            if (!GZ_RESERVE(world, world->deformables, world->deformable_capacity,
                            world->deformable_count + 1))
                return false;
            record = (uint32_t)world->deformable_count++;
            world->deformables[record] = (gz_deformable){0};
        }
        if (!gz_list_reserve(world, &world->deformables[record].objects, 1)) return false;
        world->deformables[record].shape = object->placed.shape;
        world->deformables[record].revision = graze_shape_revision(object->placed.shape);
    }
    gz_list *list = &world->deformables[record].objects;
    if (!gz_list_push(world, list, index)) return false;
    object->deformable = record;
    object->deformable_place = (uint32_t)(list->count - 1);
    return true;
}

void gz_deformable_remove(graze_world *world, uint32_t index) {
    gz_object *object = &world->objects[index];
    if (object->deformable == GZ_NONE) return;
    gz_deformable *record = &world->deformables[object->deformable];
    gz_list_remove_at(&record->objects, object->deformable_place);
    if (object->deformable_place < record->objects.count)
        world->objects[record->objects.at[object->deformable_place]].deformable_place =
            object->deformable_place;
    if (record->objects.count == 0) record->shape = NULL;
    object->deformable = GZ_NONE;
}

/* -- made and destroyed ---------------------------------------------------------------------------- */

static graze_status reserve_object(graze_world *world) {
    size_t wanted = (size_t)world->object_ids.slots + 1;
    bool room = GZ_RESERVE(world, world->objects, world->object_capacity, wanted) &&
                gz_list_reserve(world, &world->stale, wanted) &&
                gz_list_reserve(world, &world->gone, wanted) &&
                (world->object_ids.free != GZ_NONE || wanted <= world->object_ids.capacity ||
                 gz_id_pool_reserve(&world->object_ids, world->object_capacity));
    return room ? GRAZE_OK : GRAZE_OUT_OF_MEMORY;
}

graze_status graze_object_create(graze_world *world, const graze_object_config *config,
                                 graze_object_id *out) {
    if (!world || !config || !out || (unsigned)config->fit > GRAZE_FIT_TIGHT)
        return GRAZE_INVALID_ARGUMENT;
    gz_object object = {
        .placed = {config->shape, config->pose ? *config->pose : graze_pose_identity(), config->margin},
        .user = config->user,
        .category = config->category,
        .mask = config->mask,
        .fit = config->fit,
        .changed = world->now,
        .first_member = GZ_NONE,
        .first_class = GZ_NONE,
        .deformable = GZ_NONE};
    if (!object.category && !object.mask) object.category = object.mask = UINT32_MAX;
    object.told_category = object.category;
    object.told_mask = object.mask;
    graze_status status = graze_placed_check(&object.placed);
    if (status == GRAZE_OK) status = reserve_object(world);
    if (status != GRAZE_OK) return status;
    /* The id is taken last, so that a failure costs no generation. */
    bool reused = world->object_ids.free != GZ_NONE;
    uint32_t index = reused ? world->object_ids.free : world->object_ids.slots;
    world->objects[index] = object;
    if (!gz_deformable_add(world, index)) return GRAZE_OUT_OF_MEMORY;
    gz_id_pool_take(&world->object_ids);
    graze_shape_retain(config->shape);
    ++world->object_count;
    *out = gz_object_id(world, index);
    return GRAZE_OK;
}

static void drop_classes(graze_world *world, gz_object *object) {
    uint32_t at = object->first_class;
    while (at != GZ_NONE) {
        uint32_t next = world->memberships[at].next;
        world->memberships[at] = (gz_membership){GZ_NONE, GZ_NONE, world->free_membership};
        world->free_membership = at;
        at = next;
    }
    object->first_class = GZ_NONE;
}

graze_status graze_object_destroy(graze_world *world, graze_object_id id) {
    uint32_t index;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    gz_object *object = &world->objects[index];
    while (object->first_member != GZ_NONE) gz_scene_drop_member(world, object->first_member);
    drop_classes(world, object);
    gz_deformable_remove(world, index);
    graze_shape_release(owned(object));
    object->placed.shape = NULL;
    gz_id_pool_retire(&world->object_ids, index);
    world->gone.at[world->gone.count++] = index;
    --world->object_count;
    return GRAZE_OK;
}

bool graze_object_exists(const graze_world *world, graze_object_id object) {
    return gz_world_object(world, object) != NULL;
}

/* -- shape and what is handed on ------------------------------------------------------------------- */

/* An object whose place in the lists of shapes and scenes is that of its new shape, or what it was. */
static graze_status exchange(graze_world *world, uint32_t index, const gz_object *changed) {
    gz_object before = world->objects[index], *object = &world->objects[index];
    graze_aabb box = object->box;
    bool bounded = changed->placed.shape->bounded;
    graze_status status = bounded ? gz_object_box(changed, &box) : GRAZE_OK;
    if (status != GRAZE_OK) return status;
    object->placed = changed->placed;
    if (!gz_deformable_add(world, index)) {
        *object = before;
        return GRAZE_OUT_OF_MEMORY;
    }
    status = bounded == before.placed.shape->bounded ? GRAZE_OK
                                                     : gz_scene_rebox(world, index, bounded, &box);
    gz_object after = *object;
    after.box = box;
    if (status != GRAZE_OK) {
        gz_deformable_remove(world, index);
        *object = before;
        return status;
    }
    object->deformable = before.deformable;
    object->deformable_place = before.deformable_place;
    gz_deformable_remove(world, index);
    *object = after;
    return GRAZE_OK;
}

graze_status graze_object_set_shape(graze_world *world, graze_object_id id, graze_shape *shape) {
    uint32_t index;
    graze_status status = GZ_FIND_OBJECT(world, id, &index);
    if (status != GRAZE_OK) return status;
    gz_object changed = world->objects[index];
    graze_shape *old = owned(&changed);
    if (shape == old) return GRAZE_OK;
    changed.placed.shape = shape;
    status = graze_placed_check(&changed.placed);
    if (status == GRAZE_OK) status = exchange(world, index, &changed);
    if (status != GRAZE_OK) return status;
    graze_shape_retain(shape);
    graze_shape_release(old);
    gz_object_touch(world, index);
    return GRAZE_OK;
}

graze_status graze_object_set_user(graze_world *world, graze_object_id id, void *user) {
    gz_object *object = gz_world_object(world, id);
    if (!object) return world ? GRAZE_STALE_ID : GRAZE_INVALID_ARGUMENT;
    object->user = user;
    return GRAZE_OK;
}

graze_status graze_object_get_user(const graze_world *world, graze_object_id id, void **out) {
    const gz_object *object = gz_world_object(world, id);
    if (!world || !out) return GRAZE_INVALID_ARGUMENT;
    if (!object) return GRAZE_STALE_ID;
    *out = object->user;
    return GRAZE_OK;
}
