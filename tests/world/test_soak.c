/* SPDX-License-Identifier: MIT
 * Random operations without an end, right and wrong ones, in callbacks and outside, with allocations
 * that fail, at times on several threads: no crash, no leak, no race, and the world stays sound.
 * GRAZE_TEST_FACTOR=10 makes it 10^6 operations, as make check-long does under each sanitiser. */
#include <math.h>

#include "world_threads.h"

enum { SLOTS = 48, SCENES = 4, TABLES = 3, CLASSES = 5, TELL = 100000 };

typedef struct soak {
    graze_world *world, *other;
    graze_object_id objects[SLOTS]; /* live, stale or 0 */
    graze_scene_id scenes[SCENES];
    graze_table_id tables[TABLES];
    graze_class_id classes[TABLES][CLASSES];
    graze_object_id foreign;
    model_shapes shapes;
    graze_random random;
    long operations, callbacks, failures;
    int depth;
    int runs; /* of jobs on threads */
    graze_runner runner;
} soak;

static test_memory memory;

/* At times the allocator fails within the next calls. */
static void arm(soak *s) {
    memory.fail_at =
        model_pick(&s->random, 40) == 0 ? memory.calls + 1 + (long)model_pick(&s->random, 6) : 0;
}

static void may(soak *s, graze_status status) { s->failures += status != GRAZE_OK; }

/* Nothing may be wrong but what was wrong by intent, and memory. */
static void should(soak *s, graze_status status) {
    TEST_CHECK(status == GRAZE_OK || status == GRAZE_OUT_OF_MEMORY || status == GRAZE_STALE_ID ||
                   status == GRAZE_BUSY,
               0, s->operations, "%s", graze_status_text(status));
}

static graze_object_id any_object(soak *s) {
    uint32_t kind = model_pick(&s->random, 40);
    if (kind == 0) return s->foreign;
    if (kind == 1) return graze_random_bits(&s->random);
    if (kind == 2) return s->scenes[0];
    return s->objects[model_pick(&s->random, SLOTS)];
}

static graze_pose any_pose(soak *s) {
    graze_pose pose = model_pose(2, &s->random);
    uint32_t kind = model_pick(&s->random, 60);
    if (kind == 0) pose.origin.y = (graze_real)NAN;
    if (kind == 1) pose.basis.col[1].x = (graze_real)INFINITY;
    if (kind == 2) pose.basis.col[2] = pose.basis.col[0], pose.kind = GRAZE_POSE_UNKNOWN;
    if (kind == 3) pose.origin.x = GRAZE_REAL_MAX;
    return pose;
}

/* Meshes and half-spaces are few. */
static uint32_t any_shape(soak *s) {
    uint32_t i = model_pick(&s->random, 40);
    return i == 0 ? MODEL_HALF_SPACE : model_shape_for((int)i);
}

static graze_flow play(void *user, graze_world *world, const graze_collision *c);

static void operate_object(soak *s) {
    uint32_t slot = model_pick(&s->random, SLOTS);
    graze_object_id id = any_object(s);
    graze_pose pose = any_pose(s);
    graze_world *w = s->world;
    switch (model_pick(&s->random, 12)) {
    case 0:
    case 1:
        if (graze_object_exists(w, s->objects[slot]) && model_pick(&s->random, 4)) break;
        may(s, graze_object_destroy(w, s->objects[slot]));
        may(s, graze_object_create(
                   w, &(graze_object_config){.shape = s->shapes.at[any_shape(s)], .pose = &pose},
                   &s->objects[slot]));
        break;
    case 2:
        if (model_pick(&s->random, 4)) break;
        should(s, graze_object_destroy(w, id));
        break;
    case 3:
        may(s, graze_object_set_shape(w, id, s->shapes.at[model_pick(&s->random, MODEL_MESH)]));
        break;
    case 4:
        should(s, graze_object_set_filter(w, id, model_pick(&s->random, 4), model_pick(&s->random, 4)));
        break;
    case 5:
        may(s, graze_object_set_margin(w, id, graze_random_uniform(&s->random, -(graze_real)0.1, 1)));
        break;
    case 6:
        may(s, graze_world_set_poses(w, &id, &pose, 1));
        break;
    case 7:
        may(s, graze_object_scale(w, id, graze_vec3_make(1, model_pick(&s->random, 9) ? 1 : 0, -1)));
        break;
    default:
        may(s, graze_object_set_pose(w, id, &pose));
    }
}

