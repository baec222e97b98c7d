/* SPDX-License-Identifier: MIT
 * What a query of a scene sees: the objects that it may be about, whatever has changed since the last
 * update.
 *
 * Broad phases answer for the boxes of the last update. Objects that are stale, or whose shape has
 * deformed, are left out there and looked at one by one, and so are unbounded ones. */
#ifndef GZ_WORLD_SIGHT_H
#define GZ_WORLD_SIGHT_H

#include "world/world.h"

typedef struct gz_sight {
    const graze_world *world;
    const gz_scene *scene;
    uint32_t scene_index;
    graze_scene_filter filter; /* all bits instead of mask 0 */
    graze_scene_report report;
} gz_sight;

/* filter NULL: the defaults. GRAZE_INVALID_ARGUMENT, GRAZE_STALE_ID. */
graze_status gz_sight_open(const graze_world *world, graze_scene_id scene,
                           const graze_scene_filter *filter, gz_sight *out);
/* Hands out the report, if it is asked for. */
void gz_sight_close(const gz_sight *sight);

/* Is the object one that the broad phase must not answer for? */
bool gz_sight_is_late(const gz_sight *sight, uint32_t object);
/* Does the filter let it pass? Counts it as tested. */
bool gz_sight_takes(gz_sight *sight, uint32_t object);
/* The object as queries take it, with its margin or without. */
graze_placed gz_sight_placed(const gz_sight *sight, uint32_t object);
/* Counts a query that failed; true if it did not. */
bool gz_sight_good(gz_sight *sight, uint32_t object, graze_status status);

/* GRAZE_STOP ends the walk. */
typedef graze_flow (*gz_sight_visit)(void *user, uint32_t object);

/* All that the broad phase does not answer for: unbounded, then late ones. What visit said last. */
graze_flow gz_sight_rest(const gz_sight *sight, gz_sight_visit visit, void *user);
/* All objects whose boxes touch the given one, and the rest. NULL: all of the scene. */
graze_status gz_sight_box(const gz_sight *sight, const graze_aabb *box, gz_sight_visit visit,
                          void *user);

/* Keeps the least `room` keys of those pushed, in any order: a heap in the caller's array. */
typedef struct gz_least {
    uint64_t *at; /* the greatest on top */
    size_t count, room, total;
} gz_least;
void gz_least_push(gz_least *least, uint64_t key);
/* In order, ascending. */
void gz_least_sort(gz_least *least);

#endif
