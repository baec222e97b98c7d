/* SPDX-License-Identifier: MIT
 * Frame after frame: boxes and cones that are pushed apart by their depths, and a crowd with witnesses.
 * No collision is missed and none is false, by Wolfe's method on formulas of their supports. */
#include <stdlib.h>

#include "client.h"
#include "oracle/min_norm.h"

enum { MOST = 40 };

typedef struct mover {
    DT_ObjectHandle handle;
    int index;
    float position[3], velocity[3], turn[4];
    bool pushed; /* since the frame began */
} mover;

static mover bodies[MOST];
static int body_count;
static bool hit[MOST][MOST];

static void place(mover *b) {
    DT_SetOrientation(b->handle, b->turn);
    DT_SetPosition(b->handle, b->position);
}

static void note_hit(const mover *a, const mover *b) {
    int low = a->index < b->index ? a->index : b->index,
        high = a->index < b->index ? b->index : a->index;
    assert_false(hit[low][high]); /* once a test */
    hit[low][high] = true;
}

/* Moves both by half of the depth; the objects are asked about at once, as they are now. */
static DT_Bool push(void *data, void *object1, void *object2, const DT_CollData *coll) {
    mover *a = object1, *b = object2;
    DT_Vector3 p, q;
    (void)data;
    assert_non_null(coll);
    assert_true(DT_GetCommonPoint(a->handle, b->handle, p)); /* no false one */
    note_hit(a, b);
    for (int k = 0; k < 3; ++k) {
        a->position[k] += 0.5f * coll->normal[k];
        b->position[k] -= 0.5f * coll->normal[k];
    }
    a->pushed = b->pushed = true;
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
        mover *b = &bodies[i];
        *b = (mover){.handle = DT_CreateObject(b, i % 2 ? cone : box), .index = i};
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
        mover *b = &bodies[i];
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

/* -- the oracle: the same bodies by formulas, in long double -- */

static const solid box_solid = {.kind = SOLID_BOX, .size = {0.5f, 0.25f, 0.375f}};
static const solid cone_solid = {.kind = SOLID_CONE, .size = {0.5f, 1, 0}};

/* The distance of i and j, j moved by so much along the line of the centres. */
static oracle_bracket distance_of(int i, int j, double apart) {
    const mover *pair[2] = {&bodies[i], &bodies[j]};
    body described[2];
    placed_body placed[2];
    for (int k = 0; k < 2; ++k) {
        const float *q = pair[k]->turn, *x = pair[k]->position;
        graze_placed at = {0};
        described[k].solid = pair[k]->index % 2 ? &cone_solid : &box_solid;
        assert_int_equal(graze_pose_make(graze_quat_make(q[0], q[1], q[2], q[3]),
                                         graze_vec3_make(x[0], x[1], x[2]), &at.pose),
                         GRAZE_OK);
        placed[k] = body_place(&described[k], &at, graze_vec3_zero());
    }
    ld3 way = ld3_sub(placed[1].origin, placed[0].origin);
    long double share = (long double)apart / fmaxl(ld3_length(way), 1e-9L);
    placed[1].origin = ld3_add_scaled(placed[1].origin, share, way);
    return oracle_body_distance(&placed[0], &placed[1], (oracle_goal){1e-7L, 1e-6L});
}

/* Balls of radius 0.71 hold both. What touches by no more than rounding may go either way. */
static void check_pair(int i, int j, long frame) {
    double squared = 0;
    for (int k = 0; k < 3; ++k) {
        double d = (double)bodies[i].position[k] - (double)bodies[j].position[k];
        squared += d * d;
    }
    bool far = squared > 1.42 * 1.42;
    if (hit[i][j] && (far || distance_of(i, j, 0).lower > 1e-5L))
        fail_msg("frame %ld: %d and %d, false", frame, i, j);
    if (!hit[i][j] && !far && distance_of(i, j, 0).upper <= 1e-6L &&
        distance_of(i, j, 1e-4).upper <= 1e-6L)
        fail_msg("frame %ld: %d and %d, missed", frame, i, j);
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
            for (int j = i + 1; j < count; ++j) check_pair(i, j, frame);
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
        for (int i = 0; i < body_count; ++i) bodies[i].pushed = false;
        collisions += DT_Test(scene, table);
        for (int i = 0; i < body_count; ++i) /* those that are where they were when they were tested */
            for (int j = i + 1; j < body_count; ++j)
                if (!bodies[i].pushed && !bodies[j].pushed) check_pair(i, j, frame);
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