static void operate_scene(soak *s) {
    uint32_t i = model_pick(&s->random, SCENES);
    graze_object_id id = any_object(s);
    graze_world *w = s->world;
    switch (model_pick(&s->random, 12)) {
    case 0:
        if (model_pick(&s->random, 40)) break;
        should(s, graze_scene_destroy(w, s->scenes[i]));
        break;
    case 1: {
        graze_broad_config config = {
            .kind = (graze_broad_kind)model_pick(&s->random, GRAZE_BROAD_KIND_COUNT)};
        size_t total;
        if (graze_scene_objects(w, s->scenes[i], 0, NULL, &total) == GRAZE_STALE_ID)
            should(s, graze_scene_create(w, &config, &s->scenes[i]));
        break;
    }
    case 2:
        should(s, graze_scene_remove(w, s->scenes[i], id));
        break;
    default:
        should(s, graze_scene_add(w, s->scenes[i], id));
    }
}

static void operate_table(soak *s) {
    uint32_t t = model_pick(&s->random, TABLES), c = model_pick(&s->random, CLASSES);
    graze_class_id a = s->classes[t][c], b = s->classes[t][model_pick(&s->random, CLASSES)];
    graze_response r = {(graze_response_type)(1 + model_pick(&s->random, 4)), play, s,
                        model_pick(&s->random, 3)};
    graze_world *w = s->world;
    switch (model_pick(&s->random, 16)) {
    case 0:
        if (model_pick(&s->random, 60)) break;
        should(s, graze_table_destroy(w, s->tables[t]));
        break;
    case 1:
        if (graze_table_remove_default(w, s->tables[t], NULL, 0) == GRAZE_STALE_ID)
            should(s, graze_table_create(w, &s->tables[t]));
        break;
    case 2: {
        size_t total;
        if (graze_table_responses(w, a, a, 0, NULL, &total) == GRAZE_STALE_ID)
            should(s, graze_table_add_class(w, s->tables[t], &s->classes[t][c]));
        break;
    }
    case 3:
        should(s, graze_table_add_for_class(w, a, &r));
        break;
    case 4:
        should(s, graze_table_remove_for_class(w, a, play, r.key));
        break;
    case 5:
        should(s, graze_table_add_for_pair(w, a, b, &r));
        break;
    case 6:
        should(s, graze_table_remove_for_pair(w, a, b, play, r.key));
        break;
    case 7:
    case 9:
        should(s, graze_table_add_default(w, s->tables[t], &r));
        break;
    case 8:
        should(s, graze_table_remove_default(w, s->tables[t], play, r.key));
        break;
    case 10:
        should(s, graze_object_clear_class(w, any_object(s), s->tables[t]));
        break;
    default:
        should(s, graze_object_set_class(w, any_object(s), a));
    }
}

static void ask(soak *s) {
    graze_scene_id scene = s->scenes[model_pick(&s->random, SCENES)];
    graze_pose pose = any_pose(s);
    graze_placed shape = {s->shapes.at[model_pick(&s->random, MODEL_SHAPES)], pose, 0};
    graze_ray ray = {pose.origin, graze_random_direction(&s->random), 10};
    graze_scene_hit hits[3];
    graze_scene_near near[3];
    graze_object_id out[3];
    graze_object_pair pairs[3];
    size_t count;
    bool found;
    switch (model_pick(&s->random, 6)) {
    case 0:
        may(s, graze_scene_ray_all(s->world, scene, &ray, NULL, 3, hits, &count));
        break;
    case 1:
        may(s, graze_scene_shape_cast(s->world, scene, &shape, ray.direction, NULL, &found, hits));
        break;
    case 2:
        may(s, graze_scene_overlap_shape(s->world, scene, &shape, NULL, 3, out, &count));
        break;
    case 3:
        may(s, graze_scene_nearest(s->world, scene, &shape, 5, NULL, 3, near, &count));
        break;
    case 4:
        may(s, graze_scene_pairs_within(s->world, scene, (graze_real)0.1, NULL, 3, pairs, &count));
        break;
    default:
        may(s, graze_scene_overlap_point(s->world, scene, pose.origin, NULL, 3, out, &count));
    }
}

/* Batches of a few pairs, or all at once by threads. */
static void set_settings(soak *s) {
    bool threads = model_pick(&s->random, 2) == 0;
    graze_world_settings settings = {.batch = threads ? 0 : model_pick(&s->random, 5),
                                     .runner = threads ? &s->runner : NULL,
                                     .no_caches = model_pick(&s->random, 4) == 0};
    model_must(graze_world_set_settings(s->world, &settings));
}

static void test(soak *s) {
    graze_scene_id scene = s->scenes[model_pick(&s->random, SCENES)];
    graze_table_id table = s->tables[model_pick(&s->random, TABLES)];
    const graze_collision *list;
    const graze_touch_event *events;
    size_t count;
    if (s->depth > 2) return;
    ++s->depth;
    uint32_t kind = model_pick(&s->random, 8);
    if (kind == 0) {
        set_settings(s);
    } else if (kind == 1) {
        should(s, graze_world_collect(s->world, scene, table, &list, &count));
    } else if (kind == 2) {
        should(s, graze_world_update(s->world));
    } else {
        should(s, graze_world_test(s->world, scene, table, &count));
    }
    should(s, graze_world_events(s->world, scene, table, &events, &count));
    --s->depth;
}

