/* SPDX-License-Identifier: MIT
 * What the benchmarks share: a clock, and medians of repetitions. */
#ifndef GRAZE_BENCH_TIMING_H
#define GRAZE_BENCH_TIMING_H

#include <stdbool.h>
#include <stdint.h>
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

/* Ten microseconds of sums that do not wait for each other: whoever else works on the same core, next
 * door on a machine of many, takes a third of its units, and this takes that much longer. Of a library
 * that waits for memory or for divisions it would take less. */
#define BENCH_PROBE_ROUNDS 16000
static inline double bench_probe(void) {
    double start = bench_wall();
    uint32_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
    for (uint32_t i = 0; i < BENCH_PROBE_ROUNDS; ++i) {
        a += i, b ^= i, c += i, d ^= i, e += i, f ^= i;
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    }
    return bench_wall() - start;
}

/* How long that took while something was measured: the mean of probes taken in between. */
typedef struct bench_pace {
    double seconds;
    int probes;
} bench_pace;
static inline void bench_pace_take(bench_pace *pace, int probes) {
    for (int i = 0; i < probes; ++i) pace->seconds += bench_probe();
    pace->probes += probes;
}
static inline double bench_pace_mean(const bench_pace *pace) {
    return pace->probes > 0 ? pace->seconds / pace->probes : 0;
}

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
