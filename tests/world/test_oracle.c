/* SPDX-License-Identifier: MIT
 * Worlds against all pairs: which callbacks are called, in which order, with which data, for random
 * scenes, tables and motions (I3-I8, L1-L4, L6, L7, Q3, A1). One object is in up to three scenes,
 * under two tables. */
#include "world_model.h"

enum { OBJECTS = 36, SCENES = 3, TABLES = 2, CLASSES = 4, RESPONSES = 6, COMMANDS = 64, CALLS = 8192 };

/* -- the model: what was told, and nothing derived from it -------------------------------------------
 */

typedef enum scope_kind { FOR_ALL, FOR_CLASS, FOR_PAIR } scope_kind;

typedef struct command {
    scope_kind scope;
    bool add;
    int i, j; /* classes */
    int response;
} command;

typedef struct call {
    graze_object_id a, b;
    int response;
} call;

typedef struct model {
    graze_world *world;
    graze_scene_id scenes[SCENES];
    graze_table_id tables[TABLES];
    graze_class_id classes[TABLES][CLASSES];
    int class_count[TABLES];
    command commands[TABLES][COMMANDS];
    int command_count[TABLES];
    graze_object_id objects[OBJECTS]; /* 0: none */
    bool in_scene[SCENES][OBJECTS];
    int class_of[TABLES][OBJECTS]; /* -1: none */
    uint32_t category[OBJECTS], mask[OBJECTS];
    model_shapes shapes;
    graze_random random;
    /* who touched at the last test */
    graze_touch_event touching[SCENES][TABLES][OBJECTS * OBJECTS];
    size_t touching_count[SCENES][TABLES];
    /* calls of this test */
    call calls[CALLS];
    size_t call_count;
    long pairs, hits;
} model;

typedef struct response_data {
    model *m;
    int number;
} response_data;

static response_data data[RESPONSES];
static const graze_response_type types[RESPONSES] = {GRAZE_RESPONSE_SIMPLE, GRAZE_RESPONSE_WITNESSED,
                                                     GRAZE_RESPONSE_DEPTH,  GRAZE_RESPONSE_CONTACT,
                                                     GRAZE_RESPONSE_SIMPLE, GRAZE_RESPONSE_DEPTH};

/* The list of a pair of classes: all commands that concern it, in order. What was added before a class
 * was made counts, since new classes inherit. */
static int list_of(const model *m, int table, int i, int j, int *list) {
    int count = 0;
    for (int c = 0; c < m->command_count[table]; ++c) {
        const command *k = &m->commands[table][c];
        bool concerned =
            k->scope == FOR_ALL || (k->scope == FOR_CLASS && (k->i == i || k->i == j)) ||
            (k->scope == FOR_PAIR && ((k->i == i && k->j == j) || (k->i == j && k->j == i)));
        if (!concerned) continue;
        if (k->add) {
            list[count++] = k->response;
            continue;
        }
        int kept = 0;
        for (int n = 0; n < count; ++n)
            if (list[n] != k->response) list[kept++] = list[n];
        count = kept;
    }
    return count;
}

static int list_of_objects(const model *m, int table, int a, int b, int *list) {
    if (m->class_of[table][a] < 0 || m->class_of[table][b] < 0) return 0;
    return list_of(m, table, m->class_of[table][a], m->class_of[table][b], list);
}

static bool can_meet(const model *m, int scene, int a, int b) {
    return m->objects[a] && m->objects[b] && m->in_scene[scene][a] && m->in_scene[scene][b] &&
           (m->category[a] & m->mask[b]) && (m->category[b] & m->mask[a]);
}

/* -- what the world calls
 * ------------------------------------------------------------------------------ */

static int number_of(const model *m, graze_object_id id) {
    for (int i = 0; i < OBJECTS; ++i)
        if (m->objects[i] == id) return i;
    return -1;
}

static bool has_mesh(const graze_placed *a, const graze_placed *b) {
    return graze_shape_get_kind(a->shape) >= GRAZE_SHAPE_CONVEX_COUNT ||
           graze_shape_get_kind(b->shape) >= GRAZE_SHAPE_CONVEX_COUNT;
}

/* Whoever leaves a body leaves its primitives, so a contact of two primitives bounds the depth of the
 * bodies from below, but not from above. */
