/* SPDX-License-Identifier: MIT
 * Scenes, response tables and tests. */
#include <limits.h>
#include <stdlib.h>

#include "solid3/engine.h"

/* -- scenes -- */

DT_SceneHandle DT_CreateScene(void) {
    call c = solid3_call_begin("DT_CreateScene");
    scene *s = calloc(1, sizeof *s);
    void *handle = s ? solid3_handle_add(HANDLE_SCENE, s) : NULL;
    if (!handle) solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
    if (!c.reason) solid3_call_check(&c, graze_scene_create(c.world, NULL, &s->id));
    if (c.reason) {
        if (handle) solid3_handle_remove(HANDLE_SCENE, handle);
        free(s);
        handle = NULL;
    }
    solid3_call_end(&c);
    return handle;
}

void DT_DestroyScene(DT_SceneHandle handle) {
    call c = solid3_call_begin("DT_DestroyScene");
    scene *s = solid3_call_get(&c, HANDLE_SCENE, handle);
    if (s && solid3_call_check(&c, graze_scene_destroy(c.world, s->id))) {
        solid3_handle_remove(HANDLE_SCENE, handle);
        free(s);
    }
    solid3_call_end(&c);
}

void DT_AddObject(DT_SceneHandle scene_handle, DT_ObjectHandle object_handle) {
    call c = solid3_call_begin("DT_AddObject");
    const scene *s = solid3_call_get(&c, HANDLE_SCENE, scene_handle);
    const object *o = solid3_call_get(&c, HANDLE_OBJECT, object_handle);
    if (s && o) solid3_call_check(&c, graze_scene_add(c.world, s->id, o->id));
    solid3_call_end(&c);
}

void DT_RemoveObject(DT_SceneHandle scene_handle, DT_ObjectHandle object_handle) {
    call c = solid3_call_begin("DT_RemoveObject");
    const scene *s = solid3_call_get(&c, HANDLE_SCENE, scene_handle);
    const object *o = solid3_call_get(&c, HANDLE_OBJECT, object_handle);
    if (s && o) solid3_call_check(&c, graze_scene_remove(c.world, s->id, o->id));
    solid3_call_end(&c);
}

/* -- tables -- */

typedef struct table table;

/* What a response of the world hands to call_client. Equal ones are one, so that adding and removing
 * again and again takes no more memory. */
typedef struct response {
    struct response *next;
    const table *of;
    DT_ResponseCallback callback;
    DT_ResponseType type;
    void *client_data;
} response;

struct table {
    graze_table_id id;
    graze_class_id *classes; /* in the order in which they were generated */
    DT_ResponseClass count, capacity;
    response *responses;
};

DT_RespTableHandle DT_CreateRespTable(void) {
    call c = solid3_call_begin("DT_CreateRespTable");
    table *t = calloc(1, sizeof *t);
    void *handle = t ? solid3_handle_add(HANDLE_TABLE, t) : NULL;
    if (!handle) solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
    if (!c.reason) solid3_call_check(&c, graze_table_create(c.world, &t->id));
    if (c.reason) {
        if (handle) solid3_handle_remove(HANDLE_TABLE, handle);
        free(t);
        handle = NULL;
    }
    solid3_call_end(&c);
    return handle;
}

void DT_DestroyRespTable(DT_RespTableHandle handle) {
    call c = solid3_call_begin("DT_DestroyRespTable");
    table *t = solid3_call_get(&c, HANDLE_TABLE, handle);
    if (t && solid3_call_check(&c, graze_table_destroy(c.world, t->id))) {
        solid3_handle_remove(HANDLE_TABLE, handle);
        for (response *r = t->responses, *next; r; r = next) {
            next = r->next;
            free(r);
        }
        free(t->classes);
        free(t);
    }
    solid3_call_end(&c);
}

static bool make_room(table *t) {
    if (t->count < t->capacity) return true;
    DT_ResponseClass larger = t->capacity ? 2 * t->capacity : 16;
    graze_class_id *grown = realloc(t->classes, larger * sizeof *grown);
    if (!grown) return false;
    t->classes = grown;
    t->capacity = larger;
    return true;
}

