/* SPDX-License-Identifier: MIT
 * Arrays that grow. A growable array is a block, a count and a capacity; at least doubling keeps
 * pushing amortised O(1). */
#ifndef GZ_BASE_ARRAY_H
#define GZ_BASE_ARRAY_H

#include "base/memory.h"

/* Indices, in the order pushed. Zero-initialised it is empty. */
typedef struct gz_indices {
    uint32_t *at;
    size_t count, capacity;
} gz_indices;

/* A block for at least wanted elements that keeps the *capacity old ones; updates *capacity. NULL
 * (and the old block untouched) when memory is out. */
static inline void *gz_array_grow(void *memory, size_t *capacity, size_t wanted, size_t size) {
    size_t larger = *capacity < SIZE_MAX / 2 ? *capacity * 2 : *capacity;
    if (larger < wanted) larger = wanted;
    void *block = gz_grow_array(memory, *capacity, larger, size);
    if (block) *capacity = larger;
    return block;
}

/* Makes room for wanted elements in all; false when memory is out. */
static inline bool gz_indices_reserve(gz_indices *indices, size_t wanted) {
    if (wanted <= indices->capacity) return true;
    uint32_t *block = gz_array_grow(indices->at, &indices->capacity, wanted, sizeof *block);
    if (!block) return false;
    indices->at = block;
    return true;
}

/* Appends one; false when memory is out. */
static inline bool gz_indices_push(gz_indices *indices, uint32_t index) {
    if (indices->count == indices->capacity &&
        !gz_indices_reserve(indices, indices->count < 64 ? 64 : indices->count + 1))
        return false;
    indices->at[indices->count++] = index;
    return true;
}

static inline void gz_indices_release(gz_indices *indices) {
    gz_release(indices->at, indices->capacity * sizeof *indices->at);
    *indices = (gz_indices){0};
}

#endif
