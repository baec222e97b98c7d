/* SPDX-License-Identifier: MIT */
#include "workers.h"

#include <pthread.h>
#include <stdatomic.h>

#include "progress.h"

enum { MOST_THREADS = 256 };

typedef struct crew {
    worker_job *job;
    void *context;
    size_t count;
    atomic_size_t next; /* the first job that nobody has taken */
} crew;

static void *work(void *given) {
    crew *c = given;
    for (size_t i; (i = atomic_fetch_add(&c->next, 1)) < c->count;) c->job(c->context, i);
    return NULL;
}

void workers_run(int threads, const char *what, worker_job *job, void *context, size_t count) {
    crew c = {job, context, count, 0};
    pthread_t started[MOST_THREADS];
    int helpers = 0, wanted = threads - 1 < MOST_THREADS ? threads - 1 : MOST_THREADS;
    while (helpers < wanted && (size_t)helpers + 1 < count &&
           pthread_create(&started[helpers], NULL, work, &c) == 0)
        ++helpers;
    progress_begin(what, NULL, count);
    for (size_t i; (i = atomic_fetch_add(&c.next, 1)) < count;) {
        job(context, i);
        progress_done(i + 1);
    }
    for (int i = 0; i < helpers; ++i) pthread_join(started[i], NULL);
    progress_end();
}
