/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

placement placement_identity(void) { return (placement){.basis = {1, 0, 0, 0, 1, 0, 0, 0, 1}}; }

static void apply(const placement *p, const double v[3], double out[3]) {
    for (int i = 0; i < 3; ++i)
        out[i] = p->basis[i] * v[0] + p->basis[3 + i] * v[1] + p->basis[6 + i] * v[2];
}

placement placement_product(const placement *outer, const placement *inner) {
    placement p;
    for (int column = 0; column < 3; ++column)
        apply(outer, inner->basis + 3 * column, p.basis + 3 * column);
    apply(outer, inner->origin, p.origin);
    for (int i = 0; i < 3; ++i) p.origin[i] += outer->origin[i];
    return p;
}

static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static bool out_of_memory(fault *f) { return fault_set(f, "graze", 0, "out of memory"); }

/* Room for one more element in a block of the scene; NULL when memory is out. */
static void *room(void *block, size_t count, size_t *capacity, size_t size) {
    return count < *capacity ? block : array_grow(block, capacity, count + 1, size);
}

bool scene_begin_file(scene *s, const char *path, fault *f) {
    if (!ARRAY_MAKE_ROOM(s->files, s->file_count, s->file_capacity)) return out_of_memory(f);
    char *copy = copy_text(path);
    if (!copy) return out_of_memory(f);
    s->files[s->file_count] = copy;
    s->file = s->file_count++;
    return true;
}

bool scene_add_geometry(scene *s, const geometry *added, size_t *index, fault *f) {
    geometry *grown = room(s->geometries, s->geometry_count, &s->geometry_capacity, sizeof *grown);
    if (!grown) return out_of_memory(f);
    s->geometries = grown;
    char *name = copy_text(added->name ? added->name : "");
    if (!name) return out_of_memory(f);
    geometry *g = &grown[s->geometry_count];
    *g = *added;
    g->name = name;
    g->file = s->file;
    *index = s->geometry_count++;
    return true;
}

bool scene_add_object(scene *s, const char *name, size_t shape, const placement *at, size_t part,
                      fault *f) {
    object *grown = room(s->objects, s->object_count, &s->object_capacity, sizeof *grown);
    if (!grown) return out_of_memory(f);
    s->objects = grown;
    char *copy = copy_text(name);
    if (!copy) return out_of_memory(f);
    grown[s->object_count++] = (object){copy, shape, *at, part};
    return true;
}

bool scene_add_part(scene *s, const char *name, size_t *index, fault *f) {
    char **grown = room(s->parts, s->part_count, &s->part_capacity, sizeof *grown);
    if (!grown) return out_of_memory(f);
    s->parts = grown;
    char *copy = copy_text(name);
    if (!copy) return out_of_memory(f);
    grown[s->part_count] = copy;
    *index = s->part_count++;
    return true;
}

bool scene_ignore(scene *s, size_t part_a, size_t part_b, fault *f) {
    part_pair *grown = room(s->ignored, s->ignored_count, &s->ignored_capacity, sizeof *grown);
    if (!grown) return out_of_memory(f);
    s->ignored = grown;
    grown[s->ignored_count++] =
        part_a < part_b ? (part_pair){part_a, part_b} : (part_pair){part_b, part_a};
    return true;
}

void geometry_free(geometry *g) {
    numbers_free(&g->points);
    indices_free(&g->corners);
    indices_free(&g->sizes);
    free(g->name);
    g->name = NULL;
}

void scene_free(scene *s) {
    for (size_t i = 0; i < s->geometry_count; ++i) geometry_free(&s->geometries[i]);
    for (size_t i = 0; i < s->object_count; ++i) free(s->objects[i].name);
    for (size_t i = 0; i < s->part_count; ++i) free(s->parts[i]);
    for (size_t i = 0; i < s->file_count; ++i) free(s->files[i]);
    free(s->geometries);
    free(s->objects);
    free(s->parts);
    free(s->ignored);
    free(s->files);
    *s = (scene){0};
}

bool scene_fault(const scene *s, const object *o, const char *reason, fault *f) {
    const geometry *g = &s->geometries[o->geometry];
    const char *file = g->file < s->file_count ? s->files[g->file] : "graze";
    return fault_set(f, file, g->line, "'%.200s': %s", o->name, reason);
}

bool geometry_check(const geometry *g, const char *file, fault *f) {
    size_t points = g->points.count / 3, first = 0;
    for (size_t face = 0; face < g->sizes.count; ++face) {
        size_t size = g->sizes.at[face];
        if (size == 0 || size > g->corners.count - first)
            return fault_set(f, file, 0, "face %zu has %zu corners", face, size);
        for (size_t k = first; k < first + size; ++k)
            if (g->corners.at[k] >= points)
                return fault_set(f, file, 0, "face %zu names point %lu of %zu", face,
                                 (unsigned long)g->corners.at[k], points);
        first += size;
    }
    return true;
}
