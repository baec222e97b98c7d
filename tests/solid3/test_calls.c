/* SPDX-License-Identifier: MIT
 * Every function of SOLID's interface with every kind of shape, compared with what Graze's own queries
 * say of the same shapes. */
#include "client.h"

/* The same shape as make_kind makes, in Graze's words. */
static graze_shape *own_kind(int kind) {
    graze_shape *made = NULL, *one = NULL, *two = NULL;
    graze_vec3 corners[6];
    graze_vec3 a = graze_vec3_make(-0.5f, 0.25f, 0), b = graze_vec3_make(1, 0.5f, 0.25f);
    uint32_t faces[24];
    for (int i = 0; i < 6; ++i)
        corners[i] = graze_vec3_make(octahedron[i][0], octahedron[i][1], octahedron[i][2]);
    for (int i = 0; i < 24; ++i) faces[i] = octahedron_faces[i / 3][i % 3];
    graze_status status = GRAZE_OK;
    switch (kind) {
    case 0:
        status = graze_shape_box(graze_vec3_make(0.5f, 1, 0.75f), &made);
        break;
    case 1:
        status = graze_shape_cone(1, 2, &made);
        break;
    case 2:
        status = graze_shape_cylinder(0.75f, 1.5f, &made);
        break;
    case 3:
        status = graze_shape_sphere(1, &made);
        break;
    case 4:
        status = graze_shape_point(a, &made);
        break;
    case 5:
        status = graze_shape_segment(a, b, &made);
        break;
    case 6:
        status = graze_shape_polytope(corners, 6, 0, &made);
        break;
    case 7:
    case 8:
        graze_shape_box(graze_vec3_make(0.25f, 0.5f, 0.25f), &one);
        graze_shape_sphere(0.5f, &two);
        status = kind == 7 ? graze_shape_minkowski_sum(one, two, &made)
                           : graze_shape_hull_of((graze_shape *[]){one, two}, 2, &made);
        graze_shape_release(one);
        graze_shape_release(two);
        break;
    default: {
        graze_vertices vertices = {octahedron, 6, 0, GRAZE_VERTEX_FLOAT};
        graze_primitives group = {GRAZE_PRIMITIVE_TRIANGLE, 8, faces, NULL, NULL};
        graze_mesh_options options = {.copy_vertices = true, .copy_indices = true};
        status = graze_shape_mesh(&vertices, &group, 1, &options, NULL, &made);
    }
    }
    assert_int_equal(status, GRAZE_OK);
    return made;
}

typedef struct placing {
    float position[3], quaternion[4], scaling[3], margin;
} placing;

static placing random_placing(graze_random *random, double spread) {
    placing p;
    for (int k = 0; k < 3; ++k)
        p.position[k] = (float)graze_random_uniform(random, (graze_real)-spread, (graze_real)spread);
    for (int k = 0; k < 4; ++k) p.quaternion[k] = (float)graze_random_uniform(random, -3, 3);
    for (int k = 0; k < 3; ++k) p.scaling[k] = (float)graze_random_uniform(random, 0.5f, 1.5f);
    p.margin = graze_random_bits(random) % 2 ? 0.125f : 0;
    return p;
}

static void place(DT_ObjectHandle object, const placing *p) {
    DT_SetOrientation(object, p->quaternion);
    DT_SetScaling(object, p->scaling);
    DT_SetPosition(object, p->position);
    DT_SetMargin(object, p->margin);
}

static graze_placed own_place(graze_shape *shape, const placing *p) {
    graze_placed placed = {.shape = shape, .margin = p->margin};
    const float *q = p->quaternion, *x = p->position, *s = p->scaling;
    assert_int_equal(graze_pose_make_scaled(graze_quat_make(q[0], q[1], q[2], q[3]),
                                            graze_vec3_make(x[0], x[1], x[2]),
                                            graze_vec3_make(s[0], s[1], s[2]), &placed.pose),
                     GRAZE_OK);
    return placed;
}

static double length_between(const float *p, const float *q) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += ((double)p[k] - (double)q[k]) * ((double)p[k] - (double)q[k]);
    return sqrt(sum);
}

static void check_near(double value, double expected, double tolerance, const char *what) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%s: %.9g, not %.9g", what, value, expected);
}

