/* SPDX-License-Identifier: MIT
 * Response tables: lists that commands edit (I5, I6, B:4799-4817). */
#include "world/world.h"

#include <string.h>

/* -- one list -------------------------------------------------------------------------------------- */

static void find_type(gz_response_list *list) {
    list->type = GRAZE_RESPONSE_NONE;
    for (size_t i = 0; i < list->count; ++i)
        if (list->at[i].response.type > list->type) list->type = list->at[i].response.type;
}

static bool reserve(graze_world *world, gz_response_list *list) {
    return GZ_RESERVE(world, list->at, list->capacity, list->count + 1);
}

static void append(gz_response_list *list, const gz_response *response) {
    list->at[list->count++] = *response;
    find_type(list);
}

bool gz_response_list_add(graze_world *world, gz_response_list *list, const gz_response *response) {
    if (!reserve(world, list)) return false;
    append(list, response);
    world->calls |= response->response.callback != NULL;
    return true;
}

static void take_out(gz_response_list *list, graze_response_callback callback, uint64_t key) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; ++i)
        if (list->at[i].response.callback != callback || list->at[i].response.key != key)
            list->at[kept++] = list->at[i];
    list->count = kept;
    find_type(list);
}

static bool copy_list(graze_world *world, const gz_response_list *from, gz_response_list *to) {
    *to = (gz_response_list){.type = from->type};
    if (!GZ_RESERVE(world, to->at, to->capacity, from->count)) return false;
    if (from->count) memcpy(to->at, from->at, from->count * sizeof *to->at);
    to->count = from->count;
    return true;
}

/* -- tables and classes ---------------------------------------------------------------------------- */

graze_status graze_table_create(graze_world *world, graze_table_id *out) {
    if (!world || !out) return GRAZE_INVALID_ARGUMENT;
    size_t wanted = (size_t)world->table_ids.slots + 1;
    if (!GZ_RESERVE(world, world->tables, world->table_capacity, wanted) ||
        !gz_id_pool_reserve(&world->table_ids, world->table_capacity))
        return GRAZE_OUT_OF_MEMORY;
    uint32_t index = gz_id_pool_take(&world->table_ids);
    world->tables[index] = (gz_table){0};
    ++world->table_count;
    *out = gz_id_of(&world->table_ids, index);
    return GRAZE_OK;
}

void gz_table_clear(graze_world *world, gz_table *table) {
    GZ_RELEASE(world, table->all.at, table->all.capacity);
    for (size_t i = 0; i < table->class_count; ++i)
        GZ_RELEASE(world, table->of_class[i].at, table->of_class[i].capacity);
    for (size_t i = 0; i < table->class_count * (table->class_count + 1) / 2; ++i)
        GZ_RELEASE(world, table->of_pair[i].at, table->of_pair[i].capacity);
    GZ_RELEASE(world, table->of_class, table->list_capacity);
    GZ_RELEASE(world, table->of_pair, table->pair_capacity);
    GZ_RELEASE(world, table->classes, table->class_capacity);
    *table = (gz_table){0};
}

/* Takes the table's classes away from all objects. */
static void forget_classes(graze_world *world, uint32_t table) {
    for (uint32_t i = 0; i < world->object_ids.slots; ++i)
        if (world->object_ids.generation[i] % 2)
            graze_object_clear_class(world, gz_object_id(world, i), gz_id_of(&world->table_ids, table));
}

graze_status graze_table_destroy(graze_world *world, graze_table_id id) {
    uint32_t index;
    graze_status status = GZ_FIND_TABLE(world, id, &index);
    if (status != GRAZE_OK) return status;
    gz_table *table = &world->tables[index];
    if (table->testing) return GRAZE_BUSY;
    forget_classes(world, index);
    for (size_t i = 0; i < table->class_count; ++i) {
        gz_id_pool_retire(&world->class_ids, table->classes[i]);
        gz_id_pool_free(&world->class_ids, table->classes[i]);
    }
    gz_watch_drop(world, GZ_NONE, index);
    gz_table_clear(world, table);
    gz_id_pool_retire(&world->table_ids, index);
    gz_id_pool_free(&world->table_ids, index);
    --world->table_count;
    return GRAZE_OK;
}

