/* SPDX-License-Identifier: MIT
 * Callbacks that move, add, remove, ask, stop and re-enter; what a test says about pairs that it did
 * not come to; statistics. */
#include "world_model.h"

enum { BALLS = 12 };

typedef struct stage {
    graze_world *world;
    graze_scene_id scene, second;
    graze_table_id table, second_table;
    graze_class_id things, second_things;
    graze_object_id balls[BALLS];
    graze_shape *ball;
    int calls, at;
    graze_object_id seen[2000][2];
    void (*act)(struct stage *s, const graze_collision *c);
    bool stop;
} stage;

static graze_flow note(void *user, graze_world *world, const graze_collision *c) {
    stage *s = user;
    assert_true(graze_object_exists(world, c->a) && graze_object_exists(world, c->b));
    s->seen[s->calls][0] = c->a;
    s->seen[s->calls++][1] = c->b;
    if (s->calls == s->at && s->act) s->act(s, c);
    return s->stop && s->calls == s->at ? GRAZE_STOP : GRAZE_CONTINUE;
}

/* A chain of balls, each of which touches its neighbours. */
static void open_stage(stage *s, uint32_t batch) {
    memset(s, 0, sizeof *s);
    graze_world_config config = {.settings.batch = batch};
    model_must(graze_shape_sphere(1, &s->ball));
    model_must(graze_world_create(&config, &s->world));
    model_must(graze_scene_create(s->world, NULL, &s->scene));
    model_must(graze_scene_create(s->world, NULL, &s->second));
    model_must(graze_table_create(s->world, &s->table));
    model_must(graze_table_create(s->world, &s->second_table));
    model_must(graze_table_add_class(s->world, s->table, &s->things));
    model_must(graze_table_add_class(s->world, s->second_table, &s->second_things));
    graze_response r = {GRAZE_RESPONSE_SIMPLE, note, s, 0};
    model_must(graze_table_add_default(s->world, s->table, &r));
    for (int i = 0; i < BALLS; ++i) {
        graze_pose pose = graze_pose_at((graze_real)(1.5 * i), 0, 0);
        model_must(graze_object_create(
            s->world, &(graze_object_config){.shape = s->ball, .pose = &pose}, &s->balls[i]));
        model_must(graze_scene_add(s->world, s->scene, s->balls[i]));
        model_must(graze_scene_add(s->world, s->second, s->balls[i]));
        model_must(graze_object_set_class(s->world, s->balls[i], s->things));
        model_must(graze_object_set_class(s->world, s->balls[i], s->second_things));
    }
}

static void close_stage(stage *s) {
    graze_world_release(s->world);
    graze_shape_release(s->ball);
}

static size_t run(stage *s, int at, void (*act)(stage *s, const graze_collision *c)) {
    size_t count;
    s->calls = 0;
    s->at = at;
    s->act = act;
    model_must(graze_world_test(s->world, s->scene, s->table, &count));
    assert_int_equal(count, s->calls);
    model_check_valid(s->world, 0, at);
    return count;
}

static size_t events(const stage *s, graze_touch change) {
    const graze_touch_event *list;
    size_t count, of = 0;
    model_must(graze_world_events(s->world, s->scene, s->table, &list, &count));
    for (size_t i = 0; i < count; ++i) of += list[i].change == change;
    return of;
}

static void move_away(stage *s, const graze_collision *c) {
    (void)c;
    graze_aabb box;
    model_must(graze_object_set_position(s->world, s->balls[5], graze_vec3_make(0, 100, 0)));
    model_must(graze_object_get_box(s->world, s->balls[5], &box)); /* seen at once */
    assert_true(box.lo.y > 98);
    graze_object_id out[2];
    size_t total;
    model_must(graze_scene_overlap_point(s->world, s->scene, graze_vec3_make(0, 100, 0), NULL, 2, out,
                                         &total));
    assert_true(total == 1 && out[0] == s->balls[5]);
}

static void moving(void **state) {
    (void)state;
    stage s;
    open_stage(&s, 0); /* results already computed are told as they are */
    assert_int_equal(run(&s, 1, move_away), BALLS - 1);
    assert_int_equal(run(&s, 1, NULL), BALLS - 3);
    assert_int_equal(events(&s, GRAZE_TOUCH_END), 2);
    close_stage(&s);
    open_stage(&s, 1); /* pair by pair, where they are now */
    assert_int_equal(run(&s, 1, move_away), BALLS - 3);
    /* And back, in the first call: those at rest are looked at again. */
    model_must(graze_object_set_position(s.world, s.balls[5], graze_vec3_make((graze_real)7.5, 0, 0)));
    assert_int_equal(run(&s, 99, NULL), BALLS - 1);
    close_stage(&s);
}

