/* SPDX-License-Identifier: MIT */
#include "world/store.h"

#include <string.h>

#include "base/memory.h"
#include "world/world.h"

static void *take(graze_world *world, size_t size) {
    if (!world->own_allocator) return gz_allocate(size);
    return world->allocator.allocate(world->allocator.user, size, GZ_ALIGNMENT);
}

static void give_back(graze_world *world, void *memory, size_t size) {
    if (!memory) return;
    if (world->own_allocator)
        world->allocator.release(world->allocator.user, memory, size);
    else
        gz_release(memory, size);
}

bool gz_store_reserve(graze_world *world, void *memory, size_t *capacity, size_t wanted, size_t size) {
    if (wanted <= *capacity) return true;
    size_t larger = *capacity < SIZE_MAX / 2 ? *capacity * 2 : *capacity;
    if (larger < wanted) larger = wanted;
    if (larger < 8) larger = 8;
    if (larger > SIZE_MAX / size) return false;
    void *block = take(world, larger * size), *old;
    if (!block) return false;
    memcpy(&old, memory, sizeof old);
    if (old) memcpy(block, old, *capacity * size);
    give_back(world, old, *capacity * size);
    world->bytes += (larger - *capacity) * size;
    memcpy(memory, &block, sizeof block);
    *capacity = larger;
    return true;
}

void gz_store_release(graze_world *world, void *memory, size_t *capacity, size_t size) {
    void *old, *none = NULL;
    memcpy(&old, memory, sizeof old);
    give_back(world, old, *capacity * size);
    world->bytes -= *capacity * size;
    memcpy(memory, &none, sizeof none);
    *capacity = 0;
}

bool gz_list_reserve(graze_world *world, gz_list *list, size_t wanted) {
    return GZ_RESERVE(world, list->at, list->capacity, wanted);
}

bool gz_list_push(graze_world *world, gz_list *list, uint32_t number) {
    if (!gz_list_reserve(world, list, list->count + 1)) return false;
    list->at[list->count++] = number;
    return true;
}

void gz_list_remove_at(gz_list *list, size_t place) { list->at[place] = list->at[--list->count]; }

void gz_list_remove(gz_list *list, uint32_t number) {
    size_t place = 0;
    while (list->at[place] != number) ++place;
    gz_list_remove_at(list, place);
}

void gz_list_release(graze_world *world, gz_list *list) {
    GZ_RELEASE(world, list->at, list->capacity);
    list->count = 0;
}
