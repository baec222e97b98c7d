/* SPDX-License-Identifier: MIT
 * One thread and several, every broad phase: the same events in the same order and, with caches or
 * without, the same numbers, all of them (R1: what a cache changes stays within the bounds). tests/hash
 * compares the same over compilers. Many threads ask one world at once. (The package test tsan.sh runs
 * this under ThreadSanitizer.) */
#include "world_threads.h"

enum { OBJECTS = 120, ASKERS = 8 };

typedef struct show {
    graze_world *world;
    graze_scene_id scene;
    graze_table_id table;
    graze_class_id things;
    graze_object_id objects[OBJECTS];
    graze_vec3 speed[OBJECTS];
    uint64_t events, numbers; /* hashes */
} show;

static void mix(uint64_t *hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) *hash = (*hash ^ bytes[i]) * UINT64_C(0x100000001b3);
}

/* Field by field: padding does not count. */
static void mix_contacts(uint64_t *hash, const graze_contact_set *set) {
    mix(hash, &set->count, sizeof set->count);
    mix(hash, set->points, (size_t)set->count * sizeof set->points[0]);
    mix(hash, &set->normal, sizeof set->normal);
    mix(hash, &set->sd, sizeof set->sd);
    mix(hash, &set->lower, sizeof set->lower);
    mix(hash, &set->upper, sizeof set->upper);
    mix(hash, &set->end, sizeof set->end);
    mix(hash, &set->iterations, sizeof set->iterations);
}
_Static_assert(sizeof(graze_contact_point) == 7 * sizeof(graze_real) + 2 * sizeof(uint32_t),
               "contact points have no padding");

static void mix_numbers(uint64_t *hash, const graze_collision *c) {
    mix(hash, &c->point_a, sizeof c->point_a);
    mix(hash, &c->point_b, sizeof c->point_b);
    mix(hash, &c->primitive_a, sizeof c->primitive_a);
    mix(hash, &c->primitive_b, sizeof c->primitive_b);
    mix(hash, &c->normal, sizeof c->normal);
    mix(hash, &c->depth, sizeof c->depth);
    mix(hash, &c->lower, sizeof c->lower);
    mix(hash, &c->upper, sizeof c->upper);
    if (c->contacts) mix_contacts(hash, c->contacts);
}

static graze_flow note(void *user, graze_world *world, const graze_collision *c) {
    show *s = user;
    (void)world;
    mix(&s->events, &c->a, sizeof c->a);
    mix(&s->events, &c->b, sizeof c->b);
    mix(&s->events, &c->type, sizeof c->type);
    mix(&s->events, &c->status, sizeof c->status);
    mix_numbers(&s->numbers, c);
    if (((uint32_t)c->a + (uint32_t)c->b) % 17 == 0) /* callbacks that move things */
        model_must(graze_object_set_position(s->world, c->b,
                                             graze_vec3_make(0, (graze_real)(uint32_t)c->a / 100, 0)));
    return GRAZE_CONTINUE;
}

static void open_show(show *s, model_shapes *shapes, const graze_world_settings *settings,
                      graze_broad_kind kind) {
    memset(s, 0, sizeof *s);
    s->events = s->numbers = UINT64_C(0xcbf29ce484222325);
    graze_random random = graze_random_seed(77);
    model_must(graze_world_create(&(graze_world_config){.settings = *settings}, &s->world));
    model_must(graze_scene_create(s->world, &(graze_broad_config){.kind = kind}, &s->scene));
    model_must(graze_table_create(s->world, &s->table));
    model_must(graze_table_add_class(s->world, s->table, &s->things));
    graze_response r = {GRAZE_RESPONSE_DEPTH, note, s, 0};
    model_must(graze_table_add_default(s->world, s->table, &r));
    graze_class_id careful;
    model_must(graze_table_add_class(s->world, s->table, &careful));
    r.type = GRAZE_RESPONSE_CONTACT;
    model_must(graze_table_add_for_class(s->world, careful, &r));
    for (int i = 0; i < OBJECTS; ++i) {
        graze_pose pose = model_pose(8, &random);
        s->speed[i] = graze_vec3_scale(graze_random_direction(&random), (graze_real)0.03);
        graze_object_config config = {.shape = shapes->at[i ? model_shape_for(i) : MODEL_HALF_SPACE],
                                      .pose = &pose};
        model_must(graze_object_create(s->world, &config, &s->objects[i]));
        model_must(graze_scene_add(s->world, s->scene, s->objects[i]));
        model_must(graze_object_set_class(s->world, s->objects[i], i % 5 ? s->things : careful));
    }
}