static void check_depth(const graze_collision *c, const graze_placed *a, const graze_placed *b) {
    graze_penetration_result fresh;
    if (graze_penetration(a, b, NULL, NULL, &fresh) != GRAZE_OK) {
        assert_int_not_equal(c->status, GRAZE_OK);
        return;
    }
    assert_true(c->type >= GRAZE_RESPONSE_DEPTH);
    assert_true(graze_abs(graze_vec3_length(c->normal) - 1) < (graze_real)1e-5);
    /* A contact's bracket may be that of a signed distance that counts as apart: then it is empty. */
    graze_real slack = 64 * GRAZE_EPSILON * 16;
    assert_true(c->lower <= fresh.upper + slack);
    assert_true(c->lower <= c->depth + slack && c->depth <= c->upper + slack);
    if (c->type == GRAZE_RESPONSE_CONTACT && has_mesh(a, b)) return;
    assert_true(c->upper >= fresh.lower - slack);
}

static graze_flow record(void *user, graze_world *world, const graze_collision *c) {
    response_data *own = user;
    model *m = own->m;
    assert_true(m->call_count < CALLS);
    m->calls[m->call_count++] = (call){c->a, c->b, own->number};
    assert_true((uint32_t)c->a < (uint32_t)c->b);
    int a = number_of(m, c->a), b = number_of(m, c->b);
    assert_true(a >= 0 && b >= 0 && c->user_a == &m->objects[a] && c->user_b == &m->objects[b]);
    graze_placed pa, pb;
    model_must(graze_object_get_placed(world, c->a, &pa));
    model_must(graze_object_get_placed(world, c->b, &pb));
    assert_true(c->type >= types[own->number] || c->status != GRAZE_OK);
    assert_true((c->type == GRAZE_RESPONSE_CONTACT) == (c->contacts != NULL));
    if (types[own->number] >= GRAZE_RESPONSE_DEPTH) check_depth(c, &pa, &pb);
    return GRAZE_CONTINUE;
}

/* -- random changes
 * -------------------------------------------------------------------------------------- */

static void add_command(model *m, int table) {
    if (m->command_count[table] == COMMANDS || !m->class_count[table]) return;
    uint32_t classes = (uint32_t)m->class_count[table];
    command k = {.scope = (scope_kind)model_pick(&m->random, 3)};
    k.add = model_pick(&m->random, 3) != 0;
    k.i = (int)model_pick(&m->random, classes);
    k.j = (int)model_pick(&m->random, classes);
    k.response = (int)model_pick(&m->random, RESPONSES);
    m->commands[table][m->command_count[table]++] = k;
    graze_response r = {types[k.response], record, &data[k.response], (uint64_t)k.response};
    graze_class_id i = m->classes[table][k.i], j = m->classes[table][k.j];
    graze_world *w = m->world;
    graze_table_id t = m->tables[table];
    graze_status status;
    if (k.scope == FOR_ALL)
        status = k.add ? graze_table_add_default(w, t, &r)
                       : graze_table_remove_default(w, t, r.callback, r.key);
    else if (k.scope == FOR_CLASS)
        status = k.add ? graze_table_add_for_class(w, i, &r)
                       : graze_table_remove_for_class(w, i, r.callback, r.key);
    else
        status = k.add ? graze_table_add_for_pair(w, i, j, &r)
                       : graze_table_remove_for_pair(w, i, j, r.callback, r.key);
    model_must(status);
}

static void add_class(model *m, int table) {
    if (m->class_count[table] == CLASSES) return;
    model_must(
        graze_table_add_class(m->world, m->tables[table], &m->classes[table][m->class_count[table]++]));
}

static void create(model *m, int i) {
    uint32_t shape = model_pick(&m->random, i == 0 ? MODEL_SHAPES : MODEL_HALF_SPACE);
    graze_pose pose = model_pose(3, &m->random);
    uint32_t bits = model_pick(&m->random, 4);
    graze_object_config config = {.shape = m->shapes.at[shape], .pose = &pose, .user = &m->objects[i]};
    config.fit = (graze_box_fit)model_pick(&m->random, 3);
    config.margin = model_pick(&m->random, 2) ? graze_random_uniform(&m->random, 0, 1) / 4 : 0;
    config.category = bits ? bits : 0;
    config.mask = bits ? 3 : 0;
    m->category[i] = bits ? bits : UINT32_MAX;
    m->mask[i] = bits ? 3 : UINT32_MAX;
    model_must(graze_object_create(m->world, &config, &m->objects[i]));
    for (int s = 0; s < SCENES; ++s) m->in_scene[s][i] = false;
    for (int t = 0; t < TABLES; ++t) m->class_of[t][i] = -1;
}

