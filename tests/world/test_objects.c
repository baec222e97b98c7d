/* SPDX-License-Identifier: MIT
 * Objects and scenes (I3, I4, I9, L3, Q1, Q5): placements, ids that are stale, foreign or of another
 * kind, numbers that are none, boxes. */
#include <math.h>

#include "world_model.h"

static void placements(void **state) {
    (void)state;
    graze_world *world;
    graze_object_id a;
    graze_shape *box;
    graze_placed placed;
    graze_real matrix[16], back[16];
    model_must(graze_shape_box(graze_vec3_make(1, 2, 3), &box));
    model_must(graze_world_create(NULL, &world));
    model_must(graze_object_create(world, &(graze_object_config){.shape = box}, &a));
    graze_shape_release(box); /* the object is an owner */
    model_must(graze_object_set_position(world, a, graze_vec3_make(248, 0, 312)));
    model_must(graze_object_scale(world, a, graze_vec3_make(115, 115, 115)));
    model_must(graze_object_get_placed(world, a, &placed));
    assert_true(placed.pose.origin.x == 248 && placed.pose.basis.col[1].y == 115);
    assert_int_equal(placed.pose.kind, GRAZE_POSE_UNIFORM);
    model_must(graze_object_scale(world, a, graze_vec3_make(2, 1, 1))); /* on top of what it was */
    model_must(graze_object_get_placed(world, a, &placed));
    assert_true(placed.pose.basis.col[0].x == 230 && placed.pose.origin.z == 312);
    graze_aabb bounds;
    model_must(graze_object_get_box(world, a, &bounds));
    assert_true(bounds.hi.x >= 478 && bounds.hi.x < (graze_real)478.01);
    model_must(graze_object_set_rotation(world, a, graze_quat_make(0, 0, 3, 3))); /* not unit */
    model_must(graze_object_get_placed(world, a, &placed));
    assert_true(graze_abs(placed.pose.basis.col[0].y - 1) < (graze_real)1e-6); /* scaling is gone */
    assert_int_equal(placed.pose.kind, GRAZE_POSE_RIGID);
    model_must(graze_object_get_matrix(world, a, matrix));
    assert_true(matrix[12] == 248 && matrix[15] == 1);
    matrix[12] = -1;
    model_must(graze_object_set_matrix(world, a, matrix));
    model_must(graze_object_get_matrix(world, a, back));
    assert_memory_equal(matrix, back, sizeof matrix);
    model_must(graze_object_set_margin(world, a, 2));
    model_must(graze_object_get_box(world, a, &bounds));
    assert_true(bounds.hi.z >= 317 && bounds.hi.z < (graze_real)317.01);
    graze_world_release(world);
}

