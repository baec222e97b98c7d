/* SPDX-License-Identifier: MIT */
#include "world/sight.h"

graze_status gz_sight_open(const graze_world *world, graze_scene_id scene,
                           const graze_scene_filter *filter, gz_sight *out) {
    uint32_t index;
    graze_status status = GZ_FIND_SCENE(world, scene, &index);
    if (status != GRAZE_OK) return status;
    *out = (gz_sight){.world = world, .scene = &world->scenes[index], .scene_index = index};
    if (filter) out->filter = *filter;
    if (!out->filter.mask) out->filter.mask = UINT32_MAX;
    return GRAZE_OK;
}

void gz_sight_close(const gz_sight *sight) {
    if (sight->filter.report) *sight->filter.report = sight->report;
}

bool gz_sight_is_late(const gz_sight *sight, uint32_t object) {
    const gz_object *o = &sight->world->objects[object];
    return o->stale || gz_object_deformed(sight->world, o);
}

bool gz_sight_takes(gz_sight *sight, uint32_t object) {
    const gz_object *o = &sight->world->objects[object];
    const graze_scene_filter *filter = &sight->filter;
    if (!(o->category & filter->mask)) return false;
    if (filter->accept && !filter->accept(filter->user, gz_object_id(sight->world, object), o->user))
        return false;
    ++sight->report.tested;
    return true;
}

graze_placed gz_sight_placed(const gz_sight *sight, uint32_t object) {
    graze_placed placed = sight->world->objects[object].placed;
    if (sight->filter.ignore_margins) placed.margin = 0;
    return placed;
}

bool gz_sight_good(gz_sight *sight, uint32_t object, graze_status status) {
    if (status == GRAZE_OK) return true;
    ++sight->report.failed;
    sight->report.object = gz_object_id(sight->world, object);
    sight->report.status = status;
    return false;
}

/* -- walks ----------------------------------------------------------------------------------------- */

/* Bounded, alive and in the scene? */
static bool is_here(const gz_sight *sight, uint32_t object) {
    const graze_world *world = sight->world;
    if (world->object_ids.generation[object] % 2 == 0) return false;
    uint32_t member = gz_scene_member(world, sight->scene_index, object);
    return member != GZ_NONE && world->members[member].proxy;
}

static graze_flow visit_deformed(const gz_sight *sight, const gz_deformable *record,
                                 gz_sight_visit visit, void *user) {
    if (!record->shape || record->revision == graze_shape_revision(record->shape))
        return GRAZE_CONTINUE;
    graze_flow flow = GRAZE_CONTINUE;
    for (size_t i = 0; i < record->objects.count && flow == GRAZE_CONTINUE; ++i) {
        uint32_t object = record->objects.at[i];
        if (!sight->world->objects[object].stale && is_here(sight, object)) flow = visit(user, object);
    }
    return flow;
}

graze_flow gz_sight_rest(const gz_sight *sight, gz_sight_visit visit, void *user) {
    const graze_world *world = sight->world;
    graze_flow flow = GRAZE_CONTINUE;
    for (size_t i = 0; i < sight->scene->planes.count && flow == GRAZE_CONTINUE; ++i)
        flow = visit(user, world->members[sight->scene->planes.at[i]].object);
    for (size_t i = 0; i < world->stale.count && flow == GRAZE_CONTINUE; ++i)
        if (is_here(sight, world->stale.at[i])) flow = visit(user, world->stale.at[i]);
    for (size_t i = 0; i < world->deformable_count && flow == GRAZE_CONTINUE; ++i)
        flow = visit_deformed(sight, &world->deformables[i], visit, user);
    return flow;
}

typedef struct walk {
    const gz_sight *sight;
    gz_sight_visit visit;
    void *user;
} walk;

static graze_flow visit_box(void *user, graze_broad_id id, uint64_t object) {
    const walk *w = user;
    (void)id;
    if (gz_sight_is_late(w->sight, (uint32_t)object)) return GRAZE_CONTINUE;
    return w->visit(w->user, (uint32_t)object);
}

graze_status gz_sight_box(const gz_sight *sight, const graze_aabb *box, gz_sight_visit visit,
                          void *user) {
    const gz_list *members = &sight->scene->members;
    if (!box) {
        graze_flow flow = GRAZE_CONTINUE;
        for (size_t i = 0; i < members->count && flow == GRAZE_CONTINUE; ++i)
            flow = visit(user, sight->world->members[members->at[i]].object);
        return GRAZE_OK;
    }
    walk w = {sight, visit, user};
    graze_status status =
        graze_broad_query_box(sight->scene->broad, box, sight->filter.mask, visit_box, &w);
    if (status == GRAZE_OK) gz_sight_rest(sight, visit, user);
    return status;
}

/* -- the least keys -------------------------------------------------------------------------------- */

static void sift_down(uint64_t *at, size_t count, size_t hole) {
    uint64_t moving = at[hole];
    for (size_t child; (child = 2 * hole + 1) < count; hole = child) {
        if (child + 1 < count && at[child + 1] > at[child]) ++child;
        if (at[child] <= moving) break;
        at[hole] = at[child];
    }
    at[hole] = moving;
}

static void sift_up(uint64_t *at, size_t hole) {
    uint64_t moving = at[hole];
    for (; hole > 0 && at[(hole - 1) / 2] < moving; hole = (hole - 1) / 2)
        at[hole] = at[(hole - 1) / 2];
    at[hole] = moving;
}

void gz_least_push(gz_least *least, uint64_t key) {
    ++least->total;
    if (least->count < least->room) {
        least->at[least->count] = key;
        sift_up(least->at, least->count++);
    } else if (least->room && key < least->at[0]) {
        least->at[0] = key;
        sift_down(least->at, least->count, 0);
    }
}

void gz_least_sort(gz_least *least) {
    for (size_t left = least->count; left > 1; --left) {
        uint64_t greatest = least->at[0];
        least->at[0] = least->at[left - 1];
        least->at[left - 1] = greatest;
        sift_down(least->at, left - 1, 0);
    }
}
