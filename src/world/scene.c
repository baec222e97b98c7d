/* SPDX-License-Identifier: MIT
 * Scenes: sets of objects, each with a broad phase of its own (I4). */
#include "world/world.h"

#include "shape/shape.h"

graze_status graze_scene_create(graze_world *world, const graze_broad_config *config,
                                graze_scene_id *out) {
    if (!world || !out) return GRAZE_INVALID_ARGUMENT;
    gz_scene scene = {.free_encounter = GZ_NONE};
    if (config) scene.config = *config;
    scene.config.tag = 0;
    scene.config.queries_only = false;
    size_t wanted = (size_t)world->scene_ids.slots + 1;
    if (!GZ_RESERVE(world, world->scenes, world->scene_capacity, wanted) ||
        !gz_id_pool_reserve(&world->scene_ids, world->scene_capacity))
        return GRAZE_OUT_OF_MEMORY;
    graze_status status = graze_broad_create(&scene.config, &scene.broad);
    if (status != GRAZE_OK) return status;
    uint32_t index = gz_id_pool_take(&world->scene_ids);
    world->scenes[index] = scene;
    ++world->scene_count;
    *out = gz_id_of(&world->scene_ids, index);
    return GRAZE_OK;
}

void gz_scene_clear(graze_world *world, gz_scene *scene) {
    graze_broad_release(scene->broad);
    gz_list_release(world, &scene->members);
    gz_list_release(world, &scene->planes);
    GZ_RELEASE(world, scene->refs, scene->ref_capacity);
    GZ_RELEASE(world, scene->spare, scene->spare_capacity);
    GZ_RELEASE(world, scene->encounters, scene->encounter_capacity);
    *scene = (gz_scene){.free_encounter = GZ_NONE};
}

graze_status graze_scene_destroy(graze_world *world, graze_scene_id id) {
    uint32_t index;
    graze_status status = GZ_FIND_SCENE(world, id, &index);
    if (status != GRAZE_OK) return status;
    gz_scene *scene = &world->scenes[index];
    if (scene->testing) return GRAZE_BUSY;
    while (scene->members.count) gz_scene_drop_member(world, scene->members.at[0]);
    gz_watch_drop(world, index, GZ_NONE);
    gz_scene_clear(world, scene);
    gz_id_pool_retire(&world->scene_ids, index);
    gz_id_pool_free(&world->scene_ids, index);
    --world->scene_count;
    return GRAZE_OK;
}

/* -- members --------------------------------------------------------------------------------------- */

uint32_t gz_scene_member(const graze_world *world, uint32_t scene, uint32_t object) {
    uint32_t at = world->objects[object].first_member;
    while (at != GZ_NONE && world->members[at].scene != scene) at = world->members[at].next;
    return at;
}

/* Gives a bounded object a box in the broad phase. */
static graze_status add_proxy(const graze_world *world, uint32_t object, uint32_t scene,
                              const graze_aabb *box, graze_broad_id *out) {
    const gz_object *o = &world->objects[object];
    graze_broad_proxy proxy = {.box = *box, .user = object, .category = o->category, .mask = o->mask};
    return graze_broad_add(world->scenes[scene].broad, &proxy, out);
}

graze_status gz_scene_add_member(graze_world *world, uint32_t scene_index, uint32_t object_index,
                                 const graze_aabb *box, bool fresh) {
    gz_object *object = &world->objects[object_index];
    gz_scene *scene = &world->scenes[scene_index];
    bool bounded = object->placed.shape->bounded;
    bool room = gz_list_reserve(world, &scene->members, scene->members.count + 1) &&
                (bounded || gz_list_reserve(world, &scene->planes, scene->planes.count + 1)) &&
                (world->free_member != GZ_NONE ||
                 GZ_RESERVE(world, world->members, world->member_capacity, world->member_count + 1));
    if (!room) return GRAZE_OUT_OF_MEMORY;
    graze_broad_id proxy = 0;
    graze_status status = bounded ? add_proxy(world, object_index, scene_index, box, &proxy) : GRAZE_OK;
    if (status != GRAZE_OK) return status;
    uint32_t at = world->free_member;
    if (at != GZ_NONE)
        world->free_member = world->members[at].next;
    else
        at = (uint32_t)world->member_count++;
    world->members[at] = (gz_member){.object = object_index,
                                     .scene = scene_index,
                                     .next = object->first_member,
                                     .place = (uint32_t)scene->members.count,
                                     .fresh = fresh,
                                     .proxy = proxy};
    object->first_member = at;
    scene->members.at[scene->members.count++] = at;
    if (!bounded) scene->planes.at[scene->planes.count++] = at;
    return GRAZE_OK;
}

