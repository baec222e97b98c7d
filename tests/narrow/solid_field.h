/* SPDX-License-Identifier: MIT
 * Solids as nothing but lists of triangles in double: how far any point is from them, on which side,
 * and whether two of them are clear of each other, by going through all triangles. Nothing of the
 * library is used but the numbers of meshes and poses. */
#ifndef GRAZE_TESTS_NARROW_SOLID_FIELD_H
#define GRAZE_TESTS_NARROW_SOLID_FIELD_H

#include <math.h>

#include "mesh/solid_help.h"

enum { FIELD_TRIANGLES = 400 };

typedef struct field_point {
    double x, y, z;
} field_point;

/* Relative to a place near the solids, so that distances of far ones lose nothing. */
typedef struct field {
    uint32_t count;
    field_point corner[FIELD_TRIANGLES][3];
    field_point lo[FIELD_TRIANGLES], hi[FIELD_TRIANGLES];
} field;

static inline field_point field_add(field_point a, double s, field_point b) {
    return (field_point){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static inline field_point field_sub(field_point a, field_point b) { return field_add(a, -1, b); }
static inline double field_dot(field_point a, field_point b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline field_point field_cross(field_point a, field_point b) {
    return (field_point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double field_length(field_point a) { return sqrt(field_dot(a, a)); }
static inline double field_least(double a, double b) { return a < b ? a : b; }
static inline double field_most(double a, double b) { return a > b ? a : b; }
static inline field_point field_from(graze_vec3 v) {
    return (field_point){(double)v.x, (double)v.y, (double)v.z};
}

static inline field_point field_place(const graze_pose *pose, field_point from, graze_vec3 v) {
    field_point p = field_sub(field_from(pose->origin), from);
    p = field_add(p, (double)v.x, field_from(pose->basis.col[0]));
    p = field_add(p, (double)v.y, field_from(pose->basis.col[1]));
    return field_add(p, (double)v.z, field_from(pose->basis.col[2]));
}

static inline void field_make(const test_mesh *m, const graze_pose *pose, field_point from, field *f) {
    assert_true(m->triangle_count <= FIELD_TRIANGLES);
    f->count = m->triangle_count;
    for (uint32_t i = 0; i < f->count; ++i) {
        field_point *c = f->corner[i];
        for (int k = 0; k < 3; ++k)
            c[k] = field_place(pose, from, m->vertices[m->indices[3 * i + (uint32_t)k]]);
        f->lo[i] = (field_point){field_least(c[0].x, field_least(c[1].x, c[2].x)),
                                 field_least(c[0].y, field_least(c[1].y, c[2].y)),
                                 field_least(c[0].z, field_least(c[1].z, c[2].z))};
        f->hi[i] = (field_point){field_most(c[0].x, field_most(c[1].x, c[2].x)),
                                 field_most(c[0].y, field_most(c[1].y, c[2].y)),
                                 field_most(c[0].z, field_most(c[1].z, c[2].z))};
    }
}

/* -- points -- */

static inline double field_from_segment(field_point p, field_point a, field_point b) {
    field_point u = field_sub(b, a), w = field_sub(p, a);
    double square = field_dot(u, u), t = square > 0 ? field_dot(w, u) / square : 0;
    return field_length(field_add(w, -field_most(0, field_least(1, t)), u));
}

/* Straight down if the foot is on the inner side of all edges, else to the nearest edge. */
static inline double field_from_triangle(field_point p, const field_point t[3]) {
    field_point n = field_cross(field_sub(t[1], t[0]), field_sub(t[2], t[0]));
    double least = INFINITY;
    bool over = true;
    for (int i = 0; i < 3; ++i) {
        field_point a = t[i], b = t[(i + 1) % 3];
        over = over && field_dot(field_cross(n, field_sub(b, a)), field_sub(p, a)) >= 0;
        least = field_least(least, field_from_segment(p, a, b));
    }
    double length = field_length(n);
    return over && length > 0 ? fabs(field_dot(n, field_sub(p, t[0]))) / length : least;
}

/* How often the surface goes round the point: the sum of the solid angles of its triangles. */
static inline double field_winding(const field *f, field_point p) {
    double sum = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        field_point a = field_sub(f->corner[i][0], p), b = field_sub(f->corner[i][1], p),
                    c = field_sub(f->corner[i][2], p);
        double x = field_length(a), y = field_length(b), z = field_length(c);
        double below = x * y * z + field_dot(a, b) * z + field_dot(b, c) * x + field_dot(c, a) * y;
        sum += 2 * atan2(field_dot(a, field_cross(b, c)), below);
    }
    return sum / (4 * 3.14159265358979323846);
}

static inline bool field_holds(const field *f, field_point p) {
    return fabs(field_winding(f, p)) > 0.5; /* reflected solids are inside out */
}

static inline double field_gap(double lo, double hi, double other_lo, double other_hi) {
    return field_most(0, field_most(other_lo - hi, lo - other_hi));
}

/* The square of the distance of two boxes. */
static inline double field_between_boxes(field_point lo, field_point hi, field_point other_lo,
                                         field_point other_hi) {
    field_point gap = {field_gap(lo.x, hi.x, other_lo.x, other_hi.x),
                       field_gap(lo.y, hi.y, other_lo.y, other_hi.y),
                       field_gap(lo.z, hi.z, other_lo.z, other_hi.z)};
    return field_dot(gap, gap);
}

static inline double field_sd(const field *f, field_point p) {
    double least = INFINITY;
    for (uint32_t i = 0; i < f->count; ++i)
        if (field_between_boxes(f->lo[i], f->hi[i], p, p) <= least * least)
            least = field_least(least, field_from_triangle(p, f->corner[i]));
    return field_holds(f, p) ? -least : least;
}

/* -- two solids -- */

static inline double field_between_segments(field_point a, field_point b, field_point c,
                                            field_point d) {
    double least = field_least(field_least(field_from_segment(a, c, d), field_from_segment(b, c, d)),
                               field_least(field_from_segment(c, a, b), field_from_segment(d, a, b)));
    field_point u = field_sub(b, a), v = field_sub(d, c), w = field_sub(c, a);
    double uu = field_dot(u, u), vv = field_dot(v, v), uv = field_dot(u, v), det = uu * vv - uv * uv;
    if (!(det > 1e-12 * uu * vv)) return least;
    double s = (vv * field_dot(u, w) - uv * field_dot(v, w)) / det;
    double t = (uv * field_dot(u, w) - uu * field_dot(v, w)) / det;
    if (s < 0 || s > 1 || t < 0 || t > 1) return least;
    return field_least(least, field_length(field_sub(field_add(a, s, u), field_add(c, t, v))));
}

static inline double field_volume(field_point a, field_point b, field_point c, field_point d) {
    return field_dot(field_sub(b, a), field_cross(field_sub(c, a), field_sub(d, a)));
}

static inline bool field_edge_crosses(field_point p, field_point q, const field_point t[3]) {
    if ((field_volume(p, t[0], t[1], t[2]) > 0) == (field_volume(q, t[0], t[1], t[2]) > 0))
        return false;
    bool x = field_volume(p, q, t[0], t[1]) > 0, y = field_volume(p, q, t[1], t[2]) > 0;
    return x == y && y == (field_volume(p, q, t[2], t[0]) > 0);
}

static inline double field_between_triangles(const field_point s[3], const field_point t[3]) {
    double least = INFINITY;
    for (int i = 0; i < 3; ++i) {
        field_point a = s[i], b = s[(i + 1) % 3];
        if (field_edge_crosses(a, b, t) || field_edge_crosses(t[i], t[(i + 1) % 3], s)) return 0;
        least =
            field_least(least, field_least(field_from_triangle(a, t), field_from_triangle(t[i], s)));
        for (int k = 0; k < 3; ++k)
            least = field_least(least, field_between_segments(a, b, t[k], t[(k + 1) % 3]));
    }
    return least;
}

/* The least distance of the surfaces, b moved by t, if it is below limit; else limit. Looks no further
 * once it is below enough. */
static inline double field_surfaces(const field *a, const field *b, field_point t, double limit,
                                    double enough) {
    double least = limit;
    for (uint32_t j = 0; j < b->count; ++j) {
        field_point moved[3], lo = field_add(b->lo[j], 1, t), hi = field_add(b->hi[j], 1, t);
        for (int k = 0; k < 3; ++k) moved[k] = field_add(b->corner[j][k], 1, t);
        for (uint32_t i = 0; i < a->count && !(least < enough); ++i) {
            if (field_between_boxes(a->lo[i], a->hi[i], lo, hi) > least * least) continue;
            least = field_least(least, field_between_triangles(a->corner[i], moved));
        }
    }
    return least;
}

/* Is b, moved by t, at least so far from a? If reach is not positive: do they not cross? Each surface
 * is of one piece. */
static inline bool field_is_free(const field *a, const field *b, field_point t, double reach) {
    double limit = field_most(reach, 1e-300);
    if (field_surfaces(a, b, t, limit, limit) < limit) return false;
    return !field_holds(a, field_add(b->corner[0][0], 1, t)) &&
           !field_holds(b, field_sub(a->corner[0][0], t));
}

#endif
