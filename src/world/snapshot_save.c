/* SPDX-License-Identifier: MIT */
#include "shape/shape.h"
#include "world/snapshot.h"

static void put_vec3(gz_writer *w, graze_vec3 v) {
    gz_put_real(w, v.x);
    gz_put_real(w, v.y);
    gz_put_real(w, v.z);
}

static bool is_live(const gz_id_pool *pool, uint32_t index) {
    return index < pool->slots && pool->generation[index] % 2;
}

/* Of an index that is not free, the next free one means nothing. */
static void put_pool(gz_writer *w, const gz_id_pool *pool) {
    size_t free = 0;
    gz_put(w, pool->slots, 4);
    for (uint32_t i = 0; i < pool->slots; ++i) gz_put(w, pool->generation[i], 4);
    for (uint32_t at = pool->free; at != GZ_NONE; at = pool->next[at]) ++free;
    gz_put(w, free, 4);
    for (uint32_t at = pool->free; at != GZ_NONE; at = pool->next[at]) gz_put(w, at, 4);
}

/* -- tables ---------------------------------------------------------------------------------------- */

static void put_list(gz_writer *w, const graze_snapshot_keys *keys, const gz_response_list *list) {
    gz_put(w, list->count, 4);
    for (size_t i = 0; i < list->count; ++i) {
        const gz_response *r = &list->at[i];
        uint64_t key = 0;
        if (!keys->response_key || !keys->response_key(keys->user, &r->response, &key))
            w->keyless = true;
        gz_put(w, key, 8);
        gz_put(w, r->response.type, 4);
        gz_put(w, r->response.key, 8);
        gz_put(w, r->serial, 8);
    }
}

static void put_table(gz_writer *w, const graze_snapshot_keys *keys, const gz_table *table) {
    gz_put(w, table->serial, 8);
    gz_put(w, table->class_count, 4);
    for (size_t i = 0; i < table->class_count; ++i) gz_put(w, table->classes[i], 4);
    put_list(w, keys, &table->all);
    for (size_t i = 0; i < table->class_count; ++i) put_list(w, keys, &table->of_class[i]);
    for (size_t i = 0; i < table->class_count * (table->class_count + 1) / 2; ++i)
        put_list(w, keys, &table->of_pair[i]);
}

/* -- objects --------------------------------------------------------------------------------------- */

static void put_shape(gz_writer *w, const graze_snapshot_keys *keys, const graze_shape *shape) {
    uint64_t key = 0;
    if (keys->shape_key && keys->shape_key(keys->user, shape, &key)) {
        gz_put(w, GZ_SHAPE_BY_KEY, 1);
        gz_put(w, key, 8);
    } else if (shape->kind == GRAZE_SHAPE_SPHERE) {
        gz_put(w, GZ_SHAPE_SPHERE, 1);
        gz_put_real(w, shape->radius);
    } else if (shape->kind == GRAZE_SHAPE_BOX) {
        gz_put(w, GZ_SHAPE_BOX, 1);
        put_vec3(w, shape->half);
    } else {
        w->keyless = true;
    }
}

static void put_object(gz_writer *w, const graze_snapshot_keys *keys, const graze_world *world,
                       const gz_object *object) {
    put_shape(w, keys, object->placed.shape);
    uint32_t record = object->deformable;
    gz_put(w, record == GZ_NONE ? 0 : world->deformables[record].revision, 4);
    for (int i = 0; i < 3; ++i) put_vec3(w, object->placed.pose.basis.col[i]);
    put_vec3(w, object->placed.pose.origin);
    gz_put(w, object->placed.pose.kind, 4);
    gz_put_real(w, object->placed.margin);
    uint64_t key = 0;
    if (object->user && (!keys->pointer_key || !keys->pointer_key(keys->user, object->user, &key)))
        w->keyless = true;
    gz_put(w, object->user != NULL, 1);
    gz_put(w, key, 8);
    put_vec3(w, object->box.lo);
    put_vec3(w, object->box.hi);
    gz_put(w, object->changed, 8);
    gz_put(w, object->category, 4);
    gz_put(w, object->mask, 4);
    gz_put(w, object->told_category, 4);
    gz_put(w, object->told_mask, 4);
    gz_put(w, object->fit, 4);
    size_t classes = 0;
    for (uint32_t at = object->first_class; at != GZ_NONE; at = world->memberships[at].next) ++classes;
    gz_put(w, classes, 4);
    for (uint32_t at = object->first_class; at != GZ_NONE; at = world->memberships[at].next)
        gz_put(w, world->memberships[at].class_index, 4);
}

static void put_indices(gz_writer *w, const graze_world *world, const gz_list *list, bool live) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; ++i) count += is_live(&world->object_ids, list->at[i]) == live;
    gz_put(w, count, 4);
    for (size_t i = 0; i < list->count; ++i)
        if (is_live(&world->object_ids, list->at[i]) == live) gz_put(w, list->at[i], 4);
}

/* -- scenes ---------------------------------------------------------------------------------------- */

