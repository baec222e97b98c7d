/* SPDX-License-Identifier: MIT */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* recursive mutexes */
#endif
#include "solid3/engine.h"

#include <float.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t testing; /* recursive */
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Under the lock. */
static graze_world *world;
static DT_Scalar accuracy = 1e-3f, tolerance;
static DT_ErrorCallback report;
static void *report_data;

static void make_testing(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&testing, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

void solid3_engine_pause(void) { pthread_mutex_unlock(&lock); }
void solid3_engine_resume(void) { pthread_mutex_lock(&lock); }

void solid3_engine_test_begin(void) {
    pthread_once(&once, make_testing);
    pthread_mutex_lock(&testing);
}
void solid3_engine_test_end(void) { pthread_mutex_unlock(&testing); }

/* -- accuracy -- */

graze_options solid3_engine_options(void) {
    DT_Scalar rel = accuracy > tolerance ? accuracy : tolerance;
    return (graze_options){.rel = (graze_real)rel};
}

/* SOLID looks at one pair after the other, each where its objects are when its turn comes. */
static graze_world_settings settings(void) {
    return (graze_world_settings){.options = solid3_engine_options(), .batch = 1};
}

static void set_accuracy(const char *function, DT_Scalar *which, DT_Scalar value) {
    call c = solid3_call_begin(function);
    if (!(value > 0) || !(value <= FLT_MAX)) {
        solid3_call_refuse(&c, "an error is a positive number");
    } else if (c.world) {
        DT_Scalar before = *which;
        *which = value;
        graze_world_settings changed = settings();
        if (!solid3_call_check(&c, graze_world_set_settings(c.world, &changed))) *which = before;
    }
    solid3_call_end(&c);
}

void DT_SetAccuracy(DT_Scalar max_error) { set_accuracy("DT_SetAccuracy", &accuracy, max_error); }
void DT_SetTolerance(DT_Scalar tol_error) { set_accuracy("DT_SetTolerance", &tolerance, tol_error); }

/* -- calls -- */

call solid3_call_begin(const char *function) {
    call c = {.function = function};
    solid3_engine_resume();
    if (!world) {
        graze_world_config config = {.settings = settings()};
        solid3_call_check(&c, graze_world_create(&config, &world));
    }
    c.world = world;
    return c;
}

void solid3_call_end(const call *c) {
    DT_ErrorCallback told = report;
    void *data = report_data;
    solid3_engine_pause();
    if (c->reason && told) told(data, c->function, c->reason);
}

bool solid3_call_refuse(call *c, const char *reason) {
    if (!c->reason) c->reason = reason;
    return false;
}

bool solid3_call_check(call *c, graze_status status) {
    return status == GRAZE_OK || solid3_call_refuse(c, graze_status_text(status));
}

void *solid3_call_get(call *c, handle_kind kind, const void *handle) {
    void *what = c->world ? solid3_handle_get(kind, handle) : NULL;
    if (!what) solid3_call_refuse(c, "a handle that is NULL, was deleted, or names something else");
    return what;
}

void DT_SetErrorCallback(DT_ErrorCallback callback, void *client_data) {
    solid3_engine_resume();
    report = callback;
    report_data = client_data;
    solid3_engine_pause();
}
