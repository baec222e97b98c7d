/* SPDX-License-Identifier: MIT
 * A world from bytes. Nothing in them is believed: every index is looked up before it is used. */
#include "shape/shape.h"
#include "world/snapshot.h"

typedef struct loader {
    gz_reader r;
    const graze_snapshot_keys *keys;
    graze_world *world;
    bool full;         /* memory is out */
    graze_shape *last; /* the last shape made here, and what of */
    uint32_t last_kind;
    graze_vec3 last_sizes;
} loader;

static bool fail(loader *l) {
    l->r.bad = true;
    return false;
}

static bool out_of_memory(loader *l) {
    l->full = true;
    return false;
}

static graze_vec3 get_vec3(gz_reader *r) {
    graze_vec3 v;
    v.x = gz_get_real(r);
    v.y = gz_get_real(r);
    v.z = gz_get_real(r);
    return v;
}

static bool is_live(const gz_id_pool *pool, uint32_t index) {
    return index < pool->slots && pool->generation[index] % 2;
}

/* Room for all slots; what is in them is filled in later. */
static bool get_pool(loader *l, gz_id_pool *pool) {
    uint32_t slots = gz_get_count(&l->r, 4);
    if (l->r.bad) return false;
    if (!gz_id_pool_reserve(pool, slots)) return out_of_memory(l);
    for (uint32_t i = 0; i < slots; ++i) {
        pool->generation[i] = (uint32_t)gz_get(&l->r, 4);
        pool->next[i] = GZ_NONE;
        if (pool->generation[i] > UINT32_C(1) << GZ_ID_GENERATION_BITS) return fail(l);
    }
    pool->slots = slots;
    uint32_t free = gz_get_count(&l->r, 4), *link = &pool->free;
    for (uint32_t i = 0; i < free; ++i) {
        uint32_t at = (uint32_t)gz_get(&l->r, 4);
        bool fresh = at < slots && pool->generation[at] % 2 == 0 && pool->next[at] == GZ_NONE;
        if (l->r.bad || !fresh || link == &pool->next[at]) return fail(l);
        *link = at;
        link = &pool->next[at];
        *link = at; /* so that it cannot come again; the last one is ended below */
    }
    *link = GZ_NONE;
    return !l->r.bad;
}

/* -- tables ---------------------------------------------------------------------------------------- */

static bool get_list(loader *l, gz_response_list *list, uint64_t serial) {
    uint32_t count = gz_get_count(&l->r, 28);
    for (uint32_t i = 0; i < count; ++i) {
        gz_response r = {.serial = 0};
        uint64_t key = gz_get(&l->r, 8);
        uint32_t type = (uint32_t)gz_get(&l->r, 4);
        uint64_t own = gz_get(&l->r, 8);
        r.serial = gz_get(&l->r, 8);
        bool good = !l->r.bad && type > GRAZE_RESPONSE_NONE && type < GRAZE_RESPONSE_COUNT &&
                    r.serial > (i ? list->at[i - 1].serial : 0) && r.serial <= serial &&
                    l->keys->response_of && l->keys->response_of(l->keys->user, key, &r.response);
        if (!good) return fail(l);
        r.response.type = (graze_response_type)type;
        r.response.key = own;
        if (!gz_response_list_add(l->world, list, &r)) return out_of_memory(l);
    }
    return !l->r.bad;
}

static bool get_classes(loader *l, uint32_t index, uint32_t count) {
    graze_world *world = l->world;
    gz_table *table = &world->tables[index];
    size_t pairs = (size_t)count * (count + 1) / 2;
    if (pairs > (l->r.size - l->r.at) / 4) return fail(l);
    if (!GZ_RESERVE(world, table->classes, table->class_capacity, count) ||
        !GZ_RESERVE(world, table->of_class, table->list_capacity, count) ||
        !GZ_RESERVE(world, table->of_pair, table->pair_capacity, pairs))
        return out_of_memory(l);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = (uint32_t)gz_get(&l->r, 4);
        if (!is_live(&world->class_ids, at) || world->classes[at].table != GZ_NONE) return fail(l);
        world->classes[at] = (gz_class){index, i};
        table->classes[i] = at;
        table->of_class[i] = (gz_response_list){0};
    }
    for (size_t i = 0; i < pairs; ++i) table->of_pair[i] = (gz_response_list){0};
    table->class_count = count;
    return true;
}

