/* SPDX-License-Identifier: MIT */
#include "workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { MOST_THREADS = 256, BAR = 40 };

typedef struct crew {
    worker_job *job;
    void *context;
    size_t count;
    atomic_size_t next; /* the first job that nobody has taken */
} crew;

/* -- the bar: only for people, and only if they have waited for a second -- */

typedef struct bar {
    const char *what;
    bool wanted, drawn;
    struct timespec last;
} bar;

static double seconds_since(const struct timespec *then) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

static bar begin_bar(const char *what) {
    bar b = {.what = what, .wanted = isatty(STDERR_FILENO) != 0};
    clock_gettime(CLOCK_MONOTONIC, &b.last);
    return b;
}

static void draw_bar(bar *b, size_t done, size_t count) {
    if (!b->wanted || seconds_since(&b->last) < (b->drawn ? .1 : 1)) return;
    clock_gettime(CLOCK_MONOTONIC, &b->last);
    b->drawn = true;
    int filled = (int)((double)BAR * (double)done / (double)count);
    fprintf(stderr, "\r%s [", b->what);
    for (int i = 0; i < BAR; ++i) putc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %3d %%", (int)(100 * (double)done / (double)count));
}

static void end_bar(const bar *b) {
    if (b->drawn) fputs("\r\033[K", stderr);
}

/* -- threads -- */

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
    bar b = begin_bar(what);
    for (size_t i; (i = atomic_fetch_add(&c.next, 1)) < count;) {
        job(context, i);
        draw_bar(&b, i + 1, count);
    }
    for (int i = 0; i < helpers; ++i) pthread_join(started[i], NULL);
    end_bar(&b);
}
