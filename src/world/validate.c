/* SPDX-License-Identifier: MIT
 * Whether a world is what world.h says it is. */
#include "shape/shape.h"
#include "world/world.h"

#define CHECK(condition, text)                                                                         \
    do {                                                                                               \
        if (!(condition)) return text;                                                                 \
    } while (0)

static bool is_live(const gz_id_pool *pool, uint32_t index) {
    return index < pool->slots && pool->generation[index] % 2;
}

static const char *check_lists(const graze_world *world) {
    size_t stale = 0, live = 0;
    for (uint32_t i = 0; i < world->object_ids.slots; ++i) {
        live += is_live(&world->object_ids, i);
        stale += is_live(&world->object_ids, i) && world->objects[i].stale;
    }
    CHECK(live == world->object_count, "the number of objects is wrong");
    for (size_t i = 0; i < world->stale.count; ++i) {
        CHECK(world->objects[world->stale.at[i]].stale, "an object waits but is not stale");
        stale -= is_live(&world->object_ids, world->stale.at[i]);
    }
    CHECK(stale == 0, "a stale object does not wait, or twice");
    for (size_t i = 0; i < world->gone.count; ++i)
        CHECK(!is_live(&world->object_ids, world->gone.at[i]), "an object is gone and alive");
    return NULL;
}

static const char *check_object(const graze_world *world, uint32_t index) {
    const gz_object *object = &world->objects[index];
    CHECK(graze_placed_check(&object->placed) != GRAZE_INVALID_ARGUMENT, "a placement is none");
    for (uint32_t at = object->first_member; at != GZ_NONE; at = world->members[at].next) {
        const gz_member *member = &world->members[at];
        CHECK(member->object == index && is_live(&world->scene_ids, member->scene),
              "a member is somebody else's");
        const gz_scene *scene = &world->scenes[member->scene];
        CHECK(member->place < scene->members.count && scene->members.at[member->place] == at,
              "a scene has lost a member");
        CHECK(!member->proxy == !object->placed.shape->bounded, "a box for something unbounded");
        CHECK(!member->fresh || object->stale || !object->placed.shape->bounded,
              "a fresh member is not stale");
        graze_broad_proxy proxy;
        if (!member->proxy) continue;
        CHECK(graze_broad_get(scene->broad, member->proxy, &proxy) == GRAZE_OK && proxy.user == index,
              "a broad phase has lost a box");
        CHECK(object->stale || (proxy.category == object->category && proxy.mask == object->mask &&
                                graze_aabb_contains(&proxy.box, &object->box) &&
                                graze_aabb_contains(&object->box, &proxy.box)),
              "a broad phase has another box");
    }
    for (uint32_t at = object->first_class; at != GZ_NONE; at = world->memberships[at].next)
        CHECK(is_live(&world->class_ids, world->memberships[at].class_index) &&
                  world->classes[world->memberships[at].class_index].table ==
                      world->memberships[at].table,
              "a class of another table");
    if (object->deformable == GZ_NONE) return NULL;
    const gz_deformable *record = &world->deformables[object->deformable];
    CHECK(record->shape == object->placed.shape && object->deformable_place < record->objects.count &&
              record->objects.at[object->deformable_place] == index,
          "a deformable shape has lost an object");
    return NULL;
}

/* -- scenes ---------------------------------------------------------------------------------------- */

typedef struct pair_check {
    const graze_world *world;
    const gz_scene *scene;
    size_t seen, missing;
} pair_check;

static bool has_encounter(const gz_scene *scene, gz_pair_key key) {
    size_t lo = 0, hi = scene->ref_count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (scene->refs[middle].key < key)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo < scene->ref_count && scene->refs[lo].key == key;
}

static graze_flow check_pair(void *user, const graze_broad_pair *pair) {
    pair_check *check = user;
    ++check->seen;
    check->missing +=
        !has_encounter(check->scene, gz_pair_key_of((uint32_t)pair->user_a, (uint32_t)pair->user_b));
    return GRAZE_CONTINUE;
}

