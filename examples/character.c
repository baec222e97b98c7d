/* SPDX-License-Identifier: MIT
 * A character, a capsule, walks through a room and slides along walls and pillars: each step casts the
 * capsule along its way, stops short of what it hits, and goes on with what is left of the step along
 * the surface. The scene is asked; nothing is tested. */
#include <stdio.h>
#include <stdlib.h>

#include <graze/graze.h>

enum { PILLARS = 12, STEPS = 2000, SLIDES = 4 };
static const float SKIN = 0.01f; /* kept between the capsule and everything */

static void must(graze_status status, const char *what) {
    if (status == GRAZE_OK) return;
    fprintf(stderr, "%s: %s\n", what, graze_status_text(status));
    exit(EXIT_FAILURE);
}

typedef struct room {
    graze_world *world;
    graze_scene_id scene;
} room;

static void add(room *r, graze_shape *shape, graze_vec3 at) {
    graze_object_id id;
    graze_pose pose = graze_pose_at(at.x, at.y, at.z);
    must(graze_object_create(r->world, &(graze_object_config){.shape = shape, .pose = &pose}, &id),
         "object");
    must(graze_scene_add(r->world, r->scene, id), "scene");
    graze_shape_release(shape); /* the object keeps it */
}

static void furnish(room *r) {
    graze_random random = graze_random_seed(9);
    for (int i = 0; i < 4; ++i) {
        graze_shape *wall;
        float out = i % 2 ? 10.0f : -10.0f;
        graze_vec3 half = i < 2 ? (graze_vec3){0.5f, 2, 11} : (graze_vec3){11, 2, 0.5f};
        must(graze_shape_box(half, &wall), "wall");
        add(r, wall, i < 2 ? (graze_vec3){out, 0, 0} : (graze_vec3){0, 0, out});
    }
    for (int i = 0; i < PILLARS; ++i) {
        graze_shape *pillar;
        must(graze_shape_cylinder(0.7f, 4, &pillar), "pillar");
        graze_vec3 at = {0, 0, 0};
        while (graze_vec3_length(at) < 2) {
            at.x = graze_random_uniform(&random, -8, 8);
            at.z = graze_random_uniform(&random, -8, 8);
        }
        add(r, pillar, at);
    }
    must(graze_world_update(r->world), "update");
}

/* Moves as far as there is room, then along what is in the way; how often it slid. */
static int walk(const room *r, graze_placed *who, graze_vec3 way) {
    int slides = 0;
    for (; slides < SLIDES; ++slides) {
        graze_scene_hit hit;
        bool found;
        float length = graze_vec3_length(way);
        if (length < 1e-5f) break;
        /* The cast looks a skin farther, so that the capsule never comes nearer than that. */
        graze_vec3 reach = graze_vec3_scale(way, (length + SKIN) / length);
        must(graze_scene_shape_cast(r->world, r->scene, who, reach, NULL, &found, &hit), "cast");
        if (!found) {
            who->pose.origin = graze_vec3_add(who->pose.origin, way);
            break;
        }
        float gone = hit.cast.t * (length + SKIN) - SKIN;
        if (gone < 0) gone = 0;
        who->pose.origin = graze_vec3_add(who->pose.origin, graze_vec3_scale(way, gone / length));
        way = graze_vec3_scale(way, 1 - gone / length);
        float into = graze_vec3_dot(way, hit.cast.normal); /* from the capsule to the object */
        if (into > 0) way = graze_vec3_sub(way, graze_vec3_scale(hit.cast.normal, into * 1.001f));
        way.y = 0;
    }
    return slides;
}

int main(void) {
    room r;
    graze_shape *capsule;
    graze_random random = graze_random_seed(4);
    must(graze_world_create(NULL, &r.world), "world");
    must(graze_scene_create(r.world, NULL, &r.scene), "scene");
    furnish(&r);
    must(graze_shape_capsule(0.4f, 1, &capsule), "capsule");
    graze_placed who = {capsule, graze_pose_identity(), 0};
    graze_vec3 heading = {1, 0, 0};
    int slid = 0, inside = 0;
    float walked = 0;
    for (int step = 0; step < STEPS; ++step) {
        if (step % 100 == 0) {
            heading = graze_random_direction(&random);
            heading.y = 0;
        }
        graze_vec3 before = who.pose.origin;
        slid += walk(&r, &who, graze_vec3_scale(heading, 0.2f)) > 0;
        walked += graze_vec3_length(graze_vec3_sub(who.pose.origin, before));
        graze_object_id hit;
        size_t total;
        must(graze_scene_overlap_shape(r.world, r.scene, &who, NULL, 1, &hit, &total), "overlap");
        inside += total > 0;
    }
    printf("walked %.1f, slid in %d of %d steps, %d steps inside of something\n", (double)walked, slid,
           STEPS, inside);
    graze_shape_release(capsule);
    graze_world_release(r.world);
    return inside == 0 && slid > 100 && walked > 50 ? EXIT_SUCCESS : EXIT_FAILURE;
}
