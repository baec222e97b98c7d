/* SPDX-License-Identifier: MIT
 * graze info: what is in the files, as the program understood them. */
#include <stdio.h>

#include "command.h"
#include "json.h"
#include "model.h"
#include "text.h"

static const char usage[] =
    "usage: graze info [OPTION...] FILE...\n"
    "\n"
    "Reads each file (OBJ, STL, OFF, PLY, VRML97, URDF; also packed with gzip) and tells what is in it: the\n"
    "objects, what they are made of, whether the surface is closed, the box around each; of faces, lines and\n"
    "points also the convex hull (its corners and volume) and the memory that they take. An object whose\n"
    "surface is closed has an inside, so that something in it can be told from something beside it.\n"
    "\n"
    "  --json             for programs\n" MODEL_OPTIONS_HELP "\n"
    "Exit status: 0 all files could be read, 2 not.\n";

static const char *kind_text(geometry_kind kind) {
    static const char *const texts[GEOMETRY_KIND_COUNT] = {"box",   "sphere", "cone",  "cylinder",
                                                           "faces", "lines",  "points"};
    return texts[kind];
}

typedef struct file_info {
    const char *path;
    model m;
} file_info;

/* The box around an object; false if it is empty. */
static bool bounds_of(const file_info *file, const object *o, graze_aabb *box) {
    graze_placed placed = shapes_place(&file->m.made, o);
    return placed.shape && graze_placed_bounds(&placed, box) == GRAZE_OK;
}

/* What is told of geometries that are not primitives. */
typedef struct geometry_facts {
    uint32_t hull_corners;
    double hull_volume;
    size_t bytes; /* points, faces and the library's tree */
} geometry_facts;

static geometry_facts facts_of(const file_info *file, size_t number) {
    const geometry *g = &file->m.s.geometries[number];
    const made_shape *made = &file->m.made.of[number];
    geometry_facts facts = {0};
    graze_hull *hull = NULL;
    graze_hull_view view;
    graze_hull_mass mass;
    graze_mesh_info mesh;
    if (graze_hull_create(g->points.at, g->points.count / 3, 0, &hull) == GRAZE_OK &&
        graze_hull_get(hull, &view) == GRAZE_OK && graze_hull_measure(hull, &mass) == GRAZE_OK) {
        facts.hull_corners = view.vertex_count;
        facts.hull_volume = mass.volume;
    }
    graze_hull_release(hull);
    facts.bytes = g->points.count * sizeof(double) +
                  (g->corners.count + g->sizes.count + made->triangles.count) * sizeof(uint32_t);
    if (made->shape && graze_mesh_describe(made->shape, &mesh) == GRAZE_OK) facts.bytes += mesh.bytes;
    return facts;
}

static bool is_primitive(const file_info *file, size_t number) {
    return file->m.s.geometries[number].kind < GEOMETRY_FACES;
}

static void print_bounds(const graze_aabb *box) {
    printf("  (%g %g %g) to (%g %g %g)", box->lo.x, box->lo.y, box->lo.z, box->hi.x, box->hi.y,
           box->hi.z);
}

static void print_geometries(const file_info *file) {
    size_t total = 0;
    for (size_t i = 0; i < file->m.s.geometry_count; ++i) {
        if (is_primitive(file, i)) continue;
        geometry_facts facts = facts_of(file, i);
        const geometry *g = &file->m.s.geometries[i];
        printf("  geometry %zu (", i);
        text_print(stdout, *g->name ? g->name : "no name", 0, 0);
        printf("): %zu points, hull of %lu corners and volume %g, %zu bytes\n", g->points.count / 3,
               (unsigned long)facts.hull_corners, facts.hull_volume, facts.bytes);
        total += facts.bytes;
    }
    if (total) printf("  %.1f kB for all points, faces and trees\n", 1e-3 * (double)total);
}

