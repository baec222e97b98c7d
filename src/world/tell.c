/* SPDX-License-Identifier: MIT
 * Telling what was found: callbacks in order, or a list. Callbacks may change anything, so nothing is
 * held by address across one. */
#include "world/test.h"

static void count(graze_world *world, const gz_item *item, const gz_finding *outcome) {
    graze_world_statistics *s = &world->statistics;
    s->at_rest += outcome->at_rest;
    s->computed += !outcome->gone && !outcome->at_rest;
    s->by_axis += outcome->by_axis;
    s->hits += outcome->hit;
    if (outcome->status == GRAZE_OK && outcome->more == GRAZE_OK) return;
    ++s->failed;
    s->failed_a = item->a;
    s->failed_b = item->b;
    s->failed_status = outcome->status != GRAZE_OK ? outcome->status : outcome->more;
}

/* Are both objects still there, and in the scene? */
static bool is_there(const graze_world *world, const gz_test *test, const gz_item *item) {
    if (!gz_world_object(world, item->a) || !gz_world_object(world, item->b)) return false;
    if (world->scenes[test->scene].removals == test->removals) return true;
    return gz_scene_member(world, test->scene, (uint32_t)item->a) != GZ_NONE &&
           gz_scene_member(world, test->scene, (uint32_t)item->b) != GZ_NONE;
}

static void add_touch(gz_test *test, const gz_item *item, bool unknown) {
    test->touches[test->touch_count++] = (gz_touch){item->a, item->b, unknown};
}

/* Ids, classes and users as they are now. */
static void name_objects(const graze_world *world, uint32_t table, graze_collision *collision) {
    graze_table_id id = gz_id_of(&world->table_ids, table);
    collision->table = id;
    collision->class_a = collision->class_b = 0;
    graze_object_get_class(world, collision->a, id, &collision->class_a);
    graze_object_get_class(world, collision->b, id, &collision->class_b);
    graze_object_get_user(world, collision->a, &collision->user_a);
    graze_object_get_user(world, collision->b, &collision->user_b);
}

static graze_collision collision_of(const graze_world *world, const gz_test *test, const gz_item *item,
                                    const gz_finding *outcome) {
    graze_collision collision = {.scene = gz_id_of(&world->scene_ids, test->scene),
                                 .a = item->a,
                                 .b = item->b,
                                 .type = outcome->type,
                                 .status = outcome->more,
                                 .point_a = outcome->point_a,
                                 .point_b = outcome->point_b,
                                 .primitive_a = outcome->primitive_a,
                                 .primitive_b = outcome->primitive_b,
                                 .normal = outcome->normal,
                                 .depth = outcome->depth,
                                 .lower = outcome->lower,
                                 .upper = outcome->upper};
    name_objects(world, test->table, &collision);
    return collision;
}

/* -- callbacks ------------------------------------------------------------------------------------- */

/* The first response of a pair behind the given serial number that may be called: none that was added
 * later, none that needs more than there is. Lists are sorted by serial numbers, whatever commands did
 * to them since the last call. */
static const gz_response *next_response(const graze_world *world, uint32_t table, uint32_t a,
                                        uint32_t b, uint64_t behind, uint64_t last,
                                        graze_response_type most) {
    const gz_response_list *list = gz_table_list(world, table, a, b);
    for (size_t i = 0; list && i < list->count; ++i) {
        const gz_response *r = &list->at[i];
        if (r->serial > behind && r->serial <= last && r->response.type <= most) return r;
    }
    return NULL;
}

typedef struct calling {
    uint32_t table;
    uint64_t last;            /* serial number of responses to be called */
    graze_response_type most; /* that was computed */
} calling;

/* How many were called, and what the last one said. */
static size_t call_all(graze_world *world, const calling *c, graze_collision *collision,
                       graze_flow *flow) {
    size_t called = 0;
    uint64_t behind = 0;
    *flow = GRAZE_CONTINUE;
    while (*flow == GRAZE_CONTINUE && !world->doomed && graze_object_exists(world, collision->a) &&
           graze_object_exists(world, collision->b)) {
        const gz_response *next = next_response(world, c->table, (uint32_t)collision->a,
                                                (uint32_t)collision->b, behind, c->last, c->most);
        if (!next) break;
        behind = next->serial;
        if (!next->response.callback) continue;
        name_objects(world, c->table, collision);
        graze_response response = next->response;
        ++called;
        ++world->statistics.callbacks;
        *flow = response.callback(response.user, world, collision);
    }
    return called;
}

static bool has_response(const graze_world *world, const gz_test *test, const gz_item *item) {
    return next_response(world, test->table, (uint32_t)item->a, (uint32_t)item->b, 0, test->serial,
                         item->type) != NULL;
}

static void call_back(graze_world *world, gz_test *test, const gz_item *item,
                      const gz_finding *outcome) {
    graze_collision collision = collision_of(world, test, item, outcome);
    if (outcome->type == GRAZE_RESPONSE_CONTACT) collision.contacts = &outcome->contacts;
    calling c = {test->table, test->serial, item->type};
    graze_flow flow;
    test->told += call_all(world, &c, &collision, &flow) > 0;
    test->stopped = flow != GRAZE_CONTINUE || world->doomed;
}

graze_status graze_table_call(graze_world *world, graze_table_id id, graze_object_id a,
                              graze_object_id b, const graze_collision *data, graze_flow *flow) {
    uint32_t table;
    if (!data) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_TABLE(world, id, &table);
    if (status != GRAZE_OK) return status;
    if (!graze_object_exists(world, a) || !graze_object_exists(world, b)) return GRAZE_STALE_ID;
    graze_collision collision = *data;
    collision.a = a;
    collision.b = b;
    calling c = {table, world->tables[table].serial, GRAZE_RESPONSE_CONTACT};
    graze_flow said;
    ++world->tables[table].testing;
    ++world->depth;
    call_all(world, &c, &collision, &said);
    --world->tables[table].testing;
    if (flow) *flow = said;
    if (--world->depth == 0 && world->doomed) gz_world_destroy(world);
    return GRAZE_OK;
}

/* -- lists ----------------------------------------------------------------------------------------- */

static bool collect(graze_world *world, gz_test *test, const gz_item *item, const gz_finding *outcome) {
    bool contacts = outcome->type == GRAZE_RESPONSE_CONTACT;
    if (!GZ_RESERVE(world, world->collisions, world->collision_capacity, world->collision_count + 1) ||
        (contacts &&
         !GZ_RESERVE(world, world->contacts, world->contact_capacity, world->contact_count + 1)))
        return false;
    world->collisions[world->collision_count++] = collision_of(world, test, item, outcome);
    if (contacts) world->contacts[world->contact_count++] = outcome->contacts;
    return true;
}

bool gz_response_tell(graze_world *world, gz_test *test) {
    for (size_t i = test->first; i < test->end && !test->stopped; ++i) {
        const gz_item *item = &test->items[i];
        const gz_finding *outcome = &test->outcomes[i - test->first];
        test->dealt = i + 1;
        count(world, item, outcome);
        if (outcome->gone || !is_there(world, test, item)) continue;
        if (outcome->status != GRAZE_OK) add_touch(test, item, true);
        if (!outcome->hit || !has_response(world, test, item)) continue;
        add_touch(test, item, false);
        if (!test->collects)
            call_back(world, test, item, outcome);
        else if (!collect(world, test, item, outcome))
            return false;
    }
    return true;
}
