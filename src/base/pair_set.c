/* SPDX-License-Identifier: MIT */
#include "base/pair_set.h"

#include <string.h>

#include "base/array.h"

/* Multiplying by an odd number near 2^64 / golden ratio spreads the keys over the upper bits. */
static size_t home_of(const gz_pair_set *set, gz_pair_key key) {
    uint64_t mixed = (key ^ key >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(mixed >> 32 ^ mixed >> 15) & (set->table_size - 1);
}

/* The place in the table of the key, or of the free place where it would go. */
static size_t place_of(const gz_pair_set *set, gz_pair_key key) {
    size_t place = home_of(set, key);
    while (set->table[place] && set->at[set->table[place] - 1] != key)
        place = (place + 1) & (set->table_size - 1);
    return place;
}

static void fill_table(gz_pair_set *set) {
    memset(set->table, 0, set->table_size * sizeof *set->table);
    for (size_t i = 0; i < set->count; ++i) set->table[place_of(set, set->at[i])] = (uint32_t)i + 1;
}

bool gz_pair_set_reserve(gz_pair_set *set, size_t wanted) {
    if (wanted <= set->capacity) return true;
    size_t size = 32;
    while (size / 2 < wanted && size < SIZE_MAX / 4) size *= 2;
    if (size / 2 < wanted || size > (size_t)UINT32_MAX + 1) return false;
    uint32_t *table = gz_allocate_array(size, sizeof *table);
    gz_pair_key *at = gz_allocate_array(size / 2, sizeof *at);
    if (!table || !at) {
        gz_release(table, size * sizeof *table);
        gz_release(at, size / 2 * sizeof *at);
        return false;
    }
    if (set->count) memcpy(at, set->at, set->count * sizeof *at);
    size_t count = set->count;
    gz_pair_set_release(set);
    *set = (gz_pair_set){at, count, size / 2, table, size};
    fill_table(set);
    return true;
}

void gz_pair_set_insert(gz_pair_set *set, gz_pair_key key) {
    size_t place = place_of(set, key);
    GZ_ASSERT(set->count < set->capacity && !set->table[place]);
    set->at[set->count++] = key;
    set->table[place] = (uint32_t)set->count;
}

/* Frees a place, and moves up those behind it that would not be found any more. */
static void close_gap(gz_pair_set *set, size_t gap) {
    size_t last = set->table_size - 1;
    for (size_t place = (gap + 1) & last; set->table[place]; place = (place + 1) & last) {
        size_t home = home_of(set, set->at[set->table[place] - 1]);
        if (((place - home) & last) < ((place - gap) & last)) continue;
        set->table[gap] = set->table[place];
        gap = place;
    }
    set->table[gap] = 0;
}

void gz_pair_set_remove(gz_pair_set *set, gz_pair_key key) {
    size_t place = place_of(set, key);
    GZ_ASSERT(set->table[place]);
    uint32_t hole = set->table[place] - 1;
    close_gap(set, place);
    gz_pair_key moved = set->at[--set->count];
    if (moved == key) return;
    size_t place_of_moved = home_of(set, moved);
    while (set->table[place_of_moved] != set->count + 1)
        place_of_moved = (place_of_moved + 1) & (set->table_size - 1);
    set->table[place_of_moved] = hole + 1;
    set->at[hole] = moved;
}

void gz_pair_set_clear(gz_pair_set *set) {
    set->count = 0;
    if (set->table) fill_table(set);
}

bool gz_pair_set_has(const gz_pair_set *set, gz_pair_key key) {
    return set->count > 0 && set->table[place_of(set, key)] != 0;
}

size_t gz_pair_set_bytes(const gz_pair_set *set) {
    return set->capacity * sizeof *set->at + set->table_size * sizeof *set->table;
}

void gz_pair_set_release(gz_pair_set *set) {
    gz_release(set->at, set->capacity * sizeof *set->at);
    gz_release(set->table, set->table_size * sizeof *set->table);
    *set = (gz_pair_set){0};
}