graze_status graze_scene_add(graze_world *world, graze_scene_id scene, graze_object_id object) {
    uint32_t scene_index, object_index;
    graze_status status = GZ_FIND_SCENE(world, scene, &scene_index);
    if (status == GRAZE_OK) status = GZ_FIND_OBJECT(world, object, &object_index);
    if (status != GRAZE_OK) return status;
    if (gz_scene_member(world, scene_index, object_index) != GZ_NONE) return GRAZE_OK;
    graze_aabb box;
    status = gz_object_box(&world->objects[object_index], &box);
    if (status == GRAZE_OK || status == GRAZE_UNBOUNDED)
        status = gz_scene_add_member(world, scene_index, object_index, &box, true);
    if (status != GRAZE_OK) return status;
    /* Its other scenes get the box that this one has. Pairs that rest may go on resting. */
    uint64_t changed = world->objects[object_index].changed;
    gz_object_touch(world, object_index);
    world->objects[object_index].changed = changed;
    return GRAZE_OK;
}

void gz_scene_drop_member(graze_world *world, uint32_t at) {
    gz_member *member = &world->members[at];
    gz_scene *scene = &world->scenes[member->scene];
    uint32_t *link = &world->objects[member->object].first_member;
    while (*link != at) link = &world->members[*link].next;
    *link = member->next;
    gz_list_remove_at(&scene->members, member->place);
    if (member->place < scene->members.count)
        world->members[scene->members.at[member->place]].place = member->place;
    if (member->proxy)
        graze_broad_remove(scene->broad, member->proxy);
    else
        gz_list_remove(&scene->planes, at);
    ++scene->removals;
    *member = (gz_member){.object = GZ_NONE, .scene = GZ_NONE, .next = world->free_member};
    world->free_member = at;
}

graze_status graze_scene_remove(graze_world *world, graze_scene_id scene, graze_object_id object) {
    uint32_t scene_index, object_index;
    graze_status status = GZ_FIND_SCENE(world, scene, &scene_index);
    if (status == GRAZE_OK) status = GZ_FIND_OBJECT(world, object, &object_index);
    if (status != GRAZE_OK) return status;
    uint32_t member = gz_scene_member(world, scene_index, object_index);
    if (member != GZ_NONE) gz_scene_drop_member(world, member);
    return GRAZE_OK;
}

/* From unbounded to bounded: all boxes are made before the first member changes. */
static graze_status gain_boxes(graze_world *world, uint32_t object, const graze_aabb *box) {
    graze_status status = GRAZE_OK;
    uint32_t first = world->objects[object].first_member, at;
    for (at = first; at != GZ_NONE && status == GRAZE_OK; at = world->members[at].next)
        status = add_proxy(world, object, world->members[at].scene, box, &world->members[at].proxy);
    for (at = first; at != GZ_NONE; at = world->members[at].next) {
        gz_member *member = &world->members[at];
        gz_scene *scene = &world->scenes[member->scene];
        if (status == GRAZE_OK) {
            gz_list_remove(&scene->planes, at);
            member->fresh = true;
        } else if (member->proxy) {
            graze_broad_remove(scene->broad, member->proxy);
            member->proxy = 0;
        }
    }
    return status;
}

static graze_status lose_boxes(graze_world *world, uint32_t object) {
    uint32_t first = world->objects[object].first_member, at;
    for (at = first; at != GZ_NONE; at = world->members[at].next) {
        gz_list *planes = &world->scenes[world->members[at].scene].planes;
        if (!gz_list_reserve(world, planes, planes->count + 1)) return GRAZE_OUT_OF_MEMORY;
    }
    for (at = first; at != GZ_NONE; at = world->members[at].next) {
        gz_member *member = &world->members[at];
        gz_scene *scene = &world->scenes[member->scene];
        graze_broad_remove(scene->broad, member->proxy);
        member->proxy = 0;
        scene->planes.at[scene->planes.count++] = at;
    }
    return GRAZE_OK;
}

graze_status gz_scene_rebox(graze_world *world, uint32_t object, bool bounded, const graze_aabb *box) {
    return bounded ? gain_boxes(world, object, box) : lose_boxes(world, object);
}

/* -- what is in it --------------------------------------------------------------------------------- */

graze_status graze_scene_has(const graze_world *world, graze_scene_id scene, graze_object_id object,
                             bool *out) {
    uint32_t scene_index, object_index;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_SCENE(world, scene, &scene_index);
    if (status == GRAZE_OK) status = GZ_FIND_OBJECT(world, object, &object_index);
    if (status != GRAZE_OK) return status;
    *out = gz_scene_member(world, scene_index, object_index) != GZ_NONE;
    return GRAZE_OK;
}

graze_status graze_scene_objects(const graze_world *world, graze_scene_id id, size_t room,
                                 graze_object_id *out, size_t *total) {
    uint32_t scene;
    if (!total || (room && !out)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_SCENE(world, id, &scene);
    if (status != GRAZE_OK) return status;
    *total = world->scenes[scene].members.count;
    for (uint32_t i = 0, written = 0; i < world->object_ids.slots && written < room; ++i)
        if (world->object_ids.generation[i] % 2 && gz_scene_member(world, scene, i) != GZ_NONE)
            out[written++] = gz_object_id(world, i);
    return GRAZE_OK;
}
