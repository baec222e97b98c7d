/* SPDX-License-Identifier: MIT
 * Memory of a world: arrays that grow, through its allocator, counted. */
#ifndef GZ_WORLD_STORE_H
#define GZ_WORLD_STORE_H

#include "base/common.h"

struct graze_world;

/* Numbers, in the order pushed. Zero-initialised it is empty. */
typedef struct gz_list {
    uint32_t *at;
    size_t count, capacity;
} gz_list;

/* A block for at least wanted elements that keeps the *capacity old ones; false (and the old one
 * untouched) when memory is out. *memory is a pointer to the block. */
bool gz_store_reserve(struct graze_world *world, void *memory, size_t *capacity, size_t wanted,
                      size_t size);
void gz_store_release(struct graze_world *world, void *memory, size_t *capacity, size_t size);
#define GZ_RESERVE(world, array, capacity, wanted)                                                     \
    gz_store_reserve(world, &(array), &(capacity), wanted, sizeof *(array))
#define GZ_RELEASE(world, array, capacity)                                                             \
    gz_store_release(world, &(array), &(capacity), sizeof *(array))

bool gz_list_reserve(struct graze_world *world, gz_list *list, size_t wanted);
bool gz_list_push(struct graze_world *world, gz_list *list, uint32_t number);
/* The last takes its place. */
void gz_list_remove_at(gz_list *list, size_t place);
/* Removes a number that is there. */
void gz_list_remove(gz_list *list, uint32_t number);
void gz_list_release(struct graze_world *world, gz_list *list);

#endif
