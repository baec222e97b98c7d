/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "work.h"

void work_free(work *w) {
    if (!w) return;
    for (int i = 0; w->shapes && i < w->shape_count; ++i) {
        free(w->shapes[i].vertices);
        free(w->shapes[i].triangles);
    }
    free(w->shapes);
    free(w->queries);
    free(w);
}

static bool put(FILE *file, const void *data, size_t size, int count) {
    return count == 0 || fwrite(data, size, (size_t)count, file) == (size_t)count;
}

/* Room for count items, filled from the file; NULL if either fails. */
static void *get(FILE *file, size_t size, int count) {
    void *data = count >= 0 ? calloc((size_t)count + 1, size) : NULL;
    if (data && fread(data, size, (size_t)count, file) == (size_t)count) return data;
    free(data);
    return NULL;
}

bool work_write(const work *w, const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    bool good = put(file, w, sizeof *w, 1) && put(file, w->shapes, sizeof *w->shapes, w->shape_count) &&
                put(file, w->queries, sizeof *w->queries, w->query_count);
    for (int i = 0; good && i < w->shape_count; ++i) {
        const work_shape *s = &w->shapes[i];
        good = put(file, s->vertices, 3 * sizeof *s->vertices, s->vertex_count) &&
               put(file, s->triangles, 3 * sizeof *s->triangles, s->triangle_count);
    }
    return (fclose(file) == 0) & good;
}

static bool read_shapes(work *w, FILE *file) {
    bool good = w->shapes && w->queries;
    for (int i = 0; w->shapes && i < w->shape_count; ++i) { /* the file's pointers mean nothing here */
        work_shape *s = &w->shapes[i];
        s->vertices = good ? get(file, 3 * sizeof *s->vertices, s->vertex_count) : NULL;
        s->triangles = good ? get(file, 3 * sizeof *s->triangles, s->triangle_count) : NULL;
        good = s->vertices && s->triangles;
    }
    return good;
}

work *work_read(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    work *w = get(file, sizeof *w, 1);
    if (w) {
        w->shapes = get(file, sizeof *w->shapes, w->shape_count);
        w->queries = get(file, sizeof *w->queries, w->query_count);
        if (!read_shapes(w, file)) {
            work_free(w);
            w = NULL;
        }
    }
    fclose(file);
    return w;
}
