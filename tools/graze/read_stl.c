/* SPDX-License-Identifier: MIT
 * STL. Binary: 80 bytes of anything, the number of triangles, 50 bytes each. Text: "solid name", then
 * "facet normal x y z outer loop vertex x y z (three times) endloop endfacet", "endsolid name"; a file
 * may hold several. Binary files may begin with "solid", too, so the length decides. */
#include <math.h>
#include <string.h>

#include "progress.h"
#include "read.h"
#include "scan.h"
#include "weld.h"

enum { HEADER = 84, RECORD = 50 };

static uint32_t little32(const char *at) {
    const unsigned char *b = (const unsigned char *)at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double little_float(const char *at) {
    uint32_t bits = little32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static bool add_corner(weld *w, const double p[3], geometry *g, const char *path, long line, fault *f) {
    uint32_t number;
    if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2]))
        return fault_set(f, path, line, "a coordinate of triangle %zu is not a finite number",
                         g->sizes.count);
    if (!weld_point(w, p, &number) || !indices_push(&g->corners, number))
        return fault_set(f, path, line, "out of memory");
    return true;
}

static bool end_triangle(geometry *g, const char *path, long line, fault *f) {
    return indices_push(&g->sizes, 3) || fault_set(f, path, line, "out of memory");
}

static bool is_binary(const bytes *file) {
    if (file->count < HEADER) return false;
    uint64_t expected = HEADER + (uint64_t)RECORD * little32(file->at + 80);
    return file->count == expected || memcmp(file->at, "solid", 5) != 0;
}

static bool read_binary(const char *path, const bytes *file, weld *w, geometry *g, fault *f) {
    uint32_t count = little32(file->at + 80);
    if (HEADER + (uint64_t)RECORD * count > file->count)
        return fault_set(f, path, 0, "cut short: %lu triangles announced, room for %zu",
                         (unsigned long)count, (file->count - HEADER) / RECORD);
    for (uint32_t i = 0; i < count; ++i) {
        const char *record = file->at + HEADER + (size_t)RECORD * i + 12; /* after the normal */
        for (int corner = 0; corner < 3; ++corner) {
            double p[3];
            for (int k = 0; k < 3; ++k) p[k] = little_float(record + 12 * corner + 4 * k);
            if (!add_corner(w, p, g, path, 0, f)) return false;
        }
        if (!end_triangle(g, path, 0, f)) return false;
        if (i % 4096 == 0) progress_left((size_t)(count - i) * RECORD);
    }
    return true;
}

static bool expect(scan *s, const char *text) {
    return word_is(scan_word(s), text) || fault_set(s->f, s->file, s->line, "'%s' expected", text);
}

static bool read_facet(scan *s, weld *w, geometry *g) {
    double p[3];
    if (!expect(s, "normal")) return false;
    for (int k = 0; k < 3; ++k) scan_word(s); /* many files write nonsense here, and nobody needs it */
    if (!expect(s, "outer") || !expect(s, "loop")) return false;
    for (int corner = 0; corner < 3; ++corner) {
        if (!expect(s, "vertex")) return false;
        for (int k = 0; k < 3; ++k)
            if (!scan_number(s, "a coordinate", &p[k])) return false;
        if (!add_corner(w, p, g, s->file, s->line, s->f)) return false;
    }
    return expect(s, "endloop") && expect(s, "endfacet") && end_triangle(g, s->file, s->line, s->f);
}

/* Up to "endsolid" and its name. */
static bool read_facets(scan *s, geometry *g) {
    weld w = {&g->points, NULL, 0};
    bool good = true;
    for (word key = scan_word(s); good && !word_is(key, "endsolid"); key = scan_word(s)) {
        if (key.length == 0)
            good = fault_set(s->f, s->file, s->line, "cut short: 'endsolid' is missing");
        else if (!word_is(key, "facet"))
            good = fault_set(s->f, s->file, s->line, "'facet' or 'endsolid' expected");
        else
            good = read_facet(s, &w, g);
        if (!good) break;
    }
    weld_free(&w);
    scan_next_line(s);
    return good;
}

/* One of several: it gets the name that it has in the file. */
static bool add_named(word name, geometry *g, scene *out, fault *f) {
    char text[256] = "solid";
    size_t length = name.length < sizeof text ? name.length : sizeof text - 1;
    if (length > 0) {
        memcpy(text, name.at, length);
        text[length] = 0;
    }
    return read_add_named(text, g, out, f);
}

static bool read_text(const char *path, const bytes *file, scene *out, fault *f) {
    scan s = {file->at, file->at + file->count, path, NULL, 0, 1, f};
    for (bool first = true; first || scan_more(&s); first = false) {
        if (!expect(&s, "solid")) return false;
        geometry g = {.kind = GEOMETRY_FACES, .line = s.line};
        word name = scan_word_on_line(&s);
        scan_next_line(&s);
        if (!read_facets(&s, &g)) {
            geometry_free(&g);
            return false;
        }
        bool only = first && !scan_more(&s);
        if (!(only ? read_add_single(path, &g, out, f) : add_named(name, &g, out, f))) return false;
    }
    return true;
}

bool read_stl(const char *path, const bytes *file, scene *out, fault *f) {
    if (!is_binary(file)) return read_text(path, file, out, f);
    geometry g = {.kind = GEOMETRY_FACES};
    weld w = {&g.points, NULL, 0};
    bool good = read_binary(path, file, &w, &g, f);
    weld_free(&w);
    if (good) return read_add_single(path, &g, out, f);
    geometry_free(&g);
    return false;
}