/* Distance, common point and depth of one pair. */
static void check_pair(DT_ObjectHandle a, DT_ObjectHandle b, const graze_placed *x,
                       const graze_placed *y) {
    DT_Vector3 p, q, common;
    graze_separation apart;
    graze_intersection meeting;
    assert_int_equal(graze_distance(x, y, NULL, NULL, &apart), GRAZE_OK);
    assert_int_equal(graze_intersect(x, y, NULL, NULL, &meeting), GRAZE_OK);
    double distance = DT_GetClosestPair(a, b, p, q);
    check_near(distance, (double)apart.distance, 1e-3 * (double)apart.distance + 1e-4, "distance");
    check_near(length_between(p, q), distance, 2e-3 * distance + 1e-4, "points");
    if (fabs((double)apart.distance) < 1e-4 && !meeting.intersecting) return;
    assert_int_equal(DT_GetCommonPoint(a, b, common), meeting.intersecting);
    assert_int_equal(DT_GetPenDepth(a, b, p, q), meeting.intersecting);
    if (!meeting.intersecting) return;
    graze_penetration_result depth;
    assert_int_equal(graze_penetration(x, y, NULL, NULL, &depth), GRAZE_OK);
    check_near(length_between(p, q), (double)depth.depth, 2e-3 * (double)depth.depth + 1e-4, "depth");
}

static void check_box(DT_ObjectHandle object, const graze_placed *placed) {
    DT_Vector3 lo, hi;
    graze_aabb box;
    DT_GetBBox(object, lo, hi);
    assert_int_equal(graze_placed_bounds(placed, &box), GRAZE_OK);
    /* A sloppy box may be larger, none is smaller. */
    assert_true((double)lo[0] <= (double)box.lo.x + 1e-5 && (double)hi[0] >= (double)box.hi.x - 1e-5);
    assert_true((double)lo[1] <= (double)box.lo.y + 1e-5 && (double)hi[1] >= (double)box.hi.y - 1e-5);
    assert_true((double)lo[2] <= (double)box.lo.z + 1e-5 && (double)hi[2] >= (double)box.hi.z - 1e-5);
}

static void check_ray(DT_ObjectHandle object, graze_placed placed, graze_random *random) {
    graze_vec3 from = graze_vec3_scale(graze_random_direction(random), 5);
    graze_vec3 to =
        graze_vec3_make(graze_random_uniform(random, -1, 1), graze_random_uniform(random, -1, 1), 0);
    DT_Vector3 source = {(float)from.x, (float)from.y, (float)from.z};
    DT_Vector3 target = {(float)to.x, (float)to.y, (float)to.z}, normal = {7, 7, 7};
    float param = -1;
    graze_ray ray = {.origin = graze_vec3_make(source[0], source[1], source[2]), .max_t = 2};
    ray.direction = graze_vec3_sub(graze_vec3_make(target[0], target[1], target[2]), ray.origin);
    graze_cast_result hit;
    placed.margin = 0;
    assert_int_equal(graze_ray_cast(&placed, &ray, NULL, &hit), GRAZE_OK);
    DT_Bool found = DT_ObjectRayCast(object, source, target, 2, &param, normal);
    if (hit.end == GRAZE_TOUCHING) return;
    assert_int_equal(found, hit.hit);
    if (!found) {
        assert_true(param == -1 && normal[0] == 7);
        return;
    }
    check_near((double)param, (double)hit.t, 2e-3, "parameter");
    double length = length_between(normal, (float[3]){0, 0, 0});
    if (length > 0) check_near(length, 1, 1e-5, "normal");
}

static void test_pairs(void **state) {
    (void)state;
    graze_random random = graze_random_seed(31);
    DT_VertexBaseHandle base = DT_NewVertexBase(octahedron, 0);
    long rounds = test_count(20);
    for (int i = 0; i < CLIENT_KINDS; ++i)
        for (int j = 0; j < CLIENT_KINDS; ++j) {
            DT_ShapeHandle s = make_kind(i, base), t = make_kind(j, base);
            graze_shape *own_s = own_kind(i), *own_t = own_kind(j);
            DT_ObjectHandle a = DT_CreateObject(&i, s), b = DT_CreateObject(&j, t);
            DT_DeleteShape(s); /* the objects keep them */
            DT_DeleteShape(t);
            for (long round = 0; round < rounds; ++round) {
                placing p = random_placing(&random, 1), q = random_placing(&random, 1);
                place(a, &p);
                place(b, &q);
                graze_placed x = own_place(own_s, &p), y = own_place(own_t, &q);
                check_pair(a, b, &x, &y);
                check_box(a, &x);
                check_ray(a, x, &random);
            }
            DT_DestroyObject(a);
            DT_DestroyObject(b);
            graze_shape_release(own_s);
            graze_shape_release(own_t);
        }
    DT_DeleteVertexBase(base);
    check_taken();
}

