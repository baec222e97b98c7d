/* SPDX-License-Identifier: MIT
 * The first half of the pipeline: from placements to boxes, and from boxes to encounters (L7). */
#include "world/world.h"

#include "broad/broad.h"
#include "shape/shape.h"

bool gz_object_deformed(const graze_world *world, const gz_object *object) {
    if (object->deformable == GZ_NONE) return false;
    const gz_deformable *record = &world->deformables[object->deformable];
    return record->revision != graze_shape_revision(record->shape);
}

/* Who is made of a shape that has deformed is as good as moved (A1). */
static void notice_deformations(graze_world *world) {
    for (size_t i = 0; i < world->deformable_count; ++i) {
        gz_deformable *record = &world->deformables[i];
        if (!record->shape || record->revision == graze_shape_revision(record->shape)) continue;
        record->revision = graze_shape_revision(record->shape);
        for (size_t k = 0; k < record->objects.count; ++k)
            gz_object_touch(world, record->objects.at[k]);
    }
}

static bool is_live(const graze_world *world, uint32_t object) {
    return world->object_ids.generation[object] % 2;
}

/* -- boxes, by the runner's threads ---------------------------------------------------------------- */

#define BOXES_A_JOB 128

/* A deformed shape may have left what queries take; then its box stays, and its queries say so. */
static void compute_boxes(void *context, size_t job) {
    graze_world *world = context;
    size_t end = (job + 1) * BOXES_A_JOB;
    if (end > world->stale.count) end = world->stale.count;
    for (size_t i = job * BOXES_A_JOB; i < end; ++i) {
        gz_object *object = &world->objects[world->stale.at[i]];
        if (is_live(world, world->stale.at[i]) && object->placed.shape->bounded)
            gz_object_box(object, &object->box);
    }
}

static void run_boxes(graze_world *world) {
    const graze_runner *runner = world->settings.runner;
    size_t jobs = (world->stale.count + BOXES_A_JOB - 1) / BOXES_A_JOB;
    if (runner && jobs > 1)
        runner->run(runner->user, compute_boxes, world, jobs);
    else
        for (size_t job = 0; job < jobs; ++job) compute_boxes(world, job);
    world->statistics.boxes += world->stale.count;
}

/* Tells every scene of the object. Neither call needs memory. */
static void tell_scenes(graze_world *world, uint32_t index) {
    const gz_object *object = &world->objects[index];
    for (uint32_t at = object->first_member; at != GZ_NONE; at = world->members[at].next) {
        const gz_member *member = &world->members[at];
        if (!member->proxy) continue;
        graze_broad *broad = world->scenes[member->scene].broad;
        gz_broad_move_known(broad, member->proxy, &object->box);
        bool told = object->told_category == object->category && object->told_mask == object->mask;
        /* A fresh one may have been added between two changes; what a failed update told is not noted.
         */
        if (!told || member->fresh || world->half_updated)
            graze_broad_set_filter(broad, member->proxy, object->category, object->mask);
    }
}

/* -- the update ------------------------------------------------------------------------------------ */

/* What was waiting for the update to succeed. */
static void settle(graze_world *world) {
    for (size_t i = 0; i < world->stale.count; ++i) {
        gz_object *object = &world->objects[world->stale.at[i]];
        object->stale = false;
        object->told_category = object->category;
        object->told_mask = object->mask;
        if (!is_live(world, world->stale.at[i])) continue;
        for (uint32_t at = object->first_member; at != GZ_NONE; at = world->members[at].next)
            world->members[at].fresh = false;
    }
    world->stale.count = 0;
    world->half_updated = false;
    for (size_t i = 0; i < world->gone.count; ++i)
        gz_id_pool_free(&world->object_ids, world->gone.at[i]);
    world->gone.count = 0;
}

/* Memory ran out before all scenes were done: members of those that were are fresh no more. */
static void settle_half(graze_world *world, uint32_t done) {
    world->half_updated = true;
    for (uint32_t i = 0; i < done; ++i) {
        if (world->scene_ids.generation[i] % 2 == 0) continue;
        const gz_list *list = &world->scenes[i].members;
        for (size_t k = 0; k < list->count; ++k) world->members[list->at[k]].fresh = false;
    }
}

graze_status gz_world_update(graze_world *world) {
    double from = gz_world_seconds(world);
    notice_deformations(world);
    run_boxes(world);
    gz_world_stage_done(world, GRAZE_STAGE_BOXES, &from);
    for (size_t i = 0; i < world->stale.count; ++i)
        if (is_live(world, world->stale.at[i])) tell_scenes(world, world->stale.at[i]);
    for (uint32_t i = 0; i < world->scene_ids.slots; ++i) {
        if (world->scene_ids.generation[i] % 2 == 0) continue;
        graze_status status = gz_encounters_update(world, &world->scenes[i]);
        if (status == GRAZE_OK) continue;
        settle_half(world, i);
        return status;
    }
    settle(world);
    ++world->statistics.updates;
    gz_world_stage_done(world, GRAZE_STAGE_BROAD, &from);
    return GRAZE_OK;
}

graze_status graze_world_update(graze_world *world) {
    return world ? gz_world_update(world) : GRAZE_INVALID_ARGUMENT;
}
