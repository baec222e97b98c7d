/* SPDX-License-Identifier: MIT */
#include "base/heap.h"

#include "base/array.h"

static bool comes_before(const gz_heap_entry *a, const gz_heap_entry *b) {
    return a->key > b->key || (a->key == b->key && a->value < b->value);
}

bool gz_heap_push(gz_heap *heap, double key, uint64_t value) {
    if (heap->count == heap->capacity) {
        gz_heap_entry *larger =
            gz_array_grow(heap->at, &heap->capacity, heap->count + 16, sizeof *larger);
        if (!larger) return false;
        heap->at = larger;
    }
    gz_heap_entry entry = {key, value};
    size_t hole = heap->count++;
    while (hole > 0 && comes_before(&entry, &heap->at[(hole - 1) / 2])) {
        heap->at[hole] = heap->at[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap->at[hole] = entry;
    return true;
}

bool gz_heap_pop(gz_heap *heap, gz_heap_entry *top) {
    if (heap->count == 0) return false;
    *top = heap->at[0];
    gz_heap_entry entry = heap->at[--heap->count];
    size_t hole = 0;
    for (size_t child = 1; child < heap->count; child = 2 * hole + 1) {
        if (child + 1 < heap->count && comes_before(&heap->at[child + 1], &heap->at[child])) ++child;
        if (!comes_before(&heap->at[child], &entry)) break;
        heap->at[hole] = heap->at[child];
        hole = child;
    }
    heap->at[hole] = entry;
    return true;
}

void gz_heap_release(gz_heap *heap) {
    gz_release(heap->at, heap->capacity * sizeof *heap->at);
    *heap = (gz_heap){0};
}
