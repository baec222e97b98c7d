/* SPDX-License-Identifier: MIT
 * Arrays of numbers that grow, for readers. Each function returns false when memory is out. */
#ifndef TOOL_ARRAY_H
#define TOOL_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct numbers {
    double *at;
    size_t count, capacity;
} numbers;

typedef struct indices {
    uint32_t *at;
    size_t count, capacity;
} indices;

/* A block for at least wanted elements of the given size, at least doubled; NULL and nothing changed
 * when memory is out. */
void *array_grow(void *block, size_t *capacity, size_t wanted, size_t size);

/* Room for one more element in an array with a count and a capacity; false when memory is out. */
#define ARRAY_MAKE_ROOM(array, count, capacity)                                                        \
    ((count) < (capacity) ||                                                                           \
     array_make_room((void **)&(array), &(capacity), (count) + 1, sizeof *(array)))
bool array_make_room(void **array, size_t *capacity, size_t wanted, size_t size);

bool numbers_push(numbers *array, double value);
bool numbers_push3(numbers *array, double x, double y, double z);
bool indices_push(indices *array, uint32_t value);
void numbers_free(numbers *array);
void indices_free(indices *array);

#endif
