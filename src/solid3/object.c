/* SPDX-License-Identifier: MIT
 * Objects, and queries of two of them. */
#include <stdlib.h>
#include <float.h>

#include "solid3/engine.h"

DT_ObjectHandle DT_CreateObject(void *client_object, DT_ShapeHandle shape_handle) {
    call c = solid3_call_begin("DT_CreateObject");
    shape *s = solid3_call_get(&c, HANDLE_SHAPE, shape_handle);
    object *o = s ? calloc(1, sizeof *o) : NULL;
    void *handle = o ? solid3_handle_add(HANDLE_OBJECT, o) : NULL;
    if (s && !s->shape) solid3_call_refuse(&c, "the shape is not complete");
    if (s && s->shape && !handle) solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
    if (!c.reason) {
        graze_object_config config = {.shape = s->shape, .user = o};
        o->client = client_object;
        o->of = s;
        ++s->users;
        solid3_call_check(&c, graze_object_create(c.world, &config, &o->id));
    }
    if (c.reason) {
        if (handle) solid3_handle_remove(HANDLE_OBJECT, handle);
        if (o) solid3_shape_release(o->of);
        free(o);
        handle = NULL;
    }
    solid3_call_end(&c);
    return handle;
}

void DT_DestroyObject(DT_ObjectHandle handle) {
    call c = solid3_call_begin("DT_DestroyObject");
    object *o = solid3_call_get(&c, HANDLE_OBJECT, handle);
    if (o && solid3_call_check(&c, graze_object_destroy(c.world, o->id))) {
        solid3_handle_remove(HANDLE_OBJECT, handle);
        solid3_shape_release(o->of);
        free(o);
    }
    solid3_call_end(&c);
}

/* -- placement -- */

#define PLACE(name, argument, ...)                                                                     \
    call c = solid3_call_begin(name);                                                                  \
    const object *o = solid3_call_get(&c, HANDLE_OBJECT, handle);                                      \
    if (o && !(argument)) solid3_call_refuse(&c, "NULL for numbers");                                  \
    if (o && (argument)) solid3_call_check(&c, __VA_ARGS__);                                           \
    solid3_call_end(&c)

void DT_SetPosition(DT_ObjectHandle handle, const DT_Vector3 position) {
    PLACE("DT_SetPosition", position, graze_object_set_position(c.world, o->id, vector_in(position)));
}

void DT_SetOrientation(DT_ObjectHandle handle, const DT_Quaternion q) {
    PLACE("DT_SetOrientation", q,
          graze_object_set_rotation(c.world, o->id, graze_quat_make(q[0], q[1], q[2], q[3])));
}

void DT_SetScaling(DT_ObjectHandle handle, const DT_Vector3 scaling) {
    PLACE("DT_SetScaling", scaling, graze_object_scale(c.world, o->id, vector_in(scaling)));
}

void DT_SetMargin(DT_ObjectHandle handle, DT_Scalar margin) {
    PLACE("DT_SetMargin", true, graze_object_set_margin(c.world, o->id, margin));
}

/* The last row of a matrix is that of an affine map, whatever stands there. */
static void complete(graze_real m[16]) {
    m[3] = m[7] = m[11] = 0;
    m[15] = 1;
}

void DT_SetMatrixf(DT_ObjectHandle handle, const float *m) {
    graze_real given[16];
    for (int i = 0; m && i < 16; ++i) given[i] = m[i];
    complete(given);
    PLACE("DT_SetMatrixf", m, graze_object_set_matrix(c.world, o->id, given));
}

void DT_SetMatrixd(DT_ObjectHandle handle, const double *m) {
    graze_real given[16];
    for (int i = 0; m && i < 16; ++i) given[i] = (graze_real)m[i];
    complete(given);
    PLACE("DT_SetMatrixd", m, graze_object_set_matrix(c.world, o->id, given));
}

void DT_GetMatrixf(DT_ObjectHandle handle, float *m) {
    graze_real found[16] = {0};
    PLACE("DT_GetMatrixf", m, graze_object_get_matrix(c.world, o->id, found));
    for (int i = 0; !c.reason && i < 16; ++i) m[i] = (float)found[i];
}

void DT_GetMatrixd(DT_ObjectHandle handle, double *m) {
    graze_real found[16] = {0};
    PLACE("DT_GetMatrixd", m, graze_object_get_matrix(c.world, o->id, found));
    for (int i = 0; !c.reason && i < 16; ++i) m[i] = (double)found[i];
}

void DT_GetBBox(DT_ObjectHandle handle, DT_Vector3 min, DT_Vector3 max) {
    graze_aabb box = {{0, 0, 0}, {0, 0, 0}};
    PLACE("DT_GetBBox", min && max, graze_object_get_box(c.world, o->id, &box));
    if (c.reason) return;
    vector_out(box.lo, min);
    vector_out(box.hi, max);
}

/* -- two objects -- */

/* Both as the queries take them; false if the call is to be ignored. */
static bool get_pair(call *c, const void *first, const void *second, graze_placed *a, graze_placed *b) {
    const object *x = solid3_call_get(c, HANDLE_OBJECT, first),
                 *y = solid3_call_get(c, HANDLE_OBJECT, second);
    return x && y && solid3_call_check(c, graze_object_get_placed(c->world, x->id, a)) &&
           solid3_call_check(c, graze_object_get_placed(c->world, y->id, b));
}

static void give(graze_vec3 v, DT_Scalar *out) {
    if (out) vector_out(v, out);
}

