/* SPDX-License-Identifier: MIT
 * Worlds as such: made, set up, released. */
#include "world/world.h"

#include "base/memory.h"
#include "world/test.h"

graze_status gz_world_find(const graze_world *world, const gz_id_pool *pool, uint64_t id,
                           uint32_t *index) {
    if (!world) return GRAZE_INVALID_ARGUMENT;
    *index = gz_id_index(pool, id);
    return *index == GZ_NONE ? GRAZE_STALE_ID : GRAZE_OK;
}

/* As the pair queries judge them. */
static bool options_are_good(const graze_options *options) {
    const real numbers[] = {options->rel, options->abs};
    for (int i = 0; i < 2; ++i) {
        bool tightest = i == 0 && numbers[i] == GRAZE_TIGHTEST;
        if (!tightest && !(numbers[i] >= 0 && numbers[i] <= GRAZE_REAL_MAX)) return false;
    }
    return options->max_iterations >= 0;
}

static bool settings_are_good(const graze_world_settings *settings) {
    return options_are_good(&settings->options) &&
           (!settings->runner || (settings->runner->run && settings->runner->threads >= 1));
}

static void init_ids(graze_world *world, uint32_t tag) {
    gz_id_pool *pools[] = {&world->object_ids, &world->scene_ids, &world->table_ids, &world->class_ids};
    for (uint32_t kind = 0; kind < 4; ++kind)
        gz_id_pool_init(pools[kind], tag | kind << GZ_WORLD_TAG_BITS);
}

graze_status graze_world_create(const graze_world_config *config, graze_world **out) {
    static const graze_world_config defaults;
    if (!config) config = &defaults;
    if (!out || config->tag >> GZ_WORLD_TAG_BITS || !settings_are_good(&config->settings))
        return GRAZE_INVALID_ARGUMENT;
    const graze_allocator *allocator = config->allocator;
    if (allocator && (!allocator->allocate || !allocator->release)) return GRAZE_INVALID_ARGUMENT;
    graze_world *world = allocator ? allocator->allocate(allocator->user, sizeof *world, GZ_ALIGNMENT)
                                   : gz_allocate(sizeof *world);
    if (!world) return GRAZE_OUT_OF_MEMORY;
    *world = (graze_world){.settings = config->settings,
                           .bytes = sizeof *world,
                           .free_member = GZ_NONE,
                           .free_membership = GZ_NONE};
    if (allocator) world->allocator = *allocator;
    world->own_allocator = allocator != NULL;
    init_ids(world, config->tag);
    *out = world;
    return GRAZE_OK;
}

static void release_parts(graze_world *world) {
    for (uint32_t i = 0; i < world->scene_ids.slots; ++i) gz_scene_clear(world, &world->scenes[i]);
    for (uint32_t i = 0; i < world->table_ids.slots; ++i) gz_table_clear(world, &world->tables[i]);
    for (uint32_t i = 0; i < world->object_ids.slots; ++i)
        if (world->object_ids.generation[i] % 2)
            graze_shape_release((graze_shape *)(uintptr_t)world->objects[i].placed.shape);
    for (size_t i = 0; i < world->deformable_count; ++i)
        gz_list_release(world, &world->deformables[i].objects);
    for (size_t i = 0; i < world->watch_count; ++i) {
        GZ_RELEASE(world, world->watches[i].touches, world->watches[i].touch_capacity);
        GZ_RELEASE(world, world->watches[i].events, world->watches[i].event_capacity);
    }
    for (size_t i = 0; i < world->test_count; ++i) gz_test_release(world, world->tests[i]);
}

void gz_world_destroy(graze_world *world) {
    release_parts(world);
    GZ_RELEASE(world, world->objects, world->object_capacity);
    GZ_RELEASE(world, world->scenes, world->scene_capacity);
    GZ_RELEASE(world, world->tables, world->table_capacity);
    GZ_RELEASE(world, world->classes, world->class_capacity);
    GZ_RELEASE(world, world->members, world->member_capacity);
    GZ_RELEASE(world, world->memberships, world->membership_capacity);
    GZ_RELEASE(world, world->deformables, world->deformable_capacity);
    GZ_RELEASE(world, world->watches, world->watch_capacity);
    GZ_RELEASE(world, world->tests, world->test_capacity);
    GZ_RELEASE(world, world->collisions, world->collision_capacity);
    GZ_RELEASE(world, world->contacts, world->contact_capacity);
    gz_list_release(world, &world->stale);
    gz_list_release(world, &world->gone);
    gz_id_pool_release(&world->object_ids);
    gz_id_pool_release(&world->scene_ids);
    gz_id_pool_release(&world->table_ids);
    gz_id_pool_release(&world->class_ids);
    if (world->own_allocator)
        world->allocator.release(world->allocator.user, world, sizeof *world);
    else
        gz_release(world, sizeof *world);
}

void graze_world_release(graze_world *world) {
    if (!world) return;
    if (world->depth)
        world->doomed = true;
    else
        gz_world_destroy(world);
}

graze_status graze_world_set_settings(graze_world *world, const graze_world_settings *settings) {
    if (!world || !settings || !settings_are_good(settings)) return GRAZE_INVALID_ARGUMENT;
    world->settings = *settings;
    return GRAZE_OK;
}

graze_status graze_world_get_settings(const graze_world *world, graze_world_settings *out) {
    if (!world || !out) return GRAZE_INVALID_ARGUMENT;
    *out = world->settings;
    return GRAZE_OK;
}
