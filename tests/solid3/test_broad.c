/* SPDX-License-Identifier: MIT
 * The broad phase alone against all pairs of boxes; callbacks that destroy things; rays; several
 * threads on the whole interface at once. */
#include <pthread.h>

#include "client.h"

enum { BOXES = 40 };

typedef struct box {
    float lo[3], hi[3];
    BP_ProxyHandle proxy; /* NULL: none */
    int index;
} box;

static box boxes[BOXES];
static bool paired[BOXES][BOXES];
static int data_mark;

static bool *cell(const box *a, const box *b) {
    return a->index < b->index ? &paired[a->index][b->index] : &paired[b->index][a->index];
}

static void begin(void *data, void *a, void *b) {
    assert_true(data == &data_mark);
    assert_false(*cell(a, b));
    *cell(a, b) = true;
}

static void end(void *data, void *a, void *b) {
    assert_true(data == &data_mark);
    assert_true(*cell(a, b));
    *cell(a, b) = false;
}

static bool overlap(const box *a, const box *b) {
    if (!a->proxy || !b->proxy) return false;
    for (int k = 0; k < 3; ++k)
        if (a->lo[k] > b->hi[k] || b->lo[k] > a->hi[k]) return false;
    return true;
}

static void random_box(graze_random *random, box *b) {
    for (int k = 0; k < 3; ++k) { /* whole numbers: boxes that touch are common */
        b->lo[k] = (float)(graze_random_bits(random) % 8);
        b->hi[k] = b->lo[k] + (float)(graze_random_bits(random) % 3);
    }
}

static void test_events(void **state) {
    (void)state;
    graze_random random = graze_random_seed(5);
    BP_SceneHandle scene = BP_CreateScene(&data_mark, begin, end);
    for (int i = 0; i < BOXES; ++i) boxes[i].index = i;
    for (long step = 0, steps = test_count(4000); step < steps; ++step) {
        box *b = &boxes[graze_random_bits(&random) % BOXES];
        if (!b->proxy) {
            random_box(&random, b);
            b->proxy = BP_CreateProxy(scene, b, b->lo, b->hi);
            assert_non_null(b->proxy);
        } else if (graze_random_bits(&random) % 4 == 0) {
            BP_DestroyProxy(scene, b->proxy);
            b->proxy = NULL;
        } else {
            random_box(&random, b);
            BP_SetBBox(b->proxy, b->lo, b->hi);
        }
        for (int i = 0; i < BOXES; ++i)
            for (int j = i + 1; j < BOXES; ++j)
                assert_int_equal(paired[i][j], overlap(&boxes[i], &boxes[j]));
    }
    BP_DestroyScene(scene);
    check_taken();
    for (int i = 0; i < BOXES; ++i)
        if (boxes[i].proxy)
            BP_SetBBox(boxes[i].proxy, boxes[i].lo, boxes[i].hi); /* gone with the scene */
    assert_true(refused > 0);
    refused = 0;
}

/* -- callbacks that change the scene: what is told stays in order -- */

static BP_SceneHandle changing;
static int open_pairs, wildness;

static void begin_and_flee(void *data, void *a, void *b) {
    (void)data, (void)b;
    box *first = a;
    assert_true(++open_pairs <= 3);
    const DT_Vector3 lo = {100, 0, 0}, hi = {101, 1, 1};
    if (wildness == 0) BP_SetBBox(first->proxy, lo, hi); /* ends all that it has begun */
    if (wildness == 1 && first->proxy) {
        BP_ProxyHandle gone = first->proxy;
        first->proxy = NULL;
        BP_DestroyProxy(changing, gone);
    }
    if (wildness == 2) {
        wildness = 3;
        BP_DestroyScene(changing);
    }
}

static void end_pair(void *data, void *a, void *b) {
    (void)data, (void)a, (void)b;
    assert_true(--open_pairs >= 0); /* none ends that has not begun */
}

