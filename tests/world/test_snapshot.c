/* SPDX-License-Identifier: MIT
 * Worlds as bytes: save, restore and go on gives the same bits as never having saved; damaged bytes are
 * a status. */
#include "world_model.h"

enum { OBJECTS = 80, SCENES = 2 };

typedef struct show {
    graze_world *world;
    graze_scene_id scenes[SCENES];
    graze_table_id table;
    graze_class_id classes[2];
    graze_object_id objects[OBJECTS];
    int users[OBJECTS];
    model_shapes shapes;
    graze_random random;
    uint64_t hash;
} show;

static show *current; /* whose callback is called: keys must not depend on where a show is */

static void mix(uint64_t *hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) *hash = (*hash ^ bytes[i]) * UINT64_C(0x100000001b3);
}

static graze_flow note(void *user, graze_world *world, const graze_collision *c) {
    (void)user, (void)world;
    uint64_t *hash = &current->hash;
    mix(hash, &c->a, sizeof c->a);
    mix(hash, &c->b, sizeof c->b);
    mix(hash, &c->type, sizeof c->type);
    mix(hash, &c->point_a, sizeof c->point_a);
    mix(hash, &c->point_b, sizeof c->point_b);
    mix(hash, &c->normal, sizeof c->normal);
    mix(hash, &c->depth, sizeof c->depth);
    mix(hash, c->user_a, sizeof(int));
    return GRAZE_CONTINUE;
}

/* -- keys
 * ------------------------------------------------------------------------------------------------ */

static bool shape_key(void *user, const graze_shape *shape, uint64_t *key) {
    const show *s = user;
    for (*key = 0; *key < MODEL_SHAPES; ++*key)
        if (s->shapes.at[*key] == shape)
            return graze_shape_get_kind(shape) != GRAZE_SHAPE_BOX; /* written out */
    return false;
}
static graze_shape *shape_of(void *user, uint64_t key) {
    const show *s = user;
    return key < MODEL_SHAPES ? s->shapes.at[key] : NULL;
}
static bool pointer_key(void *user, const void *pointer, uint64_t *key) {
    const show *s = user;
    *key = (uint64_t)((const int *)pointer - s->users);
    return *key < OBJECTS;
}
static bool pointer_of(void *user, uint64_t key, void **pointer) {
    show *s = user;
    if (key >= OBJECTS) return false;
    *pointer = &s->users[key];
    return true;
}
static bool response_key(void *user, const graze_response *response, uint64_t *key) {
    (void)user;
    *key = 42;
    return response->callback == note;
}
static bool response_of(void *user, uint64_t key, graze_response *response) {
    (void)user;
    *response = (graze_response){.callback = note};
    return key == 42;
}

static graze_snapshot_keys keys_of(show *s) {
    return (graze_snapshot_keys){s,        shape_key,  pointer_key, response_key,
                                 shape_of, pointer_of, response_of};
}

/* -- a world in motion
 * ------------------------------------------------------------------------------------- */

static void create(show *s, int i) {
    graze_pose pose = model_pose(7, &s->random);
    uint32_t shape = i ? model_shape_for((int)model_pick(&s->random, 40)) : MODEL_HALF_SPACE;
    graze_object_config config = {.shape = s->shapes.at[shape], .pose = &pose, .user = &s->users[i]};
    config.margin = model_pick(&s->random, 2) ? (graze_real)0.05 : 0;
    model_must(graze_object_create(s->world, &config, &s->objects[i]));
    model_must(graze_scene_add(s->world, s->scenes[i % SCENES], s->objects[i]));
    model_must(graze_scene_add(s->world, s->scenes[0], s->objects[i]));
    model_must(graze_object_set_class(s->world, s->objects[i], s->classes[i % 2]));
}

static void open_show(show *s, uint64_t seed) {
    memset(s, 0, sizeof *s);
    s->random = graze_random_seed(seed);
    s->hash = UINT64_C(0xcbf29ce484222325);
    model_shapes_make(&s->shapes, seed);
    model_must(graze_world_create(&(graze_world_config){.tag = 3}, &s->world));
    for (int i = 0; i < SCENES; ++i) {
        graze_broad_config broad = {
            .kind = (graze_broad_kind)((seed + (uint64_t)i) % GRAZE_BROAD_KIND_COUNT)};
        model_must(graze_scene_create(s->world, &broad, &s->scenes[i]));
    }
    model_must(graze_table_create(s->world, &s->table));
    for (int i = 0; i < 2; ++i) model_must(graze_table_add_class(s->world, s->table, &s->classes[i]));
    graze_response r = {GRAZE_RESPONSE_DEPTH, note, NULL, 1};
    model_must(graze_table_add_default(s->world, s->table, &r));
    r = (graze_response){GRAZE_RESPONSE_CONTACT, note, NULL, 2};
    model_must(graze_table_add_for_pair(s->world, s->classes[0], s->classes[1], &r));
    for (int i = 0; i < OBJECTS; ++i) s->users[i] = i;
    for (int i = 0; i < OBJECTS; ++i) create(s, i);
}