static void test_matrices(void **state) {
    (void)state;
    DT_ShapeHandle box = DT_NewBox(1, 1, 1);
    DT_ObjectHandle object = DT_CreateObject(NULL, box);
    float m[16] = {2, 0, 0, 9, 0, 3, 0, 9, 0, 1, 4, 9, 5, 6, 7, 9}, out[16];
    double d[16], back[16];
    DT_SetMatrixf(object, m); /* the fourth row is not looked at */
    DT_GetMatrixf(object, out);
    for (int i = 0; i < 16; ++i) assert_true(out[i] == (i == 15 ? 1.0f : i % 4 == 3 ? 0.0f : m[i]));
    for (int i = 0; i < 16; ++i) d[i] = (double)m[i];
    DT_SetMatrixd(object, d);
    DT_GetMatrixd(object, back);
    for (int i = 0; i < 12; ++i) assert_true(i % 4 == 3 || back[i] == d[i]);
    /* Position keeps the basis, scaling multiplies onto it, orientation replaces it. */
    DT_SetPosition(object, (DT_Vector3){1, 2, 3});
    DT_SetScaling(object, (DT_Vector3){2, 2, 2});
    DT_GetMatrixf(object, out);
    assert_true(out[0] == 4 && out[5] == 6 && out[9] == 2 && out[12] == 1);
    DT_SetOrientation(object, (DT_Quaternion){0, 0, 0, 5});
    DT_GetMatrixf(object, out);
    assert_true(out[0] == 1 && out[5] == 1 && out[10] == 1 && out[9] == 0 && out[13] == 2);
    DT_DestroyObject(object);
    DT_DeleteShape(box);
    check_taken();
}

/* A complex shape follows its vertices, a polytope does not. */
static void test_vertex_base(void **state) {
    (void)state;
    float vertices[6][4], moved[6][4];
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 3; ++k)
            vertices[i][k] = octahedron[i][k], moved[i][k] = octahedron[i][k] + (k == 0 ? 10.0f : 0);
    DT_VertexBaseHandle base = DT_NewVertexBase(vertices, 4 * sizeof(float));
    DT_ShapeHandle complex = make_complex_octahedron(base), polytope = make_polytope(base),
                   ball = DT_NewSphere(0.25f);
    DT_ObjectHandle a = DT_CreateObject(NULL, complex), b = DT_CreateObject(NULL, polytope);
    DT_ObjectHandle probe = DT_CreateObject(NULL, ball);
    DT_Vector3 p, q;
    DT_SetPosition(probe, (DT_Vector3){1, 0, 0});
    assert_true(DT_GetCommonPoint(a, probe, p) && DT_GetCommonPoint(b, probe, p));
    DT_ChangeVertexBase(base, moved);
    check_near((double)DT_GetClosestPair(a, probe, p, q), 7.75, 1e-3, "distance of what was moved");
    assert_true(DT_GetCommonPoint(b, probe, p));
    for (int i = 0; i < 6; ++i) moved[i][0] -= 10;
    DT_ChangeVertexBase(base, moved); /* the same pointer again */
    assert_true(DT_GetCommonPoint(a, probe, p));
    DT_DeleteShape(complex); /* the object keeps it, and it goes on to follow its vertices */
    DT_ChangeVertexBase(base, vertices);
    memset(moved, 0, sizeof moved);
    assert_true(DT_GetCommonPoint(a, probe, p));
    DT_DeleteVertexBase(base);
    assert_true(DT_GetCommonPoint(a, probe, p));
    DT_DestroyObject(a);
    DT_DestroyObject(b);
    DT_DestroyObject(probe);
    DT_DeleteShape(polytope);
    DT_DeleteShape(ball);
    check_taken();
}

/* Indices between Begin and End are polytopes of their own; a range of a complex shape; a polytope of
 * vertices and indices. */
