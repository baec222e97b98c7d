/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "solid3/engine.h"

/* A handle is a place in the table and how often it was given out; so one that was deleted, or that
 * never was one, is known as such. */
#if UINTPTR_MAX > 0xffffffffu
enum { PLACE_BITS = 32 };
#else
enum { PLACE_BITS = 20 };
#endif
#define MOST_PLACES (((uintptr_t)1 << PLACE_BITS) - 2)

typedef struct slot {
    void *what; /* NULL: free */
    uint32_t generation;
    uint32_t next; /* of the free ones, + 1; 0: the last */
    handle_kind kind;
} slot;

static slot *slots;
static size_t slot_count, slot_capacity;
static uint32_t first_free; /* + 1 */

static bool grow(void) {
    size_t larger = slot_capacity ? 2 * slot_capacity : 64;
    slot *grown = realloc(slots, larger * sizeof *slots);
    if (!grown) return false;
    slots = grown;
    slot_capacity = larger;
    return true;
}

static uintptr_t number_of(size_t place) {
    uintptr_t generation = slots[place].generation & (UINTPTR_MAX >> PLACE_BITS);
    return generation << PLACE_BITS | (uintptr_t)(place + 1);
}

void *solid3_handle_add(handle_kind kind, void *what) {
    size_t place;
    if (first_free) {
        place = first_free - 1;
        first_free = slots[place].next;
    } else {
        if (slot_count >= MOST_PLACES || (slot_count == slot_capacity && !grow())) return NULL;
        place = slot_count++;
        slots[place].generation = 0;
    }
    slots[place].what = what;
    slots[place].kind = kind;
    return (void *)number_of(place);
}

static slot *find(handle_kind kind, const void *handle) {
    uintptr_t number = (uintptr_t)handle, place = number & (((uintptr_t)1 << PLACE_BITS) - 1);
    if (place == 0 || place > slot_count) return NULL;
    slot *s = &slots[place - 1];
    return s->what && s->kind == kind && number == number_of(place - 1) ? s : NULL;
}

void *solid3_handle_get(handle_kind kind, const void *handle) {
    slot *s = find(kind, handle);
    return s ? s->what : NULL;
}

void *solid3_handle_remove(handle_kind kind, const void *handle) {
    slot *s = find(kind, handle);
    if (!s) return NULL;
    void *what = s->what;
    s->what = NULL;
    ++s->generation;
    s->next = first_free;
    first_free = (uint32_t)(s - slots) + 1;
    return what;
}

void *solid3_handle_next(handle_kind kind, size_t *place) {
    while (*place < slot_count) {
        slot *s = &slots[(*place)++];
        if (s->what && s->kind == kind) return s->what;
    }
    return NULL;
}
