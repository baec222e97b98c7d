/* SPDX-License-Identifier: MIT
 * OBJ: lines that begin with a keyword. v gives a point; f, l and p refer to points by number, from 1,
 * or from the last one backwards if negative; "7/1/3" is point 7 with other things that do not matter
 * here. o and g begin an object. A backslash at the end of a line continues it. What is about looks is
 * ignored; curves and surfaces are refused, since leaving them out would be a wrong answer. */
#include <stdlib.h>
#include <string.h>

#include "read.h"
#include "scan.h"

enum { KINDS = 3 }; /* faces, lines, points: an object may have some of each */

typedef struct obj {
    scan s;
    numbers points; /* of the whole file */
    geometry part[KINDS];
    char name[256];
    uint32_t *renamed; /* of each point: its number in the geometry being made + 1 */
    size_t renamed_count;
    scene *out;
} obj;

static bool out_of_memory(obj *o) { return fault_set(o->s.f, o->s.file, o->s.line, "out of memory"); }

static word next_on_line(obj *o) {
    word w = scan_word_on_line(&o->s);
    while (word_is(w, "\\")) {
        scan_next_line(&o->s);
        w = scan_word_on_line(&o->s);
    }
    return w;
}

static bool read_point(obj *o) {
    double p[3];
    for (int k = 0; k < 3; ++k)
        if (!word_number(&o->s, next_on_line(o), "a coordinate", &p[k])) return false;
    return numbers_push3(&o->points, p[0], p[1], p[2]) || out_of_memory(o);
}

static bool read_corner(obj *o, word w, geometry *g) {
    const char *slash = memchr(w.at, '/', w.length);
    if (slash) w.length = (size_t)(slash - w.at);
    int64_t number, count = (int64_t)(o->points.count / 3);
    if (!word_integer(&o->s, w, "the number of a point", &number)) return false;
    int64_t index = number < 0 ? count + number : number - 1;
    if (number == 0 || index < 0 || index >= count)
        return fault_set(o->s.f, o->s.file, o->s.line, "point %lld of %lld", (long long)number,
                         (long long)count);
    return indices_push(&g->corners, (uint32_t)index) || out_of_memory(o);
}

static bool read_element(obj *o, geometry_kind kind, uint32_t least) {
    geometry *g = &o->part[kind - GEOMETRY_FACES];
    uint32_t size = 0;
    if (g->sizes.count == 0) g->line = o->s.line;
    for (word w = next_on_line(o); w.length > 0; w = next_on_line(o), ++size)
        if (!read_corner(o, w, g)) return false;
    if (size < least)
        return fault_set(o->s.f, o->s.file, o->s.line, "%lu points are too few here",
                         (unsigned long)size);
    return indices_push(&g->sizes, size) || out_of_memory(o);
}

/* The points that the geometry's corners name, in the order in which they first do, and the corners by
 * these numbers. */
static bool take_points(obj *o, geometry *g) {
    size_t count = o->points.count / 3;
    if (count > o->renamed_count) {
        uint32_t *grown = realloc(o->renamed, count * sizeof *grown);
        if (!grown) return out_of_memory(o);
        memset(grown + o->renamed_count, 0, (count - o->renamed_count) * sizeof *grown);
        o->renamed = grown;
        o->renamed_count = count;
    }
    indices taken = {0};
    bool good = true;
    for (size_t i = 0; good && i < g->corners.count; ++i) {
        uint32_t point = g->corners.at[i];
        const double *p = o->points.at + 3 * (size_t)point;
        if (o->renamed[point] == 0) {
            good = numbers_push3(&g->points, p[0], p[1], p[2]) && indices_push(&taken, point);
            o->renamed[point] = (uint32_t)taken.count;
        }
        g->corners.at[i] = o->renamed[point] - 1;
    }
    for (size_t i = 0; i < taken.count; ++i) o->renamed[taken.at[i]] = 0;
    indices_free(&taken);
    return good || out_of_memory(o);
}

static bool end_part(obj *o, geometry *g) {
    if (g->sizes.count == 0) return true;
    if (!take_points(o, g)) return false;
    if (g->kind == GEOMETRY_POINTS) {
        indices_free(&g->corners);
        indices_free(&g->sizes);
    }
    size_t index;
    geometry added = *g;
    added.name = o->name;
    if (!scene_add_geometry(o->out, &added, &index, o->s.f)) return false;
    *g = (geometry){.kind = g->kind};
    placement here = placement_identity();
    return scene_add_object(o->out, o->name, index, &here, SIZE_MAX, o->s.f);
}

static bool end_object(obj *o) {
    for (int k = 0; k < KINDS; ++k)
        if (!end_part(o, &o->part[k])) return false;
    return true;
}

static bool begin_object(obj *o) {
    if (!end_object(o)) return false;
    word w = next_on_line(o);
    if (w.length == 0) return true; /* keeps the name */
    size_t length = w.length < sizeof o->name ? w.length : sizeof o->name - 1;
    memcpy(o->name, w.at, length);
    o->name[length] = 0;
    return true;
}

static bool is_one_of(word w, const char *const *words) {
    for (; *words; ++words)
        if (word_is(w, *words)) return true;
    return false;
}

static bool read_line(obj *o, word key) {
    static const char *const looks[] = {
        "vt",     "vn",    "vp",  "s",        "mg",       "usemtl",     "mtllib",    "usemap",
        "maplib", "bevel", "lod", "c_interp", "d_interp", "shadow_obj", "trace_obj", NULL};
    if (word_is(key, "v")) return read_point(o);
    if (word_is(key, "f") || word_is(key, "fo")) return read_element(o, GEOMETRY_FACES, 3);
    if (word_is(key, "l")) return read_element(o, GEOMETRY_LINES, 2);
    if (word_is(key, "p")) return read_element(o, GEOMETRY_POINTS, 1);
    if (word_is(key, "o") || word_is(key, "g")) return begin_object(o);
    if (is_one_of(key, looks)) {
        while (next_on_line(o).length > 0) {
        }
        return true;
    }
    return fault_set(o->s.f, o->s.file, o->s.line, "'%.*s' is not understood",
                     (int)(key.length < 40 ? key.length : 40), key.at);
}

bool read_obj(const char *path, const bytes *file, scene *out, fault *f) {
    obj o = {.s = {file->at, file->at + file->count, path, NULL, '#', 1, f}, .out = out};
    for (int k = 0; k < KINDS; ++k) o.part[k].kind = (geometry_kind)(GEOMETRY_FACES + k);
    read_base_name(path, o.name, sizeof o.name);
    bool good = true;
    while (good && scan_more(&o.s)) {
        good = read_line(&o, next_on_line(&o));
        if (good) scan_next_line(&o.s);
    }
    good = good && end_object(&o);
    for (int k = 0; k < KINDS; ++k) geometry_free(&o.part[k]);
    numbers_free(&o.points);
    free(o.renamed);
    return good;
}