DT_ResponseClass DT_GenResponseClass(DT_RespTableHandle handle) {
    call c = solid3_call_begin("DT_GenResponseClass");
    table *t = solid3_call_get(&c, HANDLE_TABLE, handle);
    DT_ResponseClass number = UINT_MAX;
    if (t && !make_room(t)) solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
    if (t && !c.reason &&
        solid3_call_check(&c, graze_table_add_class(c.world, t->id, &t->classes[t->count])))
        number = t->count++;
    solid3_call_end(&c);
    return number;
}

/* 0, with a reason, if the table has no such class. */
static graze_class_id class_of(call *c, const table *t, DT_ResponseClass number) {
    if (!t) return 0;
    if (number < t->count) return t->classes[number];
    solid3_call_refuse(c, "a response class that the table has not generated");
    return 0;
}

void DT_SetResponseClass(DT_RespTableHandle table_handle, DT_ObjectHandle object_handle,
                         DT_ResponseClass number) {
    call c = solid3_call_begin("DT_SetResponseClass");
    const table *t = solid3_call_get(&c, HANDLE_TABLE, table_handle);
    const object *o = solid3_call_get(&c, HANDLE_OBJECT, object_handle);
    graze_class_id of = class_of(&c, t, number);
    if (o && of) solid3_call_check(&c, graze_object_set_class(c.world, o->id, of));
    solid3_call_end(&c);
}

void DT_ClearResponseClass(DT_RespTableHandle table_handle, DT_ObjectHandle object_handle) {
    call c = solid3_call_begin("DT_ClearResponseClass");
    const table *t = solid3_call_get(&c, HANDLE_TABLE, table_handle);
    const object *o = solid3_call_get(&c, HANDLE_OBJECT, object_handle);
    if (t && o) solid3_call_check(&c, graze_object_clear_class(c.world, o->id, t->id));
    solid3_call_end(&c);
}

/* -- what the client is told -- */

/* Was b generated before a? */
static bool is_later(const table *t, graze_class_id a, graze_class_id b) {
    for (DT_ResponseClass i = 0; a != b && i < t->count; ++i) {
        if (t->classes[i] == a) return false;
        if (t->classes[i] == b) return true;
    }
    return false;
}

static void fill(const graze_collision *from, DT_ResponseType type, bool exchange, DT_CollData *out) {
    graze_vec3 first = exchange ? from->point_b : from->point_a;
    graze_vec3 second = exchange ? from->point_a : from->point_b;
    if (type == DT_WITNESSED_RESPONSE) second = first; /* the deepest point of one is in the other */
    vector_out(first, out->point1);
    vector_out(second, out->point2);
    vector_out(graze_vec3_sub(second, first), out->normal);
}

static graze_flow call_client(void *user, graze_world *world, const graze_collision *collision) {
    response r = *(const response *)user; /* the table may be gone when the client returns */
    bool exchange = is_later(r.of, collision->class_a, collision->class_b);
    object a = *(const object *)collision->user_a, b = *(const object *)collision->user_b;
    DT_CollData data;
    bool any = r.type != DT_SIMPLE_RESPONSE && collision->type >= GRAZE_RESPONSE_WITNESSED;
    (void)world;
    if (any) fill(collision, r.type, exchange, &data);
    solid3_engine_pause();
    DT_Bool done = r.callback(r.client_data, exchange ? b.client : a.client,
                              exchange ? a.client : b.client, any ? &data : NULL);
    solid3_engine_resume();
    return done != DT_CONTINUE ? GRAZE_STOP : GRAZE_CONTINUE;
}

/* -- adding and removing -- */

static uint64_t key_of(DT_ResponseCallback callback) { return (uint64_t)(uintptr_t)callback; }

static response *find_response(table *t, const response *wanted) {
    for (response *r = t->responses; r; r = r->next)
        if (r->callback == wanted->callback && r->type == wanted->type &&
            r->client_data == wanted->client_data)
            return r;
    response *made = malloc(sizeof *made);
    if (!made) return NULL;
    *made = *wanted;
    made->of = t;
    made->next = t->responses;
    return t->responses = made;
}

