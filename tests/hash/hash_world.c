/* SPDX-License-Identifier: MIT
 * One world in motion over every broad phase, on one thread and on two: here it is seen that all of
 * them tell the same, and what they tell is compared over compilers and vector units. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "world_show.h"

/* -- two threads ---------------------------------------------------------------------------------- */

typedef struct work {
    void (*job)(void *context, size_t index);
    void *context;
    size_t count;
    atomic_size_t next;
} work;

/* The last jobs first. */
static void *do_jobs(void *user) {
    work *w = user;
    for (size_t i; (i = atomic_fetch_add(&w->next, 1)) < w->count;)
        w->job(w->context, w->count - 1 - i);
    return NULL;
}

/* By the caller alone if there is no thread to be had; in another order than without a runner anyway.
 */
static void run_jobs(void *user, void (*job)(void *context, size_t index), void *context,
                     size_t count) {
    work w = {job, context, count, 0};
    pthread_t helper;
    bool helped = pthread_create(&helper, NULL, do_jobs, &w) == 0;
    do_jobs(&w);
    if (helped) pthread_join(helper, NULL);
    ++*(int *)user;
}

/* -- all must agree ------------------------------------------------------------------------------- */

static void must_equal(const char *what, const digest *first, const digest *other,
                       const show_setup *setup) {
    if (first->hash == other->hash && first->items == other->items) return;
    fprintf(stderr, "worlds: other %s with broad phase %d, %s, caches %s\n", what, (int)setup->kind,
            setup->runner ? "two threads" : "one thread", setup->no_caches ? "off" : "on");
    exit(1);
}

static show_digests run_all(bool no_caches) {
    int runs = 0;
    graze_runner runner = {run_jobs, &runs, 2};
    show_setup setup = {GRAZE_BROAD_DEFAULT, no_caches, NULL};
    show_digests first = show_run(&setup);
    for (int kind = 1; kind < GRAZE_BROAD_KIND_COUNT; ++kind)
        for (int threads = 1; threads <= 2; ++threads) {
            setup.kind = (graze_broad_kind)kind;
            setup.runner = threads == 2 ? &runner : NULL;
            show_digests other = show_run(&setup);
            must_equal("events", &first.events, &other.events, &setup);
            must_equal("numbers", &first.numbers, &other.numbers, &setup);
        }
    if (runs == 0) fprintf(stderr, "worlds: no thread was ever used\n"), exit(1);
    return first;
}

static show_digests run_once(bool no_caches) {
    static show_digests found[2];
    if (found[no_caches].events.items == 0) found[no_caches] = run_all(no_caches);
    return found[no_caches];
}

static void take(digest *d, digest from) {
    d->hash = from.hash;
    d->items = from.items;
}

/* What is decided, and all numbers about it; with caches these depend on the past as well. */
void hash_world_events(digest *d) { take(d, run_once(false).events); }
void hash_world_numbers(digest *d) { take(d, run_once(false).numbers); }
void hash_cacheless_world_events(digest *d) { take(d, run_once(true).events); }
void hash_cacheless_world_numbers(digest *d) { take(d, run_once(true).numbers); }
