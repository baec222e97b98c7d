/* SPDX-License-Identifier: MIT
 * The Extrusion node (VRML97, 6.18): a cross-section in the plane y = 0 is scaled, turned and moved to
 * every point of a spine, where it stands across the way; neighbours are joined by a skin, the ends
 * closed by caps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vrml.h"

typedef struct vec {
    double x, y, z;
} vec;

static vec sub(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static vec scaled(vec a, double s) { return (vec){a.x * s, a.y * s, a.z * s}; }
static vec sum(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static double length(vec a) { return sqrt(dot(a, a)); }
/* Zero stays zero. */
static vec unit(vec a) { return length(a) > 0 ? scaled(a, 1 / length(a)) : a; }

/* The vector turned round the unit axis (Rodrigues). */
static vec turned(vec v, vec axis, double angle) {
    double c = cos(angle), s = sin(angle);
    return sum(sum(scaled(v, c), scaled(cross(axis, v), s)), scaled(axis, dot(axis, v) * (1 - c)));
}

/* A field of vectors of so many numbers each; the default where the node has none. */
typedef struct table {
    const double *at;
    size_t count;
} table;

static bool find_table(const vrml_file *file, const vrml_node *node, const char *name, size_t width,
                       const double *standard, size_t standard_count, table *out, fault *f) {
    const vrml_field *field = vrml_find(node, name);
    *out = (table){standard, standard_count};
    if (!field) return true;
    if (field->values.count == 0 || field->values.count % width != 0)
        return fault_set(f, file->path, field->line,
                         "Extrusion.%s takes %zu numbers each, and at least one of them", name, width);
    *out = (table){field->values.at, field->values.count / width};
    return true;
}

typedef struct extrusion {
    table section, spine, scale, orientation;
    bool begin_cap, end_cap, ccw;
    bool closed_section, closed_spine; /* first and last are the same */
    size_t columns, rows;              /* points of a section, sections: closed ones have no last */
} extrusion;

static vec spine_at(const extrusion *e, size_t i) {
    const double *p = e->spine.at + 3 * i;
    return (vec){p[0], p[1], p[2]};
}

static bool read_fields(const vrml_file *file, const vrml_node *node, extrusion *e, fault *f) {
    static const double square[] = {1, 1, 1, -1, -1, -1, -1, 1, 1, 1};
    static const double up[] = {0, 0, 0, 0, 1, 0}, one[] = {1, 1}, none[] = {0, 0, 1, 0};
    *e = (extrusion){.begin_cap = true, .end_cap = true, .ccw = true};
    if (!find_table(file, node, "crossSection", 2, square, 5, &e->section, f) ||
        !find_table(file, node, "spine", 3, up, 2, &e->spine, f) ||
        !find_table(file, node, "scale", 2, one, 1, &e->scale, f) ||
        !find_table(file, node, "orientation", 4, none, 1, &e->orientation, f) ||
        !vrml_flag(file, node, "beginCap", &e->begin_cap, f) ||
        !vrml_flag(file, node, "endCap", &e->end_cap, f) || !vrml_flag(file, node, "ccw", &e->ccw, f))
        return false;
    if (e->section.count < 2 || e->spine.count < 2)
        return fault_set(f, file->path, node->line,
                         "an Extrusion needs two points of its section and of its spine");
    const double *section = e->section.at, *last = section + 2 * (e->section.count - 1);
    e->closed_section = e->section.count > 3 && section[0] == last[0] && section[1] == last[1];
    vec way = sub(spine_at(e, 0), spine_at(e, e->spine.count - 1));
    e->closed_spine = e->spine.count > 3 && dot(way, way) == 0;
    e->columns = e->section.count - e->closed_section;
    e->rows = e->spine.count - e->closed_spine;
    if (e->columns > file->room / e->rows)
        return fault_set(f, file->path, node->line, "an Extrusion of too many points: %zu x %zu",
                         e->columns, e->rows);
    return true;
}

/* -- the plane in which each section stands: x, y (along the spine), z -- */

typedef struct frame {
    vec x, y, z;
} frame;

static vec neighbour(const extrusion *e, size_t i, int step) {
    size_t n = e->rows;
    if (e->closed_spine) return spine_at(e, (i + n + (size_t)(step + 1) - 1) % n);
    if ((step < 0 && i == 0) || (step > 0 && i + 1 == n)) return spine_at(e, i);
    return spine_at(e, step < 0 ? i - 1 : i + 1);
}

