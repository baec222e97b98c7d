/* SPDX-License-Identifier: MIT
 * Which objects are nearest to something, and which pairs are closer than a distance. */
#include "bounds/outward.h"
#include "convex/point_shape.h"
#include "math/vec3.h"
#include "shape/shape.h"
#include "world/sight.h"

/* The box grown by a length, not beyond what broad phases take. */
static graze_aabb grown(const graze_aabb *box, real by) {
    const real most = GRAZE_SHAPE_REACH;
    vec3 corner = vec3_make(most, most, most);
    vec3 lo =
        vec3_make(-gz_add_up(-box->lo.x, by), -gz_add_up(-box->lo.y, by), -gz_add_up(-box->lo.z, by));
    vec3 hi = vec3_make(gz_add_up(box->hi.x, by), gz_add_up(box->hi.y, by), gz_add_up(box->hi.z, by));
    return (graze_aabb){graze_vec3_max(lo, vec3_neg(corner)), graze_vec3_min(hi, corner)};
}

/* -- nearest objects ------------------------------------------------------------------------------- */

typedef struct search {
    gz_sight *sight;
    const graze_placed *shape;
    real limit;     /* none farther than this */
    size_t visited; /* objects, whether or not they pass the filter */
    size_t count, room;
    graze_scene_near *out;
} search;

static bool comes_before(const graze_scene_near *a, const graze_scene_near *b) {
    if (a->separation.distance != b->separation.distance)
        return a->separation.distance < b->separation.distance;
    return (uint32_t)a->object < (uint32_t)b->object;
}

static void insert(search *s, const graze_scene_near *near) {
    size_t at = s->count;
    if (s->count == s->room) {
        if (!comes_before(near, &s->out[s->room - 1])) return;
        --at;
    } else {
        ++s->count;
    }
    for (; at > 0 && comes_before(near, &s->out[at - 1]); --at) s->out[at] = s->out[at - 1];
    s->out[at] = *near;
}

static graze_flow measure(void *user, uint32_t object) {
    search *s = user;
    const graze_world *world = s->sight->world;
    ++s->visited;
    if (!gz_sight_takes(s->sight, object)) return GRAZE_CONTINUE;
    graze_placed placed = gz_sight_placed(s->sight, object);
    graze_scene_near near = {gz_object_id(world, object), world->objects[object].user, {.distance = 0}};
    graze_status status =
        graze_distance(s->shape, &placed, s->sight->filter.options, NULL, &near.separation);
    if (gz_sight_good(s->sight, object, status) && near.separation.distance <= s->limit)
        insert(s, &near);
    return GRAZE_CONTINUE;
}

/* A first guess: as far as the farthest of a few boxes that are nearest to the middle, and no less than
 * these are large. */
static real first_reach(const search *s, const graze_aabb *box) {
    enum { FEW = 8 };
    graze_broad_near near[FEW];
    size_t count = 0;
    const graze_broad *broad = s->sight->scene->broad;
    graze_broad_nearest(broad, graze_aabb_center(*box), s->limit, s->sight->filter.mask, FEW, near,
                        &count);
    real reach = vec3_max_abs(graze_aabb_extent(*box));
    for (size_t i = 0; i < count; ++i) {
        graze_broad_proxy proxy;
        if (graze_broad_get(broad, near[i].id, &proxy) != GRAZE_OK) continue;
        reach =
            graze_max(reach, graze_max(near[i].distance, vec3_max_abs(graze_aabb_extent(proxy.box))));
    }
    return reach > 0 ? reach : GRAZE_SHAPE_REACH;
}

/* Looks farther and farther, from the start each time, until what was found cannot be outdone: the last
 * that counts is nearer than everything not looked at. */
static graze_status run(search *s, const graze_aabb *box) {
    real reach = first_reach(s, box);
    for (;;) {
        bool all = !(reach < GRAZE_SHAPE_REACH);
        graze_aabb region = grown(box, reach < s->limit ? reach : s->limit);
        s->count = s->visited = 0;
        s->sight->report = (graze_scene_report){0};
        graze_status status = gz_sight_box(s->sight, all ? NULL : &region, measure, s);
        bool full = s->count == s->room;
        real farthest = full ? s->out[s->room - 1].separation.upper : GRAZE_SHAPE_REACH;
        bool done = all || reach >= s->limit || s->visited == s->sight->scene->members.count;
        if (status != GRAZE_OK || done || farthest <= reach) return status;
        reach = graze_min(4 * reach, farthest);
    }
}

