/* SPDX-License-Identifier: MIT */
#include "array.h"

#include <stdlib.h>

void *array_grow(void *block, size_t *capacity, size_t wanted, size_t size) {
    /* Small at first: a file can have very many arrays of one element. */
    size_t larger = *capacity > 0 ? *capacity : size < 32 ? 64 / size : 2;
    while (larger < wanted) {
        if (larger > SIZE_MAX / 2) return NULL;
        larger *= 2;
    }
    if (larger > SIZE_MAX / size) return NULL;
    void *grown = realloc(block, larger * size);
    if (grown) *capacity = larger;
    return grown;
}

bool array_make_room(void **array, size_t *capacity, size_t wanted, size_t size) {
    void *grown = array_grow(*array, capacity, wanted, size);
    if (grown) *array = grown;
    return grown != NULL;
}

bool numbers_push(numbers *array, double value) {
    if (array->count == array->capacity) {
        double *grown = array_grow(array->at, &array->capacity, array->count + 1, sizeof *grown);
        if (!grown) return false;
        array->at = grown;
    }
    array->at[array->count++] = value;
    return true;
}

bool numbers_push3(numbers *array, double x, double y, double z) {
    return numbers_push(array, x) && numbers_push(array, y) && numbers_push(array, z);
}

bool indices_push(indices *array, uint32_t value) {
    if (array->count == array->capacity) {
        uint32_t *grown = array_grow(array->at, &array->capacity, array->count + 1, sizeof *grown);
        if (!grown) return false;
        array->at = grown;
    }
    array->at[array->count++] = value;
    return true;
}

void numbers_free(numbers *array) {
    free(array->at);
    *array = (numbers){0};
}

void indices_free(indices *array) {
    free(array->at);
    *array = (indices){0};
}