/* Shapes may deform only while nobody asks, so not in callbacks. */
static void deform(soak *s) {
    if (s->depth || model_pick(&s->random, 10)) return;
    model_torus(s->shapes.vertices, (graze_real)0.8,
                graze_random_uniform(&s->random, (graze_real)0.1, (graze_real)0.6));
    memory.fail_at = 0;
    model_must(graze_mesh_update(s->shapes.at[MODEL_MESH]));
}

static void operate(soak *s) {
    ++s->operations;
    arm(s);
    uint32_t what = model_pick(&s->random, 16);
    if (what < 6)
        operate_object(s);
    else if (what < 9)
        operate_scene(s);
    else if (what < 12)
        operate_table(s);
    else if (what < 13)
        ask(s);
    else if (what < 15)
        test(s);
    else
        deform(s);
}

static graze_flow play(void *user, graze_world *world, const graze_collision *c) {
    soak *s = user;
    assert_true(world == s->world && graze_object_exists(world, c->a) &&
                graze_object_exists(world, c->b));
    ++s->callbacks;
    if (model_pick(&s->random, 8) == 0) operate(s);
    return model_pick(&s->random, 30) ? GRAZE_CONTINUE : GRAZE_STOP;
}

/* So that who waits for 10^6 operations, which take minutes under a sanitiser, sees how far it is. */
static void say_progress(const soak *s, long wanted) {
    printf("%ld of %ld operations, %ld callbacks, %ld refused, %d times on threads\n", s->operations,
           wanted, s->callbacks, s->failures, s->runs);
    fflush(stdout);
}

/* Everything is there from the beginning, so that short runs have something to test, too. */
static void fill(soak *s) {
    graze_response r = {GRAZE_RESPONSE_CONTACT, play, s, 0};
    for (int t = 0; t < TABLES; ++t) {
        model_must(graze_table_create(s->world, &s->tables[t]));
        model_must(graze_table_add_default(s->world, s->tables[t], &r));
        for (int c = 0; c < CLASSES; ++c)
            model_must(graze_table_add_class(s->world, s->tables[t], &s->classes[t][c]));
    }
    for (int i = 0; i < SCENES; ++i)
        model_must(graze_scene_create(
            s->world, &(graze_broad_config){.kind = (graze_broad_kind)(i + 1)}, &s->scenes[i]));
    for (int i = 0; i < SLOTS; ++i) {
        graze_pose pose = model_pose(2, &s->random);
        graze_object_config config = {.shape = s->shapes.at[any_shape(s)], .pose = &pose};
        model_must(graze_object_create(s->world, &config, &s->objects[i]));
        model_must(graze_scene_add(s->world, s->scenes[i % SCENES], s->objects[i]));
        for (int t = 0; t < TABLES; ++t)
            model_must(graze_object_set_class(s->world, s->objects[i], s->classes[t][i % CLASSES]));
    }
}

static void random_operations(void **state) {
    (void)state;
    long wanted = test_count(100000);
    uint64_t seed = test_seed(713);
    static soak s;
    memset(&s, 0, sizeof s);
    s.random = graze_random_seed(seed);
    s.runner = (graze_runner){model_run_jobs, &s.runs, MODEL_THREADS};
    test_memory_begin(&memory, 0);
    model_shapes_make(&s.shapes, seed);
    model_must(graze_world_create(NULL, &s.world));
    model_must(graze_world_create(&(graze_world_config){.tag = 9}, &s.other));
    model_must(
        graze_object_create(s.other, &(graze_object_config){.shape = s.shapes.at[0]}, &s.foreign));
    fill(&s);
    for (long next = 0, tell = TELL; s.operations < wanted;) {
        operate(&s);
        if (s.operations < next) continue;
        memory.fail_at = 0;
        model_check_valid(s.world, seed, s.operations);
        next = s.operations + 500;
        if (s.operations < tell) continue;
        say_progress(&s, wanted);
        tell += TELL;
    }
    memory.fail_at = 0;
    say_progress(&s, wanted);
    assert_true(s.callbacks > wanted / 200 && s.failures > wanted / 1000 && s.runs >= wanted / 500);
    graze_world_release(s.world);
    graze_world_release(s.other);
    model_shapes_release(&s.shapes);
    assert_int_equal(memory.blocks, 0);
    test_memory_end();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_operations)};
    return cmocka_run_group_tests_name("worlds, random operations", tests, NULL, NULL);
}
