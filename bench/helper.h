/* SPDX-License-Identifier: MIT
 * A second thread for benchmarks that let two take part: it waits beside the caller's, spinning. */
#ifndef GRAZE_BENCH_HELPER_H
#define GRAZE_BENCH_HELPER_H

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "timing.h"

/* By the wall, since threads take part. */
static inline double helper_wall(void *user) {
    (void)user;
    return bench_wall();
}

typedef struct helper {
    pthread_t thread;
    void (*job)(void *context, size_t index);
    void *context;
    size_t count;
    atomic_size_t next;
    atomic_uint round;
    atomic_bool ends;
} helper;

static inline void helper_work(helper *h) {
    for (size_t i; (i = atomic_fetch_add(&h->next, 1)) < h->count;) h->job(h->context, i);
}

/* The round is odd while there is work: the caller makes it so, and the helper even again when it is
 * done. */
static inline void *helper_wait(void *user) {
    helper *h = user;
    while (!atomic_load(&h->ends)) {
        if (atomic_load(&h->round) % 2 == 0) {
            sched_yield(); /* the two may have to share a core */
            continue;
        }
        helper_work(h);
        atomic_fetch_add(&h->round, 1);
    }
    return NULL;
}

/* What a graze_runner calls; user is the helper. */
static inline void helper_run(void *user, void (*job)(void *context, size_t index), void *context,
                              size_t count) {
    helper *h = user;
    h->job = job;
    h->context = context;
    h->count = count;
    atomic_store(&h->next, 0);
    atomic_fetch_add(&h->round, 1);
    helper_work(h);
    while (atomic_load(&h->round) % 2) sched_yield();
}

static inline bool helper_begin(helper *h) {
    atomic_store(&h->ends, false);
    return pthread_create(&h->thread, NULL, helper_wait, h) == 0;
}
static inline void helper_end(helper *h) {
    atomic_store(&h->ends, true);
    pthread_join(h->thread, NULL);
}

#endif
