/* SPDX-License-Identifier: MIT
 * Texts and a number for each: which node, link or object has this name? */
#ifndef TOOL_NAMES_H
#define TOOL_NAMES_H

#include <stddef.h>
#include <stdint.h>

typedef struct name_entry {
    const char *text; /* the caller's; NULL: a free place */
    size_t length, value;
} name_entry;

/* Zero-initialised: empty. */
typedef struct name_map {
    name_entry *at; /* by their hash, the next free place where that is taken */
    size_t size, count;
} name_map;

/* Where the value of a name is; SIZE_MAX if the name is new. The text has to stay where it is. NULL
 * when memory is out. The pointer holds until the next name is taken. */
size_t *name_map_take(name_map *map, const char *text, size_t length);
/* The value; SIZE_MAX if the name is not there. */
size_t name_map_find(const name_map *map, const char *text, size_t length);
void name_map_free(name_map *map);

#endif
