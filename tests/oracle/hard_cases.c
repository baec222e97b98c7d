/* SPDX-License-Identifier: MIT */
#include "oracle/hard_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, CORNERS = 64 };

/* The words of one line, one after another. */
typedef struct reader {
    char *next;
    bool bad;
} reader;

/* "" at the end of the line. */
static const char *word_or_end(reader *r) {
    char *w = r->next + strspn(r->next, " \n");
    size_t length = strcspn(w, " \n");
    r->next = w[length] ? w + length + 1 : w + length;
    w[length] = 0;
    return w;
}

static const char *word(reader *r) {
    const char *w = word_or_end(r);
    if (!*w) r->bad = true;
    return w;
}

static double number(reader *r) {
    const char *w = word(r);
    char *end;
    double value = strtod(w, &end);
    if (end == w || *end) r->bad = true;
    return value;
}

static graze_real real_number(reader *r) { return (graze_real)number(r); }

static graze_vec3 vector(reader *r) {
    graze_real x = real_number(r), y = real_number(r), z = real_number(r);
    return graze_vec3_make(x, y, z);
}

static void text(reader *r, char *out, size_t size) { snprintf(out, size, "%s", word(r)); }

static int choice(reader *r, const char *const *names, int count) {
    const char *w = word(r);
    for (int i = 0; i < count; ++i)
        if (strcmp(w, names[i]) == 0) return i;
    r->bad = true;
    return 0;
}

static graze_shape *hull(reader *r) {
    static graze_vec3 corners[CORNERS];
    int count = (int)number(r);
    if (count < 1 || count > CORNERS) r->bad = true;
    for (int i = 0; i < count && !r->bad; ++i) corners[i] = vector(r);
    graze_shape *shape = NULL;
    graze_status status = GRAZE_INVALID_ARGUMENT;
    if (r->bad) return NULL;
    if (count == 1) status = graze_shape_point(corners[0], &shape);
    if (count == 2) status = graze_shape_segment(corners[0], corners[1], &shape);
    if (count == 3) status = graze_shape_triangle(corners[0], corners[1], corners[2], &shape);
    if (count >= 4) status = graze_shape_polytope(corners, (size_t)count, 0, &shape);
    if (status != GRAZE_OK) r->bad = true;
    return shape;
}

/* Ours have the axis along local y: a file's shape along x or z is ours turned by exactly 120 degrees
 * about the diagonal, i.e. the pose's columns exchanged. *axis says which. */
static graze_shape *along(reader *r, bool capsule, char *axis) {
    *axis = word(r)[0];
    graze_real radius = real_number(r), height = 2 * real_number(r);
    graze_shape *shape = NULL;
    graze_status status = capsule ? graze_shape_capsule(radius, height, &shape)
                                  : graze_shape_cylinder(radius, height, &shape);
    if (status != GRAZE_OK || *axis < 'x' || *axis > 'z') r->bad = true;
    return shape;
}

static void read_shape(reader *r, hard_case *c, graze_placed *placed, char *axis) {
    static const char *const names[] = {"box",     "sphere", "ellipsoid", "cylinder",
                                        "capsule", "hull",   "ray"};
    graze_shape *shape = NULL;
    graze_status status = GRAZE_OK;
    switch (choice(r, names, 7)) {
    case 0:
        status = graze_shape_box(vector(r), &shape);
        break;
    case 1:
        status = graze_shape_sphere(real_number(r), &shape);
        break;
    case 2:
        status = graze_shape_ellipsoid(vector(r), &shape);
        break;
    case 3:
        shape = along(r, false, axis);
        break;
    case 4:
        shape = along(r, true, axis);
        break;
    case 5:
        shape = hull(r);
        break;
    default:
        c->ray.origin = vector(r);
        c->ray.direction = vector(r);
        c->ray.max_t = real_number(r);
    }
    if (status != GRAZE_OK) r->bad = true;
    placed->shape = shape;
}

static void read_pose(reader *r, graze_placed *placed, char axis) {
    graze_vec3 position = vector(r);
    graze_quat q;
    q.x = real_number(r);
    q.y = real_number(r);
    q.z = real_number(r);
    q.w = real_number(r);
    if (graze_pose_make(q, position, &placed->pose) != GRAZE_OK) r->bad = true;
    graze_mat3 m = placed->pose.basis;
    int first = axis == 'z' ? 1 : axis == 'x' ? 2 : 0;
    for (int k = 0; k < 3; ++k) placed->pose.basis.col[k] = m.col[(first + k) % 3];
}

/* One line other than `end`; axes are those of a and b. */
static void read_line(reader *r, const char *key, hard_case *c, char axes[2]) {
    static const char *const keys[] = {"case", "source", "a",   "at_a",  "b",      "at_b",
                                       "move", "sd",     "hit", "class", "normal", "miss"};
    static const char *const kinds[] = {"distance", "depth", "raycast", "shapecast"};
    static const char *const classes[] = {"overlapping", "touching", "separated"};
    int k = 0;
    while (k < 12 && strcmp(key, keys[k]) != 0) ++k;
    switch (k) {
    case 0:
        text(r, c->id, sizeof c->id);
        c->kind = (hard_kind)choice(r, kinds, 4);
        break;
    case 1:
        text(r, c->source, sizeof c->source);
        break;
    case 2:
    case 4:
        read_shape(r, c, k == 2 ? &c->a : &c->b, &axes[k / 2 - 1]);
        break;
    case 3:
    case 5:
        read_pose(r, k == 3 ? &c->a : &c->b, axes[k / 2 - 1]);
        break;
    case 6:
        c->move = vector(r);
        break;
    case 7:
        c->sd = number(r);
        c->tolerance = number(r);
        c->tolerance_float = number(r);
        break;
    case 8:
        c->hit = true;
        c->t = number(r);
        c->tolerance = number(r);
        break;
    case 9:
        c->class_of_pair = (hard_class)choice(r, classes, 3);
        break;
    case 10:
        c->has_normal = true;
        for (int i = 0; i < 3; ++i) c->normal[i] = number(r);
        break;
    case 11:
        break;
    default:
        r->bad = true;
    }
}

static void forget(hard_case *c, char axes[2]) {
    graze_shape_release((graze_shape *)c->a.shape);
    graze_shape_release((graze_shape *)c->b.shape);
    *c = (hard_case){0};
    axes[0] = axes[1] = 'y';
}

long hard_cases_visit(const char *path, void (*visit)(const hard_case *c, void *user), void *user) {
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    static char line[LINE];
    char axes[2] = "yy";
    hard_case c = {0};
    long cases = 0, lines = 0;
    bool bad = false;
    while (!bad && fgets(line, LINE, file)) {
        ++lines;
        reader r = {line, false};
        const char *key = word_or_end(&r);
        if (!*key || *key == '#') continue;
        if (strcmp(key, "end") == 0) {
            visit(&c, user);
            forget(&c, axes);
            ++cases;
            continue;
        }
        read_line(&r, key, &c, axes);
        bad = r.bad || *word_or_end(&r);
    }
    forget(&c, axes);
    fclose(file);
    return bad ? -2 - lines : cases;
}