/* Whatever is wrong says so, and nothing changes. */
static void wrong_numbers(void **state) {
    (void)state;
    const graze_real bad[] = {(graze_real)NAN, (graze_real)INFINITY, -(graze_real)INFINITY};
    graze_world *world;
    graze_object_id a, b = 99;
    graze_shape *ball;
    graze_placed before, after;
    model_must(graze_shape_sphere(1, &ball));
    model_must(graze_world_create(NULL, &world));
    graze_pose start = graze_pose_at(1, 2, 3);
    model_must(graze_object_create(world, &(graze_object_config){.shape = ball, .pose = &start}, &a));
    model_must(graze_object_get_placed(world, a, &before));
    for (int i = 0; i < 3; ++i) {
        graze_real x = bad[i], matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, x, 0, 1};
        graze_pose pose = graze_pose_at(0, x, 0), poses[2] = {graze_pose_identity(), pose};
        graze_object_id twice[2] = {a, a};
        assert_int_equal(graze_object_set_position(world, a, graze_vec3_make(0, x, 0)),
                         GRAZE_INVALID_ARGUMENT);
        assert_int_equal(graze_object_set_rotation(world, a, graze_quat_make(0, x, 0, 1)),
                         GRAZE_INVALID_ARGUMENT);
        assert_int_not_equal(graze_object_scale(world, a, graze_vec3_make(1, x, 1)), GRAZE_OK);
        assert_int_equal(graze_object_set_pose(world, a, &pose), GRAZE_INVALID_ARGUMENT);
        assert_int_equal(graze_object_set_matrix(world, a, matrix), GRAZE_INVALID_ARGUMENT);
        assert_int_equal(graze_object_set_margin(world, a, x), GRAZE_INVALID_ARGUMENT);
        assert_int_equal(graze_world_set_poses(world, twice, poses, 2), GRAZE_INVALID_ARGUMENT);
        graze_object_config config = {.shape = ball, .pose = &pose};
        assert_int_equal(graze_object_create(world, &config, &b), GRAZE_INVALID_ARGUMENT);
        config = (graze_object_config){.shape = ball, .margin = x};
        assert_int_equal(graze_object_create(world, &config, &b), GRAZE_INVALID_ARGUMENT);
    }
    graze_pose flat = graze_pose_identity();
    flat.basis.col[2] = graze_vec3_zero();
    flat.kind = GRAZE_POSE_UNKNOWN;
    assert_int_equal(graze_object_set_pose(world, a, &flat), GRAZE_SINGULAR);
    assert_int_equal(graze_object_scale(world, a, graze_vec3_make(1, 0, 1)), GRAZE_SINGULAR);
    assert_int_equal(graze_object_set_rotation(world, a, graze_quat_make(0, 0, 0, 0)),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_object_set_position(world, a, graze_vec3_make(GRAZE_REAL_MAX, 0, 0)),
                     GRAZE_OUT_OF_RANGE);
    assert_int_equal(graze_object_set_margin(world, a, -1), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_object_set_fit(world, a, (graze_box_fit)3), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_object_set_shape(world, a, NULL), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_object_create(world, NULL, &b), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_object_create(world, &(graze_object_config){0}, &b), GRAZE_INVALID_ARGUMENT);
    model_must(graze_object_get_placed(world, a, &after));
    assert_memory_equal(&before, &after, sizeof before);
    assert_true(b == 99 && graze_world_object_count(world) == 1);
    graze_world_config config = {.tag = 1024};
    graze_world *none = NULL;
    assert_int_equal(graze_world_create(&config, &none), GRAZE_INVALID_ARGUMENT);
    config = (graze_world_config){.settings.options.rel = (graze_real)NAN};
    assert_int_equal(graze_world_create(&config, &none), GRAZE_INVALID_ARGUMENT);
    assert_null(none);
    assert_int_equal(graze_world_set_settings(world, &config.settings), GRAZE_INVALID_ARGUMENT);
    graze_world_release(world);
    graze_world_release(NULL);
    graze_shape_release(ball);
}

static void ids_know_what_they_name(void **state) {
    (void)state;
    graze_world *world, *other;
    graze_object_id a, b, again;
    graze_scene_id scene;
    graze_table_id table;
    graze_class_id of;
    graze_shape *ball;
    void *user;
    size_t count;
    bool has;
    model_must(graze_shape_sphere(1, &ball));
    model_must(graze_world_create(NULL, &world));
    model_must(graze_world_create(&(graze_world_config){.tag = 5}, &other));
    model_must(graze_scene_create(world, NULL, &scene));
    model_must(graze_table_create(world, &table));
    model_must(graze_table_add_class(world, table, &of));
    model_must(graze_object_create(world, &(graze_object_config){.shape = ball}, &a));
    model_must(graze_object_create(other, &(graze_object_config){.shape = ball}, &b));
    const uint64_t wrong[] = {0, b, scene, table, of, a + 1, a ^ UINT64_C(1) << 33, UINT64_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        uint64_t id = wrong[i];
        assert_int_equal(graze_object_destroy(world, id), GRAZE_STALE_ID);
        assert_int_equal(graze_object_get_user(world, id, &user), GRAZE_STALE_ID);
        assert_int_equal(graze_object_set_user(world, id, NULL), GRAZE_STALE_ID);
        assert_int_equal(graze_scene_add(world, scene, id), GRAZE_STALE_ID);
        assert_int_equal(graze_object_set_class(world, id, of), GRAZE_STALE_ID);
        assert_false(graze_object_exists(world, id));
        if (id != scene) {
            assert_int_equal(graze_scene_has(world, id, a, &has), GRAZE_STALE_ID);
            assert_int_equal(graze_scene_destroy(world, id), GRAZE_STALE_ID);
            assert_int_equal(graze_world_test(world, id, table, &count), GRAZE_STALE_ID);
        }
        if (id != table) assert_int_equal(graze_world_test(world, scene, id, &count), GRAZE_STALE_ID);
        if (id != of) assert_int_equal(graze_object_set_class(world, a, id), GRAZE_STALE_ID);
    }
    model_must(graze_object_destroy(world, a));
    assert_int_equal(graze_object_destroy(world, a), GRAZE_STALE_ID);
    model_must(graze_object_create(world, &(graze_object_config){.shape = ball}, &again));
    assert_true((uint32_t)again != (uint32_t)a); /* not before the next update */
    model_must(graze_world_update(world));
    model_must(graze_object_create(world, &(graze_object_config){.shape = ball}, &b));
    assert_true((uint32_t)b == (uint32_t)a && b != a);
    assert_false(graze_object_exists(world, a));
    assert_int_equal(graze_object_destroy(NULL, a), GRAZE_INVALID_ARGUMENT);
    graze_world_release(world);
    graze_world_release(other);
    graze_shape_release(ball);
}

