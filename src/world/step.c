/* SPDX-License-Identifier: MIT
 * The pipeline: what a test does, from placements to callbacks (B:4936-4960). */
#include "world/test.h"

#define FIRST_BATCH 64
#define LARGEST_BATCH 1024

void gz_test_release(graze_world *world, gz_test *test) {
    size_t capacity = test->capacity;
    GZ_RELEASE(world, test->items, test->item_capacity);
    GZ_RELEASE(world, test->spare, test->spare_capacity);
    GZ_RELEASE(world, test->outcomes, test->outcome_capacity);
    GZ_RELEASE(world, test->touches, test->touch_capacity);
    GZ_RELEASE(world, test, capacity);
}

/* What a test at this depth works with. */
static gz_test *test_at(graze_world *world, uint32_t depth) {
    if (depth < world->test_count) return world->tests[depth];
    gz_test *test = NULL;
    size_t capacity = 0;
    if (!GZ_RESERVE(world, world->tests, world->test_capacity, (size_t)depth + 1) ||
        !GZ_RESERVE(world, test, capacity, 1))
        return NULL;
    *test = (gz_test){.capacity = capacity};
    world->tests[world->test_count++] = test;
    return test;
}

/* -- begin and end --------------------------------------------------------------------------------- */

static bool reserve_outcomes(graze_world *world, gz_test *test) {
    size_t most = test->most < test->item_count ? test->most : test->item_count;
    return GZ_RESERVE(world, test->outcomes, test->outcome_capacity, most);
}

/* After this nothing can fail but collecting. */
static graze_status begin(graze_world *world, uint32_t scene, uint32_t table, gz_test **out) {
    uint32_t watch = gz_watch_open(world, scene, table);
    if (watch == GZ_NONE) return GRAZE_OUT_OF_MEMORY;
    if (world->watches[watch].testing) return GRAZE_BUSY;
    gz_test *test = test_at(world, world->depth);
    if (!test) return GRAZE_OUT_OF_MEMORY;
    test->scene = scene;
    test->table = table;
    test->watch = watch;
    test->serial = world->tables[table].serial;
    test->removals = world->scenes[scene].removals;
    test->stopped = false;
    test->first = test->end = test->dealt = test->told = 0;
    test->batch = world->settings.batch ? world->settings.batch : FIRST_BATCH;
    test->most = world->settings.batch ? world->settings.batch : LARGEST_BATCH;
    if (!gz_pairs_list(world, test) || !reserve_outcomes(world, test) || !gz_touch_reserve(world, test))
        return GRAZE_OUT_OF_MEMORY;
    ++world->depth;
    ++world->scenes[scene].testing;
    ++world->tables[table].testing;
    world->watches[watch].testing = true;
    *out = test;
    return GRAZE_OK;
}

static void end(graze_world *world, const gz_test *test) {
    --world->depth;
    --world->scenes[test->scene].testing;
    --world->tables[test->table].testing;
    world->watches[test->watch].testing = false;
    ++world->statistics.tests;
}

/* Batches grow, so that a STOP early on has cost little and threads have enough to do later. */
static bool next_batch(gz_test *test) {
    if (test->stopped || test->end == test->item_count) return false;
    size_t left = test->item_count - test->end;
    test->first = test->end;
    test->end += left < test->batch ? left : test->batch;
    if (test->batch < test->most) test->batch *= 2;
    return true;
}

/* -- the test -------------------------------------------------------------------------------------- */

static graze_status step(graze_world *world, uint32_t scene, uint32_t table, bool collects,
                         size_t *told) {
    graze_status status = gz_world_update(world);
    if (status != GRAZE_OK) return status;
    double from = gz_world_seconds(world);
    gz_test *test;
    status = begin(world, scene, table, &test);
    if (status != GRAZE_OK) return status;
    test->collects = collects;
    gz_world_stage_done(world, GRAZE_STAGE_PAIRS, &from);
    while (status == GRAZE_OK && next_batch(test)) {
        gz_narrow_compute(world, test);
        gz_world_stage_done(world, GRAZE_STAGE_NARROW, &from);
        if (!gz_response_tell(world, test)) status = GRAZE_OUT_OF_MEMORY;
        gz_world_stage_done(world, GRAZE_STAGE_RESPONSE, &from);
    }
    if (status == GRAZE_OK) gz_touch_commit(world, test);
    end(world, test);
    *told = test->told;
    if (!world->depth && world->doomed) gz_world_destroy(world);
    return status;
}

graze_status graze_world_test(graze_world *world, graze_scene_id scene, graze_table_id table,
                              size_t *count) {
    uint32_t scene_index, table_index;
    size_t told;
    graze_status status = GZ_FIND_SCENE(world, scene, &scene_index);
    if (status == GRAZE_OK) status = GZ_FIND_TABLE(world, table, &table_index);
    if (status == GRAZE_OK) status = step(world, scene_index, table_index, false, &told);
    if (status == GRAZE_OK && count) *count = told;
    return status;
}

graze_status graze_world_collect(graze_world *world, graze_scene_id scene, graze_table_id table,
                                 const graze_collision **collisions, size_t *count) {
    uint32_t scene_index, table_index;
    size_t told;
    if (!collisions || !count) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_SCENE(world, scene, &scene_index);
    if (status == GRAZE_OK) status = GZ_FIND_TABLE(world, table, &table_index);
    if (status != GRAZE_OK) return status;
    world->collision_count = world->contact_count = 0;
    status = step(world, scene_index, table_index, true, &told);
    if (status != GRAZE_OK) return status;
    for (size_t i = 0, next = 0; i < world->collision_count; ++i)
        if (world->collisions[i].type == GRAZE_RESPONSE_CONTACT)
            world->collisions[i].contacts = &world->contacts[next++];
    *collisions = world->collisions;
    *count = world->collision_count;
    return GRAZE_OK;
}
