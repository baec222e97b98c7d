/* SPDX-License-Identifier: MIT */
#include "harness.h"

static long environment_number(const char *name, long otherwise) {
    const char *text = getenv(name);
    long value = text ? strtol(text, NULL, 10) : otherwise;
    return value > 0 ? value : otherwise;
}

long test_count(long full) {
    long count =
        full * environment_number("GRAZE_TEST_FACTOR", 1) / environment_number("GRAZE_TEST_DIVISOR", 1);
    return count > 0 ? count : 1;
}

/* Not the increment of graze_random: that would replay the same sequence, one step on. */
uint64_t test_seed(uint64_t base) {
    return base + (uint64_t)environment_number("GRAZE_TEST_SHARD", 0) * UINT64_C(0xd1342543de82ef95);
}

void test_fail(uint64_t seed, long number, const char *format, ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    fail_msg("seed %llu, case %ld: %s", (unsigned long long)seed, number, message);
}

static void *counting_allocate(void *user, size_t size, size_t alignment) {
    test_memory *memory = user;
    if (++memory->calls == memory->fail_at) return NULL;
    size_t rounded = (size + alignment - 1) / alignment * alignment;
    void *block = aligned_alloc(alignment, rounded);
    if (!block) return NULL;
    memset(block, 0xa5, rounded); /* so that reading what was never written shows */
    memory->blocks++;
    memory->bytes += size;
    return block;
}

static void counting_release(void *user, void *block, size_t size) {
    test_memory *memory = user;
    memory->blocks--;
    memory->bytes -= size;
    free(block);
}

void test_memory_begin(test_memory *memory, long fail_at) {
    *memory = (test_memory){.fail_at = fail_at};
    graze_allocator allocator = {counting_allocate, counting_release, memory};
    assert_int_equal(graze_set_allocator(&allocator), GRAZE_OK);
}

void test_memory_end(void) { assert_int_equal(graze_set_allocator(NULL), GRAZE_OK); }

long test_every_allocation_failure(graze_status (*body)(void *context), void *context) {
    for (long fail_at = 1;; ++fail_at) {
        test_memory memory;
        test_memory_begin(&memory, fail_at);
        graze_status status = body(context);
        test_memory_end();
        if (memory.blocks != 0 || memory.bytes != 0)
            fail_msg("failing allocation %ld: %ld blocks, %zu bytes left behind", fail_at,
                     memory.blocks, memory.bytes);
        if (memory.calls < fail_at) {
            assert_int_equal(status, GRAZE_OK);
            return memory.calls;
        }
        if (status != GRAZE_OUT_OF_MEMORY)
            fail_msg("failing allocation %ld gave status %d", fail_at, (int)status);
    }
}

const char *test_data_path(const char *file, char *buffer, size_t size) {
    const char *folder = getenv("GRAZE_TEST_DATA");
    snprintf(buffer, size, "%s/%s", folder ? folder : "tests/data", file);
    return buffer;
}