static void destroy_two(stage *s, const graze_collision *c) {
    model_must(graze_object_destroy(s->world, c->a));
    model_must(graze_object_destroy(s->world, s->balls[7]));
}

static void removing(void **state) {
    (void)state;
    for (uint32_t batch = 0; batch < 3; ++batch) {
        stage s;
        open_stage(&s, batch);
        assert_int_equal(run(&s, 99, NULL), BALLS - 1);
        /* The third pair is of 2 and 3: 2 goes, and 7, so 6-7 and 7-8 are not named. */
        assert_int_equal(run(&s, 3, destroy_two), BALLS - 3);
        for (int i = 3; i < s.calls; ++i)
            assert_true(s.seen[i][0] != s.balls[7] && s.seen[i][1] != s.balls[7]);
        assert_int_equal(events(&s, GRAZE_TOUCH_END), 2);
        assert_int_equal(run(&s, 99, NULL), BALLS - 5);
        assert_int_equal(events(&s, GRAZE_TOUCH_END), 2); /* 1-2 and 2-3, one end each */
        assert_int_equal(run(&s, 99, NULL), BALLS - 5);
        assert_int_equal(events(&s, GRAZE_TOUCH_END), 0);
        close_stage(&s);
    }
}

static void leave_scene(stage *s, const graze_collision *c) {
    (void)c;
    model_must(graze_scene_remove(s->world, s->scene, s->balls[4]));
    model_must(graze_object_clear_class(s->world, s->balls[8], s->table));
}

static void leaving(void **state) {
    (void)state;
    stage s;
    open_stage(&s, 0);
    assert_int_equal(run(&s, 1, leave_scene), BALLS - 5);
    assert_int_equal(run(&s, 99, NULL), BALLS - 5);
    model_must(graze_scene_add(s.world, s.scene, s.balls[4]));
    assert_int_equal(run(&s, 99, NULL), BALLS - 3);
    assert_int_equal(events(&s, GRAZE_TOUCH_BEGIN), 2);
    close_stage(&s);
}

static void add_more(stage *s, const graze_collision *c) {
    (void)c;
    for (int i = 0; i < 50; ++i) {
        graze_object_id id;
        model_must(graze_object_create(s->world, &(graze_object_config){.shape = s->ball}, &id));
        model_must(graze_scene_add(s->world, s->scene, id));
        if (i == 0) model_must(graze_object_set_class(s->world, id, s->things));
    }
    graze_scene_id more;
    graze_table_id table;
    for (int i = 0; i < 20; ++i) { /* so that arrays move */
        model_must(graze_scene_create(s->world, NULL, &more));
        model_must(graze_table_create(s->world, &table));
        graze_class_id of;
        model_must(graze_table_add_class(s->world, s->table, &of));
    }
}

static void adding(void **state) {
    (void)state;
    stage s;
    open_stage(&s, 0);
    assert_int_equal(run(&s, 2, add_more), BALLS - 1);
    assert_int_equal(run(&s, 99, NULL), BALLS - 1 + 2); /* the new one touches 0 and 1 */
    close_stage(&s);
}

static void change_responses(stage *s, const graze_collision *c) {
    (void)c;
    graze_response r = {GRAZE_RESPONSE_DEPTH, note, s, 5};
    model_must(graze_table_remove_default(s->world, s->table, note, 0));
    model_must(graze_table_add_default(s->world, s->table, &r));
}

static void editing(void **state) {
    (void)state;
    stage s;
    open_stage(&s, 0);
    assert_int_equal(run(&s, 2, change_responses),
                     2); /* removed at once, added from the next test on */
    assert_int_equal(run(&s, 99, NULL), BALLS - 1);
    close_stage(&s);
}

/* Pairs behind the stop have no event and stay what they were. */
static void stopping(void **state) {
    (void)state;
    for (uint32_t batch = 0; batch < 2; ++batch) {
        stage s;
        open_stage(&s, batch);
        assert_int_equal(run(&s, 99, NULL), BALLS - 1);
        assert_int_equal(events(&s, GRAZE_TOUCH_BEGIN), BALLS - 1);
        s.stop = true;
        model_must(graze_object_destroy(s.world, s.balls[10]));
        assert_int_equal(run(&s, 4, NULL), 4);
        assert_int_equal(events(&s, GRAZE_TOUCH_STAY), 4);
        assert_int_equal(events(&s, GRAZE_TOUCH_END), 0);
        s.stop = false;
        assert_int_equal(run(&s, 99, NULL), BALLS - 3);
        assert_int_equal(events(&s, GRAZE_TOUCH_STAY), BALLS - 3);
        assert_int_equal(events(&s, GRAZE_TOUCH_END), 2);
        graze_world_statistics statistics;
        model_must(graze_world_statistics_get(s.world, &statistics));
        if (batch == 1) assert_int_equal(statistics.computed, BALLS - 1 + 4 + BALLS - 3);
        close_stage(&s);
    }
}

