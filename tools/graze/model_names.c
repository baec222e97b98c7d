/* SPDX-License-Identifier: MIT
 * Names of objects: each once, and patterns for them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "names.h"

/* -- each once -- */

/* name#2 or, if that is there already, the next number that is free. The map has the number that was
 * used last, so that a thousand equal names do not count to a thousand each. */
static char *numbered(const name_map *all, const char *name, size_t *last) {
    size_t size = strlen(name) + 24;
    char *made = malloc(size);
    size_t length;
    do {
        if (!made) return NULL;
        length = (size_t)snprintf(made, size, "%s#%zu", name, ++*last);
    } while (name_map_find(all, made, length) != SIZE_MAX);
    return made;
}

static bool give_number(object *o, name_map *all) {
    size_t *last = name_map_take(all, o->name, strlen(o->name));
    char *name = last ? numbered(all, o->name, last) : NULL;
    size_t *made = name ? name_map_take(all, name, strlen(name)) : NULL;
    if (made) *made = 1;
    free(name ? o->name : NULL);
    if (name) o->name = name;
    return made != NULL;
}

/* The first object of a name keeps it; the map refers to those that do, and to the new ones. */
bool names_make_unique(scene *s, fault *f) {
    name_map all = {0};
    bool *repeats = calloc(s->object_count + 1, sizeof *repeats), good = repeats != NULL;
    for (size_t i = 0; good && i < s->object_count; ++i) {
        size_t *last = name_map_take(&all, s->objects[i].name, strlen(s->objects[i].name));
        good = last != NULL;
        repeats[i] = good && *last != SIZE_MAX;
        if (good) *last = 1;
    }
    for (size_t i = 0; good && i < s->object_count; ++i)
        if (repeats[i]) good = give_number(&s->objects[i], &all);
    free(repeats);
    name_map_free(&all);
    return good || fault_set(f, "graze", 0, "out of memory");
}

/* -- patterns -- */

/* Up to so many characters of the name. Where the last * stood is where to go on from when something
 * does not match. */
static bool matches(const char *pattern, const char *name, size_t length) {
    const char *star = NULL, *resume = NULL, *end = name + length;
    while (name < end) {
        if (*pattern == '*') {
            star = pattern++;
            resume = name;
        } else if (*pattern && (*pattern == '?' || *pattern == *name)) {
            ++pattern;
            ++name;
        } else if (star) {
            pattern = star + 1;
            name = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*') ++pattern;
    return !*pattern;
}

bool names_object(const char *pattern, const char *name) {
    for (size_t length = 0;; ++length)
        if ((!name[length] || strchr("/:#", name[length])) && matches(pattern, name, length))
            return true;
        else if (!name[length])
            return false;
}
