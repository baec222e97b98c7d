/* SPDX-License-Identifier: MIT
 * A set of pairs of indices: a dense list to walk along, and a hash table with open addressing that
 * finds a pair in it. The order of the list depends on the history of insertions and removals alone. */
#ifndef GZ_BASE_PAIR_SET_H
#define GZ_BASE_PAIR_SET_H

#include "base/common.h"

/* The lower index in the upper half, so that the order of keys is that of (lower, higher). */
typedef uint64_t gz_pair_key;

static inline gz_pair_key gz_pair_key_of(uint32_t a, uint32_t b) {
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}
static inline uint32_t gz_pair_lower(gz_pair_key key) { return (uint32_t)(key >> 32); }
static inline uint32_t gz_pair_higher(gz_pair_key key) { return (uint32_t)key; }

/* Zero-initialised it is empty. */
typedef struct gz_pair_set {
    gz_pair_key *at; /* the list */
    size_t count, capacity;
    uint32_t *table;   /* where in the list + 1, 0 = free; linear probing */
    size_t table_size; /* 0 or a power of two, at least 2 capacity */
} gz_pair_set;

/* Makes room for so many pairs in all; false when memory is out. */
bool gz_pair_set_reserve(gz_pair_set *set, size_t wanted);
/* Appends a pair that is not there; there must be room. */
void gz_pair_set_insert(gz_pair_set *set, gz_pair_key key);
/* Removes a pair that is there; the last of the list takes its place. */
void gz_pair_set_remove(gz_pair_set *set, gz_pair_key key);
/* Removes all. */
void gz_pair_set_clear(gz_pair_set *set);
bool gz_pair_set_has(const gz_pair_set *set, gz_pair_key key);
size_t gz_pair_set_bytes(const gz_pair_set *set);
void gz_pair_set_release(gz_pair_set *set);

#endif