static void close_show(show *s) {
    graze_world_release(s->world);
    model_shapes_release(&s->shapes);
}

/* Some changes, not all followed by a test, so that snapshots meet what waits. */
static void act(show *s) {
    for (int i = 0; i < 30; ++i) {
        int k = (int)model_pick(&s->random, OBJECTS);
        uint32_t what = model_pick(&s->random, 20);
        graze_scene_id scene = s->scenes[model_pick(&s->random, SCENES)];
        if (what == 0) {
            model_must(graze_object_destroy(s->world, s->objects[k]));
            create(s, k);
        } else if (what == 1) {
            model_must(graze_scene_remove(s->world, scene, s->objects[k]));
        } else if (what == 2) {
            model_must(graze_scene_add(s->world, scene, s->objects[k]));
        } else if (what == 3) {
            uint32_t mask = model_pick(&s->random, 4);
            model_must(graze_object_set_filter(s->world, s->objects[k], 1, mask));
        } else if (what == 4) {
            model_torus(s->shapes.vertices, (graze_real)0.8,
                        graze_random_uniform(&s->random, (graze_real)0.1, (graze_real)0.5));
            model_must(graze_mesh_update(s->shapes.at[MODEL_MESH]));
        } else {
            graze_placed placed;
            model_must(graze_object_get_placed(s->world, s->objects[k], &placed));
            graze_vec3 step = graze_vec3_scale(graze_random_direction(&s->random), (graze_real)0.1);
            model_must(graze_object_set_position(s->world, s->objects[k],
                                                 graze_vec3_add(placed.pose.origin, step)));
        }
    }
}

static void test(show *s) {
    size_t count;
    const graze_touch_event *events;
    graze_scene_id scene = s->scenes[model_pick(&s->random, SCENES)];
    current = s;
    model_must(graze_world_test(s->world, scene, s->table, &count));
    mix(&s->hash, &count, sizeof count);
    model_must(graze_world_events(s->world, scene, s->table, &events, &count));
    for (size_t i = 0; i < count; ++i) {
        mix(&s->hash, &events[i].a, sizeof events[i].a);
        mix(&s->hash, &events[i].change, sizeof events[i].change);
    }
    graze_ray ray = {random_vector(5, &s->random), graze_random_direction(&s->random), 10};
    graze_scene_hit hit = {0};
    bool found;
    model_must(graze_scene_ray_closest(s->world, scene, &ray, NULL, &found, &hit));
    mix(&s->hash, &hit.object, sizeof hit.object);
    mix(&s->hash, &hit.cast.t, sizeof hit.cast.t);
}

static uint8_t *save(show *s, size_t *size) {
    graze_snapshot_keys keys = keys_of(s);
    assert_int_equal(graze_world_save(s->world, &keys, 0, NULL, size), GRAZE_OUT_OF_RANGE);
    uint8_t *bytes = malloc(*size);
    model_must(graze_world_save(s->world, &keys, *size, bytes, size));
    return bytes;
}

/* Writes the world and goes on with what was read. */
static void through_bytes(show *s, long number) {
    size_t size, again;
    uint8_t *bytes = save(s, &size);
    graze_snapshot_keys keys = keys_of(s);
    graze_world *copy = NULL;
    model_must(graze_world_restore(bytes, size, &keys, NULL, &copy));
    model_check_valid(copy, 0, number);
    graze_world_release(s->world);
    s->world = copy;
    uint8_t *second = save(s, &again); /* and it is the same snapshot */
    assert_int_equal(size, again);
    assert_memory_equal(bytes, second, size);
    free(bytes);
    free(second);
}

