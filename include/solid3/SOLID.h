/* SPDX-License-Identifier: MIT
 * Graze as SOLID 3: shapes, objects, scenes, responses and queries. Programs written for SOLID 3
 * compile against this header and run on Graze; docs/solid3.md says what is what.
 *
 * Handles that are NULL, were deleted, or name something of another kind, and calls that make no sense,
 * are ignored, reported to the function set with DT_SetErrorCallback, and never undefined behaviour.
 * Any number of threads may call; they take turns, but no lock is held while a callback of the client
 * runs. */
#ifndef SOLID_H
#define SOLID_H

#include "SOLID_types.h"

DT_BEGIN_C

DT_DECLARE_HANDLE(DT_ShapeHandle);
DT_DECLARE_HANDLE(DT_ObjectHandle);
DT_DECLARE_HANDLE(DT_SceneHandle);
DT_DECLARE_HANDLE(DT_RespTableHandle);
DT_DECLARE_HANDLE(DT_VertexBaseHandle);

typedef unsigned int DT_ResponseClass;

/** How much of an answer a response gets. */
typedef enum DT_ResponseType {
    DT_NO_RESPONSE,
    DT_SIMPLE_RESPONSE,    /**< NULL for data */
    DT_WITNESSED_RESPONSE, /**< a common point, twice; the normal is zero */
    DT_DEPTH_RESPONSE      /**< the points of the penetration depth; normal = point2 - point1 */
} DT_ResponseType;

/** World coordinates; point1 belongs to client_object1, point2 to client_object2. */
typedef struct DT_CollData {
    DT_Vector3 point1;
    DT_Vector3 point2;
    DT_Vector3 normal;
} DT_CollData;

/** client_object1 is the one whose class was generated earlier. DT_DONE ends the test, and the pair's
 * other callbacks are not called. */
typedef DT_Bool (*DT_ResponseCallback)(void *client_data, void *client_object1, void *client_object2,
                                       const DT_CollData *coll_data);

/* -- shapes; they live as long as they are not deleted, or an object or shape uses them -------------
 */

/** Full sizes along x, y, z. */
DT_DECLARE DT_ShapeHandle DT_NewBox(DT_Scalar x, DT_Scalar y, DT_Scalar z);
/** Axis y, centred; the apex is at height / 2. */
DT_DECLARE DT_ShapeHandle DT_NewCone(DT_Scalar radius, DT_Scalar height);
DT_DECLARE DT_ShapeHandle DT_NewCylinder(DT_Scalar radius, DT_Scalar height);
DT_DECLARE DT_ShapeHandle DT_NewSphere(DT_Scalar radius);
DT_DECLARE DT_ShapeHandle DT_NewPoint(const DT_Vector3 point);
DT_DECLARE DT_ShapeHandle DT_NewLineSegment(const DT_Vector3 source, const DT_Vector3 target);
/** Of convex shapes. */
DT_DECLARE DT_ShapeHandle DT_NewMinkowski(DT_ShapeHandle shape1, DT_ShapeHandle shape2);
DT_DECLARE DT_ShapeHandle DT_NewHull(DT_ShapeHandle shape1, DT_ShapeHandle shape2);

/** Vertices of the client's: three floats each, stride in bytes, 0 = packed. They stay where they are
 * and must live as long as a complex shape on them. */
DT_DECLARE DT_VertexBaseHandle DT_NewVertexBase(const void *pointer, DT_Size stride);
DT_DECLARE void DT_DeleteVertexBase(DT_VertexBaseHandle vertexBase);
/** The vertices are elsewhere now, or have changed where they are: refits the complex shapes on them.
 *  Polytopes stay what they were. */
DT_DECLARE void DT_ChangeVertexBase(DT_VertexBaseHandle vertexBase, const void *pointer);

/** A soup of polytopes, each between DT_Begin and DT_End, or by one call of DT_VertexIndices or
 *  DT_VertexRange (which join what DT_Begin has begun only if that has vertices already). base NULL:
 * its vertices are given one by one. Until the End call, which completes it, the shape cannot be used.
 * What is begun is a matter of each thread. */
