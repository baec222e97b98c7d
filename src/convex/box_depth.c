/* SPDX-License-Identifier: MIT
 *
 * C = A - B is a sum of six segments: offset + [-1, 1] times a_i e_i and h_j r_j, with a the half
 * extents of A along the axes e of the frame, h those of B and r the columns of its basis, any three.
 * So its height along n is n . offset + sum of a_i |n_i| + sum of h_j |n . r_j|, and the sign of n that
 * makes it least is the one with n . offset <= 0. Facet normals of C are cross products of two of the
 * six:
 *
 *     e_k;    m_l = r_j x r_k  (m . r is the determinant for the third, zero for the others);
 *     e_i x r_j, whose products with r_k and r_l are +- the i-th components of m_l and m_k.
 *
 * Flat boxes need no care: the columns do not vanish with the extents. */
#include "convex/box_depth.h"

#include <float.h>

#include "base/tolerance.h"
#include "convex/polytope_witness.h"
#include "shape/facets.h"

typedef enum axis_kind { AXIS_OF_A, AXIS_OF_B, AXIS_OF_EDGES } axis_kind;

typedef struct boxes {
    double a[3], h[3], d[3]; /* d: the offset */
    double r[3][3], m[3][3]; /* r[j] and m[l] are vectors */
    double limit;            /* an axis with less than this separates */
    /* The axis with the least height so far: the height times the axis' length, the squared length. */
    double height, squared, signed_square;
    axis_kind kind;
    int i, j; /* its e_i, its m_j or r_j */
} boxes;

static const int next[3] = {1, 2, 0}, after[3] = {2, 0, 1};

static double dot(const double u[3], const double v[3]) {
    return (u[0] * v[0] + u[1] * v[1]) + u[2] * v[2];
}

static void cross(const double u[3], const double v[3], double out[3]) {
    out[0] = u[1] * v[2] - u[2] * v[1];
    out[1] = u[2] * v[0] - u[0] * v[2];
    out[2] = u[0] * v[1] - u[1] * v[0];
}

static void set(double to[3], wide3 v) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

/* B's columns are brought near 1: a box may be tiny beside its pose, or huge. */
static bool boxes_set(const gz_pair *pair, boxes *x) {
    if (pair->a.turned || pair->a.whole || pair->b.whole) return false;
    const graze_shape *a = gz_polytope_core(pair->a.shape), *b = gz_polytope_core(pair->b.shape);
    if (!a || !b || a->kind != GRAZE_SHAPE_BOX || b->kind != GRAZE_SHAPE_BOX) return false;
    const wide3 *column = pair->b.basis.col;
    double scale = pair->a.basis.col[0].x, size = wide3_max_abs(column[0]), inverse = 1 / size;
    set(x->a, wide3_scale(wide3_from(a->half), scale));
    set(x->h, wide3_scale(wide3_from(b->half), size));
    set(x->d, pair->offset);
    for (int k = 0; k < 3; ++k) set(x->r[k], wide3_scale(column[k], inverse));
    for (int l = 0; l < 3; ++l) cross(x->r[next[l]], x->r[after[l]], x->m[l]);
    x->limit = -(double)GZ_TOUCHING_SHARE * pair->error;
    return true;
}

/* Takes the axis if its height over its length is less than that of the best: by their squares, which
 * keep the sign. */
static void offer(boxes *x, double height, double squared, axis_kind kind, int i, int j) {
    double signed_square = height * fabs(height);
    if (!(signed_square * x->squared < x->signed_square * squared)) return;
    x->signed_square = signed_square;
    x->height = height;
    x->squared = squared;
    x->kind = kind;
    x->i = i;
    x->j = j;
}

static bool separates(const boxes *x) { return x->signed_square < -(x->limit * x->limit) * x->squared; }

static void facets_of_a(boxes *x) {
    for (int k = 0; k < 3; ++k) {
        double b =
            (x->h[0] * fabs(x->r[0][k]) + x->h[1] * fabs(x->r[1][k])) + x->h[2] * fabs(x->r[2][k]);
        offer(x, (x->a[k] + b) - fabs(x->d[k]), 1, AXIS_OF_A, k, 0);
    }
}

