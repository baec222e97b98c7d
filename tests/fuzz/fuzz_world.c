/* SPDX-License-Identifier: MIT
 * Snapshots of worlds from bytes. The first byte says which: either the rest is the snapshot, or a
 * small world is saved and the rest says which of its bytes change. Length and checksum are made right,
 * so that the bytes between are looked at. What is restored can be asked, changed, saved, and restored
 * again. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "graze/graze.h"

enum { SHAPES = 5, OBJECTS = 12, SCENES = 2, FRAME = 24, SUM = 8, LONGEST = 1 << 16 };

typedef struct stage {
    graze_world *world;
    graze_shape *shapes[SHAPES];
    graze_object_id objects[OBJECTS];
    graze_scene_id scenes[SCENES];
    graze_table_id table;
    int users[OBJECTS];
} stage;

static void demand(bool condition) {
    if (!condition) abort();
}
static void must(graze_status status) { demand(status == GRAZE_OK); }

/* -- keys: spheres and boxes have none -- */

static bool shape_key(void *user, const graze_shape *shape, uint64_t *key) {
    const stage *s = user;
    for (*key = 2; *key < SHAPES; ++*key)
        if (s->shapes[*key] == shape) return true;
    return false;
}
static graze_shape *shape_of(void *user, uint64_t key) {
    return key < SHAPES ? ((stage *)user)->shapes[key] : NULL;
}
static bool pointer_key(void *user, const void *pointer, uint64_t *key) {
    *key = (uint64_t)((const int *)pointer - ((const stage *)user)->users);
    return *key < OBJECTS;
}
static bool pointer_of(void *user, uint64_t key, void **pointer) {
    if (key < OBJECTS) *pointer = &((stage *)user)->users[key];
    return key < OBJECTS;
}
static bool response_key(void *user, const graze_response *response, uint64_t *key) {
    (void)user, (void)response;
    *key = 0;
    return true;
}
static bool response_of(void *user, uint64_t key, graze_response *response) {
    (void)user;
    *response = (graze_response){0};
    return key == 0;
}

static graze_snapshot_keys keys_of(stage *s) {
    return (graze_snapshot_keys){s,        shape_key,  pointer_key, response_key,
                                 shape_of, pointer_of, response_of};
}

/* -- a small world -- */

static void make_shapes(stage *s) {
    static const graze_vec3 corners[4] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
    static const uint32_t indices[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    must(graze_shape_sphere(1, &s->shapes[0]));
    must(graze_shape_box(graze_vec3_make(1, 1, 1), &s->shapes[1]));
    must(graze_shape_cone(1, 2, &s->shapes[2]));
    must(graze_shape_triangles(corners, 4, indices, 4, &s->shapes[3]));
    must(graze_shape_half_space(graze_vec3_make(0, 1, 0), -2, &s->shapes[4]));
}

static graze_pose place(graze_random *random) {
    graze_vec3 at;
    graze_pose pose;
    at.x = graze_random_uniform(random, -3, 3);
    at.y = graze_random_uniform(random, -3, 3);
    at.z = graze_random_uniform(random, -3, 3);
    must(graze_pose_make(graze_random_rotation(random), at, &pose));
    return pose;
}

static void make_world(stage *s, uint32_t variant) {
    graze_random random = graze_random_seed(variant);
    graze_class_id classes[2];
    graze_response response = {.type = GRAZE_RESPONSE_SIMPLE};
    must(graze_world_create(NULL, &s->world));
    for (uint32_t i = 0; i < SCENES; ++i) {
        graze_broad_config broad = {.kind = (graze_broad_kind)((variant + i) % GRAZE_BROAD_KIND_COUNT)};
        must(graze_scene_create(s->world, &broad, &s->scenes[i]));
    }
    must(graze_table_create(s->world, &s->table));
    must(graze_table_add_default(s->world, s->table, &response));
    for (int i = 0; i < 2; ++i) must(graze_table_add_class(s->world, s->table, &classes[i]));
    response.type = GRAZE_RESPONSE_CONTACT;
    must(graze_table_add_for_pair(s->world, classes[0], classes[1], &response));
    for (int i = 0; i < OBJECTS; ++i) {
        graze_pose pose = place(&random);
        graze_object_config config = {.shape = s->shapes[i % SHAPES], .pose = &pose};
        config.user = i % 3 ? &s->users[i] : NULL;
        must(graze_object_create(s->world, &config, &s->objects[i]));
        must(graze_scene_add(s->world, s->scenes[i % SCENES], s->objects[i]));
        must(graze_scene_add(s->world, s->scenes[0], s->objects[i]));
        must(graze_object_set_class(s->world, s->objects[i], classes[i % 2]));
    }
    must(graze_world_test(s->world, s->scenes[0], s->table, NULL));
    /* Some that wait for the next update. */
    must(graze_object_set_position(s->world, s->objects[1], graze_vec3_make(0, 0, 0)));
    must(graze_object_destroy(s->world, s->objects[variant % OBJECTS]));
}

/* -- bytes -- */

static void put(uint8_t *bytes, uint64_t number, int count) {
    for (int i = 0; i < count; ++i) bytes[i] = (uint8_t)(number >> 8 * i);
}

/* Length and checksum as they have to be. */
static void seal(uint8_t *bytes, size_t size) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    put(bytes + FRAME - 8, size, 8);
    for (size_t i = 0; i < size - SUM; ++i) sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    put(bytes + size - SUM, sum, SUM);
}