graze_status graze_scene_nearest(const graze_world *world, graze_scene_id scene,
                                 const graze_placed *shape, graze_real max_distance,
                                 const graze_scene_filter *filter, size_t room, graze_scene_near *out,
                                 size_t *count) {
    gz_sight sight;
    graze_aabb box;
    if (!count || (room && !out) || !(max_distance >= 0)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = graze_placed_bounds(shape, &box);
    if (status == GRAZE_OK) status = gz_sight_open(world, scene, filter, &sight);
    if (status != GRAZE_OK) return status;
    search s = {.sight = &sight, .shape = shape, .limit = max_distance, .room = room, .out = out};
    if (room) status = run(&s, &box);
    if (status != GRAZE_OK) return status;
    gz_sight_close(&sight);
    *count = s.count;
    return GRAZE_OK;
}

graze_status graze_scene_nearest_to_point(const graze_world *world, graze_scene_id scene,
                                          graze_vec3 point, graze_real max_distance,
                                          const graze_scene_filter *filter, size_t room,
                                          graze_scene_near *out, size_t *count) {
    graze_placed at = gz_point_at(point);
    return graze_scene_nearest(world, scene, &at, max_distance, filter, room, out, count);
}

/* -- close pairs ----------------------------------------------------------------------------------- */

/* Pairs are found from their lower object; keys fit into the ids' room, two words a pair. */
typedef struct close_pairs {
    gz_sight *sight;
    uint32_t lower;
    real distance;
    gz_least found;
} close_pairs;

static graze_flow try_pair(void *user, uint32_t object) {
    close_pairs *p = user;
    const graze_world *world = p->sight->world;
    const gz_object *a = &world->objects[p->lower], *b = &world->objects[object];
    bool possible = object > p->lower && gz_object_fits(a, b) &&
                    (a->placed.shape->bounded || b->placed.shape->bounded);
    if (!possible || !gz_sight_takes(p->sight, object)) return GRAZE_CONTINUE;
    graze_placed first = gz_sight_placed(p->sight, p->lower);
    graze_placed second = gz_sight_placed(p->sight, object);
    graze_intersection found;
    graze_status status =
        graze_within(&first, &second, p->distance, p->sight->filter.options, NULL, &found);
    if (gz_sight_good(p->sight, object, status) && found.intersecting)
        gz_least_push(&p->found, gz_pair_key_of(p->lower, object));
    return GRAZE_CONTINUE;
}

/* The lower object must pass the filter, too; it is not counted for that. */
static graze_status try_lower(close_pairs *p, uint32_t object) {
    size_t tested = p->sight->report.tested;
    bool takes = gz_sight_takes(p->sight, object);
    p->sight->report.tested = tested;
    if (!takes) return GRAZE_OK;
    p->lower = object;
    graze_aabb box;
    bool bounded = gz_object_box(&p->sight->world->objects[object], &box) == GRAZE_OK;
    if (bounded) box = grown(&box, p->distance);
    return gz_sight_box(p->sight, bounded ? &box : NULL, try_pair, p);
}

graze_status graze_scene_pairs_within(const graze_world *world, graze_scene_id scene,
                                      graze_real distance, const graze_scene_filter *filter,
                                      size_t room, graze_object_pair *out, size_t *total) {
    gz_sight sight;
    if (!total || (room && !out) || !(distance >= 0) || !(distance <= GRAZE_SHAPE_REACH))
        return GRAZE_INVALID_ARGUMENT;
    graze_status status = gz_sight_open(world, scene, filter, &sight);
    if (status != GRAZE_OK) return status;
    /* Keys are kept in the first half of out, and become ids from the last one back. */
    close_pairs p = {.sight = &sight, .distance = distance, .found = {(uint64_t *)out, 0, room, 0}};
    for (uint32_t i = 0; i < world->object_ids.slots && status == GRAZE_OK; ++i)
        if (world->object_ids.generation[i] % 2 &&
            gz_scene_member(world, sight.scene_index, i) != GZ_NONE)
            status = try_lower(&p, i);
    if (status != GRAZE_OK) return status;
    gz_least_sort(&p.found);
    for (size_t i = p.found.count; i-- > 0;) {
        gz_pair_key key = p.found.at[i];
        out[i] = (graze_object_pair){gz_object_id(world, gz_pair_lower(key)),
                                     gz_object_id(world, gz_pair_higher(key))};
    }
    *total = p.found.total;
    gz_sight_close(&sight);
    return GRAZE_OK;
}
