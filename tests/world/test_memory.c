/* SPDX-License-Identifier: MIT
 * Memory that runs out at every single allocation: what fails changes nothing, nothing leaks, and
 * trying again does what would have happened. */
#include "world_model.h"

enum { OBJECTS = 24 };

typedef struct play {
    model_shapes *shapes;
    uint64_t hash;
} play;

static graze_flow mix(void *user, graze_world *world, const graze_collision *c) {
    play *p = user;
    (void)world;
    p->hash = (p->hash ^ c->a ^ c->b << 17 ^ (uint64_t)c->type) * UINT64_C(0x100000001b3);
    return GRAZE_CONTINUE;
}

/* Repeats what failed for want of memory, once: the allocator fails a single time. */
#define TRY(call)                                                                                      \
    do {                                                                                               \
        graze_status tried = (call);                                                                   \
        if (tried == GRAZE_OUT_OF_MEMORY) {                                                            \
            failed = true;                                                                             \
            model_check_valid(world, 0, __LINE__);                                                     \
            tried = (call);                                                                            \
        }                                                                                              \
        assert_int_equal(tried, GRAZE_OK);                                                             \
    } while (0)

/* Some frames of a small world. True if memory ran out on the way. */
static bool run_world(graze_world *world, play *p) {
    bool failed = false;
    graze_scene_id scenes[2];
    graze_table_id table;
    graze_class_id classes[3];
    graze_object_id objects[OBJECTS];
    graze_random random = graze_random_seed(5);
    size_t count;
    for (int s = 0; s < 2; ++s) TRY(graze_scene_create(world, NULL, &scenes[s]));
    TRY(graze_table_create(world, &table));
    graze_response r = {GRAZE_RESPONSE_CONTACT, mix, p, 0};
    TRY(graze_table_add_default(world, table, &r));
    for (int i = 0; i < 3; ++i) TRY(graze_table_add_class(world, table, &classes[i]));
    r.key = 1;
    TRY(graze_table_add_for_class(world, classes[1], &r));
    TRY(graze_table_add_for_pair(world, classes[1], classes[2], &r));
    for (int i = 0; i < OBJECTS; ++i) {
        graze_pose pose = model_pose(3, &random);
        graze_object_config config = {.shape = p->shapes->at[i ? model_shape_for(i) : MODEL_HALF_SPACE],
                                      .pose = &pose};
        TRY(graze_object_create(world, &config, &objects[i]));
        TRY(graze_scene_add(world, scenes[i % 2], objects[i]));
        TRY(graze_scene_add(world, scenes[0], objects[i]));
        TRY(graze_object_set_class(world, objects[i], classes[i % 3]));
    }
    for (int frame = 0; frame < 3; ++frame) {
        for (int s = 0; s < 2; ++s) {
            uint64_t before = p->hash;
            if (graze_world_test(world, scenes[s], table, &count) == GRAZE_OUT_OF_MEMORY) {
                failed = true;
                assert_true(p->hash == before); /* no callback was called */
                assert_int_equal(graze_world_test(world, scenes[s], table, &count), GRAZE_OK);
            }
            const graze_collision *list;
            TRY(graze_world_collect(world, scenes[s], table, &list, &count));
            p->hash = (p->hash ^ count) * UINT64_C(0x100000001b3);
            const graze_touch_event *events;
            model_must(graze_world_events(world, scenes[s], table, &events, &count));
            for (size_t i = 0; i < count; ++i)
                p->hash = (p->hash ^ events[i].a ^ events[i].b) * 3 + events[i].change;
        }
        for (int i = 0; i < OBJECTS; i += 2) {
            graze_pose pose = model_pose(3, &random);
            model_must(graze_object_set_pose(world, objects[i], &pose));
        }
        uint32_t one = model_pick(&random, OBJECTS);
        TRY(graze_object_set_shape(world, objects[one],
                                   p->shapes->at[model_shape_for((int)model_pick(&random, 20))]));
        model_must(graze_object_destroy(world, objects[3]));
        TRY(graze_object_create(world, &(graze_object_config){.shape = p->shapes->at[1]}, &objects[3]));
        TRY(graze_scene_add(world, scenes[1], objects[3]));
        TRY(graze_object_set_class(world, objects[3], classes[1]));
    }
    model_check_valid(world, 0, 0);
    return failed;
}

static void every_allocation_fails_once(void **state) {
    (void)state;
    model_shapes shapes;
    model_shapes_make(&shapes, 6);
    uint64_t good = 0;
    long fails = 0, step = test_count(10) < 10 ? 5 : 1; /* where tests are cut short, one in five */
    for (long n = 0;; n += step) {
        test_memory memory;
        play p = {&shapes, 1};
        graze_world *world = NULL;
        bool failed = false;
        test_memory_begin(&memory, n); /* 0: never */
        graze_status status = graze_world_create(NULL, &world);
        if (status == GRAZE_OUT_OF_MEMORY) {
            failed = true;
            status = graze_world_create(NULL, &world);
        }
        assert_int_equal(status, GRAZE_OK);
        failed |= run_world(world, &p);
        graze_world_release(world);
        assert_int_equal(memory.blocks, 0);
        test_memory_end();
        if (n == 0) good = p.hash;
        TEST_CHECK(p.hash == good, 6, n, "another history than without a failure");
        fails += failed;
        if (n > 0 && !failed && memory.calls < n) break;
    }
    assert_true(fails > 50 / step);
    model_shapes_release(&shapes);
}

/* -- snapshots ----------------------------------------------------------------------------------- */

static graze_status save_and_restore(void *context) {
    graze_world *world = context, *copy = NULL;
    size_t size = 0;
    graze_status status = graze_world_save(world, NULL, 0, NULL, &size);
    assert_int_equal(status, GRAZE_OUT_OF_RANGE);
    uint8_t *bytes = malloc(size);
    assert_int_equal(graze_world_save(world, NULL, size, bytes, &size), GRAZE_OK);
    status = graze_world_restore(bytes, size, NULL, NULL, &copy);
    free(bytes);
    if (status == GRAZE_OK) graze_world_release(copy);
    return status;
}

static void restoring_without_memory(void **state) {
    (void)state;
    graze_world *world;
    graze_scene_id scene;
    graze_object_id id;
    graze_shape *ball, *box;
    model_must(graze_shape_sphere(1, &ball));
    model_must(graze_shape_box(graze_vec3_make(1, 1, 1), &box));
    model_must(graze_world_create(NULL, &world));
    model_must(graze_scene_create(world, NULL, &scene));
    graze_table_id table;
    graze_class_id of;
    model_must(graze_table_create(world, &table));
    model_must(graze_table_add_class(world, table, &of));
    for (int i = 0; i < 20; ++i) {
        model_must(
            graze_object_create(world, &(graze_object_config){.shape = i % 2 ? ball : box}, &id));
        model_must(graze_scene_add(world, scene, id));
        model_must(graze_object_set_class(world, id, of));
    }
    model_must(graze_world_test(world, scene, table, NULL));
    assert_true(test_every_allocation_failure(save_and_restore, world) > 20);
    graze_world_release(world);
    graze_shape_release(ball);
    graze_shape_release(box);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_fails_once),
                                       cmocka_unit_test(restoring_without_memory)};
    return cmocka_run_group_tests_name("memory of worlds", tests, NULL, NULL);
}
