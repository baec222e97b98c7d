/* SPDX-License-Identifier: MIT
 * OFF: a keyword that says what follows each point ([ST][C][N][4][n]OFF; ours are those of three
 * dimensions), the numbers of points, faces and edges, the points, the faces. */
#include <string.h>

#include "read.h"
#include "scan.h"

/* The keyword, if there is one; without it a file begins with the counts. */
static bool read_keyword(scan *s) {
    scan look = *s;
    word w = scan_word(&look);
    if (w.length < 3 || memcmp(w.at + w.length - 3, "OFF", 3) != 0) return true;
    for (size_t i = 0; i + 3 < w.length; ++i)
        if (!strchr("STCN", w.at[i]))
            return fault_set(s->f, s->file, s->line, "'%.*s' is not a kind of OFF in three dimensions",
                             (int)(w.length < 20 ? w.length : 20), w.at);
    *s = look;
    if (word_is(scan_word_on_line(&look), "BINARY"))
        return fault_set(s->f, s->file, s->line, "binary OFF is not understood: use PLY or text");
    return true;
}

/* What else is on a point's line is a normal or a colour. */
static bool read_points(scan *s, uint32_t count, geometry *g) {
    for (uint32_t i = 0; i < count; ++i) {
        double p[3];
        for (int k = 0; k < 3; ++k)
            if (!scan_number(s, "a coordinate", &p[k])) return false;
        scan_next_line(s);
        if (!numbers_push3(&g->points, p[0], p[1], p[2]))
            return fault_set(s->f, s->file, s->line, "out of memory");
    }
    return true;
}

static bool read_faces(scan *s, uint32_t count, geometry *g) {
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t size, corner;
        if (!scan_index(s, "the number of corners", &size)) return false;
        if (size == 0) return fault_set(s->f, s->file, s->line, "a face without corners");
        for (uint32_t k = 0; k < size; ++k) {
            if (!scan_index(s, "the number of a point", &corner)) return false;
            if (corner >= g->points.count / 3)
                return fault_set(s->f, s->file, s->line, "point %lu of %zu", (unsigned long)corner,
                                 g->points.count / 3);
            if (!indices_push(&g->corners, corner))
                return fault_set(s->f, s->file, s->line, "out of memory");
        }
        scan_next_line(s); /* a colour */
        if (!indices_push(&g->sizes, size)) return fault_set(s->f, s->file, s->line, "out of memory");
    }
    return true;
}

bool read_off(const char *path, const bytes *file, scene *out, fault *f) {
    scan s = {file->at, file->at + file->count, path, NULL, '#', 1, f};
    geometry g = {.kind = GEOMETRY_FACES};
    uint32_t points, faces;
    bool good = read_keyword(&s) && scan_index(&s, "the number of points", &points) &&
                scan_index(&s, "the number of faces", &faces);
    if (good) scan_next_line(&s); /* the number of edges, which many leave out */
    good = good && read_points(&s, points, &g) && read_faces(&s, faces, &g);
    if (!good) {
        geometry_free(&g);
        return false;
    }
    if (faces == 0) g.kind = GEOMETRY_POINTS;
    return read_add_single(path, &g, out, f);
}