static graze_flow count_call(void *user, graze_world *world, const graze_collision *c) {
    (void)world, (void)c;
    ++*(int *)user;
    return GRAZE_CONTINUE;
}

static void reenter(stage *s, const graze_collision *c) {
    (void)c;
    size_t count = 77;
    int calls = 0;
    assert_int_equal(graze_world_test(s->world, s->scene, s->table, &count), GRAZE_BUSY);
    assert_int_equal(graze_scene_destroy(s->world, s->scene), GRAZE_BUSY);
    assert_int_equal(graze_table_destroy(s->world, s->table), GRAZE_BUSY);
    assert_int_equal(graze_world_save(s->world, NULL, 0, NULL, &count), GRAZE_BUSY);
    assert_int_equal(count, 77);
    model_must(graze_object_destroy(s->world, s->balls[9]));
    graze_response r = {GRAZE_RESPONSE_CONTACT, count_call, &calls, 0};
    model_must(graze_table_add_default(s->world, s->second_table, &r));
    model_must(graze_world_test(s->world, s->scene, s->second_table, &count));
    assert_int_equal(calls, BALLS - 3);
    model_must(graze_world_test(s->world, s->second, s->second_table, &count));
    assert_int_equal(calls, 2 * (BALLS - 3));
    const graze_collision *list;
    model_must(graze_world_collect(s->world, s->second, s->table, &list, &count));
    assert_int_equal(count, BALLS - 3);
    for (int i = 0; i < 30; ++i) { /* the freed index is used again, in the middle of the chain */
        graze_object_id id;
        graze_pose pose = graze_pose_at((graze_real)(1.5 * 9), 0, 0);
        model_must(graze_object_create(s->world,
                                       &(graze_object_config){.shape = s->ball, .pose = &pose}, &id));
        model_must(graze_scene_add(s->world, s->scene, id));
        model_must(graze_object_set_class(s->world, id, s->things));
    }
    model_must(graze_world_update(s->world));
}

static void reentering(void **state) {
    (void)state;
    stage s;
    open_stage(&s, 1);
    assert_int_equal(run(&s, 3, reenter), BALLS - 3);
    run(&s, 99, NULL);
    close_stage(&s);
}

static void release_world(stage *s, const graze_collision *c) {
    (void)c;
    graze_world_release(s->world);
    assert_true(graze_object_exists(s->world, s->balls[0])); /* until the test returns */
}

static void releasing(void **state) {
    (void)state;
    stage s;
    open_stage(&s, 0);
    s.at = 4;
    s.act = release_world;
    model_must(graze_world_test(s.world, s.scene, s.table, NULL));
    assert_int_equal(s.calls, 4);
    graze_shape_release(s.ball);
}

static void change_batch(stage *s, const graze_collision *c) {
    (void)c;
    graze_world_settings settings;
    model_must(graze_world_get_settings(s->world, &settings));
    settings.batch = 0;
    settings.no_caches = true;
    model_must(graze_world_set_settings(s->world, &settings));
}

static void changing_settings(void **state) {
    (void)state;
    stage s;
    open_stage(&s, 1);
    assert_int_equal(run(&s, 1, change_batch), BALLS - 1);
    assert_int_equal(run(&s, 99, NULL), BALLS - 1);
    close_stage(&s);
}

static double clock_ticks(void *user) { return (*(double *)user)++; }

/* R2: each stage is a filter for the next; pairs at rest cost nothing. */
static void statistics_add_up(void **state) {
    (void)state;
    stage s;
    double ticks = 0;
    open_stage(&s, 0);
    graze_world_settings settings = {.clock = clock_ticks, .clock_user = &ticks};
    model_must(graze_world_set_settings(s.world, &settings));
    graze_pose pose =
        graze_pose_at((graze_real)1.9, (graze_real)1.9, (graze_real)0.2); /* near, but apart */
    graze_object_id id;
    model_must(
        graze_object_create(s.world, &(graze_object_config){.shape = s.ball, .pose = &pose}, &id));
    model_must(graze_scene_add(s.world, s.scene, id));
    model_must(graze_object_set_class(s.world, id, s.things));
    for (int i = 0; i < 3; ++i) run(&s, 99, NULL);
    graze_world_statistics n;
    model_must(graze_world_statistics_get(s.world, &n));
    assert_true(n.tests == 3 && n.updates == 3 && n.failed == 0);
    assert_true(n.pairs >= n.with_response && n.with_response == n.at_rest + n.computed);
    assert_true(n.at_rest > 0 && n.hits == 3 * (BALLS - 1 + 1) && n.callbacks == n.hits);
    for (int i = 0; i < GRAZE_STAGE_COUNT; ++i) assert_true(n.seconds[i] >= 3);
    assert_true(n.encounters == n.begun - n.ended);
    close_stage(&s);
}

