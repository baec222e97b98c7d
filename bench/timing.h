/* SPDX-License-Identifier: MIT
 * What the benchmarks share: a clock, and medians of repetitions. */
#ifndef GRAZE_BENCH_TIMING_H
#define GRAZE_BENCH_TIMING_H

#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

static inline double bench_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
/* Processor time of this thread, so that other work on the machine disturbs less. */
static inline double bench_seconds(void) { return bench_clock(CLOCK_THREAD_CPUTIME_ID); }
/* By the wall. */
static inline double bench_wall(void) { return bench_clock(CLOCK_MONOTONIC); }

/* GRAZE_BENCH_QUICK in the environment asks for a short run. */
static inline bool bench_quick(void) { return getenv("GRAZE_BENCH_QUICK") != NULL; }

static inline int bench_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the times and returns the middle one. */
static inline double bench_median(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, bench_compare);
    return times[count / 2];
}

#endif