static void test_index_commands(void **state) {
    (void)state;
    DT_VertexBaseHandle base = DT_NewVertexBase(octahedron, 0);
    DT_ShapeHandle complex = DT_NewComplexShape(base);
    DT_Begin();
    DT_VertexIndices(2, (DT_Index[]){0, 2}); /* two segments, not one tetrahedron */
    DT_VertexIndices(2, (DT_Index[]){1, 3});
    DT_End();
    DT_EndComplexShape();
    DT_ShapeHandle whole = DT_NewComplexShape(base);
    DT_VertexRange(0, 6);
    DT_EndComplexShape();
    DT_ShapeHandle mixed = DT_NewPolytope(base);
    DT_VertexRange(0, 2);
    DT_Vertex((DT_Vector3){0, 3, 0});
    DT_EndPolytope();
    DT_ShapeHandle ball = DT_NewSphere(0.125f);
    DT_ObjectHandle objects[4] = {DT_CreateObject(NULL, complex), DT_CreateObject(NULL, whole),
                                  DT_CreateObject(NULL, mixed), DT_CreateObject(NULL, ball)};
    DT_Vector3 p;
    assert_false(DT_GetCommonPoint(objects[0], objects[3], p)); /* the ball is between the two */
    assert_true(DT_GetCommonPoint(objects[1], objects[3], p));
    DT_SetPosition(objects[3], (DT_Vector3){0, 2.5f, 0});
    assert_true(DT_GetCommonPoint(objects[2], objects[3], p));
    for (int i = 0; i < 4; ++i) DT_DestroyObject(objects[i]);
    DT_DeleteShape(complex);
    DT_DeleteShape(whole);
    DT_DeleteShape(mixed);
    DT_DeleteShape(ball);
    DT_DeleteVertexBase(base);
    check_taken();
}

/* -- responses -- */

typedef struct told {
    int calls;
    void *first, *second;
    bool any;
    DT_CollData data;
    DT_Bool answer;
} told;

static DT_Bool note(void *client_data, void *object1, void *object2, const DT_CollData *data) {
    told *t = client_data;
    ++t->calls;
    t->first = object1, t->second = object2, t->any = data != NULL;
    if (data) t->data = *data;
    return t->answer;
}
static DT_Bool note_too(void *client_data, void *object1, void *object2, const DT_CollData *data) {
    return note(client_data, object1, object2, data);
}

static void test_responses(void **state) {
    (void)state;
    int one = 1, two = 2;
    DT_ShapeHandle ball = DT_NewSphere(1);
    DT_ObjectHandle a = DT_CreateObject(&one, ball), b = DT_CreateObject(&two, ball);
    DT_SceneHandle scene = DT_CreateScene();
    DT_RespTableHandle table = DT_CreateRespTable();
    DT_ResponseClass early = DT_GenResponseClass(table), late = DT_GenResponseClass(table);
    told simple = {0}, deep = {0};
    DT_AddObject(scene, a);
    DT_AddObject(scene, b);
    DT_SetPosition(b, (DT_Vector3){1.5f, 0, 0});
    DT_AddDefaultResponse(table, note, DT_SIMPLE_RESPONSE, &simple);
    assert_int_equal(DT_Test(scene, table), 0); /* nobody has a class */
    DT_SetResponseClass(table, a, late);
    DT_SetResponseClass(table, b, early);
    assert_int_equal(DT_Test(scene, table), 1);
    assert_true(simple.calls == 1 && !simple.any && simple.first == &two && simple.second == &one);
    DT_AddPairResponse(table, late, early, note_too, DT_DEPTH_RESPONSE, &deep);
    assert_int_equal(DT_Test(scene, table), 1); /* one pair, two calls */
    assert_true(simple.calls == 2 && !simple.any && deep.calls == 1 && deep.any && deep.first == &two);
    /* B comes first: its leftmost point, then A's rightmost; normal = point2 - point1. */
    check_near((double)deep.data.point1[0], 0.5, 1e-3, "point1");
    check_near((double)deep.data.point2[0], 1, 1e-3, "point2");
    check_near((double)deep.data.normal[0], 0.5, 1e-3, "normal");
    simple.answer = DT_DONE; /* skips the pair's other callback */
    DT_Test(scene, table);
    assert_true(simple.calls == 3 && deep.calls == 1);
    DT_RemoveDefaultResponse(table, note);
    DT_RemovePairResponse(table, early, late, note_too);
    assert_int_equal(DT_Test(scene, table), 0);
    DT_AddClassResponse(table, early, note_too, DT_WITNESSED_RESPONSE, &deep);
    assert_int_equal(DT_Test(scene, table), 1);
    assert_true(deep.any && deep.data.normal[0] == 0 &&
                length_between(deep.data.point1, deep.data.point2) == 0);
    DT_CollData own = {{1, 2, 3}, {4, 5, 6}, {3, 3, 3}};
    DT_CallResponse(table, b, a, &own);
    assert_true(deep.calls == 3 && deep.data.point1[0] == 1 && deep.first == &two);
    DT_CallResponse(table, a, b, &own); /* exchanged, since B's class is the earlier */
    assert_true(deep.calls == 4 && deep.data.point1[0] == 4 && deep.data.normal[0] == -3 &&
                deep.first == &two);
    DT_RemoveClassResponse(table, early, note_too);
    DT_ClearResponseClass(table, a);
    DT_RemoveObject(scene, b);
    assert_int_equal(DT_Test(scene, table), 0);
    DT_DestroyRespTable(table);
    DT_DestroyScene(scene);
    DT_DestroyObject(a);
    DT_DestroyObject(b);
    DT_DeleteShape(ball);
    check_taken();
}

