/* SPDX-License-Identifier: MIT
 * Memory through the one process-wide allocator. */
#ifndef GZ_BASE_MEMORY_H
#define GZ_BASE_MEMORY_H

#include "base/common.h"

#define GZ_ALIGNMENT 64 /* a cache line; enough for every SIMD width we use */

/* size bytes aligned to GZ_ALIGNMENT, or NULL; size 0 gives NULL. Not cleared. */
void *gz_allocate(size_t size);
/* count * size bytes, or NULL also when the product overflows. */
void *gz_allocate_array(size_t count, size_t size);
/* Gives back what the above returned, with the same byte count. NULL is allowed. */
void gz_release(void *memory, size_t size);

/* Grows a block from old_count to new_count elements of the given size, keeping what is there.
 * NULL (and the old block untouched) when memory is out. */
void *gz_grow_array(void *memory, size_t old_count, size_t new_count, size_t size);

#endif