static void going_on_is_the_same(void **state) {
    (void)state;
    long worlds = test_count(6);
    uint64_t seed = test_seed(714);
    static show plain, saved;
    for (long number = 0; number < worlds; ++number) {
        open_show(&plain, seed + (uint64_t)number);
        open_show(&saved, seed + (uint64_t)number);
        for (int i = 0; i < 12; ++i) {
            act(&plain);
            act(&saved);
            if (i % 3 != 2) {
                test(&plain);
                test(&saved);
            }
            if (i % 2) through_bytes(&saved, number);
            TEST_CHECK(plain.hash == saved.hash, seed, number, "another history after step %d", i);
        }
        close_show(&plain);
        close_show(&saved);
    }
}

static void reseal(uint8_t *bytes, size_t size) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size - 8; ++i) sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    for (int i = 0; i < 8; ++i) bytes[size - 8 + (size_t)i] = (uint8_t)(sum >> 8 * i);
}

static void damage(void **state) {
    (void)state;
    static show s;
    open_show(&s, 5);
    test(&s);
    act(&s);
    size_t size;
    uint8_t *bytes = save(&s, &size), *worse = malloc(size);
    graze_snapshot_keys keys = keys_of(&s);
    graze_world *copy = NULL;
    /* Every single bit that flips is found by the checksum, and every cut by the length. */
    long flips = test_count(300);
    graze_random random = graze_random_seed(6);
    for (long i = 0; i < flips; ++i) {
        memcpy(worse, bytes, size);
        size_t at = (size_t)(graze_random_bits(&random) % size);
        worse[at] ^= (uint8_t)(1u << i % 8);
        assert_int_equal(graze_world_restore(worse, size, &keys, NULL, &copy), GRAZE_INVALID_ARGUMENT);
        assert_int_equal(graze_world_restore(bytes, at, &keys, NULL, &copy), GRAZE_INVALID_ARGUMENT);
    }
    /* With the checksum made right, what is wrong is found or does no harm. */
    long restored = 0;
    for (long i = 0; i < test_count(1500); ++i) {
        memcpy(worse, bytes, size);
        int hits = 1 + (int)model_pick(&random, 3);
        for (int k = 0; k < hits; ++k) {
            size_t at = (size_t)(graze_random_bits(&random) % size);
            if (model_pick(&random, 3) == 0) at %= 2000;
            worse[at] = (uint8_t)graze_random_bits(&random);
        }
        size_t length = model_pick(&random, 4) ? size : (size_t)(graze_random_bits(&random) % size);
        if (length < 32) continue;
        reseal(worse, length);
        graze_status status = graze_world_restore(worse, length, &keys, NULL, &copy);
        assert_true(status == GRAZE_OK || status == GRAZE_INVALID_ARGUMENT);
        if (status != GRAZE_OK) continue;
        ++restored;
        current = &s;
        if (restored % 8 == 0) (void)graze_world_test(copy, s.scenes[0], s.table, NULL);
        graze_world_release(copy);
    }
    assert_true(restored > 0);
    free(worse);
    free(bytes);
    close_show(&s);
}

static bool no_key(void *user, const void *pointer, uint64_t *key) {
    (void)user, (void)pointer, (void)key;
    return false;
}

static void what_has_no_key(void **state) {
    (void)state;
    static show s;
    open_show(&s, 7);
    size_t size = 5;
    graze_snapshot_keys keys = keys_of(&s);
    keys.pointer_key = no_key;
    assert_int_equal(graze_world_save(s.world, &keys, 0, NULL, &size), GRAZE_INVALID_ARGUMENT);
    keys = keys_of(&s);
    keys.shape_key = NULL; /* there are cones */
    assert_int_equal(graze_world_save(s.world, &keys, 0, NULL, &size), GRAZE_INVALID_ARGUMENT);
    keys = keys_of(&s);
    keys.response_key = NULL;
    assert_int_equal(graze_world_save(s.world, &keys, 0, NULL, &size), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_world_save(s.world, NULL, 0, NULL, &size), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_world_save(NULL, &keys, 0, NULL, &size), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(size, 5);
    uint8_t *bytes = save(&s, &size);
    graze_world *copy = NULL;
    keys = keys_of(&s);
    keys.shape_of = NULL;
    assert_int_equal(graze_world_restore(bytes, size, &keys, NULL, &copy), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_world_restore(bytes, size, NULL, NULL, &copy), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_world_restore(NULL, size, &keys, NULL, &copy), GRAZE_INVALID_ARGUMENT);
    assert_null(copy);
    free(bytes);
    close_show(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(going_on_is_the_same), cmocka_unit_test(damage),
                                       cmocka_unit_test(what_has_no_key)};
    return cmocka_run_group_tests_name("snapshots of worlds", tests, NULL, NULL);
}
