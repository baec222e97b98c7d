/* SPDX-License-Identifier: MIT
 * Separating axes (B:1876-2000): two polytopes are apart if their shadows on an axis are. Candidates
 * are the normals of facets and the cross products of edges. All of it is inline and checks nothing,
 * for trees as much as for the tests of primitive.h; an axis separates only by more than `slack`, so
 * "apart" is a proof and the rest may be rounding. `axes`, if not NULL, is raised by the number of axes
 * tried: up to 4 for a segment and a triangle, 6 for a segment and a box, 11 for two triangles, 13 for
 * a triangle and a box, 15 for two boxes. */
#ifndef GZ_PRIMITIVE_SAT_H
#define GZ_PRIMITIVE_SAT_H

#include "math/wide3.h"

/* -- two boxes --------------------------------------------------------------------------------- */

/* Box B seen from box A: r[i][j] is the i-th axis of A times the j-th of B, t the centre of B in the
 * frame of A. */
typedef struct gz_box_pair {
    double r[3][3], t[3], ha[3], hb[3];
    double slack; /* at least what r and t may be off, times the sizes: then near-parallel edges, whose
                     cross product is next to nothing, never separate falsely */
} gz_box_pair;

#define SAT_NAME gz_sat_box_axes
#define SAT_NUMBER double
#define SAT_ADD(x, y) ((x) + (y))
#define SAT_SUB(x, y) ((x) - (y))
#define SAT_MUL(x, y) ((x) * (y))
#define SAT_ABS(x) fabs(x)
#define SAT_GREATER(x, y) ((x) > (y))
#include "primitive/sat_box_box_kernel.h"
#undef SAT_NAME
#undef SAT_NUMBER
#undef SAT_ADD
#undef SAT_SUB
#undef SAT_MUL
#undef SAT_ABS
#undef SAT_GREATER

static inline bool gz_sat_boxes_apart(const gz_box_pair *p, int *axes) {
    return gz_sat_box_axes(p->r, p->t, p->ha, p->hb, p->slack, false, axes);
}

/* SAT lite (B:4464-4485): only the six facet normals. Fewer pairs are found to be apart, each sooner.
 */
static inline bool gz_sat_boxes_apart_lite(const gz_box_pair *p, int *axes) {
    return gz_sat_box_axes(p->r, p->t, p->ha, p->hb, p->slack, true, axes);
}

/* -- segments, triangles and boxes ----------------------------------------------------- */

/* The hull of some points, widened by the half edges of a box. */
typedef struct gz_sat_set {
    wide3 point[3], half[3], normal[3], edge[3];
    int points, halves, normals, edges;
} gz_sat_set;

static inline gz_sat_set gz_sat_segment(wide3 a, wide3 b) {
    gz_sat_set s = {.point = {a, b}, .edge = {wide3_sub(b, a)}, .points = 2, .edges = 1};
    return s;
}

static inline gz_sat_set gz_sat_triangle(wide3 a, wide3 b, wide3 c) {
    gz_sat_set s = {.point = {a, b, c},
                    .edge = {wide3_sub(b, a), wide3_sub(c, b), wide3_sub(a, c)},
                    .points = 3,
                    .normals = 1,
                    .edges = 3};
    s.normal[0] = wide3_cross(s.edge[0], s.edge[1]);
    return s;
}

/* axes: orthonormal columns. */
static inline gz_sat_set gz_sat_box(wide3 center, const wide_mat3 *axes, wide3 half) {
    gz_sat_set s = {.point = {center}, .points = 1, .halves = 3, .normals = 3, .edges = 3};
    const double size[3] = {half.x, half.y, half.z};
    for (int k = 0; k < 3; ++k) {
        s.normal[k] = s.edge[k] = axes->col[k];
        s.half[k] = wide3_scale(axes->col[k], size[k]);
    }
    return s;
}

static inline void gz_sat_shadow(const gz_sat_set *s, wide3 v, double *lo, double *hi) {
    double width = 0;
    *lo = *hi = wide3_dot(v, s->point[0]);
    for (int k = 1; k < s->points; ++k) {
        double x = wide3_dot(v, s->point[k]);
        *lo = x < *lo ? x : *lo;
        *hi = x > *hi ? x : *hi;
    }
    for (int k = 0; k < s->halves; ++k) width += fabs(wide3_dot(v, s->half[k]));
    *lo -= width;
    *hi += width;
}

static inline bool gz_sat_separates(const gz_sat_set *a, const gz_sat_set *b, wide3 v, double slack,
                                    int *axes) {
    double a_lo, a_hi, b_lo, b_hi;
    if (axes) ++*axes;
    gz_sat_shadow(a, v, &a_lo, &a_hi);
    gz_sat_shadow(b, v, &b_lo, &b_hi);
    double gap = a_lo - b_hi > b_lo - a_hi ? a_lo - b_hi : b_lo - a_hi;
    return gap > slack * (fabs(v.x) + fabs(v.y) + fabs(v.z));
}

/* Sets of one plane are never found apart unless one is a box: within it they have no facets. */
static inline bool gz_sat_apart(const gz_sat_set *a, const gz_sat_set *b, double slack, int *axes) {
    for (int k = 0; k < b->normals; ++k)
        if (gz_sat_separates(a, b, b->normal[k], slack, axes)) return true;
    for (int k = 0; k < a->normals; ++k)
        if (gz_sat_separates(a, b, a->normal[k], slack, axes)) return true;
    for (int i = 0; i < a->edges; ++i)
        for (int j = 0; j < b->edges; ++j)
            if (gz_sat_separates(a, b, wide3_cross(a->edge[i], b->edge[j]), slack, axes)) return true;
    return false;
}

#endif
