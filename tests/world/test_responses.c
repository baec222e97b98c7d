/* SPDX-License-Identifier: MIT
 * Response tables (I5, I6): the space game of B:4801-4817, lists by hand, types, wrong uses. */
#include "world_model.h"

/* -- the space game
 * ------------------------------------------------------------------------------------- */

enum { SHIPS = 3, SWEEPERS = 2, MINES = 4, THINGS = SHIPS + SWEEPERS + MINES };

typedef struct thing {
    const char *kind;
    int damage;
    bool destroyed;
} thing;

static graze_flow both_sustain_damage(void *user, graze_world *world, const graze_collision *c) {
    (void)user, (void)world;
    ++((thing *)c->user_a)->damage;
    ++((thing *)c->user_b)->damage;
    return GRAZE_CONTINUE;
}
static graze_flow both_are_destroyed(void *user, graze_world *world, const graze_collision *c) {
    (void)user, (void)world;
    ((thing *)c->user_a)->destroyed = ((thing *)c->user_b)->destroyed = true;
    return GRAZE_CONTINUE;
}
static graze_flow mine_is_destroyed(void *user, graze_world *world, const graze_collision *c) {
    const graze_class_id *mines = user;
    (void)world;
    thing *mine = c->class_a == *mines ? c->user_a : c->user_b;
    assert_string_equal(mine->kind, "mine");
    mine->destroyed = true;
    return GRAZE_CONTINUE;
}

typedef struct game {
    graze_world *world;
    graze_scene_id space;
    graze_table_id rules;
    graze_class_id ships, sweepers, mines;
    graze_object_id objects[THINGS];
    thing things[THINGS];
} game;

/* The book's three rules by one default, one class and one pair response. */
static void set_rules(game *g) {
    graze_response damage = {GRAZE_RESPONSE_SIMPLE, both_sustain_damage, NULL, 0};
    graze_response destruction = {GRAZE_RESPONSE_SIMPLE, both_are_destroyed, NULL, 0};
    graze_response sweep = {GRAZE_RESPONSE_SIMPLE, mine_is_destroyed, &g->mines, 0};
    model_must(graze_table_add_default(g->world, g->rules, &damage));
    model_must(graze_table_add_class(g->world, g->rules, &g->ships));
    model_must(graze_table_add_class(g->world, g->rules, &g->sweepers));
    model_must(graze_table_add_class(g->world, g->rules, &g->mines));
    model_must(graze_table_add_for_class(g->world, g->mines, &destruction));
    model_must(graze_table_remove_for_class(g->world, g->mines, both_sustain_damage, 0));
    model_must(graze_table_add_for_pair(g->world, g->mines, g->sweepers, &sweep));
    model_must(graze_table_remove_for_pair(g->world, g->mines, g->sweepers, both_are_destroyed, 0));
    model_must(graze_table_remove_for_pair(g->world, g->mines, g->mines, both_are_destroyed, 0));
}

/* Things in a row along x, one unit apart: those next to each other touch if both are near. */
static void make_game(game *g, graze_shape *ball) {
    memset(g, 0, sizeof *g);
    model_must(graze_world_create(NULL, &g->world));
    model_must(graze_scene_create(g->world, NULL, &g->space));
    model_must(graze_table_create(g->world, &g->rules));
    set_rules(g);
    for (int i = 0; i < THINGS; ++i) {
        graze_class_id of = i < SHIPS ? g->ships : i < SHIPS + SWEEPERS ? g->sweepers : g->mines;
        g->things[i].kind = of == g->ships ? "ship" : of == g->sweepers ? "minesweeper" : "mine";
        graze_pose pose = graze_pose_at((graze_real)(10 * i), 0, 0);
        graze_object_config config = {.shape = ball, .pose = &pose, .user = &g->things[i]};
        model_must(graze_object_create(g->world, &config, &g->objects[i]));
        model_must(graze_scene_add(g->world, g->space, g->objects[i]));
        model_must(graze_object_set_class(g->world, g->objects[i], of));
    }
}

/* Brings two things together, tests, and takes them apart again. */
static size_t collide(game *g, int a, int b) {
    size_t count;
    for (int i = 0; i < THINGS; ++i) g->things[i].damage = 0, g->things[i].destroyed = false;
    model_must(graze_object_set_position(g->world, g->objects[a], graze_vec3_make(0, 50, 0)));
    model_must(graze_object_set_position(g->world, g->objects[b], graze_vec3_make(1, 50, 0)));
    model_must(graze_world_test(g->world, g->space, g->rules, &count));
    for (int i = 0; i < THINGS; ++i)
        model_must(graze_object_set_position(g->world, g->objects[i],
                                             graze_vec3_make((graze_real)(10 * i), 0, 0)));
    return count;
}