/* The response for the world; false with a reason, or if DT_NO_RESPONSE asks for nothing. */
static bool make_response(call *c, table *t, const response *wanted, graze_response *out) {
    if (!t) return false;
    if (!wanted->callback) return solid3_call_refuse(c, "NULL for a response");
    if (wanted->type == DT_NO_RESPONSE) return false;
    if ((int)wanted->type < 0 || wanted->type > DT_DEPTH_RESPONSE)
        return solid3_call_refuse(c, "a response type that is none");
    response *r = find_response(t, wanted);
    if (!r) return solid3_call_check(c, GRAZE_OUT_OF_MEMORY);
    /* SOLID's types are the first of ours, in the same order. */
    *out =
        (graze_response){(graze_response_type)wanted->type, call_client, r, key_of(wanted->callback)};
    return true;
}

void DT_AddDefaultResponse(DT_RespTableHandle handle, DT_ResponseCallback callback,
                           DT_ResponseType type, void *client_data) {
    call c = solid3_call_begin("DT_AddDefaultResponse");
    table *t = solid3_call_get(&c, HANDLE_TABLE, handle);
    graze_response made;
    response wanted = {.callback = callback, .type = type, .client_data = client_data};
    if (make_response(&c, t, &wanted, &made))
        solid3_call_check(&c, graze_table_add_default(c.world, t->id, &made));
    solid3_call_end(&c);
}

void DT_RemoveDefaultResponse(DT_RespTableHandle handle, DT_ResponseCallback callback) {
    call c = solid3_call_begin("DT_RemoveDefaultResponse");
    const table *t = solid3_call_get(&c, HANDLE_TABLE, handle);
    if (t)
        solid3_call_check(&c,
                          graze_table_remove_default(c.world, t->id, call_client, key_of(callback)));
    solid3_call_end(&c);
}

void DT_AddClassResponse(DT_RespTableHandle handle, DT_ResponseClass number,
                         DT_ResponseCallback callback, DT_ResponseType type, void *client_data) {
    call c = solid3_call_begin("DT_AddClassResponse");
    table *t = solid3_call_get(&c, HANDLE_TABLE, handle);
    graze_class_id of = class_of(&c, t, number);
    graze_response made;
    response wanted = {.callback = callback, .type = type, .client_data = client_data};
    if (of && make_response(&c, t, &wanted, &made))
        solid3_call_check(&c, graze_table_add_for_class(c.world, of, &made));
    solid3_call_end(&c);
}

void DT_RemoveClassResponse(DT_RespTableHandle handle, DT_ResponseClass number,
                            DT_ResponseCallback callback) {
    call c = solid3_call_begin("DT_RemoveClassResponse");
    graze_class_id of = class_of(&c, solid3_call_get(&c, HANDLE_TABLE, handle), number);
    if (of)
        solid3_call_check(&c, graze_table_remove_for_class(c.world, of, call_client, key_of(callback)));
    solid3_call_end(&c);
}

void DT_AddPairResponse(DT_RespTableHandle handle, DT_ResponseClass number1, DT_ResponseClass number2,
                        DT_ResponseCallback callback, DT_ResponseType type, void *client_data) {
    call c = solid3_call_begin("DT_AddPairResponse");
    table *t = solid3_call_get(&c, HANDLE_TABLE, handle);
    graze_class_id first = class_of(&c, t, number1), second = class_of(&c, t, number2);
    graze_response made;
    response wanted = {.callback = callback, .type = type, .client_data = client_data};
    if (first && second && make_response(&c, t, &wanted, &made))
        solid3_call_check(&c, graze_table_add_for_pair(c.world, first, second, &made));
    solid3_call_end(&c);
}

void DT_RemovePairResponse(DT_RespTableHandle handle, DT_ResponseClass number1,
                           DT_ResponseClass number2, DT_ResponseCallback callback) {
    call c = solid3_call_begin("DT_RemovePairResponse");
    const table *t = solid3_call_get(&c, HANDLE_TABLE, handle);
    graze_class_id first = class_of(&c, t, number1), second = class_of(&c, t, number2);
    if (first && second)
        solid3_call_check(
            &c, graze_table_remove_for_pair(c.world, first, second, call_client, key_of(callback)));
    solid3_call_end(&c);
}

