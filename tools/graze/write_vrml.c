/* SPDX-License-Identifier: MIT
 * VRML97: primitives stay primitives and shared geometries shared, where a Transform can place them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "write.h"

/* -- placements as a Transform has them: a turn, and positive scaling along the axes before it -- */

typedef struct transform {
    double axis[3], angle, scale[3];
} transform;

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static double determinant(const double *b) {
    return b[0] * (b[4] * b[8] - b[5] * b[7]) - b[3] * (b[1] * b[8] - b[2] * b[7]) +
           b[6] * (b[1] * b[5] - b[2] * b[4]);
}

/* Axis and angle of a rotation. From half a turn on the axis shows best in the largest column of the
 * matrix with half of itself and its transpose added. */
static void find_rotation(const double r[9], transform *out) {
    double twice[3] = {r[5] - r[7], r[6] - r[2], r[1] - r[3]};
    double sine = sqrt(dot(twice, twice)) / 2, cosine = (r[0] + r[4] + r[8] - 1) / 2;
    out->angle = atan2(sine, cosine);
    for (int k = 0; k < 3; ++k) out->axis[k] = k == 0;
    if (sine > 1e-3) {
        for (int k = 0; k < 3; ++k) out->axis[k] = twice[k] / (2 * sine);
    } else if (cosine < 0) {
        int most = r[0] >= r[4] && r[0] >= r[8] ? 0 : r[4] >= r[8] ? 1 : 2;
        double column[3], length;
        for (int k = 0; k < 3; ++k)
            column[k] = (r[3 * most + k] + r[3 * k + most]) / 2 + (k == most ? -cosine : 0);
        length = sqrt(dot(column, column));
        if (dot(column, twice) < 0) length = -length;
        for (int k = 0; k < 3; ++k) out->axis[k] = column[k] / length;
    }
}

/* False if it shears or mirrors. */
static bool find_transform(const placement *at, transform *out) {
    const double *b = at->basis;
    double r[9];
    if (!(determinant(b) > 0)) return false;
    for (int k = 0; k < 3; ++k) {
        out->scale[k] = sqrt(dot(b + 3 * k, b + 3 * k));
        if (fabs(out->scale[k] - 1) < 1e-15) out->scale[k] = 1;
        for (int i = 0; i < 3; ++i) r[3 * k + i] = b[3 * k + i] / out->scale[k];
    }
    if (fabs(dot(r, r + 3)) + fabs(dot(r, r + 6)) + fabs(dot(r + 3, r + 6)) > 1e-14) return false;
    find_rotation(r, out);
    return true;
}

/* -- nodes -- */

static void print_points(FILE *out, const char *node, const geometry *g) {
    fprintf(out, "%s {\n    coord Coordinate { point [", node);
    for (size_t i = 0; i < g->points.count; i += 3) {
        fputs(i ? ",\n      " : "\n      ", out);
        write_numbers(out, g->points.at + i, 3);
    }
    fputs(" ] }", out);
    const uint32_t *corners = g->corners.at;
    if (g->sizes.count) fputs("\n    coordIndex [", out);
    for (size_t i = 0; i < g->sizes.count; corners += g->sizes.at[i++]) {
        fputs("\n     ", out);
        for (uint32_t k = 0; k < g->sizes.at[i]; ++k) fprintf(out, " %lu", (unsigned long)corners[k]);
        fputs(" -1", out);
    }
    fputs(g->sizes.count ? " ]\n" : "\n", out);
    /* Whether faces are convex is not known, and both sides count. */
    if (g->kind == GEOMETRY_FACES) fputs("    convex FALSE solid FALSE\n", out);
    fputs("  }", out);
}

static void print_geometry(FILE *out, const geometry *g) {
    const double full[3] = {2 * g->size[0], 2 * g->size[1], 2 * g->size[2]};
    switch (g->kind) {
    case GEOMETRY_BOX:
        fputs("Box { size ", out);
        write_numbers(out, full, 3);
        fputs(" }", out);
        return;
    case GEOMETRY_SPHERE:
        fputs("Sphere { radius ", out);
        break;
    case GEOMETRY_CONE:
        fputs("Cone { bottomRadius ", out);
        break;
    case GEOMETRY_CYLINDER:
        fputs("Cylinder { radius ", out);
        break;
    default:
        print_points(out,
                     g->kind == GEOMETRY_FACES   ? "IndexedFaceSet"
                     : g->kind == GEOMETRY_LINES ? "IndexedLineSet"
                                                 : "PointSet",
                     g);
        return;
    }
    write_number(out, g->size[0]);
    if (g->kind != GEOMETRY_SPHERE) fputs(" height ", out), write_number(out, g->size[1]);
    fputs(" }", out);
}

/* The Transform before its Shape, which has the object's name. */
static void print_transform(FILE *out, const placement *at, const transform *t) {
    fputs("Transform {\n  translation ", out);
    write_numbers(out, at->origin, 3);
    if (t->angle != 0) {
        fputs("\n  rotation ", out);
        write_numbers(out, t->axis, 3);
        putc(' ', out);
        write_number(out, t->angle);
    }
    if (t->scale[0] != 1 || t->scale[1] != 1 || t->scale[2] != 1) {
        fputs("\n  scale ", out);
        write_numbers(out, t->scale, 3);
    }
    fputs("\n  children ", out);
}

/* How often a geometry is placed, and whether it was written already. */
typedef struct usage {
    size_t count;
    bool written;
} usage;

static void begin_shape(FILE *out, const object *o) {
    fputs("DEF ", out);
    if (!*o->name || strchr("0123456789+-", *o->name)) putc('_', out); /* no name begins so */
    write_name(out, o->name);
    fputs(" Shape { geometry ", out);
}

/* One that is shared gets a name the first time, and is that name afterwards; no object has one with a
 * $. */
static void print_shared(FILE *out, const scene *s, const object *o, usage *of) {
    const size_t number = o->geometry;
    begin_shape(out, o);
    if (of[number].count > 1) fprintf(out, "%s $%zu ", of[number].written ? "USE" : "DEF", number);
    if (!of[number].written) print_geometry(out, &s->geometries[number]);
    fputs(" }\n}\n", out);
    of[number].written = true;
}

static bool print_object(FILE *out, const scene *s, const object *o, int segments, usage *of,
                         fault *f) {
    transform t;
    if (find_transform(&o->at, &t)) {
        print_transform(out, &o->at, &t);
        print_shared(out, s, o, of);
        return true;
    }
    geometry g;
    bool good = write_bake(s, o, segments, &g, f);
    if (good) {
        begin_shape(out, o);
        print_geometry(out, &g);
        fputs(" }\n", out);
    }
    geometry_free(&g);
    return good;
}

bool write_vrml(FILE *out, const scene *s, const write_options *options, fault *f) {
    usage *of = calloc(s->geometry_count + 1, sizeof *of);
    bool good = of || fault_set(f, "graze", 0, "out of memory");
    for (size_t i = 0; good && i < s->object_count; ++i) ++of[s->objects[i].geometry].count;
    fputs("#VRML V2.0 utf8\n", out);
    for (size_t i = 0; good && i < s->object_count; ++i)
        good = print_object(out, s, &s->objects[i], options->segments, of, f);
    free(of);
    return good;
}
