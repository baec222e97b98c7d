/* SPDX-License-Identifier: MIT
 * Wavefront, Object File Format and Stereolithography: everything as it is in the world. */
#include "shapes.h"
#include "write.h"

#include <math.h>

/* -- Wavefront -- */

static void obj_element(FILE *out, char what, const uint32_t *corners, uint32_t count, size_t before) {
    putc(what, out);
    for (uint32_t k = 0; k < count; ++k) fprintf(out, " %zu", before + corners[k] + 1);
    putc('\n', out);
}

static void obj_object(FILE *out, const char *name, const geometry *g, size_t before) {
    fputs("o ", out);
    write_name(out, name);
    putc('\n', out);
    for (size_t i = 0; i < g->points.count; i += 3) {
        fputs("v ", out);
        write_numbers(out, g->points.at + i, 3);
        putc('\n', out);
    }
    const uint32_t *corners = g->corners.at;
    for (size_t i = 0; i < g->sizes.count; corners += g->sizes.at[i++])
        obj_element(out, g->kind == GEOMETRY_FACES ? 'f' : 'l', corners, g->sizes.at[i], before);
    for (uint32_t i = 0; g->kind == GEOMETRY_POINTS && i < g->points.count / 3; ++i)
        obj_element(out, 'p', &i, 1, before);
}

bool write_obj(FILE *out, const scene *s, const write_options *options, fault *f) {
    size_t before = 0;
    bool good = true;
    for (size_t i = 0; good && i < s->object_count; ++i) {
        geometry g;
        good = write_bake(s, &s->objects[i], options->segments, &g, f);
        if (good) obj_object(out, s->objects[i].name, &g, before);
        before += g.points.count / 3;
        geometry_free(&g);
    }
    return good;
}

/* -- Object File Format: points first, so everything is looked at twice -- */

static void off_points(FILE *out, const geometry *g, size_t before) {
    (void)before;
    for (size_t i = 0; i < g->points.count; i += 3) {
        write_numbers(out, g->points.at + i, 3);
        putc('\n', out);
    }
}

static void off_faces(FILE *out, const geometry *g, size_t before) {
    const uint32_t *corners = g->corners.at;
    for (size_t i = 0; i < g->sizes.count; corners += g->sizes.at[i++]) {
        fprintf(out, "%lu", (unsigned long)g->sizes.at[i]);
        for (uint32_t k = 0; k < g->sizes.at[i]; ++k) fprintf(out, " %zu", before + corners[k]);
        putc('\n', out);
    }
}

typedef void off_part(FILE *out, const geometry *g, size_t before);

/* The points and faces of all objects with faces, in all, and written if there is a part to write. */
static bool off_pass(FILE *out, const scene *s, int segments, off_part *part, size_t *points,
                     size_t *faces, fault *f) {
    *points = *faces = 0;
    for (size_t i = 0; i < s->object_count; ++i) {
        geometry g;
        bool good = write_bake(s, &s->objects[i], segments, &g, f);
        if (good && g.kind == GEOMETRY_FACES) {
            if (part) part(out, &g, *points);
            *points += g.points.count / 3;
            *faces += g.sizes.count;
        }
        geometry_free(&g);
        if (!good) return false;
    }
    return true;
}

bool write_off(FILE *out, const scene *s, const write_options *options, fault *f) {
    size_t points, faces;
    if (!off_pass(out, s, options->segments, NULL, &points, &faces, f)) return false;
    fprintf(out, "OFF\n%zu %zu 0\n", points, faces);
    return off_pass(out, s, options->segments, off_points, &points, &faces, f) &&
           off_pass(out, s, options->segments, off_faces, &points, &faces, f);
}

/* -- Stereolithography -- */

static void stl_triangle(FILE *out, const double *p, const double *q, const double *r) {
    double u[3], v[3], n[3], length;
    for (int k = 0; k < 3; ++k) u[k] = q[k] - p[k], v[k] = r[k] - p[k];
    for (int k = 0; k < 3; ++k)
        n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    fprintf(out, "facet normal %.6g %.6g %.6g\nouter loop\n", length > 0 ? n[0] / length : 0,
            length > 0 ? n[1] / length : 0, length > 0 ? n[2] / length : 0);
    const double *corners[3] = {p, q, r};
    for (int k = 0; k < 3; ++k) {
        fputs("vertex ", out);
        write_numbers(out, corners[k], 3);
        putc('\n', out);
    }
    fputs("endloop\nendfacet\n", out);
}

static bool stl_solid(FILE *out, const char *name, const geometry *g, fault *f) {
    indices triangles = {0};
    bool good = shapes_cut_faces(g, &triangles) || fault_set(f, "graze", 0, "out of memory");
    fputs("solid ", out);
    write_name(out, name);
    putc('\n', out);
    const double *points = g->points.at;
    for (size_t i = 0; good && i + 2 < triangles.count; i += 3) {
        const uint32_t *t = triangles.at + i;
        stl_triangle(out, points + 3 * (size_t)t[0], points + 3 * (size_t)t[1],
                     points + 3 * (size_t)t[2]);
    }
    fputs("endsolid ", out);
    write_name(out, name);
    putc('\n', out);
    indices_free(&triangles);
    return good;
}

bool write_stl(FILE *out, const scene *s, const write_options *options, fault *f) {
    bool good = true;
    for (size_t i = 0; good && i < s->object_count; ++i) {
        geometry g;
        good = write_bake(s, &s->objects[i], options->segments, &g, f);
        if (good && g.kind == GEOMETRY_FACES) good = stl_solid(out, s->objects[i].name, &g, f);
        geometry_free(&g);
    }
    return good;
}
