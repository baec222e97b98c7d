/* SPDX-License-Identifier: MIT
 * Queries of scenes against one look at every object (Q8), while objects move, deform, come and go
 * without an update in between; they leave caches alone. */
#include <math.h>

#include "world_model.h"

enum { OBJECTS = 60, ROOM = 8 };

typedef struct model {
    graze_world *world;
    graze_scene_id scene;
    graze_object_id objects[OBJECTS]; /* in the scene; 0: none */
    model_shapes shapes;
    graze_random random;
    long asked, found;
} model;

/* Every third object, by its place in the table. */
static bool accept(void *user, graze_object_id id, void *object_user) {
    const model *m = user;
    (void)id;
    return ((const graze_object_id *)object_user - m->objects) % 3 != 0;
}

static bool passes(const model *m, int i, const graze_scene_filter *filter) {
    if (!m->objects[i]) return false;
    uint32_t category;
    model_must(graze_object_get_filter(m->world, m->objects[i], &category, NULL));
    if (filter->mask && !(category & filter->mask)) return false;
    return !filter->accept || i % 3 != 0;
}

static graze_placed placed_of(const model *m, int i, const graze_scene_filter *filter) {
    graze_placed placed;
    model_must(graze_object_get_placed(m->world, m->objects[i], &placed));
    if (filter->ignore_margins) placed.margin = 0;
    return placed;
}

static void change(model *m) {
    int i = (int)model_pick(&m->random, OBJECTS);
    graze_pose pose = model_pose(6, &m->random);
    if (!m->objects[i]) {
        graze_object_config config = {.pose = &pose, .user = &m->objects[i]};
        config.shape = m->shapes.at[model_pick(&m->random, i == 0 ? MODEL_SHAPES : MODEL_HALF_SPACE)];
        config.margin = model_pick(&m->random, 2) ? (graze_real)0.1 : 0;
        config.category = 1 + model_pick(&m->random, 3);
        config.mask = 3;
        model_must(graze_object_create(m->world, &config, &m->objects[i]));
        model_must(graze_scene_add(m->world, m->scene, m->objects[i]));
    } else if (model_pick(&m->random, 8) == 0) {
        model_must(graze_object_destroy(m->world, m->objects[i]));
        m->objects[i] = 0;
    } else if (model_pick(&m->random, 8) == 0) {
        model_torus(m->shapes.vertices, (graze_real)0.8,
                    graze_random_uniform(&m->random, (graze_real)0.1, (graze_real)0.6));
        model_must(graze_mesh_update(m->shapes.at[MODEL_MESH]));
    } else {
        model_must(graze_object_set_pose(m->world, m->objects[i], &pose));
    }
}

/* -- casts
 * ------------------------------------------------------------------------------------------------- */

typedef struct expected {
    graze_scene_hit hits[OBJECTS];
    size_t count;
} expected;

static void sort_in(expected *e, const graze_scene_hit *hit) {
    size_t at = e->count++;
    for (; at > 0 && (e->hits[at - 1].cast.t > hit->cast.t ||
                      (e->hits[at - 1].cast.t == hit->cast.t &&
                       (uint32_t)e->hits[at - 1].object > (uint32_t)hit->object));
         --at)
        e->hits[at] = e->hits[at - 1];
    e->hits[at] = *hit;
}

static void check_hits(const expected *e, const graze_scene_hit *out, size_t count, size_t room,
                       uint64_t seed, long number) {
    size_t wanted = e->count < room ? e->count : room;
    TEST_CHECK(count == wanted, seed, number, "%zu hits instead of %zu", count, wanted);
    for (size_t i = 0; i < count; ++i)
        TEST_CHECK(out[i].object == e->hits[i].object && out[i].cast.t == e->hits[i].cast.t, seed,
                   number, "hit %zu is another", i);
}

static void check_ray(model *m, const graze_scene_filter *filter, uint64_t seed, long number) {
    graze_ray ray = {random_vector(6, &m->random), graze_random_direction(&m->random), 10};
    if (model_pick(&m->random, 4) == 0) ray.max_t = (graze_real)INFINITY;
    expected e = {.count = 0};
    for (int i = 0; i < OBJECTS; ++i) {
        if (!passes(m, i, filter)) continue;
        graze_placed placed = placed_of(m, i, filter);
        graze_scene_hit hit = {.object = m->objects[i]};
        model_must(graze_ray_cast(&placed, &ray, NULL, &hit.cast));
        if (hit.cast.hit) sort_in(&e, &hit);
    }
    graze_scene_hit out[ROOM];
    size_t count, room = 1 + model_pick(&m->random, ROOM);
    bool found, any;
    model_must(graze_scene_ray_all(m->world, m->scene, &ray, filter, room, out, &count));
    check_hits(&e, out, count, room, seed, number);
    model_must(graze_scene_ray_closest(m->world, m->scene, &ray, filter, &found, out));
    model_must(graze_scene_ray_any(m->world, m->scene, &ray, filter, &any));
    TEST_CHECK(found == (e.count > 0) && any == found, seed, number, "found %d any %d", found, any);
    if (found) check_hits(&e, out, 1, 1, seed, number);
    ++m->asked;
    m->found += found;
}