static bool get_table(loader *l, uint32_t index) {
    gz_table *table = &l->world->tables[index];
    table->serial = gz_get(&l->r, 8);
    uint32_t count = gz_get_count(&l->r, 4);
    if (l->r.bad || !get_classes(l, index, count)) return false;
    bool good = get_list(l, &table->all, table->serial);
    for (size_t i = 0; i < count && good; ++i) good = get_list(l, &table->of_class[i], table->serial);
    for (size_t i = 0; i < (size_t)count * (count + 1) / 2 && good; ++i)
        good = get_list(l, &table->of_pair[i], table->serial);
    return good;
}

/* -- objects --------------------------------------------------------------------------------------- */

/* A shape that is written out; objects with the same one in a row share it. */
static graze_shape *make_shape(loader *l, uint32_t kind) {
    graze_vec3 sizes = graze_vec3_make(0, 0, 0);
    if (kind == GZ_SHAPE_SPHERE)
        sizes.x = gz_get_real(&l->r);
    else
        sizes = get_vec3(&l->r);
    if (l->last && l->last_kind == kind && graze_vec3_equal(sizes, l->last_sizes)) return l->last;
    graze_shape *shape = NULL;
    graze_status status = l->r.bad               ? GRAZE_INVALID_ARGUMENT
                          : kind == GZ_SHAPE_BOX ? graze_shape_box(sizes, &shape)
                                                 : graze_shape_sphere(sizes.x, &shape);
    if (status == GRAZE_OUT_OF_MEMORY) l->full = true;
    if (status != GRAZE_OK) return NULL;
    graze_shape_release(l->last);
    l->last = shape;
    l->last_kind = kind;
    l->last_sizes = sizes;
    return shape;
}

static graze_shape *get_shape(loader *l) {
    uint32_t kind = (uint32_t)gz_get(&l->r, 1);
    if (l->r.bad || kind > GZ_SHAPE_BOX) return NULL;
    if (kind != GZ_SHAPE_BY_KEY) return make_shape(l, kind);
    uint64_t key = gz_get(&l->r, 8);
    return l->r.bad || !l->keys->shape_of ? NULL : l->keys->shape_of(l->keys->user, key);
}

static bool is_box(const graze_aabb *box) {
    return graze_vec3_is_finite(box->lo) && graze_vec3_is_finite(box->hi) &&
           graze_vec3_less_equal(box->lo, box->hi);
}

static bool get_user(loader *l, gz_object *object) {
    bool present = gz_get(&l->r, 1) != 0;
    uint64_t key = gz_get(&l->r, 8);
    if (l->r.bad) return false;
    return !present || (l->keys->pointer_of && l->keys->pointer_of(l->keys->user, key, &object->user));
}

static bool get_memberships(loader *l, uint32_t index) {
    graze_world *world = l->world;
    uint32_t count = gz_get_count(&l->r, 4);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = (uint32_t)gz_get(&l->r, 4);
        if (l->r.bad || !is_live(&world->class_ids, at) ||
            gz_object_membership(world, index, world->classes[at].table) != GZ_NONE)
            return fail(l);
        if (graze_object_set_class(world, gz_object_id(world, index),
                                   gz_id_of(&world->class_ids, at)) != GRAZE_OK)
            return out_of_memory(l);
    }
    return !l->r.bad;
}

