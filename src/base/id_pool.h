/* SPDX-License-Identifier: MIT
 * Ids of 64 bits that know when they are stale: index, generation, tag. 0 is never one. */
#ifndef GZ_BASE_ID_POOL_H
#define GZ_BASE_ID_POOL_H

#include "base/common.h"

#define GZ_ID_GENERATION_BITS 20
#define GZ_ID_TAG_BITS 12

/* An index is live (odd generation) from take to retire, and may be taken again once it was freed. The
 * one that was freed last is taken first. One whose generations are used up is never taken again.
 * Zero-initialised, with a tag, it is empty. */
typedef struct gz_id_pool {
    uint32_t *generation; /* odd while live */
    uint32_t *next;       /* of a free index: the next free one */
    size_t capacity;
    uint32_t slots; /* indices ever taken */
    uint32_t free;  /* GZ_ID_NONE: no index is free */
    uint32_t tag;
} gz_id_pool;

#define GZ_ID_NONE UINT32_MAX

void gz_id_pool_init(gz_id_pool *pool, uint32_t tag);
void gz_id_pool_release(gz_id_pool *pool);
/* Makes room for so many indices in all; false when memory is out. */
bool gz_id_pool_reserve(gz_id_pool *pool, size_t wanted);
/* The next index; there must be room, or a free one. */
uint32_t gz_id_pool_take(gz_id_pool *pool);
/* Makes the id of a live index stale. */
void gz_id_pool_retire(gz_id_pool *pool, uint32_t index);
/* Takes that back, before it is freed. */
void gz_id_pool_revive(gz_id_pool *pool, uint32_t index);
/* Lets a retired index be taken again. */
void gz_id_pool_free(gz_id_pool *pool, uint32_t index);

/* The id of an index that is live, or was until it was retired and has not been freed yet. */
static inline uint64_t gz_id_of(const gz_id_pool *pool, uint32_t index) {
    uint64_t generation = (pool->generation[index] - 1) | 1;
    return (uint64_t)pool->tag << 52 | generation << 32 | index;
}

/* The index of a live id, else GZ_ID_NONE. */
static inline uint32_t gz_id_index(const gz_id_pool *pool, uint64_t id) {
    uint32_t index = (uint32_t)id;
    bool live = index < pool->slots && pool->generation[index] % 2 == 1 && gz_id_of(pool, index) == id;
    return live ? index : GZ_ID_NONE;
}

#endif
