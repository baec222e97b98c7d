/* SPDX-License-Identifier: MIT */
#include "base/pair_set.h"

#include <string.h>

#include "base/array.h"

/* Changes are few where each has so many pairs of the list to itself: a search and a block to move take
 * as long as that many steps. */
enum { FEW = 64 };

/* The first place in the list from begin on, below end, whose key is not below this one. */
static size_t find(const gz_pair_key *at, size_t begin, size_t end, gz_pair_key key) {
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        bool below = at[middle] < key;
        begin = below ? middle + 1 : begin;
        end = below ? end : middle;
    }
    return begin;
}

/* The same for one that is likely to be near the begin, or near the end: strides double. */
static size_t find_forward(const gz_pair_set *set, size_t begin, gz_pair_key key) {
    size_t end = begin, stride = FEW;
    while (end < set->count && set->at[end] < key) {
        begin = end + 1;
        end = set->count - end > stride ? end + stride : set->count;
        stride *= 2;
    }
    return find(set->at, begin, end, key);
}
static size_t find_backward(const gz_pair_set *set, size_t end, gz_pair_key key) {
    size_t begin = end, stride = FEW;
    while (begin > 0 && set->at[begin - 1] >= key) {
        end = begin - 1;
        begin = begin > stride ? begin - stride : 0;
        stride *= 2;
    }
    return find(set->at, begin, end, key);
}

bool gz_pair_set_reserve(gz_pair_set *set, size_t wanted) {
    if (wanted <= set->capacity) return true;
    gz_pair_key *block =
        gz_array_grow(set->at, &set->capacity, wanted < 16 ? 16 : wanted, sizeof *block);
    if (block) set->at = block;
    return block != NULL;
}

/* -- removing ------------------------------------------------------------------------------------ */

static void remove_many(gz_pair_set *set, const gz_pair_key *keys, size_t count) {
    size_t from = find(set->at, 0, set->count, keys[0]), to = from;
    for (size_t next = 0; next < count; ++next, ++from)
        while (set->at[from] != keys[next]) set->at[to++] = set->at[from++];
    memmove(set->at + to, set->at + from, (set->count - from) * sizeof *set->at);
}

static void remove_few(gz_pair_set *set, const gz_pair_key *keys, size_t count) {
    size_t from = find(set->at, 0, set->count, keys[0]), to = from;
    for (size_t next = 0; next < count; ++next) {
        size_t begin = from + 1;
        from = next + 1 < count ? find_forward(set, begin, keys[next + 1]) : set->count;
        memmove(set->at + to, set->at + begin, (from - begin) * sizeof *set->at);
        to += from - begin;
    }
}

void gz_pair_set_remove(gz_pair_set *set, const gz_pair_key *keys, size_t count) {
    GZ_ASSERT(count <= set->count);
    if (!count) return;
    if (count < set->count) (set->count / count < FEW ? remove_many : remove_few)(set, keys, count);
    set->count -= count;
}

/* -- inserting, from the end ---------------------------------------------------------------------- */

static void insert_many(gz_pair_set *set, const gz_pair_key *keys, size_t count) {
    size_t from = set->count;
    for (; count > 0; --count) {
        gz_pair_key key = keys[count - 1];
        for (; from > 0 && set->at[from - 1] > key; --from)
            set->at[from + count - 1] = set->at[from - 1];
        set->at[from + count - 1] = key;
    }
}

static void insert_few(gz_pair_set *set, const gz_pair_key *keys, size_t count) {
    size_t end = set->count;
    for (size_t next = count; next > 0; --next) {
        size_t begin = find_backward(set, end, keys[next - 1]);
        memmove(set->at + begin + next, set->at + begin, (end - begin) * sizeof *set->at);
        set->at[begin + next - 1] = keys[next - 1];
        end = begin;
    }
}

void gz_pair_set_insert(gz_pair_set *set, const gz_pair_key *keys, size_t count) {
    GZ_ASSERT(set->count + count <= set->capacity);
    if (!count) return;
    (set->count / count < FEW ? insert_many : insert_few)(set, keys, count);
    set->count += count;
}

/* -- the rest ------------------------------------------------------------------------------------ */

bool gz_pair_set_has(const gz_pair_set *set, gz_pair_key key) {
    size_t place = find(set->at, 0, set->count, key);
    return place < set->count && set->at[place] == key;
}

size_t gz_pair_set_bytes(const gz_pair_set *set) { return set->capacity * sizeof *set->at; }

void gz_pair_set_release(gz_pair_set *set) {
    gz_release(set->at, set->capacity * sizeof *set->at);
    *set = (gz_pair_set){0};
}