static void scenes_hold_objects(void **state) {
    (void)state;
    graze_world *world;
    graze_scene_id scenes[3];
    graze_object_id objects[5], out[5];
    graze_shape *ball, *ground;
    size_t total;
    bool has;
    model_must(graze_shape_sphere(1, &ball));
    model_must(graze_shape_half_space(graze_vec3_make(0, 1, 0), 0, &ground));
    model_must(graze_world_create(NULL, &world));
    for (int i = 0; i < 3; ++i) model_must(graze_scene_create(world, NULL, &scenes[i]));
    for (int i = 0; i < 5; ++i)
        model_must(graze_object_create(world, &(graze_object_config){.shape = i ? ball : ground},
                                       &objects[i]));
    for (int s = 0; s < 3; ++s)
        for (int i = 4; i >= 0; --i) model_must(graze_scene_add(world, scenes[s], objects[i]));
    model_must(graze_scene_add(world, scenes[0], objects[2])); /* again */
    model_must(graze_scene_objects(world, scenes[0], 5, out, &total));
    assert_int_equal(total, 5);
    assert_memory_equal(out, objects, sizeof out);
    model_must(graze_scene_remove(world, scenes[1], objects[2]));
    model_must(graze_scene_remove(world, scenes[1], objects[2]));
    model_must(graze_scene_has(world, scenes[1], objects[2], &has));
    assert_false(has);
    model_must(graze_scene_has(world, scenes[2], objects[2], &has));
    assert_true(has);
    model_must(graze_object_destroy(world, objects[0]));
    model_must(graze_scene_objects(world, scenes[2], 2, out, &total));
    assert_true(total == 4 && out[0] == objects[1] && out[1] == objects[2]);
    model_check_valid(world, 0, 0);
    model_must(graze_scene_destroy(world, scenes[2]));
    assert_int_equal(graze_scene_objects(world, scenes[2], 0, NULL, &total), GRAZE_STALE_ID);
    model_check_valid(world, 0, 1);
    graze_world_release(world);
    graze_shape_release(ball);
    graze_shape_release(ground);
}

/* L3: a tight box is the smallest, a sloppy one holds it; a deformation is seen at once. */
static void boxes(void **state) {
    (void)state;
    model_shapes shapes;
    model_shapes_make(&shapes, 3);
    graze_random random = graze_random_seed(4);
    graze_world *world;
    graze_object_id id;
    graze_aabb box[3];
    model_must(graze_world_create(NULL, &world));
    for (int i = 0; i < 2000; ++i) {
        graze_pose pose = model_pose(5, &random);
        graze_object_config config = {.shape = shapes.at[i % MODEL_HALF_SPACE], .pose = &pose};
        config.margin = graze_random_uniform(&random, 0, 1);
        model_must(graze_object_create(world, &config, &id));
        for (int fit = 0; fit < 3; ++fit) {
            model_must(graze_object_set_fit(world, id, (graze_box_fit)fit));
            model_must(graze_object_get_box(world, id, &box[fit]));
        }
        graze_vec3 v = graze_random_direction(&random), p;
        graze_placed placed;
        model_must(graze_object_get_placed(world, id, &placed));
        model_must(graze_placed_support(&placed, v, &p));
        for (int fit = 0; fit < 3; ++fit) assert_true(graze_aabb_contains_point(&box[fit], p));
        graze_real slack = (graze_real)1e-4;
        graze_vec3 more = graze_vec3_make(slack, slack, slack);
        graze_aabb sloppy = {graze_vec3_sub(box[1].lo, more), graze_vec3_add(box[1].hi, more)};
        assert_true(graze_aabb_contains(&sloppy, &box[2]));
        model_must(graze_object_destroy(world, id));
    }
    model_must(graze_object_create(world, &(graze_object_config){.shape = shapes.at[MODEL_MESH]}, &id));
    model_must(graze_object_get_box(world, id, &box[0]));
    model_torus(shapes.vertices, 2, 1);
    model_must(graze_mesh_update(shapes.at[MODEL_MESH]));
    model_must(graze_object_get_box(world, id, &box[1]));
    assert_true(box[0].hi.x < 2 && box[1].hi.x >= 3);
    model_must(graze_object_set_shape(world, id, shapes.at[MODEL_HALF_SPACE]));
    assert_int_equal(graze_object_get_box(world, id, &box[1]), GRAZE_UNBOUNDED);
    graze_world_release(world);
    model_shapes_release(&shapes);
}