/* Was the object in the scene, with this box, at the last update? */
static bool is_settled(const graze_world *world, uint32_t scene, uint32_t object) {
    if (!is_live(&world->object_ids, object)) return false;
    uint32_t member = gz_scene_member(world, scene, object);
    return member != GZ_NONE && !world->members[member].fresh && world->members[member].proxy;
}

static const char *check_encounters(const graze_world *world, uint32_t index) {
    const gz_scene *scene = &world->scenes[index];
    size_t settled = 0, free = 0;
    for (size_t i = 0; i < scene->ref_count; ++i) {
        gz_pair_key key = scene->refs[i].key;
        CHECK(i == 0 || scene->refs[i - 1].key < key, "encounters are not sorted");
        CHECK(scene->refs[i].slot < scene->encounter_count &&
                  scene->encounters[scene->refs[i].slot].key == key,
              "an encounter has another's cache");
        settled += is_settled(world, index, gz_pair_lower(key)) &&
                   is_settled(world, index, gz_pair_higher(key));
    }
    for (uint32_t at = scene->free_encounter; at != GZ_NONE && free <= scene->encounter_count;
         at = (uint32_t)scene->encounters[at].key)
        ++free;
    CHECK(free + scene->ref_count == scene->encounter_count, "encounters are lost or double");
    if (scene->lost) return NULL;
    pair_check check = {world, scene, 0, 0};
    graze_broad_pairs(scene->broad, check_pair, &check);
    CHECK(check.missing == 0, "an encounter is missing");
    CHECK(check.seen == settled, "an encounter is of no pair");
    return NULL;
}

static const char *check_scene(const graze_world *world, uint32_t index) {
    const gz_scene *scene = &world->scenes[index];
    const char *what = NULL;
    size_t planes = 0;
    for (size_t i = 0; i < scene->members.count; ++i) {
        const gz_member *member = &world->members[scene->members.at[i]];
        CHECK(member->scene == index && member->place == i, "a member is in another scene");
        CHECK(is_live(&world->object_ids, member->object), "a member is dead");
        planes += !member->proxy;
    }
    CHECK(planes == scene->planes.count, "unbounded objects are lost");
    if (graze_broad_validate(scene->broad, &what) != GRAZE_OK) return what;
    return check_encounters(world, index);
}

/* -- tables ---------------------------------------------------------------------------------------- */

static const char *check_list(const gz_response_list *list) {
    graze_response_type type = GRAZE_RESPONSE_NONE;
    for (size_t i = 0; i < list->count; ++i) {
        CHECK(i == 0 || list->at[i - 1].serial < list->at[i].serial, "responses are not in order");
        if (list->at[i].response.type > type) type = list->at[i].response.type;
    }
    CHECK(type == list->type, "a list has another type");
    return NULL;
}

static const char *check_table(const graze_world *world, uint32_t index) {
    const gz_table *table = &world->tables[index];
    const char *what = check_list(&table->all);
    for (uint32_t i = 0; i < table->class_count && !what; ++i) {
        const gz_class *of = &world->classes[table->classes[i]];
        CHECK(is_live(&world->class_ids, table->classes[i]) && of->table == index && of->number == i,
              "a class is lost");
        what = check_list(&table->of_class[i]);
        for (uint32_t j = 0; j <= i && !what; ++j)
            what = check_list(&table->of_pair[gz_class_pair(i, j)]);
    }
    return what;
}

static const char *check_world(const graze_world *world) {
    const char *what = check_lists(world);
    for (uint32_t i = 0; i < world->object_ids.slots && !what; ++i)
        if (is_live(&world->object_ids, i)) what = check_object(world, i);
    for (uint32_t i = 0; i < world->scene_ids.slots && !what; ++i)
        if (is_live(&world->scene_ids, i)) what = check_scene(world, i);
    for (uint32_t i = 0; i < world->table_ids.slots && !what; ++i)
        if (is_live(&world->table_ids, i)) what = check_table(world, i);
    return what;
}

graze_status graze_world_validate(const graze_world *world, const char **what) {
    const char *text = world ? check_world(world) : "no world";
    if (what) *what = text ? text : "";
    return text ? GRAZE_INVALID_ARGUMENT : GRAZE_OK;
}