DT_Scalar DT_GetClosestPair(DT_ObjectHandle object1, DT_ObjectHandle object2, DT_Vector3 point1,
                            DT_Vector3 point2) {
    call c = solid3_call_begin("DT_GetClosestPair");
    graze_placed a, b;
    graze_separation between = {0};
    graze_options options = solid3_engine_options();
    if (get_pair(&c, object1, object2, &a, &b) &&
        solid3_call_check(&c, graze_distance(&a, &b, &options, NULL, &between))) {
        give(between.point_a, point1);
        give(between.point_b, point2);
    }
    solid3_call_end(&c);
    return (DT_Scalar)between.distance;
}

DT_Bool DT_GetCommonPoint(DT_ObjectHandle object1, DT_ObjectHandle object2, DT_Vector3 point) {
    call c = solid3_call_begin("DT_GetCommonPoint");
    graze_placed a, b;
    graze_intersection between = {0};
    graze_options options = solid3_engine_options();
    bool meet = get_pair(&c, object1, object2, &a, &b) &&
                solid3_call_check(&c, graze_intersect(&a, &b, &options, NULL, &between)) &&
                between.intersecting;
    if (meet) give(between.point, point);
    solid3_call_end(&c);
    return meet ? DT_TRUE : DT_FALSE;
}

DT_Bool DT_GetPenDepth(DT_ObjectHandle object1, DT_ObjectHandle object2, DT_Vector3 point1,
                       DT_Vector3 point2) {
    call c = solid3_call_begin("DT_GetPenDepth");
    graze_placed a, b;
    graze_penetration_result depth = {0};
    graze_options options = solid3_engine_options();
    bool meet = get_pair(&c, object1, object2, &a, &b) &&
                solid3_call_check(&c, graze_penetration(&a, &b, &options, NULL, &depth)) &&
                depth.end != GRAZE_SEPARATED && (depth.end != GRAZE_ITERATION_LIMIT || depth.lower > 0);
    if (meet) {
        give(depth.point_a, point1);
        give(depth.point_b, point2);
    }
    solid3_call_end(&c);
    return meet ? DT_TRUE : DT_FALSE;
}

/* -- rays -- */

static graze_ray ray_of(const DT_Scalar *source, const DT_Scalar *target, DT_Scalar max_param) {
    graze_ray ray = {.origin = vector_in(source)};
    ray.direction = graze_vec3_sub(vector_in(target), ray.origin);
    ray.max_t = max_param >= FLT_MAX ? (graze_real)GRAZE_REAL_MAX : (graze_real)max_param;
    return ray;
}

/* From a start inside the way back is as good a normal as any. */
static void give_hit(const graze_cast_result *hit, const graze_ray *ray, DT_Scalar *param,
                     DT_Scalar *normal) {
    graze_vec3 back = graze_vec3_neg(ray->direction);
    graze_real length = graze_vec3_length(back);
    bool inside = graze_vec3_length_squared(hit->normal) == 0 && length > 0;
    if (param) *param = (DT_Scalar)hit->t;
    give(inside ? graze_vec3_scale(back, 1 / length) : hit->normal, normal);
}

DT_Bool DT_ObjectRayCast(DT_ObjectHandle handle, const DT_Vector3 source, const DT_Vector3 target,
                         DT_Scalar max_param, DT_Scalar *param, DT_Vector3 normal) {
    call c = solid3_call_begin("DT_ObjectRayCast");
    const object *o = solid3_call_get(&c, HANDLE_OBJECT, handle);
    graze_placed placed;
    graze_cast_result hit = {0};
    if (!source || !target) solid3_call_refuse(&c, "NULL for the ray");
    if (o && !c.reason && solid3_call_check(&c, graze_object_get_placed(c.world, o->id, &placed))) {
        graze_ray ray = ray_of(source, target, max_param);
        graze_options options = solid3_engine_options();
        placed.margin = 0;
        if (solid3_call_check(&c, graze_ray_cast(&placed, &ray, &options, &hit)) && hit.hit)
            give_hit(&hit, &ray, param, normal);
    }
    solid3_call_end(&c);
    return hit.hit ? DT_TRUE : DT_FALSE;
}

static bool is_other(void *ignored, graze_object_id id, void *user) {
    (void)id;
    return ((const object *)user)->client != *(void **)ignored;
}

void *DT_RayCast(DT_SceneHandle handle, void *ignore_client, const DT_Vector3 source,
                 const DT_Vector3 target, DT_Scalar max_param, DT_Scalar *param, DT_Vector3 normal) {
    call c = solid3_call_begin("DT_RayCast");
    const scene *s = solid3_call_get(&c, HANDLE_SCENE, handle);
    void *client = NULL;
    if (!source || !target) solid3_call_refuse(&c, "NULL for the ray");
    if (s && !c.reason) {
        graze_ray ray = ray_of(source, target, max_param);
        graze_options options = solid3_engine_options();
        /* Nobody is ignored if there is nobody to ignore: NULL may be the pointer of many. */
        graze_scene_filter filter = {.accept = ignore_client ? is_other : NULL,
                                     .user = &ignore_client,
                                     .ignore_margins = true,
                                     .options = &options};
        graze_scene_hit hit;
        bool found = false;
        solid3_call_check(&c, graze_scene_ray_closest(c.world, s->id, &ray, &filter, &found, &hit));
        if (found) client = ((const object *)hit.user)->client;
        if (client) give_hit(&hit.cast, &ray, param, normal);
    }
    solid3_call_end(&c);
    return client;
}