/* Callbacks that take away what they were called about. */
typedef struct demolition {
    DT_RespTableHandle table;
    DT_ObjectHandle object;
    DT_SceneHandle scene;
} demolition;

static DT_Bool demolish(void *client_data, void *object1, void *object2, const DT_CollData *data) {
    demolition *d = client_data;
    (void)object1, (void)object2, (void)data;
    if (d->scene) DT_DestroyScene(d->scene); /* refused: it is tested */
    DT_DestroyRespTable(d->table);
    DT_DestroyObject(d->object);
    return DT_CONTINUE;
}

static void test_demolition(void **state) {
    (void)state;
    DT_ShapeHandle ball = DT_NewSphere(1);
    told after = {0};
    for (int tested = 0; tested < 2; ++tested) {
        DT_ObjectHandle a = DT_CreateObject(NULL, ball), b = DT_CreateObject(NULL, ball);
        DT_SceneHandle scene = DT_CreateScene();
        DT_RespTableHandle table = DT_CreateRespTable();
        DT_ResponseClass all = DT_GenResponseClass(table);
        demolition d = {table, b, tested ? scene : NULL};
        DT_SetResponseClass(table, a, all);
        DT_SetResponseClass(table, b, all);
        DT_AddObject(scene, a);
        DT_AddObject(scene, b);
        DT_AddDefaultResponse(table, demolish, DT_SIMPLE_RESPONSE, &d);
        DT_AddDefaultResponse(table, note, DT_SIMPLE_RESPONSE, &after);
        check_taken();
        if (tested) {
            DT_Test(scene, table);
            check_refused(2); /* scene and table are in use */
            DT_DestroyRespTable(table);
        } else {
            DT_CallResponse(table, a, b, NULL);
        }
        assert_int_equal(after.calls, 0); /* the object, or the table, is gone */
        DT_DestroyScene(scene);
        DT_DestroyObject(a);
        check_taken();
    }
    DT_DeleteShape(ball);
}

static void test_ray_cast(void **state) {
    (void)state;
    int names[3] = {0, 1, 2};
    DT_ShapeHandle box = DT_NewBox(1, 1, 1);
    DT_SceneHandle scene = DT_CreateScene();
    DT_ObjectHandle objects[3];
    for (int i = 0; i < 3; ++i) {
        objects[i] = DT_CreateObject(&names[i], box);
        DT_SetPosition(objects[i], (DT_Vector3){3.0f * (float)i, 0, 0});
        DT_SetMargin(objects[i], 0.25f); /* does not count */
        DT_AddObject(scene, objects[i]);
    }
    const DT_Vector3 source = {-2, 0, 0}, target = {-1, 0, 0};
    DT_Vector3 normal;
    float param = 0;
    assert_true(DT_RayCast(scene, NULL, source, target, 3.402823466e38f, &param, normal) == &names[0]);
    check_near((double)param, 1.5, 1e-3, "parameter");
    check_near((double)normal[0], -1, 1e-5, "normal");
    assert_true(DT_RayCast(scene, &names[0], source, target, 100, &param, normal) == &names[1]);
    check_near((double)param, 4.5, 1e-3, "parameter");
    param = 7;
    assert_null(DT_RayCast(scene, NULL, source, target, 1, &param, normal));
    assert_true(param == 7);
    for (int i = 0; i < 3; ++i) DT_DestroyObject(objects[i]);
    DT_DestroyScene(scene);
    DT_DeleteShape(box);
    check_taken();
}

static int set_up(void **state) {
    (void)state;
    DT_SetErrorCallback(note_refusal, NULL);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),          cmocka_unit_test(test_matrices),
        cmocka_unit_test(test_vertex_base),    cmocka_unit_test(test_responses),
        cmocka_unit_test(test_index_commands), cmocka_unit_test(test_demolition),
        cmocka_unit_test(test_ray_cast),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