static void facets_of_b(boxes *x) {
    for (int l = 0; l < 3; ++l) {
        const double *m = x->m[l];
        double a = (x->a[0] * fabs(m[0]) + x->a[1] * fabs(m[1])) + x->a[2] * fabs(m[2]);
        double height = (a + x->h[l] * fabs(dot(m, x->r[l]))) - fabs(dot(m, x->d));
        offer(x, height, dot(m, m), AXIS_OF_B, 0, l);
    }
}

/* Parallel edges have no axis. */
static void edges(boxes *x) {
    for (int i = 0; i < 3; ++i) {
        int p = next[i], q = after[i];
        for (int j = 0; j < 3; ++j) {
            int k = next[j], l = after[j];
            double rp = x->r[j][p], rq = x->r[j][q], squared = rp * rp + rq * rq;
            double a = x->a[p] * fabs(rq) + x->a[q] * fabs(rp);
            double b = x->h[k] * fabs(x->m[l][i]) + x->h[l] * fabs(x->m[k][i]);
            double height = (a + b) - fabs(rp * x->d[q] - rq * x->d[p]);
            if (squared > GZ_PARALLEL_EDGES) offer(x, height, squared, AXIS_OF_EDGES, i, j);
        }
    }
}

/* The unit axis, from A to B. */
static wide3 normal_of(const boxes *x) {
    double n[3] = {0, 0, 0};
    if (x->kind == AXIS_OF_A) {
        n[x->i] = 1;
    } else if (x->kind == AXIS_OF_B) {
        for (int k = 0; k < 3; ++k) n[k] = x->m[x->j][k];
    } else {
        n[next[x->i]] = -x->r[x->j][after[x->i]];
        n[after[x->i]] = x->r[x->j][next[x->i]];
    }
    double length = sqrt(x->squared);
    wide3 unit = wide3_make(n[0] / length, n[1] / length, n[2] / length);
    return dot(n, x->d) > 0 ? wide3_neg(unit) : unit;
}

/* -- witnesses -- */

static double clamped(double t, double limit) { return t < -limit ? -limit : t > limit ? limit : t; }

/* One box against a facet of another, in the frame of the latter, where it is the box of the given half
 * extents: the former's center and its three half edges, along -n the farthest by `away`. Finds its
 * farthest point on the facet with axis k, as shares of the half edges in -1..1. Edges whose ends tie
 * (within the slack) leave a choice: projecting to the facet and back in turn soon finds a common
 * point if the two lie square to each other. */
static bool meet_facet(const double half[3], int k, const double center[3], const double edge[3][3],
                       const double away[3], double slack, double share[3]) {
    int p = next[k], q = after[k], ties = 0;
    double x = center[p], y = center[q];
    for (int i = 0; i < 3; ++i) {
        share[i] = away[i] > slack ? 1 : away[i] < -slack ? -1 : 0;
        ties += share[i] == 0;
        x += share[i] * edge[i][p];
        y += share[i] * edge[i][q];
    }
    for (int round = 0; round < 4; ++round) {
        double to_x = clamped(x, half[p]) - x, to_y = clamped(y, half[q]) - y;
        if (fabs(to_x) <= slack && fabs(to_y) <= slack) return true;
        if (ties == 0) return false;
        for (int i = 0; i < 3; ++i) {
            double u = edge[i][p], v = edge[i][q], squared = u * u + v * v;
            if (fabs(away[i]) > slack || !(squared > 0)) continue;
            double step = clamped(share[i] + (to_x * u + to_y * v) / squared, 1) - share[i];
            share[i] += step;
            x += step * u;
            y += step * v;
            to_x -= step * u;
            to_y -= step * v;
        }
    }
    return false;
}

static wide3 point_of_a(const boxes *x, const double share[3]) {
    return wide3_make(share[0] * x->a[0], share[1] * x->a[1], share[2] * x->a[2]);
}

/* Relative to A's centre, like everything. */
static wide3 point_of_b(const boxes *x, const double share[3]) {
    double t[3], at[3];
    for (int j = 0; j < 3; ++j) t[j] = share[j] * x->h[j];
    for (int k = 0; k < 3; ++k)
        at[k] = ((t[0] * x->r[0][k] + t[1] * x->r[1][k]) + t[2] * x->r[2][k]) - x->d[k];
    return wide3_make(at[0], at[1], at[2]);
}