DT_DECLARE DT_ShapeHandle DT_NewComplexShape(DT_VertexBaseHandle base);
DT_DECLARE void DT_EndComplexShape(void);
/** The hull of all vertices given; DT_Begin and DT_End do nothing. */
DT_DECLARE DT_ShapeHandle DT_NewPolytope(DT_VertexBaseHandle base);
DT_DECLARE void DT_EndPolytope(void);
DT_DECLARE void DT_Begin(void);
DT_DECLARE void DT_End(void);
DT_DECLARE void DT_Vertex(const DT_Vector3 vertex);
DT_DECLARE void DT_VertexIndex(DT_Index index);
DT_DECLARE void DT_VertexIndices(DT_Count count, const DT_Index *indices);
DT_DECLARE void DT_VertexRange(DT_Index first, DT_Count count);

DT_DECLARE void DT_DeleteShape(DT_ShapeHandle shape);

/* -- objects ------------------------------------------------------------------------------------------
 */

DT_DECLARE DT_ObjectHandle DT_CreateObject(void *client_object, DT_ShapeHandle shape);
DT_DECLARE void DT_DestroyObject(DT_ObjectHandle object);

/** Keeps the basis. */
DT_DECLARE void DT_SetPosition(DT_ObjectHandle object, const DT_Vector3 position);
/** Replaces the basis, scaling and all. */
DT_DECLARE void DT_SetOrientation(DT_ObjectHandle object, const DT_Quaternion orientation);
/** Multiplies onto the basis. */
DT_DECLARE void DT_SetScaling(DT_ObjectHandle object, const DT_Vector3 scaling);
/** 4 x 4, column after column; elements 3, 7, 11 and 15 are not looked at. */
DT_DECLARE void DT_SetMatrixf(DT_ObjectHandle object, const float *m);
DT_DECLARE void DT_GetMatrixf(DT_ObjectHandle object, float *m);
DT_DECLARE void DT_SetMatrixd(DT_ObjectHandle object, const double *m);
DT_DECLARE void DT_GetMatrixd(DT_ObjectHandle object, double *m);
DT_DECLARE void DT_SetMargin(DT_ObjectHandle object, DT_Scalar margin);
/** The box around the object, margin included. */
DT_DECLARE void DT_GetBBox(DT_ObjectHandle object, DT_Vector3 min, DT_Vector3 max);

/** The distance and the nearest points; 0 when they intersect. */
DT_DECLARE DT_Scalar DT_GetClosestPair(DT_ObjectHandle object1, DT_ObjectHandle object2,
                                       DT_Vector3 point1, DT_Vector3 point2);
DT_DECLARE DT_Bool DT_GetCommonPoint(DT_ObjectHandle object1, DT_ObjectHandle object2,
                                     DT_Vector3 point);
/** The deepest points in each other; of complex shapes those of the deepest pair of their polytopes. */
DT_DECLARE DT_Bool DT_GetPenDepth(DT_ObjectHandle object1, DT_ObjectHandle object2, DT_Vector3 point1,
                                  DT_Vector3 point2);

/* -- scenes -------------------------------------------------------------------------------------------
 */

DT_DECLARE DT_SceneHandle DT_CreateScene(void);
DT_DECLARE void DT_DestroyScene(DT_SceneHandle scene);
/** An object may be in several. */
DT_DECLARE void DT_AddObject(DT_SceneHandle scene, DT_ObjectHandle object);
DT_DECLARE void DT_RemoveObject(DT_SceneHandle scene, DT_ObjectHandle object);

/* -- responses ----------------------------------------------------------------------------------------
 */

