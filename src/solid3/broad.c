/* SPDX-License-Identifier: MIT
 * The broad phase alone. Every change is taken in at once, and the client told of what it changed. */
#include <solid3/SOLID_broad.h>
#include <stdlib.h>
#include <string.h>

#include "solid3/engine.h"

typedef struct broad_scene {
    graze_broad *broad;
    void *client_data;
    BP_Callback begin, end;
    size_t users; /* the handle, and calls that tell the client something */
} broad_scene;

typedef struct proxy {
    broad_scene *in;
    graze_broad_id id;
    void *object;
} proxy;

static void release(broad_scene *s) {
    if (--s->users > 0) return;
    graze_broad_release(s->broad);
    free(s);
}

BP_SceneHandle BP_CreateScene(void *client_data, BP_Callback beginOverlap, BP_Callback endOverlap) {
    call c = solid3_call_begin("BP_CreateScene");
    broad_scene *s = calloc(1, sizeof *s);
    void *handle = s ? solid3_handle_add(HANDLE_BROAD_SCENE, s) : NULL;
    if (!handle) solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
    if (!c.reason) {
        *s = (broad_scene){NULL, client_data, beginOverlap, endOverlap, 1};
        solid3_call_check(&c, graze_broad_create(NULL, &s->broad));
    }
    if (c.reason) {
        if (handle) solid3_handle_remove(HANDLE_BROAD_SCENE, handle);
        free(s);
        handle = NULL;
    }
    solid3_call_end(&c);
    return handle;
}

/* -- proxies: user values of the broad phase are their handles -- */

static void *handle_of(uint64_t value) { return (void *)(uintptr_t)value; }

static graze_flow drop_proxy(void *user, graze_broad_id id, uint64_t value) {
    (void)user;
    (void)id;
    free(solid3_handle_remove(HANDLE_PROXY, handle_of(value)));
    return GRAZE_CONTINUE;
}

void BP_DestroyScene(BP_SceneHandle handle) {
    call c = solid3_call_begin("BP_DestroyScene");
    broad_scene *s = solid3_call_get(&c, HANDLE_BROAD_SCENE, handle);
    if (s) {
        graze_real far = (graze_real)GRAZE_SHAPE_REACH;
        graze_aabb all = {{-far, -far, -far}, {far, far, far}};
        graze_broad_query_box(s->broad, &all, 0, drop_proxy, NULL);
        solid3_handle_remove(HANDLE_BROAD_SCENE, handle);
        release(s);
    }
    solid3_call_end(&c);
}

/* Tells the client what changed. The events are copied: callbacks may bring others. leaving: a proxy
 * whose handle is gone already. */
static void tell(broad_scene *s, const graze_broad_event *events, size_t count, const proxy *leaving) {
    for (size_t i = 0; i < count; ++i) {
        const graze_broad_pair *p = &events[i].pair;
        const proxy *a = solid3_handle_get(HANDLE_PROXY, handle_of(p->user_a));
        const proxy *b = solid3_handle_get(HANDLE_PROXY, handle_of(p->user_b));
        if (!a && leaving && p->a == leaving->id) a = leaving;
        if (!b && leaving && p->b == leaving->id) b = leaving;
        BP_Callback told = events[i].change == GRAZE_BROAD_BEGIN ? s->begin : s->end;
        if (!a || !b || !told) continue; /* one was destroyed by a callback, which has been told */
        void *first = a->object, *second = b->object;
        solid3_engine_pause();
        told(s->client_data, first, second);
        solid3_engine_resume();
    }
}

static void update(call *c, broad_scene *s, const proxy *leaving) {
    const graze_broad_event *lent = NULL;
    size_t count = 0;
    if (!solid3_call_check(c, graze_broad_update(s->broad, &lent, &count)) || count == 0) return;
    graze_broad_event *events = malloc(count * sizeof *events);
    if (!events) {
        solid3_call_check(c, GRAZE_OUT_OF_MEMORY);
        return;
    }
    memcpy(events, lent, count * sizeof *events);
    ++s->users; /* a callback may destroy the scene */
    tell(s, events, count, leaving);
    release(s);
    free(events);
}