static void run_show(show *s, long frames) {
    for (long frame = 0; frame < frames; ++frame) {
        for (int i = 0; i < OBJECTS; ++i) {
            graze_placed placed;
            model_must(graze_object_get_placed(s->world, s->objects[i], &placed));
            model_must(graze_object_set_position(s->world, s->objects[i],
                                                 graze_vec3_add(placed.pose.origin, s->speed[i])));
        }
        size_t count;
        const graze_touch_event *events;
        model_must(graze_world_test(s->world, s->scene, s->table, &count));
        model_must(graze_world_events(s->world, s->scene, s->table, &events, &count));
        for (size_t i = 0; i < count; ++i) {
            mix(&s->events, &events[i].a, sizeof events[i].a);
            mix(&s->events, &events[i].b, sizeof events[i].b);
            mix(&s->events, &events[i].change, sizeof events[i].change);
        }
    }
}

static void threads_and_broad_phases_agree(void **state) {
    (void)state;
    model_shapes shapes;
    model_shapes_make(&shapes, 8);
    long frames = test_count(20);
    int runs = 0;
    graze_runner runner = {model_run_jobs, &runs, MODEL_THREADS};
    for (int cached = 0; cached < 2; ++cached) {
        uint64_t events = 0, numbers = 0;
        for (int kind = 0; kind < GRAZE_BROAD_KIND_COUNT; ++kind)
            for (int threads = 0; threads < 2; ++threads) {
                graze_world_settings settings = {.no_caches = !cached,
                                                 .runner = threads ? &runner : NULL};
                static show s;
                open_show(&s, &shapes, &settings, (graze_broad_kind)kind);
                run_show(&s, frames);
                model_check_valid(s.world, 8, kind);
                if (!events) events = s.events, numbers = s.numbers;
                TEST_CHECK(events == s.events, 8, kind, "other events with %d threads", threads);
                TEST_CHECK(numbers == s.numbers, 8, kind, "other numbers with %d threads", threads);
                graze_world_release(s.world);
            }
    }
    assert_true(runs > 0);
    model_shapes_release(&shapes);
}

/* -- many threads that ask
 * ----------------------------------------------------------------------------------- */

typedef struct asker {
    const show *s;
    long questions;
    uint64_t hash;
} asker;

static void *ask(void *user) {
    asker *a = user;
    graze_random random = graze_random_seed(5);
    a->hash = 1;
    for (long i = 0; i < a->questions; ++i) {
        graze_ray ray = {random_vector(9, &random), graze_random_direction(&random), 20};
        graze_scene_hit hit = {0};
        graze_object_id out[8];
        graze_scene_near near[2];
        size_t total, count;
        bool found;
        (void)graze_scene_ray_closest(a->s->world, a->s->scene, &ray, NULL, &found, &hit);
        mix(&a->hash, &hit.object, sizeof hit.object);
        (void)graze_scene_overlap_sphere(a->s->world, a->s->scene, &(graze_sphere){ray.origin, 1}, NULL,
                                         8, out, &total);
        mix(&a->hash, &total, sizeof total);
        (void)graze_scene_nearest_to_point(a->s->world, a->s->scene, ray.origin, 5, NULL, 2, near,
                                           &count);
        mix(&a->hash, &count, sizeof count);
    }
    return NULL;
}

static void threads_ask_at_once(void **state) {
    (void)state;
    model_shapes shapes;
    model_shapes_make(&shapes, 8);
    static show s;
    open_show(&s, &shapes, &(graze_world_settings){.batch = 0}, GRAZE_BROAD_DEFAULT);
    run_show(&s, 3);
    for (int i = 0; i < 20; ++i) /* not updated: looked at one by one */
        model_must(
            graze_object_set_position(s.world, s.objects[i * 5], graze_vec3_make((graze_real)i, 0, 0)));
    asker alone = {&s, test_count(50), 0}, askers[ASKERS];
    ask(&alone);
    pthread_t threads[ASKERS];
    for (int i = 0; i < ASKERS; ++i) {
        askers[i] = (asker){&s, alone.questions, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
    }
    for (int i = 0; i < ASKERS; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_true(askers[i].hash == alone.hash);
    }
    graze_world_release(s.world);
    model_shapes_release(&shapes);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_and_broad_phases_agree),
                                       cmocka_unit_test(threads_ask_at_once)};
    return cmocka_run_group_tests_name("worlds, threads", tests, NULL, NULL);
}
