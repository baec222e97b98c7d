/* SPDX-License-Identifier: MIT
 * Frame after frame: boxes and cones that are pushed apart by their depths, and a crowd with witnesses.
 * No collision is missed and none is false, by asking every pair of objects on its own. */
#include <stdlib.h>

#include "client.h"

enum { MOST = 40 };

typedef struct body {
    DT_ObjectHandle handle;
    int index;
    float position[3], velocity[3], turn[4];
} body;

static body bodies[MOST];
static int body_count;
static bool hit[MOST][MOST];

static void place(body *b) {
    DT_SetOrientation(b->handle, b->turn);
    DT_SetPosition(b->handle, b->position);
}

static void note_hit(const body *a, const body *b) {
    int low = a->index < b->index ? a->index : b->index,
        high = a->index < b->index ? b->index : a->index;
    assert_false(hit[low][high]); /* once a test */
    hit[low][high] = true;
}

/* Moves both by half of the depth; the objects are asked about at once, as they are now. */
static DT_Bool push(void *data, void *object1, void *object2, const DT_CollData *coll) {
    body *a = object1, *b = object2;
    DT_Vector3 p, q;
    (void)data;
    assert_non_null(coll);
    assert_true(DT_GetCommonPoint(a->handle, b->handle, p)); /* no false one */
    note_hit(a, b);
    for (int k = 0; k < 3; ++k) {
        a->position[k] += 0.5f * coll->normal[k];
        b->position[k] -= 0.5f * coll->normal[k];
    }
    place(a);
    place(b);
    if (DT_GetPenDepth(a->handle, b->handle, p, q)) {
        double left = 0;
        for (int k = 0; k < 3; ++k)
            left += ((double)p[k] - (double)q[k]) * ((double)p[k] - (double)q[k]);
        if (sqrt(left) > 0.01) fail_msg("still %g deep", sqrt(left));
    }
    return DT_CONTINUE;
}

static DT_Bool witness(void *data, void *object1, void *object2, const DT_CollData *coll) {
    (void)data;
    assert_non_null(coll);
    note_hit(object1, object2);
    return DT_CONTINUE;
}

static void fill(DT_SceneHandle scene, DT_RespTableHandle table, int count, graze_random *random) {
    DT_ShapeHandle box = DT_NewBox(1, 0.5f, 0.75f), cone = DT_NewCone(0.5f, 1);
    DT_ResponseClass all = DT_GenResponseClass(table);
    body_count = count;
    for (int i = 0; i < count; ++i) {
        body *b = &bodies[i];
        *b = (body){.handle = DT_CreateObject(b, i % 2 ? cone : box), .index = i};
        for (int k = 0; k < 3; ++k) {
            b->position[k] = (float)graze_random_uniform(random, 0, 3);
            b->velocity[k] = (float)graze_random_uniform(random, -0.02f, 0.02f);
        }
        b->turn[3] = 1;
        place(b);
        DT_SetResponseClass(table, b->handle, all);
        DT_AddObject(scene, b->handle);
    }
    DT_DeleteShape(box);
    DT_DeleteShape(cone);
}

static void move(graze_random *random) {
    for (int i = 0; i < body_count; ++i) {
        body *b = &bodies[i];
        for (int k = 0; k < 3; ++k) {
            b->position[k] += b->velocity[k];
            if (b->position[k] < 0 || b->position[k] > 3)
                b->velocity[k] = b->position[k] < 0 ? 0.02f : -0.02f;
            b->turn[k] += (float)graze_random_uniform(random, -0.02f, 0.02f);
        }
        place(b);
    }
}

static void empty(DT_SceneHandle scene, DT_RespTableHandle table) {
    for (int i = 0; i < body_count; ++i) DT_DestroyObject(bodies[i].handle);
    DT_DestroyScene(scene);
    DT_DestroyRespTable(table);
}

/* What touches by no more than rounding may go either way. */
static bool is_clear(int i, int j, bool collide) {
    DT_Vector3 p, q;
    if (!collide) return DT_GetClosestPair(bodies[i].handle, bodies[j].handle, p, q) > 1e-4f;
    if (!DT_GetPenDepth(bodies[i].handle, bodies[j].handle, p, q)) return false;
    return fabs((double)p[0] - (double)q[0]) + fabs((double)p[1] - (double)q[1]) +
               fabs((double)p[2] - (double)q[2]) >
           1e-4;
}

