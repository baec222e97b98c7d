/* SPDX-License-Identifier: MIT
 * What makes no sense is refused and reported, and harms nothing: no handle, stale and foreign ones,
 * calls outside of their brackets, numbers that are none. */
#include "client.h"

static DT_Bool quiet(void *data, void *a, void *b, const DT_CollData *coll) {
    (void)data, (void)a, (void)b, (void)coll;
    return DT_CONTINUE;
}

static void test_null(void **state) {
    (void)state;
    DT_Vector3 v = {0, 0, 0};
    float m[16] = {0}, param;
    double d[16] = {0};
    DT_DeleteShape(NULL);
    DT_DeleteVertexBase(NULL);
    DT_ChangeVertexBase(NULL, m);
    DT_DestroyObject(NULL);
    DT_SetPosition(NULL, v);
    DT_SetOrientation(NULL, m);
    DT_SetScaling(NULL, v);
    DT_SetMargin(NULL, 1);
    DT_SetMatrixf(NULL, m);
    DT_SetMatrixd(NULL, d);
    DT_GetMatrixf(NULL, m);
    DT_GetMatrixd(NULL, d);
    DT_GetBBox(NULL, v, v);
    check_refused(13);
    assert_null(DT_CreateObject(NULL, NULL));
    assert_null(DT_NewMinkowski(NULL, NULL));
    assert_null(DT_NewHull(NULL, NULL));
    assert_null(DT_NewPoint(NULL));
    assert_null(DT_NewLineSegment(v, NULL));
    assert_null(DT_NewVertexBase(NULL, 0));
    assert_null(DT_NewVertexBase(m, 4));
    check_refused(7);
    assert_true(DT_GetClosestPair(NULL, NULL, v, v) == 0);
    assert_false(DT_GetCommonPoint(NULL, NULL, v));
    assert_false(DT_GetPenDepth(NULL, NULL, v, v));
    assert_false(DT_ObjectRayCast(NULL, v, v, 1, &param, v));
    assert_null(DT_RayCast(NULL, NULL, v, v, 1, &param, v));
    DT_DestroyScene(NULL);
    DT_AddObject(NULL, NULL);
    DT_RemoveObject(NULL, NULL);
    DT_DestroyRespTable(NULL);
    assert_true(DT_GenResponseClass(NULL) == (DT_ResponseClass)-1);
    DT_SetResponseClass(NULL, NULL, 0);
    DT_ClearResponseClass(NULL, NULL);
    DT_CallResponse(NULL, NULL, NULL, NULL);
    DT_AddDefaultResponse(NULL, quiet, DT_SIMPLE_RESPONSE, NULL);
    DT_RemoveDefaultResponse(NULL, quiet);
    DT_AddClassResponse(NULL, 0, quiet, DT_SIMPLE_RESPONSE, NULL);
    DT_RemoveClassResponse(NULL, 0, quiet);
    DT_AddPairResponse(NULL, 0, 0, quiet, DT_SIMPLE_RESPONSE, NULL);
    DT_RemovePairResponse(NULL, 0, 0, quiet);
    assert_int_equal(DT_Test(NULL, NULL), 0);
    check_refused(20);
    BP_DestroyScene(NULL);
    BP_DestroyProxy(NULL, NULL);
    BP_SetBBox(NULL, v, v);
    assert_null(BP_CreateProxy(NULL, NULL, v, v));
    assert_null(BP_RayCast(NULL, NULL, NULL, v, v, &param));
    check_refused(5);
}

/* The value of a handle of another kind, through a union of pointers. */
#define AS(type, handle) ((type)(void *)(handle))

static void test_stale(void **state) {
    (void)state;
    DT_Vector3 v = {0, 0, 0};
    DT_ShapeHandle ball = DT_NewSphere(1);
    DT_ObjectHandle object = DT_CreateObject(NULL, ball);
    DT_SceneHandle scene = DT_CreateScene();
    check_taken();
    DT_SetPosition(AS(DT_ObjectHandle, ball), v);
    DT_DeleteShape(AS(DT_ShapeHandle, object));
    DT_DestroyScene(AS(DT_SceneHandle, object));
    DT_SetPosition(AS(DT_ObjectHandle, &object), v); /* a pointer that is no handle at all */
    check_refused(4);
    DT_DestroyObject(object);
    DT_DeleteShape(ball);
    DT_DestroyScene(scene);
    check_taken();
    DT_DestroyObject(object);
    DT_DeleteShape(ball);
    DT_DestroyScene(scene);
    DT_AddObject(scene, object);
    check_refused(4);
    /* What takes the place of something that is gone has another handle. */
    DT_ShapeHandle other = DT_NewSphere(2);
    assert_true(AS(void *, other) != AS(void *, ball));
    DT_DeleteShape(other);
    check_taken();
}