static void space_game(void **state) {
    (void)state;
    graze_shape *ball;
    model_must(graze_shape_sphere(1, &ball));
    game g;
    make_game(&g, ball);
    for (int a = 0; a < THINGS; ++a)
        for (int b = 0; b < THINGS; ++b) {
            if (a == b) continue;
            size_t count = collide(&g, a, b);
            const thing *x = &g.things[a], *y = &g.things[b];
            bool mine_x = a >= SHIPS + SWEEPERS, mine_y = b >= SHIPS + SWEEPERS;
            bool sweeper = (!mine_x && a >= SHIPS) || (!mine_y && b >= SHIPS);
            assert_int_equal(count, !(mine_x && mine_y));
            assert_int_equal(x->damage, !mine_x && !mine_y);
            assert_int_equal(y->damage, !mine_x && !mine_y);
            bool exploded = mine_x != mine_y;
            assert_int_equal(x->destroyed, exploded && (mine_x || !sweeper));
            assert_int_equal(y->destroyed, exploded && (mine_y || !sweeper));
        }
    /* A class can be changed or cleared during the lifetime of the object. */
    model_must(graze_object_set_class(g.world, g.objects[0], g.mines));
    assert_int_equal(collide(&g, 0, SHIPS + SWEEPERS), 0);
    model_must(graze_object_clear_class(g.world, g.objects[1], g.rules));
    assert_int_equal(collide(&g, 1, 2), 0);
    graze_class_id of = 7;
    model_must(graze_object_get_class(g.world, g.objects[1], g.rules, &of));
    assert_int_equal(of, 0);
    graze_world_release(g.world);
    graze_shape_release(ball);
}

/* -- lists
 * ----------------------------------------------------------------------------------------------- */

static graze_flow nothing(void *user, graze_world *world, const graze_collision *c) {
    (void)world, (void)c;
    if (user) ++*(int *)user;
    return GRAZE_CONTINUE;
}

static void new_classes_inherit(void **state) {
    (void)state;
    graze_world *world;
    graze_table_id table, other;
    graze_class_id a, b, c, foreign;
    graze_response out[8];
    size_t total;
    model_must(graze_world_create(NULL, &world));
    model_must(graze_table_create(world, &table));
    model_must(graze_table_create(world, &other));
    model_must(graze_table_add_class(world, other, &foreign));
    graze_response first = {GRAZE_RESPONSE_SIMPLE, nothing, NULL, 1},
                   second = {GRAZE_RESPONSE_DEPTH, nothing, NULL, 2},
                   third = {GRAZE_RESPONSE_CONTACT, nothing, NULL, 3};
    model_must(graze_table_add_default(world, table, &first));
    model_must(graze_table_add_class(world, table, &a));
    model_must(graze_table_add_for_class(world, a, &second));
    model_must(graze_table_add_class(world, table, &b));
    model_must(graze_table_add_default(world, table, &third));
    model_must(graze_table_add_class(world, table, &c));
    const graze_class_id pairs[6][2] = {{a, a}, {a, b}, {b, a}, {b, b}, {a, c}, {c, c}};
    const uint64_t keys[6][4] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 3}, {1, 2, 3}, {1, 3}};
    for (int i = 0; i < 6; ++i) {
        model_must(graze_table_responses(world, pairs[i][0], pairs[i][1], 8, out, &total));
        size_t wanted = 0;
        for (; keys[i][wanted]; ++wanted) assert_int_equal(out[wanted].key, keys[i][wanted]);
        assert_int_equal(total, wanted);
    }
    /* The same twice is called twice, and both go at once. */
    model_must(graze_table_add_for_pair(world, a, b, &first));
    model_must(graze_table_responses(world, a, b, 0, NULL, &total));
    assert_int_equal(total, 4);
    model_must(graze_table_remove_for_pair(world, b, a, nothing, 1));
    model_must(graze_table_responses(world, a, b, 8, out, &total));
    assert_int_equal(total, 2);
    assert_int_equal(out[0].key, 2);
    model_must(graze_table_remove_default(world, table, nothing, 3));
    model_must(graze_table_responses(world, c, c, 8, out, &total));
    assert_int_equal(total, 1);

    assert_int_equal(graze_table_add_for_pair(world, a, foreign, &first), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_table_add_for_class(world, table, &first), GRAZE_STALE_ID);
    graze_response none = {GRAZE_RESPONSE_NONE, nothing, NULL, 0};
    assert_int_equal(graze_table_add_default(world, table, &none), GRAZE_INVALID_ARGUMENT);
    none.type = GRAZE_RESPONSE_COUNT;
    assert_int_equal(graze_table_add_default(world, table, &none), GRAZE_INVALID_ARGUMENT);
    assert_int_equal(graze_table_add_default(world, table, NULL), GRAZE_INVALID_ARGUMENT);
    model_must(graze_table_destroy(world, table));
    assert_int_equal(graze_table_add_for_class(world, a, &first), GRAZE_STALE_ID);
    assert_int_equal(graze_table_responses(world, a, b, 8, out, &total), GRAZE_STALE_ID);
    graze_world_release(world);
}

/* -- one computation a pair, at its highest type
 * --------------------------------------------------------- */

typedef struct seen {
    graze_collision last;
    int calls;
} seen;