static void check_crowd(int count, long frames, uint64_t seed) {
    graze_random random = graze_random_seed(seed);
    DT_SceneHandle scene = DT_CreateScene();
    DT_RespTableHandle table = DT_CreateRespTable();
    long collisions = 0;
    fill(scene, table, count, &random);
    DT_AddDefaultResponse(table, witness, DT_WITNESSED_RESPONSE, NULL);
    for (long frame = 0; frame < frames; ++frame) {
        memset(hit, 0, sizeof hit);
        move(&random);
        collisions += DT_Test(scene, table);
        for (int i = 0; i < count; ++i)
            for (int j = i + 1; j < count; ++j) {
                DT_Vector3 p;
                bool meet = DT_GetCommonPoint(bodies[i].handle, bodies[j].handle, p);
                if (meet != hit[i][j] && is_clear(i, j, meet))
                    fail_msg("frame %ld: %d and %d, %s", frame, i, j, meet ? "missed" : "false");
            }
    }
    assert_true(collisions > frames);
    empty(scene, table);
    check_taken();
}

static void test_crowd(void **state) {
    (void)state;
    check_crowd(MOST, test_count(400), 77);
    check_crowd(16, test_count(10000), 79);
}

static void test_pushing(void **state) {
    (void)state;
    graze_random random = graze_random_seed(78);
    DT_SceneHandle scene = DT_CreateScene();
    DT_RespTableHandle table = DT_CreateRespTable();
    long frames = test_count(10000), collisions = 0;
    fill(scene, table, 12, &random);
    DT_AddDefaultResponse(table, push, DT_DEPTH_RESPONSE, NULL);
    for (long frame = 0; frame < frames; ++frame) {
        memset(hit, 0, sizeof hit);
        move(&random);
        DT_Count pairs = DT_Test(scene, table);
        collisions += pairs;
        if (pairs) continue; /* then they were moved, and others may collide now */
        for (int i = 0; i < body_count; ++i)
            for (int j = i + 1; j < body_count; ++j) {
                DT_Vector3 p;
                bool meet = DT_GetCommonPoint(bodies[i].handle, bodies[j].handle, p);
                if (meet && is_clear(i, j, meet)) fail_msg("frame %ld: %d and %d, missed", frame, i, j);
            }
    }
    assert_true(collisions > frames / 20);
    empty(scene, table);
    check_taken();
}

static DT_Bool count_call(void *data, void *a, void *b, const DT_CollData *coll) {
    (void)a, (void)b;
    assert_non_null(coll);
    double length = 0;
    for (int k = 0; k < 3; ++k) length += (double)coll->normal[k] * (double)coll->normal[k];
    assert_true(length > 0.01); /* there is a way out */
    ++*(int *)data;
    return DT_CONTINUE;
}

/* Two of every kind in one place. */
static void test_concentric(void **state) {
    (void)state;
    for (int kind = 0; kind < CLIENT_KINDS; ++kind) {
        if (kind == 4 || kind == 5 || kind >= CLIENT_CONVEX)
            continue; /* without a volume, or surfaces */
        DT_ShapeHandle shape = make_kind(kind, NULL);
        DT_SceneHandle scene = DT_CreateScene();
        DT_RespTableHandle table = DT_CreateRespTable();
        DT_ResponseClass all = DT_GenResponseClass(table);
        DT_ObjectHandle objects[2];
        int calls = 0;
        for (int i = 0; i < 2; ++i) {
            objects[i] = DT_CreateObject(NULL, shape);
            DT_SetResponseClass(table, objects[i], all);
            DT_AddObject(scene, objects[i]);
        }
        DT_AddDefaultResponse(table, count_call, DT_DEPTH_RESPONSE, &calls);
        assert_int_equal(DT_Test(scene, table), 1);
        assert_int_equal(calls, 1);
        for (int i = 0; i < 2; ++i) DT_DestroyObject(objects[i]);
        DT_DestroyScene(scene);
        DT_DestroyRespTable(table);
        DT_DeleteShape(shape);
    }
    check_taken();
}

static int set_up(void **state) {
    (void)state;
    DT_SetErrorCallback(note_refusal, NULL);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_crowd), cmocka_unit_test(test_pushing),
                                       cmocka_unit_test(test_concentric)};
    return cmocka_run_group_tests(tests, set_up, NULL);
}