static void check_cast(model *m, const graze_scene_filter *filter, uint64_t seed, long number) {
    graze_pose pose = model_pose(6, &m->random);
    graze_placed moving = {m->shapes.at[model_pick(&m->random, MODEL_MESH)], pose, 0};
    graze_vec3 way = random_vector(4, &m->random);
    expected e = {.count = 0};
    size_t failed = 0;
    for (int i = 0; i < OBJECTS; ++i) {
        if (!passes(m, i, filter)) continue;
        graze_placed placed = placed_of(m, i, filter);
        graze_scene_hit hit = {.object = m->objects[i]};
        if (graze_shape_cast(&moving, way, &placed, NULL, &hit.cast) != GRAZE_OK)
            ++failed;
        else if (hit.cast.hit)
            sort_in(&e, &hit);
    }
    graze_scene_hit out;
    graze_scene_report report;
    graze_scene_filter own = *filter;
    own.report = &report;
    bool found;
    model_must(graze_scene_shape_cast(m->world, m->scene, &moving, way, &own, &found, &out));
    TEST_CHECK(found == (e.count > 0), seed, number, "shape cast found %d", found);
    TEST_CHECK(report.failed <= failed, seed, number, "%zu failed", report.failed);
    if (found) check_hits(&e, &out, 1, 1, seed, number);
}

/* -- overlaps
 * ---------------------------------------------------------------------------------------------- */

typedef struct question {
    int kind; /* 0 point, 1 box, 2 sphere, 3 shape */
    graze_vec3 point;
    graze_aabb box;
    graze_sphere sphere;
    graze_placed shape;
} question;

static question any_question(model *m) {
    question q = {.kind = (int)model_pick(&m->random, 4)};
    q.point = random_vector(5, &m->random);
    graze_vec3 half = graze_vec3_abs(random_vector(1, &m->random));
    q.box = (graze_aabb){graze_vec3_sub(q.point, half), graze_vec3_add(q.point, half)};
    q.sphere = (graze_sphere){q.point, half.x};
    graze_pose pose = model_pose(5, &m->random);
    q.shape = (graze_placed){m->shapes.at[model_pick(&m->random, MODEL_SHAPES)], pose, 0};
    return q;
}

static graze_status ask(const model *m, const question *q, const graze_scene_filter *filter,
                        size_t room, graze_object_id *out, size_t *total) {
    switch (q->kind) {
    case 0:
        return graze_scene_overlap_point(m->world, m->scene, q->point, filter, room, out, total);
    case 1:
        return graze_scene_overlap_box(m->world, m->scene, &q->box, filter, room, out, total);
    case 2:
        return graze_scene_overlap_sphere(m->world, m->scene, &q->sphere, filter, room, out, total);
    default:
        return graze_scene_overlap_shape(m->world, m->scene, &q->shape, filter, room, out, total);
    }
}

/* What the query should mean, by public functions on one object. */
static bool overlaps(const question *q, const graze_placed *placed, bool *maybe) {
    graze_shape *shape = NULL;
    graze_placed other = q->shape;
    bool inside = false;
    *maybe = false;
    if (q->kind == 0) {
        model_must(graze_placed_contains(placed, q->point, &inside));
        return inside;
    }
    if (q->kind == 1) model_must(graze_shape_box(graze_aabb_extent(q->box), &shape));
    if (q->kind == 2) model_must(graze_shape_sphere(q->sphere.radius, &shape));
    if (shape) {
        other = (graze_placed){shape, graze_pose_identity(), 0};
        other.pose.origin = q->kind == 1 ? graze_aabb_center(q->box) : q->sphere.center;
    }
    graze_intersection hit = {0};
    (void)graze_intersect(placed, &other, NULL, NULL, &hit); /* fails for two half-spaces */
    graze_signed_separation sd;
    if (graze_signed_distance(placed, &other, NULL, NULL, &sd) == GRAZE_OK)
        *maybe = graze_abs(sd.sd) < 1000 * GRAZE_EPSILON;
    graze_shape_release(shape);
    return hit.intersecting;
}