static void change_scenes(model *m, int i) {
    int scene = (int)model_pick(&m->random, SCENES);
    bool in = model_pick(&m->random, 4) != 0;
    model_must(in ? graze_scene_add(m->world, m->scenes[scene], m->objects[i])
                  : graze_scene_remove(m->world, m->scenes[scene], m->objects[i]));
    m->in_scene[scene][i] = in;
}

static void change_class(model *m, int i) {
    int table = (int)model_pick(&m->random, TABLES);
    int of = (int)model_pick(&m->random, (uint32_t)m->class_count[table] + 1) - 1;
    model_must(of < 0 ? graze_object_clear_class(m->world, m->objects[i], m->tables[table])
                      : graze_object_set_class(m->world, m->objects[i], m->classes[table][of]));
    m->class_of[table][i] = of;
}

static void deform(model *m) {
    graze_real thickness = graze_random_uniform(&m->random, (graze_real)0.1, (graze_real)0.6);
    model_torus(m->shapes.vertices, (graze_real)0.8, thickness);
    model_must(graze_mesh_update(m->shapes.at[MODEL_MESH]));
}

static void change(model *m) {
    int i = (int)model_pick(&m->random, OBJECTS);
    uint32_t what = model_pick(&m->random, 32);
    if (!m->objects[i]) {
        create(m, i);
        return;
    }
    if (what < 12) {
        graze_pose pose = model_pose(3, &m->random);
        model_must(graze_object_set_pose(m->world, m->objects[i], &pose));
    } else if (what < 18) {
        change_scenes(m, i);
    } else if (what < 24) {
        change_class(m, i);
    } else if (what == 24) {
        model_must(graze_object_destroy(m->world, m->objects[i]));
        m->objects[i] = 0;
    } else if (what == 25) {
        deform(m);
    } else if (what == 26) {
        uint32_t shape = model_pick(&m->random, i == 0 ? MODEL_SHAPES : MODEL_HALF_SPACE);
        model_must(graze_object_set_shape(m->world, m->objects[i], m->shapes.at[shape]));
    } else if (what == 27) {
        m->category[i] = 1 + model_pick(&m->random, 3);
        m->mask[i] = 1 + model_pick(&m->random, 3);
        model_must(graze_object_set_filter(m->world, m->objects[i], m->category[i], m->mask[i]));
    } else if (what == 28) {
        model_must(graze_object_set_margin(m->world, m->objects[i],
                                           graze_random_uniform(&m->random, 0, 1) / 3));
    } else if (what == 29) {
        add_class(m, (int)model_pick(&m->random, TABLES));
    } else {
        add_command(m, (int)model_pick(&m->random, TABLES));
    }
}

/* -- the truth
 * ------------------------------------------------------------------------------------------- */

/* Do two objects intersect? maybe: within what rounding may decide either way. */
static bool truth(model *m, int a, int b, bool *maybe) {
    graze_placed pa, pb;
    model_must(graze_object_get_placed(m->world, m->objects[a], &pa));
    model_must(graze_object_get_placed(m->world, m->objects[b], &pb));
    graze_intersection hit;
    *maybe = false;
    if (graze_intersect(&pa, &pb, NULL, NULL, &hit) != GRAZE_OK) return false; /* two half-spaces */
    graze_signed_separation sd;
    if (graze_signed_distance(&pa, &pb, NULL, NULL, &sd) == GRAZE_OK)
        *maybe = graze_abs(sd.sd) <= 1000 * GRAZE_EPSILON;
    return hit.intersecting;
}