static graze_flow see(void *user, graze_world *world, const graze_collision *c) {
    (void)world;
    seen *s = user;
    s->last = *c;
    ++s->calls;
    return GRAZE_CONTINUE;
}

static void types_in_every_combination(void **state) {
    (void)state;
    graze_shape *box;
    model_must(graze_shape_box(graze_vec3_make(1, 1, 1), &box));
    for (unsigned set = 1; set < 16; ++set) {
        graze_world *world;
        graze_scene_id scene;
        graze_table_id table;
        graze_class_id things;
        graze_object_id a, b;
        seen results[GRAZE_RESPONSE_COUNT] = {{{0}, 0}};
        model_must(graze_world_create(NULL, &world));
        model_must(graze_scene_create(world, NULL, &scene));
        model_must(graze_table_create(world, &table));
        model_must(graze_table_add_class(world, table, &things));
        graze_pose pose = graze_pose_at((graze_real)1.5, 0, 0);
        model_must(graze_object_create(world, &(graze_object_config){.shape = box}, &a));
        model_must(graze_object_create(world, &(graze_object_config){.shape = box, .pose = &pose}, &b));
        model_must(graze_scene_add(world, scene, a));
        model_must(graze_scene_add(world, scene, b));
        model_must(graze_object_set_class(world, a, things));
        model_must(graze_object_set_class(world, b, things));
        graze_response_type highest = GRAZE_RESPONSE_NONE;
        for (unsigned t = 0; t < 4; ++t) {
            if (!(set >> t & 1)) continue;
            graze_response r = {(graze_response_type)(t + 1), see, &results[t + 1], t};
            model_must(graze_table_add_default(world, table, &r));
            highest = r.type;
        }
        size_t count;
        model_must(graze_world_test(world, scene, table, &count));
        assert_int_equal(count, 1);
        for (unsigned t = 1; t <= 4; ++t) {
            assert_int_equal(results[t].calls, set >> (t - 1) & 1);
            if (!results[t].calls) continue;
            const graze_collision *c = &results[t].last;
            assert_int_equal(c->type, highest);
            assert_true(c->a == a && c->b == b && c->scene == scene && c->table == table);
            assert_true(c->class_a == things && c->class_b == things);
            if (highest >= GRAZE_RESPONSE_DEPTH) {
                assert_true(graze_abs(c->depth - (graze_real)0.5) < (graze_real)1e-4);
                assert_true(c->normal.x > (graze_real)0.999);
            } else {
                assert_true(c->depth == 0 && c->normal.x == 0);
            }
            if (highest == GRAZE_RESPONSE_WITNESSED) {
                bool inside;
                graze_placed placed;
                model_must(graze_object_get_placed(world, a, &placed));
                model_must(graze_placed_contains(&placed, c->point_a, &inside));
                assert_true(inside && graze_vec3_equal(c->point_a, c->point_b));
            }
            if (highest == GRAZE_RESPONSE_CONTACT) assert_int_equal(c->contacts->count, 4);
        }
        graze_world_release(world);
    }
    graze_shape_release(box);
}

/* Responses called by hand, in the order given and with the data given. */
static void responses_called_by_hand(void **state) {
    (void)state;
    graze_shape *ball;
    graze_world *world;
    graze_table_id table;
    graze_class_id things;
    graze_object_id a, b;
    model_must(graze_shape_sphere(1, &ball));
    model_must(graze_world_create(NULL, &world));
    model_must(graze_table_create(world, &table));
    model_must(graze_table_add_class(world, table, &things));
    model_must(graze_object_create(world, &(graze_object_config){.shape = ball, .user = &a}, &a));
    model_must(graze_object_create(world, &(graze_object_config){.shape = ball, .user = &b}, &b));
    model_must(graze_object_set_class(world, a, things));
    seen s = {{0}, 0};
    graze_response r = {GRAZE_RESPONSE_DEPTH, see, &s, 0};
    model_must(graze_table_add_default(world, table, &r));
    graze_collision data = {.type = GRAZE_RESPONSE_SIMPLE, .depth = 3};
    graze_flow flow = GRAZE_STOP;
    model_must(graze_table_call(world, table, b, a, &data, &flow)); /* b has no class */
    assert_int_equal(s.calls, 0);
    model_must(graze_object_set_class(world, b, things));
    model_must(graze_table_call(world, table, b, a, &data, &flow));
    assert_int_equal(s.calls, 1);
    assert_int_equal(flow, GRAZE_CONTINUE);
    assert_true(s.last.a == b && s.last.user_a == &b && s.last.user_b == &a && s.last.depth == 3);
    model_must(graze_object_destroy(world, b));
    assert_int_equal(graze_table_call(world, table, b, a, &data, &flow), GRAZE_STALE_ID);
    graze_world_release(world);
    graze_shape_release(ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(space_game),
        cmocka_unit_test(new_classes_inherit),
        cmocka_unit_test(types_in_every_combination),
        cmocka_unit_test(responses_called_by_hand),
    };
    return cmocka_run_group_tests_name("response tables", tests, NULL, NULL);
}