static void check_overlap(model *m, const graze_scene_filter *filter, uint64_t seed, long number) {
    question q = any_question(m);
    graze_object_id out[OBJECTS], few[ROOM];
    size_t total, again, room = model_pick(&m->random, ROOM + 1);
    model_must(ask(m, &q, filter, OBJECTS, out, &total));
    for (size_t i = 1; i < total; ++i)
        TEST_CHECK((uint32_t)out[i - 1] < (uint32_t)out[i], seed, number, "not in order");
    for (int i = 0; i < OBJECTS; ++i) {
        bool has = false, maybe = false;
        for (size_t k = 0; k < total; ++k) has |= m->objects[i] && out[k] == m->objects[i];
        if (!passes(m, i, filter)) {
            TEST_CHECK(!has, seed, number, "object %d should not pass", i);
            continue;
        }
        graze_placed placed = placed_of(m, i, filter);
        bool wanted = overlaps(&q, &placed, &maybe);
        TEST_CHECK(maybe || wanted == has, seed, number, "overlap %d of object %d: %d", q.kind, i, has);
    }
    model_must(ask(m, &q, filter, room, room ? few : NULL, &again));
    TEST_CHECK(again == total, seed, number, "total depends on the room");
    for (size_t i = 0; i < total && i < room; ++i)
        TEST_CHECK(few[i] == out[i], seed, number, "the first few are others");
}

/* -- distances
 * ----------------------------------------------------------------------------------------------- */

static void check_nearest(model *m, const graze_scene_filter *filter, uint64_t seed, long number) {
    graze_pose pose = model_pose(8, &m->random);
    graze_placed shape = {m->shapes.at[model_pick(&m->random, MODEL_MESH)], pose, 0};
    graze_real limit = model_pick(&m->random, 2) ? (graze_real)INFINITY : 3;
    graze_scene_near best[OBJECTS], out[ROOM];
    size_t count = 0, got, room = 1 + model_pick(&m->random, ROOM);
    for (int i = 0; i < OBJECTS; ++i) {
        if (!passes(m, i, filter)) continue;
        graze_placed placed = placed_of(m, i, filter);
        graze_scene_near near = {.object = m->objects[i]};
        if (graze_distance(&shape, &placed, NULL, NULL, &near.separation) != GRAZE_OK) continue;
        if (near.separation.distance > limit) continue;
        size_t at = count++;
        for (; at > 0 && (best[at - 1].separation.distance > near.separation.distance ||
                          (best[at - 1].separation.distance == near.separation.distance &&
                           (uint32_t)best[at - 1].object > (uint32_t)near.object));
             --at)
            best[at] = best[at - 1];
        best[at] = near;
    }
    if (count > room) count = room;
    model_must(graze_scene_nearest(m->world, m->scene, &shape, limit, filter, room, out, &got));
    TEST_CHECK(got == count, seed, number, "%zu nearest instead of %zu", got, count);
    for (size_t i = 0; i < got; ++i)
        TEST_CHECK(out[i].object == best[i].object &&
                       out[i].separation.distance == best[i].separation.distance,
                   seed, number, "nearest %zu is another", i);
}

static void check_pairs(model *m, const graze_scene_filter *filter, uint64_t seed, long number) {
    graze_real distance = graze_random_uniform(&m->random, 0, 1);
    static graze_object_pair out[OBJECTS * OBJECTS], few[5];
    size_t total, again, wanted = 0, maybes = 0;
    model_must(
        graze_scene_pairs_within(m->world, m->scene, distance, filter, OBJECTS * OBJECTS, out, &total));
    for (size_t i = 1; i < total; ++i)
        TEST_CHECK((uint32_t)out[i - 1].a < (uint32_t)out[i].a ||
                       (out[i - 1].a == out[i].a && (uint32_t)out[i - 1].b < (uint32_t)out[i].b),
                   seed, number, "pairs are not in order");
    for (int i = 0; i < OBJECTS; ++i)
        for (int j = 0; j < OBJECTS; ++j) {
            if (!passes(m, i, filter) || !passes(m, j, filter) ||
                (uint32_t)m->objects[i] >= (uint32_t)m->objects[j])
                continue;
            graze_placed a = placed_of(m, i, filter), b = placed_of(m, j, filter);
            graze_intersection hit;
            if (graze_within(&a, &b, distance, NULL, NULL, &hit) != GRAZE_OK || !hit.intersecting)
                continue;
            ++wanted;
            bool has = false;
            for (size_t k = 0; k < total; ++k)
                has |= out[k].a == m->objects[i] && out[k].b == m->objects[j];
            maybes += !has;
        }
    TEST_CHECK(wanted == total && !maybes, seed, number, "%zu close pairs instead of %zu", total,
               wanted);
    model_must(graze_scene_pairs_within(m->world, m->scene, distance, filter, 5, few, &again));
    TEST_CHECK(again == total, seed, number, "total depends on the room");
    for (size_t i = 0; i < total && i < 5; ++i)
        TEST_CHECK(few[i].a == out[i].a && few[i].b == out[i].b, seed, number, "the first are others");
}

