/* SPDX-License-Identifier: MIT
 * Rays and moving shapes through a scene. */
#include "shape/shape.h"
#include "world/sight.h"

/* The first hits so far, by t and index. What is asked of the single object is the same whatever was
 * found before, so the answer does not depend on the order. */
typedef struct cast {
    gz_sight *sight;
    const graze_ray *ray;      /* or NULL: */
    const graze_placed *shape; /* that moves */
    graze_vec3 translation;
    bool any; /* is enough */
    size_t count, room;
    graze_scene_hit *out;
} cast;

static bool comes_before(const graze_scene_hit *a, const graze_scene_hit *b) {
    if (a->cast.t != b->cast.t) return a->cast.t < b->cast.t;
    return (uint32_t)a->object < (uint32_t)b->object;
}

static void insert(cast *c, const graze_scene_hit *hit) {
    size_t at = c->count;
    if (c->count == c->room) {
        if (!c->room || !comes_before(hit, &c->out[c->room - 1])) return;
        --at;
    } else {
        ++c->count;
    }
    for (; at > 0 && comes_before(hit, &c->out[at - 1]); --at) c->out[at] = c->out[at - 1];
    c->out[at] = *hit;
}

static graze_flow try_object(void *user, uint32_t object) {
    cast *c = user;
    gz_sight *sight = c->sight;
    if (!gz_sight_takes(sight, object)) return GRAZE_CONTINUE;
    graze_placed placed = gz_sight_placed(sight, object);
    graze_scene_hit hit = {gz_object_id(sight->world, object), sight->world->objects[object].user, {0}};
    const graze_options *options = sight->filter.options;
    graze_status status = c->ray
                              ? graze_ray_cast(&placed, c->ray, options, &hit.cast)
                              : graze_shape_cast(c->shape, c->translation, &placed, options, &hit.cast);
    if (!gz_sight_good(sight, object, status) || !hit.cast.hit) return GRAZE_CONTINUE;
    insert(c, &hit);
    return c->any ? GRAZE_STOP : GRAZE_CONTINUE;
}

/* Boxes that are entered behind the last hit that counts have nothing to add. That hit may have been
 * rounded, so its upper bound decides. */
static graze_real try_box(void *user, graze_broad_id id, uint64_t object, graze_real t,
                          graze_real max_t) {
    cast *c = user;
    (void)id;
    (void)t;
    if (!gz_sight_is_late(c->sight, (uint32_t)object) && try_object(c, (uint32_t)object) == GRAZE_STOP)
        return -1;
    if (c->count < c->room || !c->room) return max_t;
    graze_real limit = c->out[c->room - 1].cast.upper;
    return limit < max_t ? limit : max_t;
}

static graze_status run(cast *c) {
    const gz_sight *sight = c->sight;
    graze_broad *broad = sight->scene->broad;
    graze_status status;
    if (c->ray) {
        status = graze_broad_cast_ray(broad, c->ray, sight->filter.mask, try_box, c);
    } else {
        graze_aabb box;
        status = graze_placed_bounds(c->shape, &box);
        if (status == GRAZE_OK)
            status =
                graze_broad_cast_box(broad, &box, c->translation, 1, sight->filter.mask, try_box, c);
    }
    if (status != GRAZE_OK) return status;
    if (!c->any || !c->count) gz_sight_rest(sight, try_object, c);
    gz_sight_close(sight);
    return GRAZE_OK;
}

static graze_status first_hit(cast *c, bool *found, graze_scene_hit *out) {
    graze_scene_hit best;
    c->room = 1;
    c->out = &best;
    graze_status status = run(c);
    if (status != GRAZE_OK) return status;
    *found = c->count > 0;
    if (*found && out) *out = best;
    return GRAZE_OK;
}

graze_status graze_scene_ray_closest(const graze_world *world, graze_scene_id scene,
                                     const graze_ray *ray, const graze_scene_filter *filter,
                                     bool *found, graze_scene_hit *out) {
    gz_sight sight;
    if (!ray || !found || !out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_sight_open(world, scene, filter, &sight);
    if (status != GRAZE_OK) return status;
    cast c = {.sight = &sight, .ray = ray};
    return first_hit(&c, found, out);
}

graze_status graze_scene_ray_any(const graze_world *world, graze_scene_id scene, const graze_ray *ray,
                                 const graze_scene_filter *filter, bool *found) {
    gz_sight sight;
    if (!ray || !found) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_sight_open(world, scene, filter, &sight);
    if (status != GRAZE_OK) return status;
    cast c = {.sight = &sight, .ray = ray, .any = true};
    return first_hit(&c, found, NULL);
}

graze_status graze_scene_ray_all(const graze_world *world, graze_scene_id scene, const graze_ray *ray,
                                 const graze_scene_filter *filter, size_t room, graze_scene_hit *out,
                                 size_t *count) {
    gz_sight sight;
    if (!ray || !count || (room && !out)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_sight_open(world, scene, filter, &sight);
    if (status != GRAZE_OK) return status;
    cast c = {.sight = &sight, .ray = ray, .room = room, .out = out};
    status = run(&c);
    if (status == GRAZE_OK) *count = c.count;
    return status;
}

graze_status graze_scene_shape_cast(const graze_world *world, graze_scene_id scene,
                                    const graze_placed *shape, graze_vec3 translation,
                                    const graze_scene_filter *filter, bool *found,
                                    graze_scene_hit *out) {
    gz_sight sight;
    if (!found || !out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_check(shape);
    if (status == GRAZE_OK) status = gz_sight_open(world, scene, filter, &sight);
    if (status != GRAZE_OK) return status;
    if (!shape->shape->bounded) return GRAZE_UNBOUNDED;
    cast c = {.sight = &sight, .shape = shape, .translation = translation};
    return first_hit(&c, found, out);
}
