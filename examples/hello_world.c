/* SPDX-License-Identifier: MIT
 * A world in its smallest form: a ball falls onto a table and rolls over the edge. The table's response
 * pushes the ball out by the depth; begin and end of the touch are heard of once. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

typedef struct ball {
    graze_object_id id;
    graze_vec3 at, speed;
} ball;

/* The normal points from a to b; the ball was made second, so it is b. */
static graze_flow push_out(void *user, graze_world *world, const graze_collision *c) {
    ball *b = user;
    b->at = graze_vec3_add(b->at, graze_vec3_scale(c->normal, c->depth));
    if (b->speed.y < 0) b->speed.y = 0;
    must(graze_object_set_position(world, b->id, b->at), "move the ball");
    return GRAZE_CONTINUE;
}

int main(void) {
    graze_shape *board, *sphere;
    graze_world *world;
    graze_scene_id scene;
    graze_table_id table;
    graze_class_id things;
    graze_object_id desk;
    ball b = {.at = {-1, 2, 0}, .speed = {1, 0, 0}};
    must(graze_shape_box((graze_vec3){2, 0.1f, 1}, &board), "board");
    must(graze_shape_sphere(0.25f, &sphere), "sphere");
    must(graze_world_create(NULL, &world), "world");
    must(graze_scene_create(world, NULL, &scene), "scene");
    must(graze_table_create(world, &table), "table");
    must(graze_table_add_class(world, table, &things), "class");
    must(graze_table_add_default(
             world, table,
             &(graze_response){.type = GRAZE_RESPONSE_DEPTH, .callback = push_out, .user = &b}),
         "response");
    graze_pose start = graze_pose_at(b.at.x, b.at.y, b.at.z);
    must(graze_object_create(world, &(graze_object_config){.shape = board}, &desk), "desk");
    must(graze_object_create(world, &(graze_object_config){.shape = sphere, .pose = &start}, &b.id),
         "ball");
    const graze_object_id both[] = {desk, b.id};
    for (int i = 0; i < 2; ++i) {
        must(graze_scene_add(world, scene, both[i]), "add");
        must(graze_object_set_class(world, both[i], things), "class of object");
    }
    int begun = 0, ended = 0;
    for (int frame = 0; frame < 300; ++frame) {
        const graze_touch_event *events;
        size_t count;
        b.speed.y -= 9.81f / 60;
        b.at = graze_vec3_add(b.at, graze_vec3_scale(b.speed, 1.0f / 60));
        must(graze_object_set_position(world, b.id, b.at), "move the ball");
        must(graze_world_test(world, scene, table, NULL), "test");
        must(graze_world_events(world, scene, table, &events, &count), "events");
        for (size_t i = 0; i < count; ++i) {
            if (events[i].change == GRAZE_TOUCH_STAY) continue;
            bool begins = events[i].change == GRAZE_TOUCH_BEGIN;
            begun += begins;
            ended += !begins;
            printf("frame %d: the ball %s the table at x = %.2f\n", frame,
                   begins ? "lands on" : "leaves", (double)b.at.x);
        }
    }
    graze_world_release(world);
    graze_shape_release(board);
    graze_shape_release(sphere);
    return begun >= 1 && ended == begun && b.at.y < -1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
