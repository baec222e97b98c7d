/* SPDX-License-Identifier: MIT
 * The axis on which two oriented boxes are farthest apart, or overlap least: the fifteen of
 * B:1976-2000, each divided by its length. */
#include "graze/primitive.h"
#include "math/double_double.h"
#include "primitive/box_frame.h"
#include "primitive/check.h"

typedef struct search {
    const gz_box_pair *pair;
    double best;
    wide3 axis; /* unit, in A's frame, from A to B */
    int index;
} search;

static wide3 column(const gz_box_pair *p, int j) {
    return wide3_make(p->r[0][j], p->r[1][j], p->r[2][j]);
}

/* What separates on v is computed for just this v, so it holds whatever v was meant to be. */
static void try_axis(search *s, wide3 v, int index) {
    const gz_box_pair *p = s->pair;
    wide3 t = wide3_make(p->t[0], p->t[1], p->t[2]);
    double length = wide3_length(v), middle = wide3_dot(v, t);
    double reach = (p->ha[0] * fabs(v.x) + p->ha[1] * fabs(v.y)) + p->ha[2] * fabs(v.z);
    for (int j = 0; j < 3; ++j) reach += p->hb[j] * fabs(wide3_dot(v, column(p, j)));
    double separation = (fabs(middle) - reach) / length;
    if (!(separation > s->best)) return;
    s->best = separation;
    s->axis = wide3_scale(v, (middle < 0 ? -1 : 1) / length);
    s->index = index;
}

static double accurate_dot(wide3 a, wide3 b) {
    gz_dd xy = gz_dd_add(gz_dd_two_product(a.x, b.x), gz_dd_two_product(a.y, b.y));
    gz_dd sum = gz_dd_add(xy, gz_dd_two_product(a.z, b.z));
    return sum.hi + sum.lo;
}

/* The cross product of the i-th edge of A and the j-th of B, in A's frame, from its two components. */
static wide3 edge_axis(int i, double first, double second) {
    return i == 0   ? wide3_make(0, -second, first)
           : i == 1 ? wide3_make(first, 0, -second)
                    : wide3_make(-second, first, 0);
}

/* Where the edges are nearly parallel both components nearly vanish, and are computed again. Elsewhere
 * most axes are out of the question at once: division by a length of at most one makes an overlap
 * larger. */
static void try_edges(search *s, const graze_obb *a, const graze_obb *b, int i, int j) {
    const gz_box_pair *p = s->pair;
    int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1, j1 = j == 2 ? 0 : j + 1,
        j2 = j == 0 ? 2 : j - 1;
    double first = p->r[i1][j], second = p->r[i2][j];
    if (first * first + second * second < GZ_PARALLEL_BOXES * GZ_PARALLEL_BOXES) {
        wide3 edge = wide3_from(b->axes.col[j]);
        first = accurate_dot(wide3_from(a->axes.col[i1]), edge);
        second = accurate_dot(wide3_from(a->axes.col[i2]), edge);
        if (first * first + second * second <= GZ_PARALLEL_EDGES) return;
    } else {
        double reach = (p->ha[i1] * fabs(second) + p->ha[i2] * fabs(first)) +
                       (p->hb[j1] * fabs(p->r[i][j2]) + p->hb[j2] * fabs(p->r[i][j1]));
        double gap = fabs(p->t[i2] * first - p->t[i1] * second) - reach;
        if (gap < 0 && gap + p->slack < s->best) return;
    }
    try_axis(s, edge_axis(i, first, second), 6 + 3 * i + j);
}

graze_status graze_best_axis_obb_obb(const graze_obb *a, const graze_obb *b, graze_box_axis *out) {
    if (!gz_obb_is_valid(a) || !gz_obb_is_valid(b) || !out) return GRAZE_INVALID_ARGUMENT;
    gz_box_pair pair;
    double scale = gz_box_pair_make(a, b, &pair);
    search s = {&pair, -INFINITY, wide3_make(1, 0, 0), 0};
    for (int k = 0; k < 3; ++k) try_axis(&s, wide3_make(k == 0, k == 1, k == 2), k);
    for (int k = 0; k < 3; ++k) try_axis(&s, column(&pair, k), 3 + k);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) try_edges(&s, a, b, i, j);
    wide_mat3 axes = wide_mat3_from(&a->axes);
    wide3 normal = wide_mat3_mul_vec(&axes, s.axis);
    real separation = (real)(s.best / scale);
    if (!graze_is_finite(separation)) return GRAZE_OUT_OF_RANGE;
    out->separation = separation;
    out->normal = wide3_round(wide3_scale(normal, 1 / wide3_length(normal)));
    out->index = s.index;
    return GRAZE_OK;
}
