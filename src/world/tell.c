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

static graze_class_id class_of(const graze_world *world, uint32_t object, uint32_t table) {
    uint32_t at = gz_object_membership(world, object, table);
    return at == GZ_NONE ? 0 : gz_id_of(&world->class_ids, world->memberships[at].class_index);
}

/* Classes and users as they are now, of two objects that exist. */
static void name_objects(const graze_world *world, uint32_t table, graze_collision *collision) {
    uint32_t a = (uint32_t)collision->a, b = (uint32_t)collision->b;
    collision->table = gz_id_of(&world->table_ids, table);
    collision->class_a = class_of(world, a, table);
    collision->class_b = class_of(world, b, table);
    collision->user_a = world->objects[a].user;
    collision->user_b = world->objects[b].user;
}

/* The deepest contact point stands for the depth. Contacts that turn out none leave the common point.
 */
static void take_contacts(const graze_contact_set *set, graze_collision *out) {
    out->normal = set->normal;
    out->depth = set->sd < 0 ? -set->sd : 0;
    out->lower = set->upper < 0 ? -set->upper : 0;
    out->upper = set->lower < 0 ? -set->lower : 0;
    int deepest = 0;
    for (int i = 1; i < set->count; ++i)
        if (set->points[i].sd < set->points[deepest].sd) deepest = i;
    if (!set->count) return;
    out->point_a = set->points[deepest].point_a;
    out->point_b = set->points[deepest].point_b;
}

/* All but what name_objects adds. */
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
    if (outcome->type == GRAZE_RESPONSE_CONTACT) take_contacts(&outcome->contacts, &collision);
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

/* What the table has for a pair: nothing, responses that only want it tested, or someone to be called.
 */
typedef enum audience { NOBODY, SILENT, CALLED } audience;

static audience audience_of(const graze_world *world, const gz_test *test, const gz_item *item) {
    const gz_response_list *list =
        gz_table_list(world, test->table, (uint32_t)item->a, (uint32_t)item->b);
    audience found = NOBODY;
    for (size_t i = 0; list && i < list->count && found != CALLED; ++i) {
        const gz_response *r = &list->at[i];
        if (r->serial > test->serial || r->response.type > item->type) continue;
        found = r->response.callback ? CALLED : SILENT;
    }
    return found;
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
    graze_collision *collision = &world->collisions[world->collision_count++];
    *collision = collision_of(world, test, item, outcome);
    name_objects(world, test->table, collision);
    if (contacts) world->contacts[world->contact_count++] = outcome->contacts;
    return true;
}

/* An item of which there is something to tell, if somebody listens. False: no memory. */
static bool deal_with(graze_world *world, gz_test *test, const gz_item *item, const gz_finding *outcome,
                      audience who) {
    if (who == NOBODY) return true;
    add_touch(test, item, false);
    if (!test->collects && who == CALLED) call_back(world, test, item, outcome);
    return !test->collects || collect(world, test, item, outcome);
}

static bool is_apart(const gz_finding *outcome) { return !outcome->hit && outcome->status == GRAZE_OK; }

#define LISTED 64

/* Where nobody is ever called nothing changes while a test runs: what was listed is there and has
 * responses. Whether two meet nobody could predict, so those that do are listed without a branch. */
static bool tell_nobody(graze_world *world, gz_test *test) {
    for (size_t first = test->first; first < test->end; first += LISTED) {
        const gz_item *items = &test->items[first];
        const gz_finding *outcomes = &test->outcomes[first - test->first];
        size_t count_left = test->end - first, count_here = count_left < LISTED ? count_left : LISTED;
        uint8_t list[LISTED];
        uint32_t listed = 0;
        for (size_t i = 0; i < count_here; ++i) {
            count(world, &items[i], &outcomes[i]);
            list[listed] = (uint8_t)i;
            listed += !((int)is_apart(&outcomes[i]) | (int)outcomes[i].gone);
        }
        for (uint32_t i = 0; i < listed; ++i) {
            const gz_item *item = &items[list[i]];
            const gz_finding *outcome = &outcomes[list[i]];
            if (outcome->status != GRAZE_OK) add_touch(test, item, true);
            if (outcome->hit && !deal_with(world, test, item, outcome, SILENT)) return false;
        }
        test->dealt = first + count_here;
    }
    return true;
}

bool gz_response_tell(graze_world *world, gz_test *test) {
    if (!world->calls) return tell_nobody(world, test);
    for (size_t i = test->first; i < test->end && !test->stopped; ++i) {
        const gz_item *item = &test->items[i];
        const gz_finding *outcome = &test->outcomes[i - test->first];
        test->dealt = i + 1;
        count(world, item, outcome);
        if (is_apart(outcome) || outcome->gone || !is_there(world, test, item)) continue;
        if (outcome->status != GRAZE_OK) add_touch(test, item, true);
        if (outcome->hit && !deal_with(world, test, item, outcome, audience_of(world, test, item)))
            return false;
    }
    return true;
}