/* The memory of a world comes from its own allocator, and all goes back. */
typedef struct counted {
    long blocks;
    size_t bytes;
} counted;

static void *count_in(void *user, size_t size, size_t alignment) {
    counted *c = user;
    ++c->blocks;
    c->bytes += size;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
static void count_out(void *user, void *memory, size_t size) {
    counted *c = user;
    --c->blocks;
    c->bytes -= size;
    free(memory);
}

static void own_allocator(void **state) {
    (void)state;
    counted c = {0, 0};
    graze_allocator allocator = {count_in, count_out, &c};
    graze_world *world;
    graze_object_id id;
    graze_scene_id scene;
    graze_shape *ball;
    graze_world_statistics statistics;
    model_must(graze_shape_sphere(1, &ball));
    model_must(graze_world_create(&(graze_world_config){.allocator = &allocator}, &world));
    model_must(graze_scene_create(world, NULL, &scene));
    for (int i = 0; i < 100; ++i) {
        model_must(graze_object_create(world, &(graze_object_config){.shape = ball}, &id));
        model_must(graze_scene_add(world, scene, id));
    }
    model_must(graze_world_update(world));
    model_must(graze_world_statistics_get(world, &statistics));
    assert_true(c.blocks > 3 && statistics.objects == 100 && statistics.encounters == 4950);
    assert_int_equal(c.bytes, statistics.bytes);
    graze_world_release(world);
    assert_int_equal(c.blocks, 0);
    assert_int_equal(c.bytes, 0);
    graze_shape_release(ball);
}

/* -- what caches are for
 * ---------------------------------------------------------------------------------- */

enum { CROWD = 300, FRAMES = 30 };

/* In a coherent scene the axis of the last look settles four of five pairs that are apart, at once. */
static void axes_last(void **state) {
    (void)state;
    static graze_object_id objects[CROWD];
    static graze_vec3 speed[CROWD];
    graze_random random = graze_random_seed(17);
    graze_world *world;
    graze_scene_id scene;
    graze_table_id table;
    graze_class_id all;
    model_shapes shapes;
    model_shapes_make(&shapes, 17);
    model_must(graze_world_create(NULL, &world));
    model_must(graze_scene_create(world, NULL, &scene));
    model_must(graze_table_create(world, &table));
    model_must(graze_table_add_class(world, table, &all));
    model_must(graze_table_add_default(world, table, &(graze_response){.type = GRAZE_RESPONSE_SIMPLE}));
    for (int i = 0; i < CROWD; ++i) {
        graze_pose pose = random_pose(RANDOM_POSE_RIGID, 7, &random);
        graze_object_config config = {.shape = shapes.at[i % MODEL_MESH], .pose = &pose};
        model_must(graze_object_create(world, &config, &objects[i]));
        model_must(graze_scene_add(world, scene, objects[i]));
        model_must(graze_object_set_class(world, objects[i], all));
        speed[i] = graze_vec3_scale(graze_random_direction(&random), (graze_real)0.01);
    }
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int i = 0; i < CROWD; ++i) {
            graze_placed placed;
            model_must(graze_object_get_placed(world, objects[i], &placed));
            model_must(graze_object_set_position(world, objects[i],
                                                 graze_vec3_add(placed.pose.origin, speed[i])));
        }
        model_must(graze_world_test(world, scene, table, NULL));
    }
    graze_world_statistics sum;
    model_must(graze_world_statistics_get(world, &sum));
    assert_true(sum.hits > CROWD && sum.computed - sum.hits > CROWD);
    assert_true((double)sum.by_axis >= 0.8 * (double)(sum.computed - sum.hits));
    graze_world_release(world);
    model_shapes_release(&shapes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placements),
        cmocka_unit_test(wrong_numbers),
        cmocka_unit_test(ids_know_what_they_name),
        cmocka_unit_test(scenes_hold_objects),
        cmocka_unit_test(boxes),
        cmocka_unit_test(axes_last),
        cmocka_unit_test(own_allocator),
    };
    return cmocka_run_group_tests_name("objects and scenes", tests, NULL, NULL);
}