static bool on_facet_of_a(const boxes *x, const double n[3], double slack, gz_depth *out) {
    double center[3], edge[3][3], away[3], share[3];
    for (int j = 0; j < 3; ++j) {
        center[j] = -x->d[j];
        for (int k = 0; k < 3; ++k) edge[j][k] = x->h[j] * x->r[j][k];
        away[j] = -dot(n, edge[j]);
    }
    bool found = meet_facet(x->a, x->i, center, (const double(*)[3])edge, away, slack, share);
    out->b = point_of_b(x, share);
    out->a = wide3_add_scaled(out->b, out->lower, out->normal);
    return found;
}

/* In B's own coordinates, of which m / det are the rows. */
static bool on_facet_of_b(const boxes *x, const double n[3], double slack, gz_depth *out) {
    double center[3], edge[3][3], away[3], share[3], det = dot(x->m[0], x->r[0]);
    for (int l = 0; l < 3; ++l) {
        center[l] = dot(x->m[l], x->d) / det;
        for (int i = 0; i < 3; ++i) edge[i][l] = x->a[i] * x->m[l][i] / det;
        away[l] = n[l] * x->a[l];
    }
    bool found = meet_facet(x->h, x->j, center, (const double(*)[3])edge, away, slack, share);
    out->a = point_of_a(x, share);
    out->b = wide3_add_scaled(out->a, -out->lower, out->normal);
    return found;
}

/* a + s e_i - (b + t r_j) = depth n, for the middles a and b of the two edges. */
static bool on_edges(const boxes *x, const double n[3], double slack, gz_depth *out) {
    double of_a[3], of_b[3], rest[3];
    for (int k = 0; k < 3; ++k) {
        of_a[k] = k == x->i ? 0 : n[k] > 0 ? 1 : -1;
        of_b[k] = k == x->j ? 0 : dot(n, x->r[k]) > 0 ? -1 : 1;
    }
    wide3 between = wide3_sub(point_of_a(x, of_a), point_of_b(x, of_b));
    set(rest, wide3_sub(wide3_scale(out->normal, out->lower), between));
    const double *r = x->r[x->j];
    int p = next[x->i], q = after[x->i];
    double t = -(rest[p] * r[p] + rest[q] * r[q]) / x->squared, s = rest[x->i] + t * r[x->i];
    double half_a = x->a[x->i], half_b = x->h[x->j];
    of_a[x->i] = half_a > 0 ? clamped(s / half_a, 1) : 0;
    of_b[x->j] = half_b > 0 ? clamped(t / half_b, 1) : 0;
    out->a = point_of_a(x, of_a);
    out->b = point_of_b(x, of_b);
    wide3 off = wide3_add_scaled(wide3_sub(out->a, out->b), -out->lower, out->normal);
    return wide3_max_abs(off) <= slack;
}

static void leave_hints(const boxes *x, const double n[3], gz_pair *pair) {
    pair->a.hint = pair->b.hint = 0;
    for (int k = 0; k < 3; ++k) {
        pair->a.hint |= (uint32_t)(n[k] < 0) << k;
        pair->b.hint |= (uint32_t)(dot(n, x->r[k]) > 0) << k;
    }
}

gz_depth_end gz_box_depth(gz_pair *pair, gz_depth *out) {
    boxes x;
    if (!boxes_set(pair, &x)) return GZ_DEPTH_NONE;
    x.signed_square = DBL_MAX;
    x.squared = 1;
    facets_of_a(&x);
    if (!separates(&x)) facets_of_b(&x);
    if (!separates(&x)) edges(&x);
    out->rounds = 15;
    out->normal = normal_of(&x);
    out->upper = x.height / sqrt(x.squared);
    const double n[3] = {out->normal.x, out->normal.y, out->normal.z};
    leave_hints(&x, n, pair);
    if (out->upper < x.limit) return GZ_DEPTH_APART;
    if (out->upper <= -x.limit) return GZ_DEPTH_NONE;
    double slack = (double)GZ_WITNESS_SLACK * pair->error;
    out->lower = out->upper;
    bool found = x.kind == AXIS_OF_A   ? on_facet_of_a(&x, n, slack, out)
                 : x.kind == AXIS_OF_B ? on_facet_of_b(&x, n, slack, out)
                                       : on_edges(&x, n, slack, out);
    if (!found) gz_depth_points(pair, out->normal, out->lower, out);
    return GZ_DEPTH_FOUND;
}
