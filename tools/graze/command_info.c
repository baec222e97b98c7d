/* SPDX-License-Identifier: MIT
 * graze info: what is in the files, as the program understood them. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "read.h"
#include "shapes.h"

static const char usage[] =
    "usage: graze info [--json] FILE...\n"
    "\n"
    "Reads each file (OBJ, STL, OFF, PLY, VRML97, URDF; also packed with gzip) and tells what is in it: the\n"
    "objects, what they are made of, the box around each, and whether its surface is closed. An object whose\n"
    "surface is closed has an inside, so that something in it can be told from something beside it.\n";

static const char *kind_text(geometry_kind kind) {
    static const char *const texts[GEOMETRY_KIND_COUNT] = {"box",   "sphere", "cone",  "cylinder",
                                                           "faces", "lines",  "points"};
    return texts[kind];
}

typedef struct file_info {
    const char *path;
    scene s;
    shapes made;
} file_info;

/* The box around an object; false if it is empty. */
static bool bounds_of(const file_info *file, const object *o, graze_aabb *box) {
    graze_placed placed = shapes_place(&file->made, o);
    return placed.shape && graze_placed_bounds(&placed, box) == GRAZE_OK;
}

static void print_bounds(const graze_aabb *box) {
    printf("  (%g %g %g) to (%g %g %g)", box->lo.x, box->lo.y, box->lo.z, box->hi.x, box->hi.y,
           box->hi.z);
}

static void print_table(const file_info *file) {
    const scene *s = &file->s;
    printf("%s: %zu object%s, %zu geometr%s\n", file->path, s->object_count,
           s->object_count == 1 ? "" : "s", s->geometry_count, s->geometry_count == 1 ? "y" : "ies");
    for (size_t i = 0; i < s->object_count; ++i) {
        const object *o = &s->objects[i];
        const made_shape *made = &file->made.of[o->geometry];
        graze_aabb box;
        printf("  %-28s %-9s", o->name, kind_text(s->geometries[o->geometry].kind));
        if (s->geometries[o->geometry].kind >= GEOMETRY_FACES)
            printf(" %8zu %s", made->primitives, made->closed ? "closed" : "open  ");
        else
            printf(" %8s closed", "");
        if (bounds_of(file, o, &box)) print_bounds(&box);
        putchar('\n');
    }
}

static void print_json(json *j, const file_info *file) {
    const scene *s = &file->s;
    json_open(j, NULL, '{');
    json_text(j, "file", file->path);
    json_count(j, "geometries", s->geometry_count);
    json_open(j, "objects", '[');
    for (size_t i = 0; i < s->object_count; ++i) {
        const object *o = &s->objects[i];
        graze_aabb box;
        json_open(j, NULL, '{');
        json_text(j, "name", o->name);
        json_text(j, "kind", kind_text(s->geometries[o->geometry].kind));
        json_count(j, "geometry", o->geometry);
        json_count(j, "primitives", file->made.of[o->geometry].primitives);
        json_truth(j, "closed", file->made.of[o->geometry].closed);
        if (bounds_of(file, o, &box)) {
            json_vector(j, "lo", (double[]){box.lo.x, box.lo.y, box.lo.z});
            json_vector(j, "hi", (double[]){box.hi.x, box.hi.y, box.hi.z});
        }
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

/* Reads and tells of one file; false with a line on the standard error. */
static bool tell(const char *path, json *j) {
    file_info file = {.path = path};
    fault f = {""};
    bool good = read_file(path, NULL, &file.s, &f) && shapes_make(&file.s, &file.made, &f);
    if (!good)
        fprintf(stderr, "graze: %s\n", f.text);
    else if (j)
        print_json(j, &file);
    else
        print_table(&file);
    shapes_free(&file.made);
    scene_free(&file.s);
    return good;
}

int command_info(int count, char **words) {
    json j = {.out = stdout};
    bool as_json = false, good = true;
    int files = 0;
    for (int i = 0; i < count; ++i) {
        if (strcmp(words[i], "--json") == 0) {
            as_json = true;
        } else if (strcmp(words[i], "--help") == 0) {
            fputs(usage, stdout);
            return STATUS_CLEAN;
        } else if (words[i][0] == '-') {
            fprintf(stderr, "graze: info has no option '%s'; 'graze info --help' lists them\n",
                    words[i]);
            return STATUS_ERROR;
        } else {
            words[files++] = words[i];
        }
    }
    if (files == 0) {
        fputs(usage, stderr);
        return STATUS_ERROR;
    }
    if (as_json) json_open(&j, NULL, '[');
    for (int i = 0; i < files; ++i) good = tell(words[i], as_json ? &j : NULL) && good;
    if (as_json) json_close(&j, ']');
    return good ? STATUS_CLEAN : STATUS_ERROR;
}
