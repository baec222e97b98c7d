/* SPDX-License-Identifier: MIT
 * The broad phase alone. Every change is taken in at once, and the client told of what it changed. */
#include <solid3/SOLID_broad.h>
#include <stdlib.h>
#include <string.h>

#include "solid3/engine.h"

/* What the client is to be told, in the order in which it happened. */
typedef struct news {
    bool begin;
    void *object1, *object2;
} news;

typedef struct broad_scene {
    graze_broad *broad;
    void *client_data;
    BP_Callback begin, end;
    size_t users; /* the handle, and calls that tell the client something */
    bool destroyed;
    news *news; /* told up to next, known up to count */
    size_t next, count, capacity;
} broad_scene;

typedef struct proxy {
    broad_scene *in;
    void *handle;
    graze_broad_id id;
    void *object;
} proxy;

static void release(broad_scene *s) {
    if (--s->users > 0) return;
    graze_broad_release(s->broad);
    free(s->news);
    free(s);
}

BP_SceneHandle BP_CreateScene(void *client_data, BP_Callback beginOverlap, BP_Callback endOverlap) {
    call c = solid3_call_begin("BP_CreateScene");
    broad_scene *s = calloc(1, sizeof *s);
    void *handle = s ? solid3_handle_add(HANDLE_BROAD_SCENE, s) : NULL;
    if (!handle) solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
    if (!c.reason) {
        *s = (broad_scene){
            .client_data = client_data, .begin = beginOverlap, .end = endOverlap, .users = 1};
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

void BP_DestroyScene(BP_SceneHandle handle) {
    call c = solid3_call_begin("BP_DestroyScene");
    broad_scene *s = solid3_call_get(&c, HANDLE_BROAD_SCENE, handle);
    if (s) {
        size_t place = 0;
        for (proxy *p; (p = solid3_handle_next(HANDLE_PROXY, &place));)
            if (p->in == s) free(solid3_handle_remove(HANDLE_PROXY, p->handle));
        solid3_handle_remove(HANDLE_BROAD_SCENE, handle);
        s->destroyed = true;
        release(s);
    }
    solid3_call_end(&c);
}

static bool make_room(broad_scene *s, size_t more) {
    if (s->next == s->count) s->next = s->count = 0;
    if (s->capacity - s->count >= more) return true;
    size_t larger = 2 * (s->count + more);
    news *grown = realloc(s->news, larger * sizeof *grown);
    if (!grown) return false;
    s->news = grown;
    s->capacity = larger;
    return true;
}

/* leaving: a proxy whose handle is gone already. */
static void *object_of(uint64_t value, graze_broad_id id, const proxy *leaving) {
    const proxy *p = solid3_handle_get(HANDLE_PROXY, handle_of(value));
    if (!p && leaving && id == leaving->id) p = leaving;
    return p ? p->object : NULL;
}

/* Tells the client all that is known. Its callbacks may make more of it known, which is told there and
 * then, the oldest first; so nothing is told twice or out of order. */
static void tell(broad_scene *s) {
    ++s->users; /* a callback may destroy the scene */
    while (s->next < s->count && !s->destroyed) {
        news n = s->news[s->next++];
        BP_Callback told = n.begin ? s->begin : s->end;
        if (!told) continue;
        solid3_engine_pause();
        told(s->client_data, n.object1, n.object2);
        solid3_engine_resume();
    }
    release(s);
}

static void update(call *c, broad_scene *s, const proxy *leaving) {
    const graze_broad_event *events = NULL;
    size_t count = 0;
    if (!solid3_call_check(c, graze_broad_update(s->broad, &events, &count))) return;
    if (!make_room(s, count)) {
        solid3_call_check(c, GRAZE_OUT_OF_MEMORY);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        const graze_broad_pair *p = &events[i].pair;
        s->news[s->count++] =
            (news){events[i].change == GRAZE_BROAD_BEGIN, object_of(p->user_a, p->a, leaving),
                   object_of(p->user_b, p->b, leaving)};
    }
    tell(s);
}

/* Boxes without an end reach as far as anything can. */
static graze_aabb box_of(const DT_Scalar *min, const DT_Scalar *max) {
    const graze_real far = (graze_real)GRAZE_SHAPE_REACH;
    const graze_vec3 most = graze_vec3_make(far, far, far), least = graze_vec3_neg(most);
    return (graze_aabb){graze_vec3_max(vector_in(min), least), graze_vec3_min(vector_in(max), most)};
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
        graze_broad_proxy box = {.box = box_of(min, max), .user = (uint64_t)(uintptr_t)handle};
        *p = (proxy){.in = s, .handle = handle, .object = client};
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
        graze_aabb box = box_of(min, max);
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