/* Pairs whose query fails: two half-spaces are none; what cannot be computed is told with what there
 * is. */
static void failures_are_told(void **state) {
    (void)state;
    model_shapes shapes;
    model_shapes_make(&shapes, 1);
    stage s;
    open_stage(&s, 0);
    graze_object_id planes[2];
    for (int i = 0; i < 2; ++i) {
        graze_object_config config = {.shape = shapes.at[MODEL_HALF_SPACE]};
        model_must(graze_object_create(s.world, &config, &planes[i]));
        model_must(graze_scene_add(s.world, s.scene, planes[i]));
        model_must(graze_object_set_class(s.world, planes[i], s.things));
    }
    assert_int_equal(run(&s, 99, NULL), BALLS - 1); /* the planes are two below */
    model_must(graze_object_set_position(s.world, planes[0], graze_vec3_make(0, 2, 0)));
    assert_int_equal(run(&s, 99, NULL), 2 * BALLS - 1);
    graze_world_statistics n;
    model_must(graze_world_statistics_get(s.world, &n));
    assert_int_equal(n.failed, 0);
    close_stage(&s);
    model_shapes_release(&shapes);
}

/* What is drawn: every box once, lines for pairs. */
typedef struct drawn {
    int boxes[GRAZE_DRAW_KIND_COUNT], lines[GRAZE_DRAW_KIND_COUNT];
} drawn;
static void draw_a_box(void *user, graze_draw_kind kind, const graze_aabb *box) {
    assert_true(graze_vec3_less_equal(box->lo, box->hi));
    ++((drawn *)user)->boxes[kind];
}
static void draw_a_line(void *user, graze_draw_kind kind, graze_vec3 from, graze_vec3 to) {
    assert_true(graze_vec3_is_finite(from) && graze_vec3_is_finite(to));
    ++((drawn *)user)->lines[kind];
}

static void drawing(void **state) {
    (void)state;
    model_shapes shapes;
    model_shapes_make(&shapes, 1);
    stage s;
    open_stage(&s, 0);
    graze_object_id id;
    model_must(
        graze_object_create(s.world, &(graze_object_config){.shape = shapes.at[MODEL_MESH]}, &id));
    model_must(graze_scene_add(s.world, s.scene, id));
    graze_response r = {GRAZE_RESPONSE_DEPTH, NULL, NULL, 0};
    model_must(graze_table_add_default(s.world, s.table, &r));
    const graze_collision *list;
    size_t count;
    model_must(graze_world_collect(s.world, s.scene, s.table, &list, &count));
    drawn d = {{0}, {0}};
    graze_draw draw = {draw_a_box, draw_a_line, &d, 0};
    model_must(graze_scene_draw(s.world, s.scene, &draw));
    assert_true(d.boxes[GRAZE_DRAW_BOX] == BALLS + 1 && d.boxes[GRAZE_DRAW_TREE] > 10);
    assert_true(d.lines[GRAZE_DRAW_ENCOUNTER] >= BALLS - 1 && d.lines[GRAZE_DRAW_AXIS] > 0);
    assert_true(d.lines[GRAZE_DRAW_CONTACT] == BALLS - 1 && d.lines[GRAZE_DRAW_NORMAL] == BALLS - 1);
    d = (drawn){{0}, {0}};
    draw.kinds = 1u << GRAZE_DRAW_ENCOUNTER;
    model_must(graze_scene_draw(s.world, s.scene, &draw));
    assert_true(d.boxes[GRAZE_DRAW_BOX] == 0 && d.lines[GRAZE_DRAW_AXIS] == 0 &&
                d.lines[GRAZE_DRAW_ENCOUNTER] > 0);
    assert_int_equal(graze_scene_draw(s.world, s.scene, NULL), GRAZE_INVALID_ARGUMENT);
    close_stage(&s);
    model_shapes_release(&shapes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving),
        cmocka_unit_test(removing),
        cmocka_unit_test(leaving),
        cmocka_unit_test(adding),
        cmocka_unit_test(editing),
        cmocka_unit_test(stopping),
        cmocka_unit_test(reentering),
        cmocka_unit_test(releasing),
        cmocka_unit_test(changing_settings),
        cmocka_unit_test(statistics_add_up),
        cmocka_unit_test(failures_are_told),
        cmocka_unit_test(drawing),
    };
    return cmocka_run_group_tests_name("callbacks of worlds", tests, NULL, NULL);
}