static void print_table(const file_info *file) {
    const scene *s = &file->m.s;
    printf("%s: %zu object%s, %zu geometr%s\n", file->path, s->object_count,
           s->object_count == 1 ? "" : "s", s->geometry_count, s->geometry_count == 1 ? "y" : "ies");
    for (size_t i = 0; i < s->object_count; ++i) {
        const object *o = &s->objects[i];
        const made_shape *made = &file->m.made.of[o->geometry];
        graze_aabb box;
        fputs("  ", stdout);
        text_print(stdout, o->name, 28, 0);
        printf(" %-9s", kind_text(s->geometries[o->geometry].kind));
        if (is_primitive(file, o->geometry))
            printf(" %8s closed", "");
        else
            printf(" %8zu %s", made->primitives, made->closed ? "closed" : "open  ");
        if (bounds_of(file, o, &box)) print_bounds(&box);
        putchar('\n');
    }
    print_geometries(file);
}

static void json_geometries(json *j, const file_info *file) {
    json_open(j, "geometries", '[');
    for (size_t i = 0; i < file->m.s.geometry_count; ++i) {
        json_open(j, NULL, '{');
        json_text(j, "kind", kind_text(file->m.s.geometries[i].kind));
        if (!is_primitive(file, i)) {
            geometry_facts facts = facts_of(file, i);
            json_count(j, "points", file->m.s.geometries[i].points.count / 3);
            json_count(j, "hull_corners", facts.hull_corners);
            json_real(j, "hull_volume", facts.hull_volume);
            json_count(j, "bytes", facts.bytes);
        }
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void print_json(json *j, const file_info *file) {
    const scene *s = &file->m.s;
    json_open(j, NULL, '{');
    json_text(j, "file", file->path);
    json_open(j, "objects", '[');
    for (size_t i = 0; i < s->object_count; ++i) {
        const object *o = &s->objects[i];
        graze_aabb box;
        json_open(j, NULL, '{');
        json_text(j, "name", o->name);
        json_text(j, "kind", kind_text(s->geometries[o->geometry].kind));
        json_count(j, "geometry", o->geometry);
        json_count(j, "primitives", file->m.made.of[o->geometry].primitives);
        json_truth(j, "closed", file->m.made.of[o->geometry].closed);
        if (bounds_of(file, o, &box)) {
            json_vector(j, "lo", (double[]){box.lo.x, box.lo.y, box.lo.z});
            json_vector(j, "hi", (double[]){box.hi.x, box.hi.y, box.hi.z});
        }
        json_close(j, '}');
    }
    json_close(j, ']');
    json_geometries(j, file);
    json_close(j, '}');
}

/* Reads and tells of one file; false with a line on the standard error. */
static bool tell(char *path, model_options *options, json *j) {
    file_info file = {.path = path};
    fault f = {""};
    bool good = model_read(&path, 1, options, &file.m, &f);
    if (!good)
        fprintf(stderr, "graze: %s\n", f.text);
    else if (j)
        print_json(j, &file);
    else
        print_table(&file);
    model_free(&file.m);
    return good;
}

static int run(char **paths, int count, model_options *options, bool as_json) {
    json j = {.out = stdout};
    fault f = {""};
    bool good = true;
    if (as_json) json_open(&j, NULL, '[');
    for (int i = 0; i < count; ++i) good = tell(paths[i], options, as_json ? &j : NULL) && good;
    if (as_json) json_close(&j, ']');
    if (good && !model_options_used(options, &f)) {
        fprintf(stderr, "graze: %s\n", f.text);
        good = false;
    }
    return good ? STATUS_CLEAN : STATUS_ERROR;
}

int command_info(int count, char **words) {
    model_options reading = {0};
    bool as_json = false;
    const option options[] = {{"--json", OPTION_FLAG, &as_json, NULL, NULL}, MODEL_OPTIONS(reading)};
    int status = STATUS_ERROR;
    parsed how = options_parse("info", options, sizeof options / sizeof *options, words, &count);
    if (how == PARSED_HELP) {
        fputs(usage, stdout);
        status = STATUS_CLEAN;
    } else if (how == PARSED_GOOD && count == 0) {
        fputs("graze: info needs a file; 'graze info --help' tells more\n", stderr);
    } else if (how == PARSED_GOOD) {
        status = run(words, count, &reading, as_json);
    }
    model_options_free(&reading);
    return status;
}
