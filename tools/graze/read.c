/* SPDX-License-Identifier: MIT */
#include "read.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "foreign.h"

typedef bool reader(const char *path, const bytes *file, scene *out, fault *f);

/* Robots can do with options, nothing else has any. */
static bool read_urdf_plain(const char *path, const bytes *file, scene *out, fault *f) {
    return read_urdf(path, file, NULL, out, f);
}

static const struct {
    const char *ending;
    reader *read;
    bool in_metres; /* the format says so */
} readers[] = {{"obj", read_obj, false},  {"stl", read_stl, false},       {"off", read_off, false},
               {"ply", read_ply, false},  {"wrl", read_vrml, true},       {"wrz", read_vrml, true},
               {"vrml", read_vrml, true}, {"urdf", read_urdf_plain, true}};
enum { READERS = sizeof readers / sizeof *readers };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool equal_words(const char *a, const char *b, size_t length) {
    for (size_t i = 0; i < length; ++i)
        if (lower(a[i]) != lower(b[i])) return false;
    return true;
}

/* The number of the reader for the path's ending, with or without .gz behind it; READERS: none. */
static int find_reader(const char *path) {
    size_t length = strlen(path);
    if (length > 3 && equal_words(path + length - 3, ".gz", 3)) length -= 3;
    for (int i = 0; i < READERS; ++i) {
        size_t ending = strlen(readers[i].ending);
        if (length > ending && path[length - ending - 1] == '.' &&
            equal_words(path + length - ending, readers[i].ending, ending))
            return i;
    }
    return READERS;
}

/* Of the formats that others read, these say what a metre is, and come out in metres. */
bool read_is_metric(const char *path) {
    static const char *const foreign[] = {".dae", ".gltf", ".glb"};
    int i = find_reader(path);
    if (i < READERS) return readers[i].in_metres;
    for (int k = 0; k < 3; ++k) {
        size_t length = strlen(path), ending = strlen(foreign[k]);
        if (length > ending && equal_words(path + length - ending, foreign[k], ending)) return true;
    }
    return false;
}

bool read_is_robot(const char *path) {
    int i = find_reader(path);
    return i < READERS && readers[i].read == read_urdf_plain;
}

static bool refuse_ending(const char *path, fault *f) {
    if (strcmp(path, "-") == 0)
        return fault_set(f, path, 0,
                         "the standard input is not read: formats are known by the endings of files");
    if (!bytes_is_file(path, f)) return false;
    char known[256] = "";
    size_t used = 0;
    for (int i = 0; i < READERS && used < sizeof known; ++i)
        used += (size_t)snprintf(known + used, sizeof known - used, " .%s", readers[i].ending);
    return fault_set(f, path, 0,
                     "not a format that is known by its ending; known are%s, each also with .gz%s",
                     known, foreign_knows("x.dae") ? ", and what assimp reads" : "");
}

bool read_file(const char *path, const read_options *options, scene *out, fault *f) {
    int found = find_reader(path);
    if (found == READERS)
        return foreign_knows(path) ? scene_begin_file(out, path, f) && foreign_read(path, out, f)
                                   : refuse_ending(path, f);
    reader *read = readers[found].read;
    bytes file;
    if (!scene_begin_file(out, path, f) || !bytes_read(path, &file, f)) return false;
    bool good = file.count > 0 || fault_set(f, path, 0, "is empty");
    if (good)
        good = read == read_urdf_plain ? read_urdf(path, &file, options, out, f)
                                       : read(path, &file, out, f);
    bytes_free(&file);
    return good;
}

void read_base_name(const char *path, char *out, size_t size) {
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    size_t length = strcspn(base, ".");
    if (length == 0) length = strlen(base);
    if (length >= size) length = size - 1;
    memcpy(out, base, length);
    out[length] = 0;
}

bool read_add_single(const char *path, geometry *g, scene *out, fault *f) {
    char name[256];
    read_base_name(path, name, sizeof name);
    return read_add_named(name, g, out, f);
}

bool read_add_named(char *name, geometry *g, scene *out, fault *f) {
    g->name = name;
    size_t index;
    bool good = scene_add_geometry(out, g, &index, f);
    g->name = NULL;
    if (!good) {
        geometry_free(g);
        return false;
    }
    placement here = placement_identity();
    return scene_add_object(out, name, index, &here, SIZE_MAX, f);
}
