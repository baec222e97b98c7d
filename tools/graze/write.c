/* SPDX-License-Identifier: MIT */
#include "write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tessellate.h"

/* -- objects in the world -- */

static bool copy_faces(const geometry *from, geometry *out, fault *f) {
    bool good = true;
    *out = (geometry){.kind = from->kind};
    for (size_t i = 0; good && i < from->points.count; ++i)
        good = numbers_push(&out->points, from->points.at[i]);
    for (size_t i = 0; good && i < from->corners.count; ++i)
        good = indices_push(&out->corners, from->corners.at[i]);
    for (size_t i = 0; good && i < from->sizes.count; ++i)
        good = indices_push(&out->sizes, from->sizes.at[i]);
    return good || fault_set(f, "graze", 0, "out of memory");
}

static void move_points(const placement *at, numbers *points) {
    const double *b = at->basis;
    for (size_t i = 0; i + 2 < points->count; i += 3) {
        double *p = points->at + i, x = p[0], y = p[1], z = p[2];
        for (int k = 0; k < 3; ++k) p[k] = b[k] * x + b[3 + k] * y + b[6 + k] * z + at->origin[k];
    }
}

static bool mirrors(const double *b) {
    return b[0] * (b[4] * b[8] - b[5] * b[7]) - b[3] * (b[1] * b[8] - b[2] * b[7]) +
               b[6] * (b[1] * b[5] - b[2] * b[4]) <
           0;
}

static void turn_faces(geometry *g) {
    uint32_t *face = g->corners.at;
    for (size_t i = 0; i < g->sizes.count; face += g->sizes.at[i++])
        for (uint32_t k = 0, last = g->sizes.at[i] - 1; k < last; ++k, --last) {
            uint32_t corner = face[k];
            face[k] = face[last];
            face[last] = corner;
        }
}

bool write_bake(const scene *s, const object *o, int segments, geometry *out, fault *f) {
    const geometry *g = &s->geometries[o->geometry];
    bool good = g->kind < GEOMETRY_FACES ? tessellate(g, segments, out, f) : copy_faces(g, out, f);
    if (!good) return false;
    move_points(&o->at, &out->points);
    if (out->kind == GEOMETRY_FACES && mirrors(o->at.basis)) turn_faces(out);
    return true;
}

/* -- words and numbers -- */

void write_number(FILE *out, double number) {
    char text[32];
    for (int digits = 6; digits <= 17; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number) break;
    }
    fputs(strcmp(text, "-0") == 0 ? "0" : text, out);
}

void write_numbers(FILE *out, const double *values, int count) {
    for (int i = 0; i < count; ++i) {
        if (i) putc(' ', out);
        write_number(out, values[i]);
    }
}

void write_name(FILE *out, const char *name) {
    for (; *name; ++name) {
        unsigned char c = (unsigned char)*name;
        putc(c <= ' ' || c == 0x7f || strchr("\"#$',.[]\\{}", c) ? '_' : c, out);
    }
}

/* -- files -- */

static const struct {
    const char *ending;
    writer *write;
} writers[] = {{".obj", write_obj}, {".off", write_off}, {".stl", write_stl}, {".wrl", write_vrml}};
enum { WRITERS = sizeof writers / sizeof *writers };

static writer *find_writer(const char *path) {
    size_t length = strlen(path);
    for (int i = 0; i < WRITERS; ++i)
        if (length > 4 && strcmp(path + length - 4, writers[i].ending) == 0) return writers[i].write;
    return NULL;
}

bool write_file(const char *path, const scene *s, const write_options *options, fault *f) {
    writer *write = find_writer(path);
    if (!write) return fault_set(f, path, 0, "can only be written as .obj, .off, .stl or .wrl");
    FILE *out = fopen(path, "w");
    if (!out) return fault_set(f, path, 0, "cannot be written: %s", strerror(errno));
    bool good = write(out, s, options, f);
    bool written = !ferror(out);
    written = fclose(out) == 0 && written;
    return good && (written || fault_set(f, path, 0, "could not be written to the end"));
}