/* -- calling -- */

DT_Count DT_Test(DT_SceneHandle scene_handle, DT_RespTableHandle table_handle) {
    size_t count = 0;
    solid3_engine_test_begin();
    call c = solid3_call_begin("DT_Test");
    const scene *s = solid3_call_get(&c, HANDLE_SCENE, scene_handle);
    const table *t = solid3_call_get(&c, HANDLE_TABLE, table_handle);
    if (s && t) solid3_call_check(&c, graze_world_test(c.world, s->id, t->id, &count));
    solid3_engine_test_end(); /* before the client hears of errors */
    solid3_call_end(&c);
    return (DT_Count)count;
}

/* The responses of a pair as a test would call them; NULL, with a reason, if memory is out. */
static graze_response *list_responses(call *c, graze_class_id a, graze_class_id b, size_t *count) {
    solid3_call_check(c, graze_table_responses(c->world, a, b, 0, NULL, count));
    graze_response *list = malloc((*count + 1) * sizeof *list);
    if (list)
        solid3_call_check(c, graze_table_responses(c->world, a, b, *count, list, count));
    else
        solid3_call_check(c, GRAZE_OUT_OF_MEMORY);
    return list;
}

/* What DT_CallResponse is about. */
typedef struct occasion {
    const void *table_handle;
    const table *t;
    graze_class_id a, b;
    void *client1, *client2;
    const DT_CollData *data;
} occasion;

/* Callbacks may have removed it, or destroyed the table with all that was in it. */
static bool is_there(call *c, const occasion *o, const void *record) {
    size_t count = 0;
    bool found = false;
    if (solid3_handle_get(HANDLE_TABLE, o->table_handle) != o->t) return false;
    graze_response *list = list_responses(c, o->a, o->b, &count);
    for (size_t i = 0; list && i < count; ++i) found = found || list[i].user == record;
    free(list);
    return found;
}

static void call_all(call *c, const occasion *o) {
    size_t count = 0;
    graze_response *list = list_responses(c, o->a, o->b, &count);
    DT_Bool done = DT_CONTINUE;
    for (size_t i = 0; list && !c->reason && i < count && done == DT_CONTINUE; ++i) {
        if (i > 0 && !is_there(c, o, list[i].user)) continue;
        response r = *(const response *)list[i].user;
        solid3_engine_pause();
        done = r.callback(r.client_data, o->client1, o->client2, o->data);
        solid3_engine_resume();
    }
    free(list);
}

static DT_CollData mirrored(const DT_CollData *data) {
    DT_CollData out;
    for (int k = 0; k < 3; ++k) {
        out.point1[k] = data->point2[k];
        out.point2[k] = data->point1[k];
        out.normal[k] = -data->normal[k];
    }
    return out;
}

void DT_CallResponse(DT_RespTableHandle table_handle, DT_ObjectHandle object1, DT_ObjectHandle object2,
                     const DT_CollData *coll_data) {
    call c = solid3_call_begin("DT_CallResponse");
    const table *t = solid3_call_get(&c, HANDLE_TABLE, table_handle);
    const object *first = solid3_call_get(&c, HANDLE_OBJECT, object1);
    const object *second = solid3_call_get(&c, HANDLE_OBJECT, object2);
    graze_class_id a = 0, b = 0;
    if (t && first && second) {
        solid3_call_check(&c, graze_object_get_class(c.world, first->id, t->id, &a));
        solid3_call_check(&c, graze_object_get_class(c.world, second->id, t->id, &b));
    }
    if (a && b) {
        bool exchange = is_later(t, a, b);
        DT_CollData other = coll_data && exchange ? mirrored(coll_data) : (DT_CollData){{0}, {0}, {0}};
        call_all(&c, &(occasion){.table_handle = table_handle,
                                 .t = t,
                                 .a = a,
                                 .b = b,
                                 .client1 = exchange ? second->client : first->client,
                                 .client2 = exchange ? first->client : second->client,
                                 .data = coll_data && exchange ? &other : coll_data});
    }
    solid3_call_end(&c);
}