static void random_questions(void **state) {
    (void)state;
    long worlds = test_count(40), asked = 0, found = 0;
    uint64_t seed = test_seed(712);
    static model m;
    for (long number = 0; number < worlds; ++number) {
        memset(&m, 0, sizeof m);
        m.random = graze_random_seed(seed + (uint64_t)number);
        model_shapes_make(&m.shapes, seed + (uint64_t)number);
        model_must(graze_world_create(NULL, &m.world));
        graze_broad_config broad = {.kind = (graze_broad_kind)(number % GRAZE_BROAD_KIND_COUNT)};
        model_must(graze_scene_create(m.world, &broad, &m.scene));
        for (int i = 0; i < 3 * OBJECTS; ++i) change(&m);
        for (int i = 0; i < 40; ++i) {
            graze_scene_filter filter = {.mask = model_pick(&m.random, 3)};
            if (model_pick(&m.random, 3) == 0) filter.accept = accept, filter.user = &m;
            filter.ignore_margins = model_pick(&m.random, 4) == 0;
            check_ray(&m, &filter, seed, number);
            check_cast(&m, &filter, seed, number);
            check_overlap(&m, &filter, seed, number);
            check_nearest(&m, &filter, seed, number);
            if (i % 8 == 0) check_pairs(&m, &filter, seed, number);
            if (i % 3 == 0) model_must(graze_world_update(m.world));
            for (uint32_t k = model_pick(&m.random, 8); k > 0; --k) change(&m);
        }
        model_check_valid(m.world, seed, number);
        graze_world_release(m.world);
        model_shapes_release(&m.shapes);
        asked += m.asked;
        found += m.found;
    }
    assert_in_range(found * 100 / asked, 20, 95);
}

static void wrong_questions(void **state) {
    (void)state;
    graze_world *world;
    graze_scene_id scene;
    graze_shape *ground, *ball;
    model_must(graze_world_create(NULL, &world));
    model_must(graze_scene_create(world, NULL, &scene));
    model_must(graze_shape_half_space(graze_vec3_make(0, 1, 0), 0, &ground));
    model_must(graze_shape_sphere(1, &ball));
    graze_real nan = (graze_real)NAN;
    graze_ray ray = {graze_vec3_make(nan, 0, 0), graze_vec3_make(1, 0, 0), 1};
    graze_scene_hit hit;
    graze_object_id out[1];
    graze_scene_near near[1];
    size_t count = 5;
    bool found;
    graze_placed plane = {ground, graze_pose_identity(), 0}, sphere = {ball, graze_pose_identity(), 0};
    assert_int_equal(graze_scene_ray_closest(world, scene, &ray, NULL, &found, &hit),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_scene_ray_any(world, scene, NULL, NULL, &found), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(
        graze_scene_shape_cast(world, scene, &plane, graze_vec3_make(0, 1, 0), NULL, &found, &hit),
        GRAZE_UNBOUNDED);
    assert_int_equal(
        graze_scene_shape_cast(world, scene, &sphere, graze_vec3_make(0, nan, 0), NULL, &found, &hit),
        GRAZE_INVALID_ARGUMENT);
    assert_int_equal(
        graze_scene_overlap_point(world, scene, graze_vec3_make(0, nan, 0), NULL, 1, out, &count),
        GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_scene_overlap_shape(world, scene, NULL, NULL, 1, out, &count),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(
        graze_scene_overlap_sphere(world, scene, &(graze_sphere){{0, 0, 0}, -1}, NULL, 1, out, &count),
        GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_scene_overlap_box(world, scene, &(graze_aabb){{0, 0, 0}, {-1, 0, 0}}, NULL,
                                             1, out, &count),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_scene_nearest(world, scene, &plane, 1, NULL, 1, near, &count),
                     GRAZE_UNBOUNDED);
    assert_int_equal(graze_scene_nearest(world, scene, &sphere, nan, NULL, 1, near, &count),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_scene_nearest(world, scene, &sphere, 1, NULL, 1, NULL, &count),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_scene_pairs_within(world, scene, -1, NULL, 0, NULL, &count),
                     GRAZE_INVALID_ARGUMENT);
    assert_int_equal(count, 5);
    /* An empty scene has nothing to tell. */
    model_must(graze_scene_nearest_to_point(world, scene, graze_vec3_make(0, 0, 0),
                                            (graze_real)INFINITY, NULL, 1, near, &count));
    assert_int_equal(count, 0);
    assert_int_equal(
        graze_scene_nearest_to_point(world, 0, graze_vec3_make(0, 0, 0), 1, NULL, 1, near, &count),
        GRAZE_STALE_ID);
    graze_world_release(world);
    graze_shape_release(ball);
    graze_shape_release(ground);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_questions),
                                       cmocka_unit_test(wrong_questions)};
    return cmocka_run_group_tests_name("queries of scenes", tests, NULL, NULL);
}