static void test_brackets(void **state) {
    (void)state;
    static const DT_Vector3 v = {0, 0, 0};
    float vertices[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    DT_VertexBaseHandle base = DT_NewVertexBase(vertices, 0);
    DT_Vertex(v);
    DT_VertexIndex(0);
    DT_VertexRange(0, 3);
    DT_VertexIndices(3, (DT_Index[]){0, 1, 2});
    DT_Begin();
    DT_End();
    DT_EndComplexShape();
    DT_EndPolytope();
    check_refused(8);
    DT_ShapeHandle shape = DT_NewComplexShape(base);
    DT_VertexIndex(0); /* outside */
    DT_Vertex(v);      /* it has a base */
    assert_null(DT_NewComplexShape(NULL));
    assert_null(DT_NewPolytope(NULL));
    DT_EndPolytope(); /* it is no polytope */
    DT_End();
    assert_null(DT_CreateObject(NULL, shape)); /* not complete */
    check_refused(7);
    DT_Begin();
    DT_Begin();
    check_refused(1);
    DT_VertexIndex(0);
    DT_VertexIndex(1);
    DT_EndComplexShape(); /* without DT_End: taken as ended, and reported */
    check_refused(1);
    DT_ObjectHandle object = DT_CreateObject(NULL, shape);
    assert_non_null(object);
    DT_DestroyObject(object);
    DT_DeleteShape(shape);
    check_taken();
    DT_DeleteShape(DT_NewComplexShape(NULL)); /* deleted before it is complete */
    DT_EndComplexShape();
    check_refused(1);
    shape = DT_NewComplexShape(NULL); /* empty */
    DT_EndComplexShape();
    check_refused(1);
    assert_null(DT_CreateObject(NULL, shape));
    DT_DeleteShape(shape);
    check_refused(1);
    shape = DT_NewPolytope(NULL); /* affinely dependent, not extreme */
    for (int i = 0; i < 4; ++i) DT_Vertex((DT_Vector3){(float)i, 0, 0});
    DT_EndPolytope();
    object = DT_CreateObject(NULL, shape);
    assert_non_null(object);
    DT_DestroyObject(object);
    DT_DeleteShape(shape);
    DT_DeleteVertexBase(base);
    check_taken();
}

static void test_numbers(void **state) {
    (void)state;
    const float nan = NAN;
    assert_null(DT_NewSphere(-1));
    assert_null(DT_NewBox(nan, 1, 1));
    assert_null(DT_NewCone(1, INFINITY));
    DT_ShapeHandle ball = DT_NewSphere(1);
    DT_ObjectHandle object = DT_CreateObject(NULL, ball);
    DT_SetPosition(object, (DT_Vector3){nan, 0, 0});
    DT_SetOrientation(object, (DT_Quaternion){0, 0, 0, 0});
    DT_SetScaling(object, (DT_Vector3){1, 0, 1});
    DT_SetMargin(object, -1);
    DT_SetAccuracy(-1);
    DT_SetTolerance(0);
    DT_SetPosition(object, NULL);
    check_refused(10);
    float m[16];
    DT_GetMatrixf(object, m); /* it stays where it was */
    assert_true(m[0] == 1 && m[5] == 1 && m[12] == 0);
    DT_RespTableHandle table = DT_CreateRespTable();
    DT_SetResponseClass(table, object, 3);
    DT_AddDefaultResponse(table, NULL, DT_SIMPLE_RESPONSE, NULL);
    DT_AddDefaultResponse(table, quiet, (DT_ResponseType)17, NULL);
    check_refused(3);
    DT_AddDefaultResponse(table, quiet, DT_NO_RESPONSE, NULL);
    DT_SetAccuracy(1e-4f);
    DT_SetTolerance(1e-6f);
    DT_SetAccuracy(1e-3f);
    DT_DestroyRespTable(table);
    DT_DestroyObject(object);
    DT_DeleteShape(ball);
    check_taken();
}

static int set_up(void **state) {
    (void)state;
    DT_SetErrorCallback(note_refusal, NULL);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_null), cmocka_unit_test(test_stale),
                                       cmocka_unit_test(test_brackets), cmocka_unit_test(test_numbers)};
    return cmocka_run_group_tests(tests, set_up, NULL);
}
