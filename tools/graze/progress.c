/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "text.h"

enum { BAR = 40, FIRST_MS = 1000, NEXT_MS = 100 };

/* A thread of its own draws, so that the bar lives while a file is waited for. */
static struct {
    int nested; /* how many have begun; the outermost has the bar */
    bool running, ended;
    pthread_t painter;
    pthread_mutex_t lock;
    pthread_cond_t end;
    const char *what, *file;
    atomic_size_t done, total;
} bar = {.lock = PTHREAD_MUTEX_INITIALIZER, .end = PTHREAD_COND_INITIALIZER};

static void draw(int seconds) {
    size_t total = atomic_load(&bar.total), done = atomic_load(&bar.done);
    fprintf(stderr, "\r%s%s", bar.what, bar.file ? " " : "");
    if (bar.file) text_print(stderr, bar.file, 0, 40);
    if (total <= 1) {
        fprintf(stderr, " %d s", seconds);
        return;
    }
    double share = done < total ? (double)done / (double)total : 1;
    fputs(" [", stderr);
    for (int i = 0; i < BAR; ++i) putc(i < (int)(BAR * share) ? '#' : '.', stderr);
    fprintf(stderr, "] %3d %%", (int)(100 * share));
}

/* False when the work has ended. */
static bool wait_for(int milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    long nanoseconds = until.tv_nsec + 1000000L * (milliseconds % 1000);
    until.tv_sec += milliseconds / 1000 + nanoseconds / 1000000000L;
    until.tv_nsec = nanoseconds % 1000000000L;
    int status = 0;
    while (!bar.ended && status != ETIMEDOUT)
        status = pthread_cond_timedwait(&bar.end, &bar.lock, &until);
    return !bar.ended;
}

static void *paint(void *unused) {
    (void)unused;
    pthread_mutex_lock(&bar.lock);
    int passed = FIRST_MS;
    bool drawn = false;
    for (bool on = wait_for(FIRST_MS); on; on = wait_for(NEXT_MS), passed += NEXT_MS) {
        draw(passed / 1000);
        drawn = true;
    }
    if (drawn) fputs("\r\033[K", stderr);
    pthread_mutex_unlock(&bar.lock);
    return NULL;
}

void progress_begin(const char *what, const char *file, size_t total) {
    if (bar.nested++ > 0 || !isatty(STDERR_FILENO)) return;
    bar.what = what;
    bar.file = file;
    bar.ended = false;
    atomic_store(&bar.done, 0);
    atomic_store(&bar.total, total);
    bar.running = pthread_create(&bar.painter, NULL, paint, NULL) == 0;
}

void progress_end(void) {
    if (--bar.nested > 0 || !bar.running) return;
    pthread_mutex_lock(&bar.lock);
    bar.ended = true;
    pthread_cond_signal(&bar.end);
    pthread_mutex_unlock(&bar.lock);
    pthread_join(bar.painter, NULL);
    bar.running = false;
}

void progress_total(size_t total) {
    atomic_store(&bar.done, 0);
    atomic_store(&bar.total, total);
}

void progress_done(size_t done) { atomic_store(&bar.done, done); }

void progress_left(size_t left) {
    size_t total = atomic_load(&bar.total);
    if (left <= total) atomic_store(&bar.done, total - left);
}