static uint8_t *save(stage *s, graze_world *world, size_t *size) {
    graze_snapshot_keys keys = keys_of(s);
    demand(graze_world_save(world, &keys, 0, NULL, size) == GRAZE_OUT_OF_RANGE);
    uint8_t *bytes = malloc(*size);
    demand(bytes != NULL);
    must(graze_world_save(world, &keys, *size, bytes, size));
    return bytes;
}

static size_t place_in(const uint8_t *data, size_t size) {
    return ((size_t)data[0] | (size_t)data[1] << 8) % size;
}

/* Two bytes of a place and one of what comes there, again and again; a rest says where to cut. */
static size_t change(uint8_t *bytes, size_t size, const uint8_t *data, size_t count) {
    for (; count >= 3; data += 3, count -= 3) bytes[place_in(data, size)] = data[2];
    return count == 2 ? place_in(data, size) : size;
}

/* -- what was restored -- */

static void use(stage *s, graze_world *world) {
    graze_ray ray = {graze_vec3_make(-5, 0, 0), graze_vec3_make(1, 0, 0), 10};
    graze_pose pose = graze_pose_identity();
    graze_scene_hit hit;
    const char *what;
    bool found;
    for (int i = 0; i < SCENES; ++i) {
        (void)graze_world_test(world, s->scenes[i], s->table, NULL);
        (void)graze_scene_ray_closest(world, s->scenes[i], &ray, NULL, &found, &hit);
    }
    for (int i = 0; i < OBJECTS; ++i) (void)graze_object_set_pose(world, s->objects[i], &pose);
    (void)graze_object_destroy(world, s->objects[0]);
    (void)graze_world_update(world);
    (void)graze_world_validate(world, &what);
}

static void restore(stage *s, const uint8_t *bytes, size_t size) {
    graze_snapshot_keys keys = keys_of(s);
    graze_world *first, *second;
    graze_status status = graze_world_restore(bytes, size, &keys, NULL, &first);
    demand(status == GRAZE_OK || status == GRAZE_INVALID_ARGUMENT);
    if (status != GRAZE_OK) return;
    size_t once_size, twice_size;
    uint8_t *once = save(s, first, &once_size);
    must(graze_world_restore(once, once_size, &keys, NULL, &second));
    uint8_t *twice = save(s, second, &twice_size);
    demand(once_size == twice_size && memcmp(once, twice, once_size) == 0);
    use(s, second);
    use(s, first);
    graze_world_release(first);
    graze_world_release(second);
    free(once);
    free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static stage s; /* shapes stay for all inputs: the process ends with them */
    if (!s.shapes[0]) make_shapes(&s);
    if (size < 1 + FRAME + SUM || size > LONGEST) return 0;
    make_world(&s, data[0] / 2 % 8);
    size_t length = size - 1;
    uint8_t *bytes;
    if (data[0] % 2) {
        bytes = save(&s, s.world, &length);
        length = change(bytes, length, data + 1, size - 1);
    } else {
        bytes = malloc(length);
        demand(bytes != NULL);
        memcpy(bytes, data + 1, length);
    }
    if (length >= FRAME + SUM) {
        seal(bytes, length);
        restore(&s, bytes, length);
    }
    free(bytes);
    graze_world_release(s.world);
    return 0;
}