static bool get_object(loader *l, uint32_t index) {
    graze_world *world = l->world;
    gz_object object = {.first_member = GZ_NONE, .first_class = GZ_NONE, .deformable = GZ_NONE};
    graze_shape *shape = get_shape(l);
    if (l->full || !shape) return fail(l);
    object.placed.shape = shape;
    uint32_t revision = (uint32_t)gz_get(&l->r, 4);
    for (int i = 0; i < 3; ++i) object.placed.pose.basis.col[i] = get_vec3(&l->r);
    object.placed.pose.origin = get_vec3(&l->r);
    object.placed.pose.kind = (graze_pose_kind)gz_get(&l->r, 4);
    object.placed.margin = gz_get_real(&l->r);
    if (!get_user(l, &object)) return fail(l);
    object.box.lo = get_vec3(&l->r);
    object.box.hi = get_vec3(&l->r);
    object.changed = gz_get(&l->r, 8);
    object.category = (uint32_t)gz_get(&l->r, 4);
    object.mask = (uint32_t)gz_get(&l->r, 4);
    object.told_category = (uint32_t)gz_get(&l->r, 4);
    object.told_mask = (uint32_t)gz_get(&l->r, 4);
    object.fit = (graze_box_fit)gz_get(&l->r, 4);
    bool good = !l->r.bad && graze_placed_check(&object.placed) == GRAZE_OK && is_box(&object.box) &&
                (unsigned)object.fit <= GRAZE_FIT_TIGHT && object.changed <= world->now;
    if (!good) return fail(l);
    world->objects[index] = object;
    graze_shape_retain(shape);
    ++world->object_count;
    if (!gz_deformable_add(world, index)) return out_of_memory(l);
    if (world->objects[index].deformable != GZ_NONE)
        world->deformables[world->objects[index].deformable].revision = revision;
    return get_memberships(l, index);
}

/* Objects that wait, live ones or not. */
static bool get_waiting(loader *l, gz_list *list, bool live) {
    graze_world *world = l->world;
    uint32_t count = gz_get_count(&l->r, 4);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = (uint32_t)gz_get(&l->r, 4);
        bool good = !l->r.bad && at < world->object_ids.slots &&
                    is_live(&world->object_ids, at) == live && !world->objects[at].stale;
        if (!good || list->count == list->capacity) return fail(l);
        world->objects[at].stale = true;
        list->at[list->count++] = at;
    }
    return !l->r.bad;
}

/* An index that is gone must not be free as well. */
static bool gone_are_not_free(const graze_world *world) {
    for (uint32_t at = world->object_ids.free; at != GZ_NONE; at = world->object_ids.next[at])
        if (world->objects[at].stale) return false;
    return true;
}

/* -- scenes ---------------------------------------------------------------------------------------- */

static graze_cache get_cache(gz_reader *r) {
    graze_cache cache = {.axis = get_vec3(r)};
    cache.seen_by_b = get_vec3(r);
    cache.middle = get_vec3(r);
    cache.height = gz_get_real(r);
    cache.seal = gz_get(r, 8);
    for (int i = 0; i < 4; ++i) cache.support_a[i] = (uint32_t)gz_get(r, 4);
    for (int i = 0; i < 4; ++i) cache.support_b[i] = (uint32_t)gz_get(r, 4);
    cache.size = (uint32_t)gz_get(r, 4);
    cache.carrier = (uint32_t)gz_get(r, 4);
    return cache;
}

static bool get_encounters(loader *l, gz_scene *scene) {
    uint32_t count = gz_get_count(&l->r, 17);
    for (uint32_t i = 0; i < count; ++i) {
        gz_encounter encounter = {.key = gz_get(&l->r, 8)};
        encounter.checked = gz_get(&l->r, 8);
        encounter.apart = gz_get(&l->r, 1) != 0;
        encounter.cache = get_cache(&l->r);
        gz_pair_key key = encounter.key;
        bool good = !l->r.bad && (i == 0 || scene->refs[i - 1].key < key) &&
                    gz_pair_lower(key) < gz_pair_higher(key) &&
                    is_live(&l->world->object_ids, gz_pair_lower(key)) &&
                    is_live(&l->world->object_ids, gz_pair_higher(key)) &&
                    encounter.checked <= l->world->now && encounter.cache.size <= 4;
        if (!good) return fail(l);
        if (!gz_encounters_append(l->world, scene, &encounter)) return out_of_memory(l);
    }
    return !l->r.bad;
}

/* Members in two rounds: those of the last update, for which the broad phase finds its pairs, and those
 * that were added since. The reader stands where the members begin. */
