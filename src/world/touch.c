/* SPDX-License-Identifier: MIT
 * Who touches whom, from test to test: what begins, stays and ends. */
#include "world/test.h"

static gz_pair_key key_of(const gz_touch *touch) {
    return gz_pair_key_of((uint32_t)touch->a, (uint32_t)touch->b);
}

/* -- watches --------------------------------------------------------------------------------------- */

static uint32_t find_watch(const graze_world *world, uint32_t scene, uint32_t table) {
    for (uint32_t i = 0; i < world->watch_count; ++i)
        if (world->watches[i].scene == scene && world->watches[i].table == table) return i;
    return GZ_NONE;
}

uint32_t gz_watch_open(graze_world *world, uint32_t scene, uint32_t table) {
    uint32_t at = find_watch(world, scene, table);
    if (at != GZ_NONE) return at;
    at = find_watch(world, GZ_NONE, GZ_NONE);
    if (at == GZ_NONE) {
        if (!GZ_RESERVE(world, world->watches, world->watch_capacity, world->watch_count + 1))
            return GZ_NONE;
        at = (uint32_t)world->watch_count++;
        world->watches[at] = (gz_watch){0};
    }
    world->watches[at].scene = scene;
    world->watches[at].table = table;
    return at;
}

void gz_watch_drop(graze_world *world, uint32_t scene, uint32_t table) {
    for (size_t i = 0; i < world->watch_count; ++i) {
        gz_watch *watch = &world->watches[i];
        if (watch->scene != scene && watch->table != table) continue;
        GZ_RELEASE(world, watch->touches, watch->touch_capacity);
        GZ_RELEASE(world, watch->events, watch->event_capacity);
        *watch = (gz_watch){.scene = GZ_NONE, .table = GZ_NONE};
    }
}

/* -- the difference of two tests ------------------------------------------------------------------- */

/* The list found may have to take over what the one before has behind the place of a STOP. */
bool gz_touch_reserve(graze_world *world, gz_test *test) {
    gz_watch *watch = &world->watches[test->watch];
    size_t wanted = test->item_count + watch->touch_count;
    test->touch_count = 0;
    return GZ_RESERVE(world, test->touches, test->touch_capacity, wanted) &&
           GZ_RESERVE(world, watch->touches, watch->touch_capacity, wanted) &&
           GZ_RESERVE(world, watch->events, watch->event_capacity, wanted);
}

static void tell(gz_watch *watch, const gz_touch *touch, graze_touch change) {
    watch->events[watch->event_count++] = (graze_touch_event){touch->a, touch->b, change};
}

/* Both lists are sorted by indices; the same indices may name other objects than before. Items from
 * `dealt` on were not looked at, so behind the last one that was, pairs are what they were. */
void gz_touch_commit(graze_world *world, gz_test *test) {
    gz_watch *watch = &world->watches[test->watch];
    gz_touch *kept = test->touches;
    /* The new list is made in front of what was found: it never gets ahead, but for what the old one
     * has more. So what was found is moved to the end first. */
    size_t found = test->touch_count, room = test->touch_capacity, made = 0;
    for (size_t i = found; i-- > 0;) kept[room - found + i] = kept[i];
    const gz_touch *now = kept + room - found, *old = watch->touches;
    bool all = test->dealt == test->item_count;
    gz_pair_key limit = !all && test->dealt ? gz_item_key(&test->items[test->dealt - 1]) : 0;
    watch->event_count = 0;
    size_t i = 0, j = 0;
    while (i < watch->touch_count || j < found) {
        gz_pair_key before = i < watch->touch_count ? key_of(&old[i]) : UINT64_MAX;
        gz_pair_key after = j < found ? key_of(&now[j]) : UINT64_MAX;
        if (before < after || (before == after && (old[i].a != now[j].a || old[i].b != now[j].b))) {
            if (all || before <= limit)
                tell(watch, &old[i], GRAZE_TOUCH_END);
            else
                kept[made++] = old[i];
            ++i;
            continue;
        }
        bool stays = before == after;
        gz_touch touch = now[j++];
        i += stays;
        if (touch.unknown && !stays) continue;
        if (!touch.unknown) tell(watch, &touch, stays ? GRAZE_TOUCH_STAY : GRAZE_TOUCH_BEGIN);
        touch.unknown = false;
        kept[made++] = touch;
    }
    test->touches = watch->touches;
    test->touch_capacity = watch->touch_capacity;
    watch->touches = kept;
    watch->touch_count = made;
    watch->touch_capacity = room;
}

graze_status graze_world_events(const graze_world *world, graze_scene_id scene, graze_table_id table,
                                const graze_touch_event **events, size_t *count) {
    uint32_t scene_index, table_index;
    if (!events || !count) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_SCENE(world, scene, &scene_index);
    if (status == GRAZE_OK) status = GZ_FIND_TABLE(world, table, &table_index);
    if (status != GRAZE_OK) return status;
    uint32_t watch = find_watch(world, scene_index, table_index);
    *count = watch == GZ_NONE ? 0 : world->watches[watch].event_count;
    *events = watch == GZ_NONE ? NULL : world->watches[watch].events;
    return GRAZE_OK;
}
