/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "foreign_stream.h"
#include "weld.h"

typedef struct taker {
    FILE *stream;
    const char *path;
    scene *out;
    size_t first; /* number of the first geometry of this file */
    fault *f;
} taker;

static bool get(taker *t, void *data, size_t size) {
    return size == 0 || fread(data, size, 1, t->stream) == 1;
}

static bool get_text(taker *t, char text[512]) {
    uint32_t length;
    if (!get(t, &length, sizeof length) || length > 511 || !get(t, text, length)) return false;
    text[length] = 0;
    return true;
}

static bool out_of_memory(taker *t) { return fault_set(t->f, t->path, 0, "out of memory"); }

static bool get_points(taker *t, numbers *points) {
    uint32_t count;
    bool good = get(t, &count, sizeof count);
    for (uint32_t i = 0; good && i < count; ++i) {
        double p[3];
        good = get(t, p, sizeof p);
        if (good && !(isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2])))
            good = fault_set(t->f, t->path, 0, "a coordinate is not a finite number");
        if (good && !numbers_push3(points, p[0], p[1], p[2])) good = out_of_memory(t);
    }
    return good;
}

/* Points in one place are one, so that closed surfaces are, and those that no face has are left out. */
static bool get_face(taker *t, geometry *g, const numbers *points, weld *w) {
    uint32_t size, corner, number;
    if (!get(t, &size, sizeof size)) return false;
    for (uint32_t k = 0; k < size; ++k) {
        if (!get(t, &corner, sizeof corner)) return false;
        if (corner >= points->count / 3)
            return fault_set(t->f, t->path, 0, "a face names point %lu of %zu", (unsigned long)corner,
                             points->count / 3);
        if (!weld_point(w, points->at + 3 * (size_t)corner, &number) ||
            !indices_push(&g->corners, number))
            return out_of_memory(t);
    }
    return size == 0 || indices_push(&g->sizes, size) || out_of_memory(t);
}

static bool get_faces(taker *t, geometry *g) {
    numbers points = {0};
    weld w = {&g->points, NULL, 0};
    uint32_t faces = 0;
    bool good = get_points(t, &points) && get(t, &faces, sizeof faces);
    for (uint32_t i = 0; good && i < faces; ++i) good = get_face(t, g, &points, &w);
    weld_free(&w);
    numbers_free(&points);
    return good;
}

static bool get_geometry(taker *t) {
    char name[512];
    uint32_t kind;
    if (!get(t, &kind, sizeof kind) || kind >= FOREIGN_KINDS || !get_text(t, name)) return false;
    geometry g = {.kind = (geometry_kind)(GEOMETRY_FACES + (int)kind)};
    bool good = get_faces(t, &g);
    if (g.kind == GEOMETRY_POINTS) {
        indices_free(&g.corners);
        indices_free(&g.sizes);
    }
    size_t number;
    g.name = name;
    good = good && scene_add_geometry(t->out, &g, &number, t->f);
    g.name = NULL;
    if (!good) geometry_free(&g);
    return good;
}

static bool get_object(taker *t) {
    char name[512];
    uint32_t mesh;
    placement at;
    if (!get_text(t, name) || !get(t, &mesh, sizeof mesh) || !get(t, &at, sizeof at)) return false;
    if (mesh >= t->out->geometry_count - t->first)
        return fault_set(t->f, t->path, 0, "an object names mesh %lu", (unsigned long)mesh);
    return scene_add_object(t->out, name, t->first + mesh, &at, SIZE_MAX, t->f);
}

bool foreign_take(FILE *stream, const char *path, scene *out, fault *f) {
    taker t = {stream, path, out, out->geometry_count, f};
    for (;;) {
        char text[512];
        bool good;
        switch (getc(stream)) {
        case FOREIGN_GEOMETRY:
            good = get_geometry(&t);
            break;
        case FOREIGN_OBJECT:
            good = get_object(&t);
            break;
        case FOREIGN_END:
            return true;
        case FOREIGN_FAULT:
            return get_text(&t, text) && fault_set(f, path, 0, "%s", text);
        default:
            return false;
        }
        if (!good) return false;
    }
}