/* Across the bend at i, zero where the spine is straight; ends bend as their neighbours do. */
static vec bend(const extrusion *e, size_t i) {
    if (!e->closed_spine && e->rows > 2) i = i == 0 ? 1 : i + 1 == e->rows ? i - 1 : i;
    vec here = spine_at(e, i), to = sub(neighbour(e, i, 1), here),
        from = sub(neighbour(e, i, -1), here);
    vec z = cross(to, from);
    return length(z) > 1e-12 * length(to) * length(from) ? unit(z) : (vec){0, 0, 0};
}

/* A straight spine: the frame of the world, turned so that y points along it. */
static vec z_of_straight(vec along) {
    const vec y = {0, 1, 0}, z = {0, 0, 1};
    vec axis = cross(y, along);
    if (length(axis) == 0) return along.y < 0 ? (vec){0, 0, -1} : z; /* turned half round x */
    return turned(z, unit(axis), atan2(length(axis), dot(y, along)));
}

static void make_frames(const extrusion *e, frame *frames) {
    vec y = {0, 1, 0}, z = {0, 0, 0};
    for (size_t i = 0; i < e->rows && length(z) == 0; ++i) z = bend(e, i); /* the first that is known */
    bool straight = length(z) == 0;
    for (size_t i = 0; i < e->rows; ++i) {
        vec along = unit(sub(neighbour(e, i, 1), neighbour(e, i, -1)));
        if (length(along) > 0) y = along;
        vec bent = straight ? z_of_straight(y) : bend(e, i);
        if (length(bent) > 0) z = !straight && dot(bent, z) < 0 ? scaled(bent, -1) : bent;
        frames[i] = (frame){unit(cross(y, z)), y, z};
    }
}

/* -- points and faces -- */

/* One entry for all sections, or one each. */
static const double *entry(table t, size_t i, size_t width) {
    return t.at + width * (i < t.count ? i : t.count - 1);
}

static bool push_section(const extrusion *e, size_t i, const frame *at, geometry *out) {
    const double *scale = entry(e->scale, i, 2), *turn = entry(e->orientation, i, 4);
    vec axis = unit((vec){turn[0], turn[1], turn[2]}), origin = spine_at(e, i);
    for (size_t k = 0; k < e->columns; ++k) {
        vec p = {e->section.at[2 * k] * scale[0], 0, e->section.at[2 * k + 1] * scale[1]};
        p = turned(p, axis, turn[3]);
        vec q = sum(sum(scaled(at->x, p.x), scaled(at->y, p.y)), sum(scaled(at->z, p.z), origin));
        if (!numbers_push3(&out->points, q.x, q.y, q.z)) return false;
    }
    return true;
}

/* Two triangles for each piece of the skin, which need not be plane. */
static bool push_skin(const extrusion *e, geometry *out) {
    size_t rows = e->closed_spine ? e->rows : e->rows - 1;
    size_t columns = e->closed_section ? e->columns : e->columns - 1;
    for (size_t i = 0; i < rows; ++i)
        for (size_t k = 0; k < columns; ++k) {
            uint32_t row = (uint32_t)(i * e->columns),
                     above = (uint32_t)((i + 1) % e->rows * e->columns);
            uint32_t next = (uint32_t)((k + 1) % e->columns), here = (uint32_t)k;
            if (!vrml_push_face(out, (uint32_t[]){row + here, row + next, above + next}, 3, !e->ccw) ||
                !vrml_push_face(out, (uint32_t[]){row + here, above + next, above + here}, 3, !e->ccw))
                return false;
        }
    return true;
}

static bool push_cap(const extrusion *e, size_t row, bool over, geometry *out) {
    if (e->columns < 3 || e->closed_spine) return true;
    uint32_t *corners = malloc(e->columns * sizeof *corners);
    if (!corners) return false;
    for (size_t k = 0; k < e->columns; ++k) corners[k] = (uint32_t)(row * e->columns + k);
    bool good = vrml_push_face(out, corners, e->columns, over);
    free(corners);
    return good;
}

bool vrml_extrusion(const vrml_file *file, const vrml_node *node, geometry *out, fault *f) {
    extrusion e;
    out->kind = GEOMETRY_FACES;
    if (!read_fields(file, node, &e, f)) return false;
    frame *frames = calloc(e.rows, sizeof *frames);
    bool good = frames != NULL;
    if (good) make_frames(&e, frames);
    for (size_t i = 0; good && i < e.rows; ++i) good = push_section(&e, i, &frames[i], out);
    free(frames);
    good = good && push_skin(&e, out) && (!e.begin_cap || push_cap(&e, 0, e.ccw, out)) &&
           (!e.end_cap || push_cap(&e, e.rows - 1, !e.ccw, out));
    return good || fault_set(f, file->path, 0, "out of memory");
}