static bool reserve_class(graze_world *world, gz_table *table) {
    size_t count = table->class_count + 1, wanted = (size_t)world->class_ids.slots + 1;
    return GZ_RESERVE(world, table->classes, table->class_capacity, count) &&
           GZ_RESERVE(world, table->of_class, table->list_capacity, count) &&
           GZ_RESERVE(world, table->of_pair, table->pair_capacity, count * (count + 1) / 2) &&
           GZ_RESERVE(world, world->classes, world->class_capacity, wanted) &&
           gz_id_pool_reserve(&world->class_ids, world->class_capacity);
}

/* The lists of a new class n: of all pairs with it, and of each pair (i, n), which come last. */
static bool inherit(graze_world *world, gz_table *table) {
    size_t n = table->class_count, first = n * (n + 1) / 2, made = 0;
    bool good = copy_list(world, &table->all, &table->of_class[n]);
    for (; made < n && good; ++made)
        good = copy_list(world, &table->of_class[made], &table->of_pair[first + made]);
    if (good) good = copy_list(world, &table->all, &table->of_pair[first + made++]);
    if (good) return true;
    GZ_RELEASE(world, table->of_class[n].at, table->of_class[n].capacity);
    for (size_t i = 0; i < made; ++i)
        GZ_RELEASE(world, table->of_pair[first + i].at, table->of_pair[first + i].capacity);
    return false;
}

graze_status graze_table_add_class(graze_world *world, graze_table_id id, graze_class_id *out) {
    uint32_t index;
    if (!out) return GRAZE_INVALID_ARGUMENT;
    graze_status status = GZ_FIND_TABLE(world, id, &index);
    if (status != GRAZE_OK) return status;
    gz_table *table = &world->tables[index];
    if (!reserve_class(world, table) || !inherit(world, table)) return GRAZE_OUT_OF_MEMORY;
    uint32_t class_index = gz_id_pool_take(&world->class_ids);
    world->classes[class_index] = (gz_class){index, (uint32_t)table->class_count};
    table->classes[table->class_count++] = class_index;
    *out = gz_id_of(&world->class_ids, class_index);
    return GRAZE_OK;
}

/* -- commands -------------------------------------------------------------------------------------- */

/* Which lists a command edits: all, those with class i, or that of classes i and j. */
typedef struct scope {
    uint32_t table, i, j; /* GZ_NONE: any */
} scope;

static bool has_pair(const scope *s, uint32_t i, uint32_t j) {
    if (s->i == GZ_NONE) return true;
    if (s->j == GZ_NONE) return i == s->i || j == s->i;
    return (i == s->i && j == s->j) || (i == s->j && j == s->i);
}

/* Calls edit for every list in scope until it says false. */
static bool for_lists(graze_world *world, const scope *s,
                      bool (*edit)(graze_world *world, gz_response_list *list, const void *context),
                      const void *context) {
    gz_table *table = &world->tables[s->table];
    if (s->i == GZ_NONE && !edit(world, &table->all, context)) return false;
    for (uint32_t i = 0; i < table->class_count; ++i)
        if (s->j == GZ_NONE && (s->i == GZ_NONE || s->i == i) &&
            !edit(world, &table->of_class[i], context))
            return false;
    for (uint32_t j = 0; j < table->class_count; ++j)
        for (uint32_t i = 0; i <= j; ++i)
            if (has_pair(s, i, j) && !edit(world, &table->of_pair[gz_class_pair(i, j)], context))
                return false;
    return true;
}

static bool make_room(graze_world *world, gz_response_list *list, const void *context) {
    (void)context;
    return reserve(world, list);
}
static bool add_one(graze_world *world, gz_response_list *list, const void *context) {
    (void)world;
    append(list, context);
    return true;
}
static bool remove_one(graze_world *world, gz_response_list *list, const void *context) {
    (void)world;
    const graze_response *like = context;
    take_out(list, like->callback, like->key);
    return true;
}