static bool get_members(loader *l, uint32_t index, uint32_t count, bool fresh) {
    graze_world *world = l->world;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = (uint32_t)gz_get(&l->r, 4);
        bool is_fresh = gz_get(&l->r, 1) != 0;
        if (l->r.bad || !is_live(&world->object_ids, at)) return fail(l);
        if (is_fresh != fresh) continue;
        gz_object *object = &world->objects[at];
        if (gz_scene_member(world, index, at) != GZ_NONE || (fresh && !object->stale)) return fail(l);
        uint32_t category = object->category, mask = object->mask;
        if (!fresh) {
            object->category = object->told_category;
            object->mask = object->told_mask;
        }
        graze_status status = gz_scene_add_member(world, index, at, &object->box, fresh);
        object->category = category;
        object->mask = mask;
        if (status == GRAZE_OUT_OF_MEMORY) return out_of_memory(l);
        if (status != GRAZE_OK) return fail(l);
    }
    return true;
}

static bool get_scene(loader *l, uint32_t index) {
    graze_world *world = l->world;
    gz_scene *scene = &world->scenes[index];
    scene->config.kind = (graze_broad_kind)gz_get(&l->r, 4);
    scene->config.expected = (uint32_t)gz_get(&l->r, 4);
    scene->config.cell_size = gz_get_real(&l->r);
    uint32_t members = gz_get_count(&l->r, 5);
    if (l->r.bad) return fail(l);
    /* Few bytes must not ask for much memory: room is made for as many as follow. */
    graze_broad_config config = scene->config;
    if (config.expected > members) config.expected = members;
    graze_status status = graze_broad_create(&config, &scene->broad);
    if (status == GRAZE_OUT_OF_MEMORY) return out_of_memory(l);
    if (status != GRAZE_OK) return fail(l);
    size_t start = l->r.at;
    if (!get_members(l, index, members, false)) return false;
    if (graze_broad_update(scene->broad, NULL, NULL) != GRAZE_OK) return out_of_memory(l);
    if (!get_encounters(l, scene)) return false;
    size_t end = l->r.at;
    if (!gz_encounters_compare(world, scene)) return out_of_memory(l);
    l->r.at = start;
    if (!get_members(l, index, members, true)) return false;
    l->r.at = end;
    return true;
}

static bool get_watches(loader *l) {
    graze_world *world = l->world;
    uint32_t count = gz_get_count(&l->r, 12);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t scene = (uint32_t)gz_get(&l->r, 4), table = (uint32_t)gz_get(&l->r, 4);
        uint32_t touches = gz_get_count(&l->r, 16);
        if (l->r.bad || !is_live(&world->scene_ids, scene) || !is_live(&world->table_ids, table))
            return fail(l);
        uint32_t at = gz_watch_open(world, scene, table);
        if (at == GZ_NONE) return out_of_memory(l);
        gz_watch *watch = &world->watches[at];
        if (watch->touch_count) return fail(l);
        if (!GZ_RESERVE(world, watch->touches, watch->touch_capacity, touches)) return out_of_memory(l);
        for (uint32_t k = 0; k < touches; ++k) {
            gz_touch touch = {.a = gz_get(&l->r, 8)};
            touch.b = gz_get(&l->r, 8);
            gz_touch *last = k ? &watch->touches[k - 1] : NULL;
            gz_pair_key key = (touch.a & UINT32_MAX) << 32 | (touch.b & UINT32_MAX);
            bool sorted = (uint32_t)touch.a < (uint32_t)touch.b &&
                          (!last || ((last->a & UINT32_MAX) << 32 | (last->b & UINT32_MAX)) < key);
            if (l->r.bad || !sorted) return fail(l);
            watch->touches[watch->touch_count++] = touch;
        }
    }
    return !l->r.bad;
}

/* -- all ------------------------------------------------------------------------------------------- */

static bool reserve_slots(loader *l) {
    graze_world *world = l->world;
    uint32_t objects = world->object_ids.slots, scenes = world->scene_ids.slots;
    uint32_t tables = world->table_ids.slots, classes = world->class_ids.slots;
    if (!GZ_RESERVE(world, world->objects, world->object_capacity, objects) ||
        !GZ_RESERVE(world, world->scenes, world->scene_capacity, scenes) ||
        !GZ_RESERVE(world, world->tables, world->table_capacity, tables) ||
        !GZ_RESERVE(world, world->classes, world->class_capacity, classes) ||
        !gz_list_reserve(world, &world->stale, objects) ||
        !gz_list_reserve(world, &world->gone, objects))
        return out_of_memory(l);
    for (uint32_t i = 0; i < objects; ++i)
        world->objects[i] =
            (gz_object){.first_member = GZ_NONE, .first_class = GZ_NONE, .deformable = GZ_NONE};
    for (uint32_t i = 0; i < scenes; ++i) {
        world->scenes[i] = (gz_scene){.free_encounter = GZ_NONE};
        world->scene_count += is_live(&world->scene_ids, i);
    }
    for (uint32_t i = 0; i < tables; ++i) {
        world->tables[i] = (gz_table){0};
        world->table_count += is_live(&world->table_ids, i);
    }
    for (uint32_t i = 0; i < classes; ++i) world->classes[i] = (gz_class){GZ_NONE, 0};
    return true;
}

