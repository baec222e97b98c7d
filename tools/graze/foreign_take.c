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

/* The new number of each old point goes to numbers: points in one place are one, so that closed
 * surfaces are. */
static bool get_points(taker *t, geometry *g, indices *welded) {
    uint32_t count;
    weld w = {&g->points, NULL, 0};
    bool good = get(t, &count, sizeof count);
    for (uint32_t i = 0; good && i < count; ++i) {
        double p[3];
        uint32_t number;
        good = get(t, p, sizeof p);
        if (good && !(isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2])))
            good = fault_set(t->f, t->path, 0, "a coordinate is not a finite number");
        if (good && (!weld_point(&w, p, &number) || !indices_push(welded, number)))
            good = out_of_memory(t);
    }
    weld_free(&w);
    return good;
}

static bool get_face(taker *t, geometry *g, const indices *welded) {
    uint32_t size, corner;
    if (!get(t, &size, sizeof size)) return false;
    for (uint32_t k = 0; k < size; ++k) {
        if (!get(t, &corner, sizeof corner)) return false;
        if (corner >= welded->count)
            return fault_set(t->f, t->path, 0, "a face names point %lu of %zu", (unsigned long)corner,
                             welded->count);
        if (!indices_push(&g->corners, welded->at[corner])) return out_of_memory(t);
    }
    return size == 0 || indices_push(&g->sizes, size) || out_of_memory(t);
}

static bool get_geometry(taker *t) {
    char name[512];
    geometry g = {.kind = GEOMETRY_FACES};
    indices welded = {0};
    uint32_t faces = 0;
    bool good = get_text(t, name) && get_points(t, &g, &welded) && get(t, &faces, sizeof faces);
    for (uint32_t i = 0; good && i < faces; ++i) good = get_face(t, &g, &welded);
    indices_free(&welded);
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
