/* SPDX-License-Identifier: MIT
 * A set of pairs of indices: a list in order. Changes come many at a time, in order too, and are
 * merged in; where they are few the pairs between them are moved as blocks. Memory is gone through from
 * end to end, so large sets cost no more a pair than small ones. */
#ifndef GZ_BASE_PAIR_SET_H
#define GZ_BASE_PAIR_SET_H

#include "base/common.h"

/* The lower index in the upper half, so that the order of keys is that of (lower, higher). */
typedef uint64_t gz_pair_key;

static inline gz_pair_key gz_pair_key_of(uint32_t a, uint32_t b) {
    uint32_t lower = a < b ? a : b,
             higher = a < b ? b : a; /* without a branch: nobody could foresee it */
    return (uint64_t)lower << 32 | higher;
}
static inline uint32_t gz_pair_lower(gz_pair_key key) { return (uint32_t)(key >> 32); }
static inline uint32_t gz_pair_higher(gz_pair_key key) { return (uint32_t)key; }

/* Zero-initialised it is empty. */
typedef struct gz_pair_set {
    gz_pair_key *at; /* rising */
    size_t count, capacity;
} gz_pair_set;

/* Makes room for so many pairs in all; false when memory is out. */
bool gz_pair_set_reserve(gz_pair_set *set, size_t wanted);
/* Inserts pairs that are not there, rising; there must be room. */
void gz_pair_set_insert(gz_pair_set *set, const gz_pair_key *keys, size_t count);
/* Removes pairs that are there, rising. */
void gz_pair_set_remove(gz_pair_set *set, const gz_pair_key *keys, size_t count);
bool gz_pair_set_has(const gz_pair_set *set, gz_pair_key key);
size_t gz_pair_set_bytes(const gz_pair_set *set);
void gz_pair_set_release(gz_pair_set *set);

#endif