/* The objects in the order of their indices. */
static int by_index(const model *m, int *order) {
    int count = 0;
    for (int i = 0; i < OBJECTS; ++i) {
        if (!m->objects[i]) continue;
        int at = count++;
        for (; at > 0 && (uint32_t)m->objects[order[at - 1]] > (uint32_t)m->objects[i]; --at)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return count;
}

static bool touched_before(const model *m, int scene, int table, graze_object_id a, graze_object_id b) {
    for (size_t i = 0; i < m->touching_count[scene][table]; ++i)
        if (m->touching[scene][table][i].a == a && m->touching[scene][table][i].b == b) return true;
    return false;
}

static void check_event(const graze_touch_event *events, size_t count, graze_object_id a,
                        graze_object_id b, graze_touch change, uint64_t seed, long number) {
    size_t seen = 0;
    for (size_t i = 0; i < count; ++i) {
        if (events[i].a != a || events[i].b != b) continue;
        ++seen;
        TEST_CHECK(events[i].change == change, seed, number, "event %d instead of %d",
                   (int)events[i].change, (int)change);
    }
    TEST_CHECK(seen == 1, seed, number, "%zu events for a pair, kind %d", seen, (int)change);
}

static void check_test(model *m, int scene, int table, uint64_t seed, long number) {
    int order[OBJECTS], objects = by_index(m, order), list[COMMANDS];
    size_t told = 0, at = 0, called = 0, touching = 0, expected_events = 0, event_count;
    static graze_touch_event now[OBJECTS * OBJECTS];
    const graze_touch_event *events;
    m->call_count = 0;
    model_must(graze_world_test(m->world, m->scenes[scene], m->tables[table], &told));
    model_must(graze_world_events(m->world, m->scenes[scene], m->tables[table], &events, &event_count));
    for (int i = 0; i < objects; ++i)
        for (int j = i + 1; j < objects; ++j) {
            int a = order[i], b = order[j], length = list_of_objects(m, table, a, b, list);
            if (!can_meet(m, scene, a, b) || !length) continue;
            bool maybe, hit = truth(m, a, b, &maybe);
            bool was_called = at < m->call_count && m->calls[at].a == m->objects[a] &&
                              m->calls[at].b == m->objects[b];
            ++m->pairs;
            if (maybe) hit = was_called;
            TEST_CHECK(hit == was_called, seed, number, "pair %d %d: %d, but called %d", a, b, hit,
                       was_called);
            if (!hit) continue;
            ++m->hits;
            ++called;
            for (int k = 0; k < length; ++k, ++at)
                TEST_CHECK(at < m->call_count && m->calls[at].a == m->objects[a] &&
                               m->calls[at].b == m->objects[b] && m->calls[at].response == list[k],
                           seed, number, "pair %d %d, response %d", a, b, k);
            bool before = touched_before(m, scene, table, m->objects[a], m->objects[b]);
            check_event(events, event_count, m->objects[a], m->objects[b],
                        before ? GRAZE_TOUCH_STAY : GRAZE_TOUCH_BEGIN, seed, number);
            ++expected_events;
            now[touching++] = (graze_touch_event){m->objects[a], m->objects[b], GRAZE_TOUCH_STAY};
        }
    TEST_CHECK(at == m->call_count && told == called, seed, number, "%zu calls more, told %zu of %zu",
               m->call_count - at, told, called);
    for (size_t i = 0; i < m->touching_count[scene][table]; ++i) {
        const graze_touch_event *old = &m->touching[scene][table][i];
        bool still = false;
        for (size_t k = 0; k < touching; ++k) still |= now[k].a == old->a && now[k].b == old->b;
        if (still) continue;
        check_event(events, event_count, old->a, old->b, GRAZE_TOUCH_END, seed, number);
        ++expected_events;
    }
    TEST_CHECK(event_count == expected_events, seed, number, "%zu events instead of %zu", event_count,
               expected_events);
    memcpy(m->touching[scene][table], now, touching * sizeof *now);
    m->touching_count[scene][table] = touching;
}

/* The list has the same pairs as the callbacks. */
static void check_list(model *m, int scene, int table, uint64_t seed, long number) {
    const graze_collision *list;
    size_t count, at = 0;
    model_must(graze_world_collect(m->world, m->scenes[scene], m->tables[table], &list, &count));
    for (size_t i = 0; i < count; ++i) {
        bool same = at < m->call_count && m->calls[at].a == list[i].a && m->calls[at].b == list[i].b;
        TEST_CHECK(same, seed, number, "collected another pair than was called");
        TEST_CHECK((list[i].type == GRAZE_RESPONSE_CONTACT) == (list[i].contacts != NULL), seed, number,
                   "contacts are missing");
        while (at < m->call_count && m->calls[at].a == list[i].a && m->calls[at].b == list[i].b) ++at;
    }
    TEST_CHECK(at == m->call_count, seed, number, "pairs are missing in the list");
}

static void random_worlds(void **state) {
    (void)state;
    long worlds = test_count(100), pairs = 0, hits = 0;
    uint64_t seed = test_seed(711);
    static model m;
    for (long number = 0; number < worlds; ++number) {
        memset(&m, 0, sizeof m);
        m.random = graze_random_seed(seed + (uint64_t)number);
        model_shapes_make(&m.shapes, seed + (uint64_t)number);
        graze_world_config config = {.tag = (uint32_t)number % 1024};
        config.settings.no_caches = number % 4 == 3;
        config.settings.batch = number % 3 == 2 ? 1 + model_pick(&m.random, 40) : 0;
        model_must(graze_world_create(&config, &m.world));
        for (int s = 0; s < SCENES; ++s) {
            graze_broad_config broad = {.kind =
                                            (graze_broad_kind)((number + s) % GRAZE_BROAD_KIND_COUNT)};
            model_must(graze_scene_create(m.world, &broad, &m.scenes[s]));
        }
        for (int t = 0; t < TABLES; ++t) {
            model_must(graze_table_create(m.world, &m.tables[t]));
            add_class(&m, t);
            add_class(&m, t);
        }
        for (int r = 0; r < RESPONSES; ++r) data[r] = (response_data){&m, r};
        for (int i = 0; i < 400; ++i) change(&m);
        for (int frame = 0; frame < 12; ++frame) {
            int scene = (int)model_pick(&m.random, SCENES), table = (int)model_pick(&m.random, TABLES);
            check_test(&m, scene, table, seed, number);
            if (frame % 3 == 0) check_list(&m, scene, table, seed, number);
            model_check_valid(m.world, seed, number);
            for (uint32_t i = model_pick(&m.random, 60); i > 0; --i) change(&m);
        }
        graze_world_release(m.world);
        model_shapes_release(&m.shapes);
        pairs += m.pairs;
        hits += m.hits;
    }
    assert_in_range(hits * 100 / pairs, 10, 70);
}

/* Q2: a hundred objects of a thousand primitives, all moving: exactly the pairs that intersect (the
 * time is bench/world.c's). */
static void moving_meshes(void **state) {
    (void)state;
    enum { TORI = 100, SIDE = 22, FRAMES = 4 };
    static graze_vec3 vertices[SIDE * SIDE];
    static uint32_t indices[6 * SIDE * SIDE];
    size_t n = 0, total = 0;
    for (uint32_t i = 0; i < SIDE; ++i)
        for (uint32_t j = 0; j < SIDE; ++j) {
            graze_vec3 out = model_on_circle((int)i, SIDE), round = model_on_circle((int)j, SIDE);
            graze_vec3 p = graze_vec3_scale(out, (graze_real)0.7 + (graze_real)0.3 * round.x);
            p.y = (graze_real)0.3 * round.z;
            vertices[i * SIDE + j] = p;
            uint32_t k = (i + 1) % SIDE, l = (j + 1) % SIDE;
            const uint32_t corners[6] = {i * SIDE + j, k * SIDE + j, k * SIDE + l,
                                         i * SIDE + j, k * SIDE + l, i * SIDE + l};
            memcpy(indices + n, corners, sizeof corners);
            n += 6;
        }
    graze_shape *torus;
    graze_world *world;
    graze_scene_id scene;
    graze_table_id table;
    graze_class_id things;
    graze_object_id objects[TORI];
    graze_random random = graze_random_seed(21);
    model_must(graze_shape_triangles(vertices, SIDE * SIDE, indices, n / 3, &torus));
    model_must(graze_world_create(NULL, &world));
    model_must(graze_scene_create(world, NULL, &scene));
    model_must(graze_table_create(world, &table));
    model_must(graze_table_add_class(world, table, &things));
    graze_response simple = {.type = GRAZE_RESPONSE_SIMPLE};
    model_must(graze_table_add_default(world, table, &simple));
    for (int i = 0; i < TORI; ++i) {
        model_must(graze_object_create(world, &(graze_object_config){.shape = torus}, &objects[i]));
        model_must(graze_scene_add(world, scene, objects[i]));
        model_must(graze_object_set_class(world, objects[i], things));
    }
    for (int frame = 0; frame < FRAMES; ++frame) {
        graze_placed placed[TORI];
        const graze_collision *list;
        size_t count, at = 0;
        for (int i = 0; i < TORI; ++i) {
            graze_pose pose = random_pose(RANDOM_POSE_RIGID, 6, &random);
            model_must(graze_object_set_pose(world, objects[i], &pose));
            model_must(graze_object_get_placed(world, objects[i], &placed[i]));
        }
        model_must(graze_world_collect(world, scene, table, &list, &count));
        for (int i = 0; i < TORI; ++i)
            for (int j = i + 1; j < TORI; ++j) {
                graze_intersection hit;
                model_must(graze_intersect(&placed[i], &placed[j], NULL, NULL, &hit));
                if (!hit.intersecting) continue;
                assert_true(at < count && list[at].a == objects[i] && list[at].b == objects[j]);
                ++at;
            }
        assert_int_equal(at, count);
        total += count;
    }
    assert_true(total > 20);
    graze_world_release(world);
    graze_shape_release(torus);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_worlds),
                                       cmocka_unit_test(moving_meshes)};
    return cmocka_run_group_tests_name("worlds against all pairs", tests, NULL, NULL);
}