BP_ProxyHandle BP_CreateProxy(BP_SceneHandle scene_handle, void *client, const DT_Vector3 min,
                              const DT_Vector3 max) {
    call c = solid3_call_begin("BP_CreateProxy");
    broad_scene *s = solid3_call_get(&c, HANDLE_BROAD_SCENE, scene_handle);
    proxy *p = s ? calloc(1, sizeof *p) : NULL;
    void *handle = p ? solid3_handle_add(HANDLE_PROXY, p) : NULL;
    if (s && !handle) solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
    if (!min || !max) solid3_call_refuse(&c, "NULL for a box");
    if (!c.reason) {
        graze_broad_proxy box = {.box = {vector_in(min), vector_in(max)},
                                 .user = (uint64_t)(uintptr_t)handle};
        p->in = s;
        p->object = client;
        solid3_call_check(&c, graze_broad_add(s->broad, &box, &p->id));
    }
    if (c.reason) {
        if (handle) solid3_handle_remove(HANDLE_PROXY, handle);
        free(p);
        handle = NULL;
    } else {
        update(&c, s, NULL);
    }
    solid3_call_end(&c);
    return handle;
}

void BP_DestroyProxy(BP_SceneHandle scene_handle, BP_ProxyHandle handle) {
    call c = solid3_call_begin("BP_DestroyProxy");
    broad_scene *s = solid3_call_get(&c, HANDLE_BROAD_SCENE, scene_handle);
    proxy *p = solid3_call_get(&c, HANDLE_PROXY, handle);
    if (s && p && p->in != s) solid3_call_refuse(&c, "the proxy belongs to another scene");
    if (s && p && !c.reason && solid3_call_check(&c, graze_broad_remove(s->broad, p->id))) {
        solid3_handle_remove(HANDLE_PROXY, handle);
        update(&c, s, p);
        free(p);
    }
    solid3_call_end(&c);
}

void BP_SetBBox(BP_ProxyHandle handle, const DT_Vector3 min, const DT_Vector3 max) {
    call c = solid3_call_begin("BP_SetBBox");
    proxy *p = solid3_call_get(&c, HANDLE_PROXY, handle);
    if (!min || !max) solid3_call_refuse(&c, "NULL for a box");
    if (p && !c.reason) {
        graze_aabb box = {vector_in(min), vector_in(max)};
        if (solid3_call_check(&c, graze_broad_move(p->in->broad, p->id, &box))) update(&c, p->in, NULL);
    }
    solid3_call_end(&c);
}

/* -- rays: boxes on the way are noted first, because callbacks may change the scene -- */

typedef struct note {
    void *handle; /* of a proxy */
    graze_real t;
} note;

typedef struct notes {
    note *at;
    size_t count, capacity;
    bool out_of_memory;
} notes;

static graze_real take_note(void *user, graze_broad_id id, uint64_t value, graze_real t,
                            graze_real max_t) {
    notes *list = user;
    (void)id;
    if (list->count == list->capacity) {
        size_t larger = list->capacity ? 2 * list->capacity : 64;
        note *grown = realloc(list->at, larger * sizeof *grown);
        list->out_of_memory = !grown;
        if (!grown) return -1;
        list->at = grown;
        list->capacity = larger;
    }
    list->at[list->count++] = (note){handle_of(value), t};
    return max_t;
}

/* Asks about one after the other, as long as they come before what was hit. */
static void *ask_objects(const notes *list, BP_RayCastCallback ask, void *client_data,
                         const DT_Scalar *source, const DT_Scalar *target, DT_Scalar *lambda) {
    void *hit = NULL;
    for (size_t i = 0; i < list->count && list->at[i].t <= (graze_real)*lambda; ++i) {
        const proxy *p = solid3_handle_get(HANDLE_PROXY, list->at[i].handle);
        if (!p) continue;
        void *client = p->object;
        solid3_engine_pause();
        if (ask(client_data, client, source, target, lambda)) hit = client;
        solid3_engine_resume();
    }
    return hit;
}

void *BP_RayCast(BP_SceneHandle handle, BP_RayCastCallback objectRayCast, void *client_data,
                 const DT_Vector3 source, const DT_Vector3 target, DT_Scalar *lambda) {
    call c = solid3_call_begin("BP_RayCast");
    const broad_scene *s = solid3_call_get(&c, HANDLE_BROAD_SCENE, handle);
    void *hit = NULL;
    if (!objectRayCast || !source || !target || !lambda)
        solid3_call_refuse(&c, "NULL for the ray or the callback");
    if (s && !c.reason) {
        notes list = {0};
        graze_ray ray = {vector_in(source), graze_vec3_sub(vector_in(target), vector_in(source)),
                         *lambda};
        solid3_call_check(&c, graze_broad_cast_ray(s->broad, &ray, 0, take_note, &list));
        if (list.out_of_memory) solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
        if (!c.reason) hit = ask_objects(&list, objectRayCast, client_data, source, target, lambda);
        free(list.at);
    }
    solid3_call_end(&c);
    return hit;
}