static graze_status add(graze_world *world, const scope *s, const graze_response *response) {
    if (!response || (int)response->type <= GRAZE_RESPONSE_NONE ||
        (int)response->type >= GRAZE_RESPONSE_COUNT)
        return GRAZE_INVALID_ARGUMENT;
    if (!for_lists(world, s, make_room, NULL)) return GRAZE_OUT_OF_MEMORY;
    gz_response stored = {*response, ++world->tables[s->table].serial};
    for_lists(world, s, add_one, &stored);
    world->calls |= response->callback != NULL;
    return GRAZE_OK;
}

static graze_status take(graze_world *world, const scope *s, graze_response_callback callback,
                         uint64_t key) {
    graze_response like = {.callback = callback, .key = key};
    for_lists(world, s, remove_one, &like);
    return GRAZE_OK;
}

static graze_status scope_of_table(const graze_world *world, graze_table_id id, scope *out) {
    *out = (scope){GZ_NONE, GZ_NONE, GZ_NONE};
    return GZ_FIND_TABLE(world, id, &out->table);
}

static graze_status scope_of_class(const graze_world *world, graze_class_id id, scope *out) {
    uint32_t index;
    graze_status status = GZ_FIND_CLASS(world, id, &index);
    if (status == GRAZE_OK)
        *out = (scope){world->classes[index].table, world->classes[index].number, GZ_NONE};
    return status;
}

static graze_status scope_of_pair(const graze_world *world, graze_class_id a, graze_class_id b,
                                  scope *out) {
    scope other;
    graze_status status = scope_of_class(world, a, out);
    if (status == GRAZE_OK) status = scope_of_class(world, b, &other);
    if (status != GRAZE_OK) return status;
    if (out->table != other.table) return GRAZE_INVALID_ARGUMENT;
    out->j = other.i;
    return GRAZE_OK;
}

graze_status graze_table_add_default(graze_world *world, graze_table_id table,
                                     const graze_response *response) {
    scope s;
    graze_status status = scope_of_table(world, table, &s);
    return status == GRAZE_OK ? add(world, &s, response) : status;
}

graze_status graze_table_remove_default(graze_world *world, graze_table_id table,
                                        graze_response_callback callback, uint64_t key) {
    scope s;
    graze_status status = scope_of_table(world, table, &s);
    return status == GRAZE_OK ? take(world, &s, callback, key) : status;
}

graze_status graze_table_add_for_class(graze_world *world, graze_class_id of,
                                       const graze_response *response) {
    scope s;
    graze_status status = scope_of_class(world, of, &s);
    return status == GRAZE_OK ? add(world, &s, response) : status;
}

graze_status graze_table_remove_for_class(graze_world *world, graze_class_id of,
                                          graze_response_callback callback, uint64_t key) {
    scope s;
    graze_status status = scope_of_class(world, of, &s);
    return status == GRAZE_OK ? take(world, &s, callback, key) : status;
}

graze_status graze_table_add_for_pair(graze_world *world, graze_class_id a, graze_class_id b,
                                      const graze_response *response) {
    scope s;
    graze_status status = scope_of_pair(world, a, b, &s);
    return status == GRAZE_OK ? add(world, &s, response) : status;
}

graze_status graze_table_remove_for_pair(graze_world *world, graze_class_id a, graze_class_id b,
                                         graze_response_callback callback, uint64_t key) {
    scope s;
    graze_status status = scope_of_pair(world, a, b, &s);
    return status == GRAZE_OK ? take(world, &s, callback, key) : status;
}

graze_status graze_table_responses(const graze_world *world, graze_class_id a, graze_class_id b,
                                   size_t room, graze_response *out, size_t *total) {
    scope s;
    if (!total || (room && !out)) return GRAZE_INVALID_ARGUMENT;
    graze_status status = scope_of_pair(world, a, b, &s);
    if (status != GRAZE_OK) return status;
    const gz_response_list *list = &world->tables[s.table].of_pair[gz_class_pair(s.i, s.j)];
    for (size_t i = 0; i < list->count && i < room; ++i) out[i] = list->at[i].response;
    *total = list->count;
    return GRAZE_OK;
}