static void put_cache(gz_writer *w, const graze_cache *cache) {
    put_vec3(w, cache->axis);
    put_vec3(w, cache->seen_by_b);
    put_vec3(w, cache->middle);
    gz_put_real(w, cache->height);
    gz_put(w, cache->seal, 8);
    for (int i = 0; i < 4; ++i) gz_put(w, cache->support_a[i], 4);
    for (int i = 0; i < 4; ++i) gz_put(w, cache->support_b[i], 4);
    gz_put(w, cache->size, 4);
    gz_put(w, cache->carrier, 4);
}

/* Is the object still what the encounter was made for? */
static bool is_settled(const graze_world *world, uint32_t scene, uint32_t object) {
    if (!is_live(&world->object_ids, object)) return false;
    uint32_t member = gz_scene_member(world, scene, object);
    return member != GZ_NONE && !world->members[member].fresh && world->members[member].proxy;
}

static bool is_kept(const graze_world *world, uint32_t scene, gz_pair_key key) {
    return is_settled(world, scene, gz_pair_lower(key)) &&
           is_settled(world, scene, gz_pair_higher(key));
}

static void put_scene(gz_writer *w, const graze_world *world, uint32_t index) {
    const gz_scene *scene = &world->scenes[index];
    gz_put(w, scene->config.kind, 4);
    gz_put(w, scene->config.expected, 4);
    gz_put_real(w, scene->config.cell_size);
    gz_put(w, scene->members.count, 4);
    for (uint32_t i = 0; i < world->object_ids.slots; ++i) {
        uint32_t at = is_live(&world->object_ids, i) ? gz_scene_member(world, index, i) : GZ_NONE;
        if (at == GZ_NONE) continue;
        gz_put(w, i, 4);
        gz_put(w, world->members[at].fresh, 1);
    }
    size_t kept = 0;
    for (size_t i = 0; i < scene->ref_count; ++i) kept += is_kept(world, index, scene->refs[i].key);
    gz_put(w, kept, 4);
    for (size_t i = 0; i < scene->ref_count; ++i) {
        const gz_encounter *encounter = &scene->encounters[scene->refs[i].slot];
        if (!is_kept(world, index, encounter->key)) continue;
        gz_put(w, encounter->key, 8);
        gz_put(w, encounter->checked, 8);
        gz_put(w, encounter->apart, 1);
        put_cache(w, &encounter->cache);
    }
}

static void put_watches(gz_writer *w, const graze_world *world) {
    size_t count = 0;
    for (size_t i = 0; i < world->watch_count; ++i) count += world->watches[i].scene != GZ_NONE;
    gz_put(w, count, 4);
    for (size_t i = 0; i < world->watch_count; ++i) {
        const gz_watch *watch = &world->watches[i];
        if (watch->scene == GZ_NONE) continue;
        gz_put(w, watch->scene, 4);
        gz_put(w, watch->table, 4);
        gz_put(w, watch->touch_count, 4);
        for (size_t k = 0; k < watch->touch_count; ++k) {
            gz_put(w, watch->touches[k].a, 8);
            gz_put(w, watch->touches[k].b, 8);
        }
    }
}

/* -- all ------------------------------------------------------------------------------------------- */

static void put_world(gz_writer *w, const graze_snapshot_keys *keys, const graze_world *world) {
    gz_put(w, world->now, 8);
    put_pool(w, &world->object_ids);
    put_pool(w, &world->scene_ids);
    put_pool(w, &world->table_ids);
    put_pool(w, &world->class_ids);
    for (uint32_t i = 0; i < world->table_ids.slots; ++i)
        if (is_live(&world->table_ids, i)) put_table(w, keys, &world->tables[i]);
    for (uint32_t i = 0; i < world->object_ids.slots; ++i)
        if (is_live(&world->object_ids, i)) put_object(w, keys, world, &world->objects[i]);
    put_indices(w, world, &world->stale, true);
    put_indices(w, world, &world->gone, false);
    for (uint32_t i = 0; i < world->scene_ids.slots; ++i)
        if (is_live(&world->scene_ids, i)) put_scene(w, world, i);
    put_watches(w, world);
}

static gz_writer write_all(const graze_world *world, const graze_snapshot_keys *keys, size_t room,
                           uint8_t *bytes, uint64_t size) {
    gz_writer w = {bytes, room, 0, false};
    gz_put(&w, GZ_SNAPSHOT_MAGIC, 4);
    gz_put(&w, GZ_SNAPSHOT_VERSION, 4);
    gz_put(&w, sizeof(real), 4);
    gz_put(&w, world->object_ids.tag, 4);
    gz_put(&w, size, 8);
    put_world(&w, keys, world);
    size_t end = w.size;
    gz_put(&w, end <= room ? gz_checksum(GZ_CHECKSUM_START, bytes, end) : 0, 8);
    return w;
}

graze_status graze_world_save(const graze_world *world, const graze_snapshot_keys *keys, size_t room,
                              void *bytes, size_t *size) {
    static const graze_snapshot_keys none;
    if (!world || !size || (room && !bytes)) return GRAZE_INVALID_ARGUMENT;
    if (world->depth) return GRAZE_BUSY;
    if (!keys) keys = &none;
    gz_writer counted = write_all(world, keys, 0, NULL, 0);
    if (counted.keyless) return GRAZE_INVALID_ARGUMENT;
    *size = counted.size;
    if (room < counted.size) return GRAZE_OUT_OF_RANGE;
    write_all(world, keys, room, bytes, counted.size);
    return GRAZE_OK;
}
