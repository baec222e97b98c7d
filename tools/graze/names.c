/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static size_t hash_of(const char *text, size_t length) {
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; ++i) h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return (size_t)(h ^ h >> 32);
}

/* The place where the name is, or where it belongs. */
static name_entry *find(const name_map *map, const char *text, size_t length) {
    size_t place = hash_of(text, length) & (map->size - 1);
    for (;; place = (place + 1) & (map->size - 1)) {
        name_entry *e = &map->at[place];
        if (!e->text || (e->length == length && memcmp(e->text, text, length) == 0)) return e;
    }
}

static bool enlarge(name_map *map) {
    name_map larger = {NULL, map->size ? 2 * map->size : 64, map->count};
    larger.at = calloc(larger.size, sizeof *larger.at);
    if (!larger.at) return false;
    for (size_t i = 0; i < map->size; ++i)
        if (map->at[i].text) *find(&larger, map->at[i].text, map->at[i].length) = map->at[i];
    free(map->at);
    *map = larger;
    return true;
}

size_t *name_map_take(name_map *map, const char *text, size_t length) {
    if (2 * map->count >= map->size && !enlarge(map)) return NULL;
    name_entry *e = find(map, text, length);
    if (!e->text) {
        *e = (name_entry){text, length, SIZE_MAX};
        ++map->count;
    }
    return &e->value;
}

size_t name_map_find(const name_map *map, const char *text, size_t length) {
    if (map->size == 0) return SIZE_MAX;
    const name_entry *e = find(map, text, length);
    return e->text ? e->value : SIZE_MAX;
}

void name_map_free(name_map *map) {
    free(map->at);
    *map = (name_map){0};
}
