/* SPDX-License-Identifier: MIT
 * Shapes that are made by one call, and vertex bases. */
#include <stdlib.h>

#include "solid3/engine.h"

shape *solid3_shape_add(void **handle) {
    shape *s = calloc(1, sizeof *s);
    *handle = s ? solid3_handle_add(HANDLE_SHAPE, s) : NULL;
    if (!*handle) {
        free(s);
        return NULL;
    }
    s->users = 1;
    return s;
}

static void leave_base(shape *s) {
    shape **place = &s->on->shapes;
    while (*place && *place != s) place = &(*place)->next;
    if (*place) *place = s->next;
    solid3_base_release(s->on);
}

void solid3_shape_release(shape *s) {
    if (!s || --s->users > 0) return;
    graze_shape_release(s->shape);
    if (s->on) leave_base(s);
    free(s);
}

/* Takes the shape over. NULL if there is none or memory is out. */
static DT_ShapeHandle hand_out(call *c, graze_status status, graze_shape *made) {
    if (!solid3_call_check(c, status)) return NULL;
    void *handle;
    shape *s = solid3_shape_add(&handle);
    if (s)
        s->shape = made;
    else
        graze_shape_release(made), solid3_call_check(c, GRAZE_OUT_OF_MEMORY);
    return handle;
}

#define NEW_SHAPE(name, ...)                                                                           \
    call c = solid3_call_begin(name);                                                                  \
    graze_shape *made = NULL;                                                                          \
    graze_status status = __VA_ARGS__;                                                                 \
    DT_ShapeHandle handle = hand_out(&c, status, made);                                                \
    solid3_call_end(&c);                                                                               \
    return handle

DT_ShapeHandle DT_NewBox(DT_Scalar x, DT_Scalar y, DT_Scalar z) {
    NEW_SHAPE("DT_NewBox", graze_shape_box(graze_vec3_make(x / 2, y / 2, z / 2), &made));
}

DT_ShapeHandle DT_NewCone(DT_Scalar radius, DT_Scalar height) {
    NEW_SHAPE("DT_NewCone", graze_shape_cone(radius, height, &made));
}

DT_ShapeHandle DT_NewCylinder(DT_Scalar radius, DT_Scalar height) {
    NEW_SHAPE("DT_NewCylinder", graze_shape_cylinder(radius, height, &made));
}

DT_ShapeHandle DT_NewSphere(DT_Scalar radius) {
    NEW_SHAPE("DT_NewSphere", graze_shape_sphere(radius, &made));
}

DT_ShapeHandle DT_NewPoint(const DT_Vector3 point) {
    NEW_SHAPE("DT_NewPoint",
              point ? graze_shape_point(vector_in(point), &made) : GRAZE_INVALID_ARGUMENT);
}

DT_ShapeHandle DT_NewLineSegment(const DT_Vector3 source, const DT_Vector3 target) {
    NEW_SHAPE("DT_NewLineSegment",
              source && target ? graze_shape_segment(vector_in(source), vector_in(target), &made)
                               : GRAZE_INVALID_ARGUMENT);
}

/* -- of two others -- */

typedef graze_status maker(graze_shape *a, graze_shape *b, graze_shape **out);

static graze_status hull_of_two(graze_shape *a, graze_shape *b, graze_shape **out) {
    graze_shape *const both[2] = {a, b};
    return graze_shape_hull_of(both, 2, out);
}

static DT_ShapeHandle of_two(const char *name, maker *make, DT_ShapeHandle first,
                             DT_ShapeHandle second) {
    call c = solid3_call_begin(name);
    shape *a = solid3_call_get(&c, HANDLE_SHAPE, first), *b = solid3_call_get(&c, HANDLE_SHAPE, second);
    DT_ShapeHandle handle = NULL;
    if (a && b && a->shape && b->shape) {
        graze_shape *made = NULL;
        graze_status status = make(a->shape, b->shape, &made);
        handle = hand_out(&c, status, made);
    } else if (a && b) {
        solid3_call_refuse(&c, "the shape is not complete");
    }
    solid3_call_end(&c);
    return handle;
}

DT_ShapeHandle DT_NewMinkowski(DT_ShapeHandle shape1, DT_ShapeHandle shape2) {
    return of_two("DT_NewMinkowski", graze_shape_minkowski_sum, shape1, shape2);
}

DT_ShapeHandle DT_NewHull(DT_ShapeHandle shape1, DT_ShapeHandle shape2) {
    return of_two("DT_NewHull", hull_of_two, shape1, shape2);
}

/* Objects and shapes made of it keep what they need. */
void DT_DeleteShape(DT_ShapeHandle handle) {
    call c = solid3_call_begin("DT_DeleteShape");
    if (solid3_call_get(&c, HANDLE_SHAPE, handle))
        solid3_shape_release(solid3_handle_remove(HANDLE_SHAPE, handle));
    solid3_call_end(&c);
}

/* -- vertex bases -- */

void solid3_base_release(base *b) {
    if (b && --b->users == 0) free(b);
}

DT_VertexBaseHandle DT_NewVertexBase(const void *pointer, DT_Size stride) {
    call c = solid3_call_begin("DT_NewVertexBase");
    void *handle = NULL;
    if (!pointer || (stride != 0 && stride < 3 * sizeof(float))) {
        solid3_call_refuse(&c, pointer ? "a stride shorter than a vertex" : "no vertices");
    } else {
        base *b = malloc(sizeof *b);
        handle = b ? solid3_handle_add(HANDLE_BASE, b) : NULL;
        if (handle)
            *b = (base){pointer, stride, 1, NULL};
        else
            free(b), solid3_call_check(&c, GRAZE_OUT_OF_MEMORY);
    }
    solid3_call_end(&c);
    return handle;
}

void DT_DeleteVertexBase(DT_VertexBaseHandle handle) {
    call c = solid3_call_begin("DT_DeleteVertexBase");
    if (solid3_call_get(&c, HANDLE_BASE, handle))
        solid3_base_release(solid3_handle_remove(HANDLE_BASE, handle));
    solid3_call_end(&c);
}

static void refit(call *c, const base *b, const shape *s) {
    graze_vertices vertices = {b->pointer, s->vertices, b->stride, GRAZE_VERTEX_FLOAT};
    solid3_call_check(c, graze_mesh_rebase(s->shape, &vertices));
}

void DT_ChangeVertexBase(DT_VertexBaseHandle handle, const void *pointer) {
    call c = solid3_call_begin("DT_ChangeVertexBase");
    base *b = solid3_call_get(&c, HANDLE_BASE, handle);
    if (b && !pointer) solid3_call_refuse(&c, "no vertices");
    if (b && pointer) {
        b->pointer = pointer;
        for (const shape *s = b->shapes; s; s = s->next)
            if (s->shape) refit(&c, b, s);
    }
    solid3_call_end(&c);
}
