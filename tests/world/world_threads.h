/* SPDX-License-Identifier: MIT
 * A runner on threads of its own, and a scene in motion with a hash of all that is told. */
#ifndef GRAZE_TESTS_WORLD_THREADS_H
#define GRAZE_TESTS_WORLD_THREADS_H

#include <pthread.h>
#include <stdatomic.h>

#include "world_model.h"

enum { MODEL_THREADS = 4 };

typedef struct model_run {
    void (*job)(void *context, size_t index);
    void *context;
    size_t count;
    atomic_size_t next;
} model_run;

static void *model_work(void *user) {
    model_run *run = user;
    for (size_t i; (i = atomic_fetch_add(&run->next, 1)) < run->count;) run->job(run->context, i);
    return NULL;
}

static inline void model_run_jobs(void *user, void (*job)(void *context, size_t index), void *context,
                                  size_t count) {
    pthread_t threads[MODEL_THREADS];
    model_run run = {job, context, count, 0};
    int made = 0;
    for (; made < MODEL_THREADS - 1; ++made)
        if (pthread_create(&threads[made], NULL, model_work, &run)) break;
    model_work(&run);
    for (int i = 0; i < made; ++i) pthread_join(threads[i], NULL);
    if (user) ++*(int *)user;
}

#endif
