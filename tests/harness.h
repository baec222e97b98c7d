/* SPDX-License-Identifier: MIT
 * What the tests share: cmocka, seeds that are printed on failure, scaled case counts. */
#ifndef GRAZE_TESTS_HARNESS_H
#define GRAZE_TESTS_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "graze/graze.h"

/* The number of random cases to run: full, divided by the environment's GRAZE_TEST_DIVISOR (sanitiser
 * runs set it) or multiplied by GRAZE_TEST_FACTOR (make check-long); at least 1. */
long test_count(long full);

/* Shards for long runs: the seed to use, base plus the environment's GRAZE_TEST_SHARD (default 0)
 * times a large odd number. */
uint64_t test_seed(uint64_t base);

/* Fails the test with the seed, the case number and a message in printf style. */
void test_fail(uint64_t seed, long number, const char *format, ...);
#define TEST_CHECK(condition, seed, number, ...)                                                       \
    do {                                                                                               \
        if (!(condition)) test_fail((seed), (number), __VA_ARGS__);                                    \
    } while (0)

/* An allocator that counts what is outstanding and can fail at the n-th call. */
typedef struct test_memory {
    long calls, fail_at; /* fail_at = 0: never */
    long blocks;         /* outstanding */
    size_t bytes;        /* outstanding */
} test_memory;
/* Installs it (resetting the counts); test_memory_end restores the default. */
void test_memory_begin(test_memory *memory, long fail_at);
void test_memory_end(void);

/* Calls body(context) with an allocator that fails at call 1, 2, 3 ... until it succeeds. body must
 * return GRAZE_OUT_OF_MEMORY whenever an allocation failed, leave no block behind then, and clean up
 * after itself on success too. Returns how many allocations the success took. */
long test_every_allocation_failure(graze_status (*body)(void *context), void *context);

/* A folder with test data: the environment's GRAZE_TEST_DATA. */
const char *test_data_path(const char *file, char *buffer, size_t size);

#endif
