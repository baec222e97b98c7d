/* SPDX-License-Identifier: MIT
 * Counts and times of the pipeline's stages (R2). */
#include "world/world.h"

double gz_world_seconds(const graze_world *world) {
    return world->settings.clock ? world->settings.clock(world->settings.clock_user) : 0;
}

void gz_world_stage_done(graze_world *world, graze_world_stage stage, double *from) {
    if (!world->settings.clock) return;
    double now = gz_world_seconds(world);
    world->statistics.seconds[stage] += now - *from;
    *from = now;
}

graze_status graze_world_statistics_get(const graze_world *world, graze_world_statistics *out) {
    if (!world || !out) return GRAZE_INVALID_ARGUMENT;
    *out = world->statistics;
    out->objects = world->object_count;
    out->scenes = world->scene_count;
    out->tables = world->table_count;
    out->bytes = world->bytes;
    out->encounters = 0;
    for (uint32_t i = 0; i < world->scene_ids.slots; ++i)
        if (world->scene_ids.generation[i] % 2) out->encounters += world->scenes[i].ref_count;
    return GRAZE_OK;
}

size_t graze_world_object_count(const graze_world *world) { return world ? world->object_count : 0; }
