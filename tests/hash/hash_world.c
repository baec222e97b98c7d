/* SPDX-License-Identifier: MIT
 * Worlds in motion: what is told, in which order, over every broad phase, with caches and without; and
 * what scene queries answer. */
#include "digest.h"

enum { OBJECTS = 60, SHAPES = 5, FRAMES = 12 };

typedef struct show {
    digest *d;
    graze_world *world;
    graze_scene_id scene;
    graze_table_id table;
    graze_class_id classes[2];
    graze_object_id objects[OBJECTS];
    graze_vec3 speed[OBJECTS];
    graze_shape *shapes[SHAPES];
} show;

static graze_flow note(void *user, graze_world *world, const graze_collision *c) {
    digest *d = user;
    (void)world;
    digest_int(d, (int64_t)c->a);
    digest_int(d, (int64_t)c->b);
    digest_int(d, c->type);
    digest_int(d, c->status);
    digest_vec3(d, c->point_a);
    digest_vec3(d, c->point_b);
    digest_vec3(d, c->normal);
    digest_real(d, c->depth);
    if (c->contacts) digest_int(d, c->contacts->count);
    return GRAZE_CONTINUE;
}

static void make_shapes(digest *d, show *s) {
    digest_ok(d, graze_shape_sphere((graze_real)0.5, &s->shapes[0]));
    digest_ok(d, graze_shape_box(graze_vec3_make(1, (graze_real)0.5, (graze_real)0.25), &s->shapes[1]));
    digest_ok(d, graze_shape_cone((graze_real)0.5, 2, &s->shapes[2]));
    digest_ok(d, graze_shape_capsule((graze_real)0.25, 1, &s->shapes[3]));
    digest_ok(d, graze_shape_half_space(graze_vec3_make(0, 1, 0), -3, &s->shapes[4]));
}

static void fill(digest *d, show *s) {
    for (int i = 0; i < OBJECTS; ++i) {
        graze_quat turn = graze_random_rotation(&d->random);
        graze_vec3 at = graze_random_direction(&d->random);
        graze_real far = graze_random_uniform(&d->random, 0, 4);
        graze_pose pose = graze_pose_identity();
        s->speed[i] = graze_vec3_scale(graze_random_direction(&d->random), (graze_real)0.05);
        digest_ok(d, graze_pose_make(turn, graze_vec3_scale(at, far), &pose));
        graze_object_config config = {.shape = s->shapes[i ? i % 4 : 4], .pose = i ? &pose : NULL};
        if (!digest_ok(d, graze_object_create(s->world, &config, &s->objects[i]))) continue;
        digest_ok(d, graze_scene_add(s->world, s->scene, s->objects[i]));
        digest_ok(d, graze_object_set_class(s->world, s->objects[i], s->classes[i % 2]));
    }
}

static void ask(digest *d, const show *s) {
    graze_ray ray = {graze_random_direction(&d->random), graze_random_direction(&d->random), 10};
    graze_scene_hit hits[4];
    graze_scene_near near[4];
    size_t count;
    if (digest_ok(d, graze_scene_ray_all(s->world, s->scene, &ray, NULL, 4, hits, &count)))
        for (size_t i = 0; i < count; ++i) {
            digest_int(d, (int64_t)hits[i].object);
            digest_real(d, hits[i].cast.t);
        }
    if (digest_ok(
            d, graze_scene_nearest_to_point(s->world, s->scene, ray.origin, 9, NULL, 4, near, &count)))
        for (size_t i = 0; i < count; ++i) {
            digest_int(d, (int64_t)near[i].object);
            digest_real(d, near[i].separation.distance);
        }
}

static void frame(digest *d, show *s) {
    const graze_touch_event *events;
    size_t count = 0;
    for (int i = 1; i < OBJECTS; ++i) {
        graze_placed placed;
        if (!digest_ok(d, graze_object_get_placed(s->world, s->objects[i], &placed))) continue;
        digest_ok(d, graze_object_set_position(s->world, s->objects[i],
                                               graze_vec3_add(placed.pose.origin, s->speed[i])));
    }
    digest_ok(d, graze_world_test(s->world, s->scene, s->table, &count));
    digest_int(d, (int64_t)count);
    if (digest_ok(d, graze_world_events(s->world, s->scene, s->table, &events, &count)))
        for (size_t i = 0; i < count; ++i) {
            digest_int(d, (int64_t)(events[i].a ^ events[i].b << 20));
            digest_int(d, events[i].change);
        }
}

static void run(digest *d, graze_broad_kind kind, bool no_caches) {
    show s = {.d = d};
    graze_world_config config = {.settings.no_caches = no_caches};
    graze_broad_config broad = {.kind = kind};
    make_shapes(d, &s);
    if (!digest_ok(d, graze_world_create(&config, &s.world))) return;
    digest_ok(d, graze_scene_create(s.world, &broad, &s.scene));
    digest_ok(d, graze_table_create(s.world, &s.table));
    for (int i = 0; i < 2; ++i) digest_ok(d, graze_table_add_class(s.world, s.table, &s.classes[i]));
    graze_response depth = {GRAZE_RESPONSE_DEPTH, note, d, 0};
    graze_response contact = {GRAZE_RESPONSE_CONTACT, note, d, 1};
    digest_ok(d, graze_table_add_default(s.world, s.table, &depth));
    digest_ok(d, graze_table_add_for_pair(s.world, s.classes[0], s.classes[1], &contact));
    fill(d, &s);
    for (int i = 0; i < FRAMES; ++i) {
        frame(d, &s);
        ask(d, &s);
    }
    graze_world_release(s.world);
    for (int i = 0; i < SHAPES; ++i) graze_shape_release(s.shapes[i]);
}

void hash_worlds(digest *d) {
    for (int kind = 1; kind < GRAZE_BROAD_KIND_COUNT; ++kind) {
        run(d, (graze_broad_kind)kind, false);
        run(d, (graze_broad_kind)kind, true);
    }
}
