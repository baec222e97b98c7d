/* SPDX-License-Identifier: MIT
 * What is behind the interface of SOLID: one world, one lock, handles that are checked.
 *
 * Every function of the interface is a call: solid3_call_begin takes the lock, solid3_call_end gives it
 * back and reports what was wrong. Client callbacks run between call_pause and call_resume, without the
 * lock. */
#ifndef SOLID3_ENGINE_H
#define SOLID3_ENGINE_H

#include <graze/graze.h>
#include <solid3/SOLID.h>
#include <stddef.h>
#include <stdint.h>

/* -- handles: numbers in the shape of pointers, looked up and never followed -- */

typedef enum handle_kind {
    HANDLE_SHAPE = 1,
    HANDLE_BASE,
    HANDLE_OBJECT,
    HANDLE_SCENE,
    HANDLE_TABLE,
    HANDLE_BROAD_SCENE,
    HANDLE_PROXY
} handle_kind;

/* NULL when memory is out. */
void *solid3_handle_add(handle_kind kind, void *what);
/* NULL if it names nothing, or nothing of this kind. */
void *solid3_handle_get(handle_kind kind, const void *handle);
/* From here on it names nothing. */
void *solid3_handle_remove(handle_kind kind, const void *handle);
/* All things of a kind: begin with *place = 0; NULL: no more. */
void *solid3_handle_next(handle_kind kind, size_t *place);

/* -- calls -- */

typedef struct call {
    const char *function;
    const char *reason; /* why it is ignored; NULL: it is not */
    graze_world *world; /* NULL only when memory is out */
} call;

call solid3_call_begin(const char *function);
void solid3_call_end(const call *c);
/* The first reason stays. Returns false. */
bool solid3_call_refuse(call *c, const char *reason);
/* True for GRAZE_OK; else the status is the reason. */
bool solid3_call_check(call *c, graze_status status);
/* What the handle names, else the reason says that it names nothing. */
void *solid3_call_get(call *c, handle_kind kind, const void *handle);

void solid3_engine_pause(void); /* gives the lock back while the client's code runs */
void solid3_engine_resume(void);

/* Tests of several threads take turns; a thread may nest its own. Not while the lock is held. */
void solid3_engine_test_begin(void);
void solid3_engine_test_end(void);

/* How well queries answer. */
graze_options solid3_engine_options(void);

/* -- what handles name -- */

typedef struct shape shape;

typedef struct base {
    const void *pointer;
    size_t stride;
    size_t users;  /* the handle, and the shapes that read the vertices */
    shape *shapes; /* complex ones on it */
} base;

struct shape {
    graze_shape *shape; /* NULL until it is complete */
    size_t users;       /* the handle, and the objects */
    base *on;           /* the vertices of a complex shape, or NULL */
    size_t vertices;    /* how many of them are in use */
    shape *next;        /* on the same base */
};

typedef struct object {
    graze_object_id id;
    void *client;
    shape *of;
} object;

typedef struct scene {
    graze_scene_id id;
} scene;

/* One user less; the last one frees it. NULL is allowed. */
void solid3_base_release(base *b);
void solid3_shape_release(shape *s);
/* A new shape with its handle; NULL when memory is out. */
shape *solid3_shape_add(void **handle);

/* -- numbers -- */

static inline graze_vec3 vector_in(const DT_Scalar *v) { return graze_vec3_make(v[0], v[1], v[2]); }

static inline void vector_out(graze_vec3 v, DT_Scalar *out) {
    out[0] = (DT_Scalar)v.x;
    out[1] = (DT_Scalar)v.y;
    out[2] = (DT_Scalar)v.z;
}

#endif