static void test_changes_in_callbacks(void **state) {
    (void)state;
    const DT_Vector3 lo = {0, 0, 0}, hi = {1, 1, 1}, far_lo = {50, 0, 0}, far_hi = {51, 1, 1};
    for (int how = 0; how < 3; ++how) {
        wildness = 3; /* none yet */
        open_pairs = 0;
        changing = BP_CreateScene(NULL, begin_and_flee, end_pair);
        boxes[0].proxy = BP_CreateProxy(changing, &boxes[0], far_lo, far_hi);
        for (int i = 1; i < 4; ++i) {
            const DT_Vector3 low = {0.3f * (float)i, 0, 2.0f * (float)i},
                             high = {0.3f * (float)i, 1, 2.0f * (float)i + 1};
            boxes[i].proxy = BP_CreateProxy(changing, &boxes[i], low, high);
        }
        check_taken();
        wildness = how;
        const DT_Vector3 all = {10, 10, 10};
        (void)hi;
        BP_SetBBox(boxes[0].proxy, lo, all); /* meets all three */
        if (how < 2) {
            assert_int_equal(open_pairs, 0);
            BP_DestroyScene(changing);
        }
        check_taken();
    }
}

static int asked;

/* The box itself is the object. */
static bool cast_box(void *data, void *object, const DT_Vector3 source, const DT_Vector3 target,
                     DT_Scalar *lambda) {
    const box *b = object;
    float t = (b->lo[0] - source[0]) / (target[0] - source[0]);
    (void)data;
    ++asked;
    if (!(t >= 0 && t < *lambda)) return false;
    *lambda = t;
    return true;
}

static void test_ray(void **state) {
    (void)state;
    BP_SceneHandle scene = BP_CreateScene(NULL, NULL, NULL);
    for (int i = 0; i < 10; ++i) {
        boxes[i] =
            (box){.lo = {2.0f * (float)i + 1, 0, 0}, .hi = {2.0f * (float)i + 2, 1, 1}, .index = i};
        boxes[i].proxy = BP_CreateProxy(scene, &boxes[i], boxes[i].lo, boxes[i].hi);
    }
    const DT_Vector3 source = {0, 0.5f, 0.5f}, target = {1, 0.5f, 0.5f}, above = {0, 5, 0},
                     far = {1, 5, 0};
    float lambda = 100;
    asked = 0;
    assert_true(BP_RayCast(scene, cast_box, NULL, source, target, &lambda) == &boxes[0]);
    assert_true(lambda == 1 && asked == 1); /* those behind it are not asked */
    lambda = 0.5f;
    assert_null(BP_RayCast(scene, cast_box, NULL, source, target, &lambda));
    assert_true(lambda == 0.5f);
    assert_null(BP_RayCast(scene, cast_box, NULL, above, far, &lambda));
    BP_DestroyScene(scene);
    check_taken();
}

/* -- threads: each has its own things, all share the engine -- */

static DT_Bool count_call(void *data, void *a, void *b, const DT_CollData *coll) {
    (void)coll;
    /* Calls from callbacks work: no lock is held. */
    DT_Vector3 p;
    ++*(int *)data;
    DT_GetCommonPoint(*(DT_ObjectHandle *)a, *(DT_ObjectHandle *)b, p);
    return DT_CONTINUE;
}

static void *live(void *given) {
    int *calls = given;
    for (int round = 0; round < 30; ++round) {
        DT_ShapeHandle shape = DT_NewPolytope(NULL); /* what is begun is the thread's */
        for (int i = 0; i < 6; ++i) DT_Vertex(octahedron[i]);
        DT_EndPolytope();
        DT_SceneHandle scene = DT_CreateScene();
        DT_RespTableHandle table = DT_CreateRespTable();
        DT_ResponseClass all = DT_GenResponseClass(table);
        DT_ObjectHandle objects[3];
        for (int i = 0; i < 3; ++i) {
            objects[i] = DT_CreateObject(&objects[i], shape);
            DT_SetPosition(objects[i], (DT_Vector3){1.5f * (float)i, 0, 0});
            DT_SetResponseClass(table, objects[i], all);
            DT_AddObject(scene, objects[i]);
        }
        DT_AddDefaultResponse(table, count_call, DT_WITNESSED_RESPONSE, calls);
        DT_Test(scene, table);
        for (int i = 0; i < 3; ++i) DT_DestroyObject(objects[i]);
        DT_DestroyRespTable(table);
        DT_DestroyScene(scene);
        DT_DeleteShape(shape);
    }
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    pthread_t threads[4];
    int calls[4] = {0};
    for (int i = 0; i < 4; ++i) assert_int_equal(pthread_create(&threads[i], NULL, live, &calls[i]), 0);
    for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; ++i) assert_int_equal(calls[i], 60); /* two pairs a round */
    check_taken();
}

static int set_up(void **state) {
    (void)state;
    DT_SetErrorCallback(note_refusal, NULL);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_events),
                                       cmocka_unit_test(test_changes_in_callbacks),
                                       cmocka_unit_test(test_ray), cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, set_up, NULL);
}
