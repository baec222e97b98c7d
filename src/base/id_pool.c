/* SPDX-License-Identifier: MIT */
#include "base/id_pool.h"

#include "base/memory.h"

#define GENERATION_MOST ((UINT32_C(1) << GZ_ID_GENERATION_BITS) - 1)

void gz_id_pool_init(gz_id_pool *pool, uint32_t tag) {
    *pool = (gz_id_pool){.free = GZ_ID_NONE, .tag = tag};
}

void gz_id_pool_release(gz_id_pool *pool) {
    gz_release(pool->generation, pool->capacity * sizeof *pool->generation);
    gz_release(pool->next, pool->capacity * sizeof *pool->next);
    gz_id_pool_init(pool, pool->tag);
}

bool gz_id_pool_reserve(gz_id_pool *pool, size_t wanted) {
    if (wanted <= pool->capacity) return true;
    if (wanted > GZ_ID_NONE) return false;
    uint32_t *generation = gz_allocate_array(wanted, sizeof *generation);
    uint32_t *next = gz_allocate_array(wanted, sizeof *next);
    if (!generation || !next) {
        gz_release(generation, wanted * sizeof *generation);
        gz_release(next, wanted * sizeof *next);
        return false;
    }
    for (uint32_t i = 0; i < pool->slots; ++i) {
        generation[i] = pool->generation[i];
        next[i] = pool->next[i];
    }
    gz_release(pool->generation, pool->capacity * sizeof *pool->generation);
    gz_release(pool->next, pool->capacity * sizeof *pool->next);
    pool->generation = generation;
    pool->next = next;
    pool->capacity = wanted;
    return true;
}

uint32_t gz_id_pool_take(gz_id_pool *pool) {
    uint32_t index = pool->free;
    if (index != GZ_ID_NONE) {
        pool->free = pool->next[index];
    } else {
        GZ_ASSERT(pool->slots < pool->capacity);
        index = pool->slots++;
        pool->generation[index] = 0;
    }
    ++pool->generation[index];
    return index;
}

void gz_id_pool_retire(gz_id_pool *pool, uint32_t index) {
    GZ_ASSERT(pool->generation[index] % 2 == 1);
    ++pool->generation[index];
}

void gz_id_pool_revive(gz_id_pool *pool, uint32_t index) {
    GZ_ASSERT(pool->generation[index] % 2 == 0);
    --pool->generation[index];
}

void gz_id_pool_free(gz_id_pool *pool, uint32_t index) {
    if (pool->generation[index] > GENERATION_MOST) return;
    pool->next[index] = pool->free;
    pool->free = index;
}
