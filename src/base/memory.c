/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void *default_allocate(void *user, size_t size, size_t alignment) {
    (void)user;
    size_t rounded = (size + alignment - 1) / alignment * alignment;
    return rounded < size ? NULL : aligned_alloc(alignment, rounded);
}

static void default_release(void *user, void *memory, size_t size) {
    (void)user;
    (void)size;
    free(memory);
}

static const graze_allocator default_allocator = {default_allocate, default_release, NULL};

/* The only global of the library: set once, before anything else. */
static graze_allocator current = {default_allocate, default_release, NULL};

graze_status graze_set_allocator(const graze_allocator *allocator) {
    if (allocator && (!allocator->allocate || !allocator->release)) return GRAZE_INVALID_ARGUMENT;
    current = allocator ? *allocator : default_allocator;
    return GRAZE_OK;
}

void *gz_allocate(size_t size) {
    return size ? current.allocate(current.user, size, GZ_ALIGNMENT) : NULL;
}

void *gz_allocate_array(size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) return NULL;
    return gz_allocate(count * size);
}

void gz_release(void *memory, size_t size) {
    if (memory) current.release(current.user, memory, size);
}

void *gz_grow_array(void *memory, size_t old_count, size_t new_count, size_t size) {
    void *bigger = gz_allocate_array(new_count, size);
    if (!bigger) return NULL;
    if (memory) memcpy(bigger, memory, old_count * size);
    gz_release(memory, old_count * size);
    return bigger;
}