DT_DECLARE DT_RespTableHandle DT_CreateRespTable(void);
DT_DECLARE void DT_DestroyRespTable(DT_RespTableHandle table);
/** UINT_MAX, which is no class, if it fails. */
DT_DECLARE DT_ResponseClass DT_GenResponseClass(DT_RespTableHandle table);
/** An object without a class in a table gets no response there, not even the default. */
DT_DECLARE void DT_SetResponseClass(DT_RespTableHandle table, DT_ObjectHandle object,
                                    DT_ResponseClass responseClass);
DT_DECLARE void DT_ClearResponseClass(DT_RespTableHandle table, DT_ObjectHandle object);
/** Calls the pair's callbacks with the data given. */
DT_DECLARE void DT_CallResponse(DT_RespTableHandle table, DT_ObjectHandle object1,
                                DT_ObjectHandle object2, const DT_CollData *coll_data);

/* Adding and removing edits the lists of all pairs of classes, of those with one class, or of one pair,
 * in the order of the calls. Removing goes by the callback alone; type and client_data are not looked
 * at. */
DT_DECLARE void DT_AddDefaultResponse(DT_RespTableHandle table, DT_ResponseCallback response,
                                      DT_ResponseType type, void *client_data);
DT_DECLARE void DT_RemoveDefaultResponse(DT_RespTableHandle table, DT_ResponseCallback response);
DT_DECLARE void DT_AddClassResponse(DT_RespTableHandle table, DT_ResponseClass responseClass,
                                    DT_ResponseCallback response, DT_ResponseType type,
                                    void *client_data);
DT_DECLARE void DT_RemoveClassResponse(DT_RespTableHandle table, DT_ResponseClass responseClass,
                                       DT_ResponseCallback response);
DT_DECLARE void DT_AddPairResponse(DT_RespTableHandle table, DT_ResponseClass responseClass1,
                                   DT_ResponseClass responseClass2, DT_ResponseCallback response,
                                   DT_ResponseType type, void *client_data);
DT_DECLARE void DT_RemovePairResponse(DT_RespTableHandle table, DT_ResponseClass responseClass1,
                                      DT_ResponseClass responseClass2, DT_ResponseCallback response);

/** Calls the table's responses for all pairs of objects in the scene that intersect, one pair after the
 *  other: one whose object was moved by an earlier callback is looked at where it is then. Returns for
 * how many pairs callbacks were called. Tests of several threads wait for each other. */
DT_DECLARE DT_Count DT_Test(DT_SceneHandle scene, DT_RespTableHandle table);

/* -- accuracy: values that are not positive are ignored -----------------------------------------------
 */

/** The relative error of distances and depths; 1e-3 is the default. */
DT_DECLARE void DT_SetAccuracy(DT_Scalar max_error);
/** Where rounding ends the search. Graze knows its own; a larger one counts like an accuracy. */
DT_DECLARE void DT_SetTolerance(DT_Scalar tol_error);

/* -- rays from source towards target, t in [0, max_param]; FLT_MAX: without an end. Margins do not
 * count. */

/** The client's pointer of the first object hit other than ignore_client; NULL: none is, and param and
 *  normal are untouched. normal: unit, towards the source; for a start inside back along the ray. */
DT_DECLARE void *DT_RayCast(DT_SceneHandle scene, void *ignore_client, const DT_Vector3 source,
                            const DT_Vector3 target, DT_Scalar max_param, DT_Scalar *param,
                            DT_Vector3 normal);
DT_DECLARE DT_Bool DT_ObjectRayCast(DT_ObjectHandle object, const DT_Vector3 source,
                                    const DT_Vector3 target, DT_Scalar max_param, DT_Scalar *param,
                                    DT_Vector3 normal);

/* -- beyond SOLID -------------------------------------------------------------------------------------
 */

/** Told of every call that was ignored: the function's name and why. NULL, the default: nobody is. It
 * runs without a lock, so it may call anything. */
typedef void (*DT_ErrorCallback)(void *client_data, const char *function, const char *reason);
DT_DECLARE void DT_SetErrorCallback(DT_ErrorCallback callback, void *client_data);

DT_END_C

#endif
