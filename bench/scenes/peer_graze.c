/* SPDX-License-Identifier: MIT
 * Graze: one world, one scene, one table; a response for all pairs, simple or with contacts; with one
 * thread and with two. */
#include <math.h>

#include "../helper.h"
#include "peer.h"
#include "stage_shapes.h"

#if defined(GRAZE_DOUBLE)
#define PRECISION "double"
#else
#define PRECISION "float"
#endif

typedef struct state {
    graze_world *world;
    graze_scene_id scene;
    graze_table_id table;
    size_t count;
    graze_object_id *objects;
    graze_pose *poses;
    graze_shape *shapes[STAGE_SHAPES];
    int shape_count;
    helper helper;
    graze_runner runner;
    bool helped;
} state;

static void *create_with(const stage *s, bool contacts, bool helped) {
    state *out = calloc(1, sizeof *out);
    graze_class_id all;
    graze_response response = {.type = contacts ? GRAZE_RESPONSE_CONTACT : GRAZE_RESPONSE_SIMPLE};
    if (!out) abort();
    out->count = (size_t)s->count;
    out->objects = calloc(out->count, sizeof *out->objects);
    out->poses = calloc(out->count, sizeof *out->poses);
    if (!out->objects || !out->poses) abort();
    out->shape_count = s->shape_count;
    for (int i = 0; i < s->shape_count; ++i) out->shapes[i] = stage_shape_make(&s->shapes[i]);
    out->helped = helped && helper_begin(&out->helper);
    out->runner = (graze_runner){helper_run, &out->helper, 2};
    graze_world_config config = {.settings = {.runner = out->helped ? &out->runner : NULL}};
    stage_must(graze_world_create(&config, &out->world));
    stage_must(graze_scene_create(out->world, NULL, &out->scene));
    stage_must(graze_table_create(out->world, &out->table));
    stage_must(graze_table_add_class(out->world, out->table, &all));
    stage_must(graze_table_add_default(out->world, out->table, &response));
    for (int i = 0; i < s->count; ++i) {
        graze_pose pose = stage_pose(&s->bodies[i]);
        graze_object_config object = {.shape = out->shapes[s->bodies[i].shape], .pose = &pose};
        stage_must(graze_object_create(out->world, &object, &out->objects[i]));
        stage_must(graze_scene_add(out->world, out->scene, out->objects[i]));
        stage_must(graze_object_set_class(out->world, out->objects[i], all));
    }
    return out;
}

static void *create(const stage *s, bool contacts) { return create_with(s, contacts, false); }
static void *create_helped(const stage *s, bool contacts) { return create_with(s, contacts, true); }

static void place(void *data, const stage *s) {
    state *w = data;
    for (int i = 0; i < s->count; ++i) w->poses[i] = stage_pose(&s->bodies[i]);
}

static void step(void *data) {
    state *w = data;
    stage_must(graze_world_set_poses(w->world, w->objects, w->poses, w->count));
    stage_must(graze_world_test(w->world, w->scene, w->table, NULL));
}

static void cast(void *data, const stage_ray *rays, double *found) {
    const state *w = data;
    for (int i = 0; i < STAGE_RAYS; ++i) {
        const graze_ray ray = stage_ray_of(&rays[i]);
        graze_scene_hit hit;
        bool any;
        stage_must(graze_scene_ray_closest(w->world, w->scene, &ray, NULL, &any, &hit));
        found[i] = any ? (double)hit.cast.t : 1;
    }
}

/* Indices of objects that were made one after the other are those of the bodies. */
static stage_meeting *meetings(void *data, size_t *count) {
    const state *w = data;
    const graze_collision *found;
    stage_must(graze_world_collect(w->world, w->scene, w->table, &found, count));
    stage_meeting *out = malloc((*count + 1) * sizeof *out);
    if (!out) abort();
    for (size_t i = 0; i < *count; ++i) {
        double depth = found[i].type == GRAZE_RESPONSE_CONTACT ? (double)found[i].depth : (double)NAN;
        out[i] = stage_meeting_of((uint32_t)found[i].a, (uint32_t)found[i].b, depth);
    }
    return out;
}

static void destroy(void *data) {
    state *w = data;
    graze_world_release(w->world);
    if (w->helped) helper_end(&w->helper);
    for (int i = 0; i < w->shape_count; ++i) graze_shape_release(w->shapes[i]);
    free(w->objects);
    free(w->poses);
    free(w);
}

const scene_peer scene_peers[] = {
    {"Graze", PRECISION, "graze_world_test, one thread", create, place, step, cast, meetings, destroy},
    {"Graze 2 threads", PRECISION, "graze_world_test, two threads", create_helped, place, step, cast,
     meetings, destroy},
};
const int scene_peer_count = (int)(sizeof scene_peers / sizeof scene_peers[0]);

const char *scene_peer_version(void) {
    static char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", GRAZE_VERSION_MAJOR, GRAZE_VERSION_MINOR,
             GRAZE_VERSION_PATCH);
    return text;
}