/* Every class that lives belongs to a table. */
static bool classes_have_tables(const graze_world *world) {
    for (uint32_t i = 0; i < world->class_ids.slots; ++i)
        if (is_live(&world->class_ids, i) && world->classes[i].table == GZ_NONE) return false;
    return true;
}

static bool get_pools(loader *l) {
    graze_world *world = l->world;
    gz_id_pool *pools[] = {&world->object_ids, &world->scene_ids, &world->table_ids, &world->class_ids};
    bool good = true;
    for (int i = 0; i < 4 && good; ++i) good = get_pool(l, pools[i]);
    if (good && reserve_slots(l)) return true;
    for (int i = 0; i < 4; ++i) pools[i]->slots = 0; /* there is nothing in them to be released */
    return false;
}

static bool get_world(loader *l) {
    graze_world *world = l->world;
    world->now = gz_get(&l->r, 8);
    if (!get_pools(l)) return false;
    for (uint32_t i = 0; i < world->table_ids.slots; ++i)
        if (is_live(&world->table_ids, i) && !get_table(l, i)) return false;
    if (!classes_have_tables(world)) return fail(l);
    for (uint32_t i = 0; i < world->object_ids.slots; ++i)
        if (is_live(&world->object_ids, i) && !get_object(l, i)) return false;
    if (!get_waiting(l, &world->stale, true) || !get_waiting(l, &world->gone, false)) return false;
    if (!gone_are_not_free(world)) return fail(l);
    for (size_t i = 0; i < world->gone.count; ++i) world->objects[world->gone.at[i]].stale = false;
    for (uint32_t i = 0; i < world->scene_ids.slots; ++i)
        if (is_live(&world->scene_ids, i) && !get_scene(l, i)) return false;
    return get_watches(l) && l->r.at == l->r.size;
}

/* The frame: magic, version, precision, length, checksum. Leaves the reader behind the tag. */
static bool open_bytes(gz_reader *r, const void *bytes, size_t size, uint32_t *tag) {
    if (size < 8) return false;
    *r = (gz_reader){bytes, size - 8, 0, false};
    gz_reader tail = {bytes, size, size - 8, false};
    if (gz_get(&tail, 8) != gz_checksum(GZ_CHECKSUM_START, bytes, size - 8)) return false;
    bool known = gz_get(r, 4) == GZ_SNAPSHOT_MAGIC && gz_get(r, 4) == GZ_SNAPSHOT_VERSION &&
                 gz_get(r, 4) == sizeof(real);
    *tag = (uint32_t)gz_get(r, 4);
    return known && gz_get(r, 8) == size && !r->bad && *tag >> GZ_WORLD_TAG_BITS == 0;
}

graze_status graze_world_restore(const void *bytes, size_t size, const graze_snapshot_keys *keys,
                                 const graze_world_config *config, graze_world **out) {
    static const graze_snapshot_keys none;
    graze_world_config own = {0};
    loader l = {.keys = keys ? keys : &none};
    if (!bytes || !out || !open_bytes(&l.r, bytes, size, &own.tag)) return GRAZE_INVALID_ARGUMENT;
    uint32_t tag = own.tag;
    if (config) own = *config;
    own.tag = tag;
    graze_status status = graze_world_create(&own, &l.world);
    if (status != GRAZE_OK) return status;
    bool good = get_world(&l);
    graze_shape_release(l.last);
    if (!good) {
        gz_world_destroy(l.world);
        return l.full ? GRAZE_OUT_OF_MEMORY : GRAZE_INVALID_ARGUMENT;
    }
    l.world->statistics = (graze_world_statistics){0};
    *out = l.world;
    return GRAZE_OK;
}
