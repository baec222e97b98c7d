/* SPDX-License-Identifier: MIT
 * A binary heap with the greatest key on top; of equal keys the lowest value comes first, so the
 * order of what is popped does not depend on the order of what was pushed. */
#ifndef GZ_BASE_HEAP_H
#define GZ_BASE_HEAP_H

#include "base/common.h"

typedef struct gz_heap_entry {
    double key; /* never NaN */
    uint64_t value;
} gz_heap_entry;

/* Invariant: no entry comes before its parent, at[(i - 1) / 2]. Zero-initialised it is empty. */
typedef struct gz_heap {
    gz_heap_entry *at;
    size_t count, capacity;
} gz_heap;

/* false when memory is out. */
bool gz_heap_push(gz_heap *heap, double key, uint64_t value);
/* Takes the top off; false when the heap is empty. */
bool gz_heap_pop(gz_heap *heap, gz_heap_entry *top);
void gz_heap_release(gz_heap *heap);

#endif
