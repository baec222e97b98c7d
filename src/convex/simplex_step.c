/* SPDX-License-Identifier: MIT
 * The region of a simplex nearest to the origin, among those that have the newest point w.
 *
 * With a_i = y_i - w and o = -w, the origin seen from w, all that is asked for follows from the dot
 * products d_i = o . a_i and g_ij = a_i . a_j:
 *   - edge w y_i: the foot of the perpendicular is w + t a_i, t = d_i / g_ii;
 *   - triangle w y_j y_k with normal n = a_j x a_k: the foot has the weight (o x a_k) . n / n . n at
 *     y_j, where by Lagrange (o x a_k) . (a_j x a_k) = d_j g_kk - d_k g_jk;
 *   - tetrahedron: the triangle opposite y_i has the normal c_i = a_j x a_k, and the origin the weight
 *     o . c_i / a_i . c_i at y_i (Cramer's rule).
 * The signs of these weights tell the regions apart (Voronoi's diagram of the simplex). */
#include "convex/simplex_step.h"

#include "base/tolerance.h"

enum { NO_ANSWER = -1 };

typedef struct view {
    wide3 w, a[3];     /* the newest point, and the others seen from it */
    double d[3], g[3]; /* o . a_i, a_i . a_i */
    double nearer, slack;
} view;

static void move_point(gz_simplex *s, int from, int to) {
    if (from == to) return;
    s->y[to] = s->y[from];
    s->a[to] = s->a[from];
    s->hint_a[to] = s->hint_a[from];
    s->hint_b[to] = s->hint_b[from];
}

static double take_vertex(gz_simplex *s, int newest, double nearer, wide3 *v) {
    double length = wide3_length(s->y[newest]);
    if (!(length < nearer)) return NO_ANSWER;
    move_point(s, newest, 0);
    *v = s->y[0];
    s->weight[0] = 1;
    s->count = 1;
    return length;
}

static double take_edge(gz_simplex *s, const view *q, int newest, int i, wide3 *v) {
    double t = q->d[i] / q->g[i];
    wide3 foot = wide3_add_scaled(wide3_fresh(q->w), t, wide3_fresh(q->a[i]));
    double length = wide3_length(foot);
    if (!(t < 1 && length < q->nearer)) return NO_ANSWER;
    *v = foot;
    move_point(s, i, 0);
    move_point(s, newest, 1);
    s->weight[0] = t;
    s->weight[1] = 1 - t;
    s->count = 2;
    return length;
}

/* The triangle opposite y_i (i = 2 if there are but three points) by its normal and the numerators of
 * the weights of the next two points. The newest takes the place of y_i. */
static double take_triangle(gz_simplex *s, const view *q, int newest, int i, const wide3 *normals,
                            const double part[2], wide3 *v) {
    wide3 normal = wide3_fresh(normals[i]);
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double over = 1 / wide3_length_squared(normal);
    double tj = part[0] * over, tk = part[1] * over, rest = 1 - tj - tk;
    wide3 w = wide3_fresh(q->w), foot = wide3_scale(normal, wide3_dot(w, normal) * over);
    wide3 sum = wide3_add_scaled(w, tj, wide3_fresh(q->a[j]));
    sum = wide3_add_scaled(sum, tk, wide3_fresh(q->a[k]));
    double length = wide3_length(foot), most = length + q->slack;
    bool sound = wide3_dot(sum, foot) >= (length - q->slack) * length &&
                 wide3_length_squared(sum) <= most * most;
    if (!(sound && rest > 0 && length < q->nearer)) return NO_ANSWER;
    *v = foot;
    move_point(s, newest, i);
    s->weight[i] = rest;
    s->weight[j] = tj;
    s->weight[k] = tk;
    s->count = 3;
    return length;
}

/* The origin inside, with these weights at the old points times the whole volume. */
static double take_all(gz_simplex *s, const view *q, const double part[3], double whole, wide3 *v) {
    double weight[3], rest = 1;
    wide3 sum = q->w;
    for (int i = 0; i < 3; ++i) {
        weight[i] = part[i] / whole;
        rest -= weight[i];
        sum = wide3_add_scaled(sum, weight[i], q->a[i]);
    }
    if (!(rest > 0 && wide3_max_abs(sum) <= q->slack / 2)) return NO_ANSWER;
    for (int i = 0; i < 3; ++i) s->weight[i] = weight[i];
    s->weight[3] = rest;
    s->count = 4;
    *v = wide3_make(0, 0, 0);
    return 0;
}

/* Which bit of three is the lowest that is set. */
static const unsigned char lowest[8] = {0, 0, 1, 0, 2, 0, 1, 0};

static inline unsigned bits(bool a, bool b, bool c) {
    return (unsigned)a | (unsigned)b << 1 | (unsigned)c << 2;
}

/* n points and the newest: a view of them, then the regions from the inside out. Inlined for each n.
 * Nobody could predict in which region the origin is, so the conditions are gathered as bits, and there
 * are branches for the kinds of regions only. */
GZ_INLINE double step(gz_simplex *s, const int n, double nearer, double slack, wide3 *v) {
    view q;
    q.w = wide3_fresh(s->y[n]);
    q.nearer = nearer;
    q.slack = slack;
    bool ahead[3] = {false, false, false}; /* the origin, along the edge from w to y_i */
    for (int i = 0; i < n; ++i) {
        q.a[i] = wide3_sub(s->y[i], q.w);
        q.d[i] = -wide3_dot(q.w, q.a[i]);
        q.g[i] = wide3_length_squared(q.a[i]);
        ahead[i] = q.d[i] > 0;
    }
    unsigned edges = bits(ahead[0], ahead[1], ahead[2]);
    if (!edges) return take_vertex(s, n, nearer, v);
    if (n == 1) return take_edge(s, &q, n, 0, v);
    const int first = n == 3 ? 0 : 2; /* of the triangles that there are */
    double part[3][2];                /* of triangle i: weights of points i + 1, i + 2 */
    wide3 normal[3];
    bool after[3] = {false, false, false}, before[3] = {false, false, false}; /* are they positive? */
    for (int i = first; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double across = wide3_dot(q.a[j], q.a[k]);
        part[i][0] = q.d[j] * q.g[k] - q.d[k] * across;
        part[i][1] = q.d[k] * q.g[j] - q.d[j] * across;
        normal[i] = wide3_cross(q.a[j], q.a[k]);
        after[i] = part[i][0] > 0;
        before[i] = part[i][1] > 0;
    }
    unsigned seen = 7; /* faces seen from the origin, as one looks at a tetrahedron */
    if (n == 3) {
        double whole = wide3_dot(q.a[0], normal[0]), weight[3], side[3];
        for (int i = 0; i < 3; ++i) {
            weight[i] = -wide3_dot(q.w, normal[i]);
            side[i] = whole > 0 ? weight[i] : -weight[i];
        }
        seen = bits(!(side[0] > 0), !(side[1] > 0), !(side[2] > 0));
        if (!seen) return take_all(s, &q, weight, whole, v);
    }
    unsigned over = bits(after[0], after[1], after[2]), under = bits(before[0], before[1], before[2]);
    unsigned triangles = seen & over & under;
    if (triangles) {
        int i = n == 2 ? 2 : lowest[triangles];
        return take_triangle(s, &q, n, i, normal, part[i], v);
    }
    /* The triangles at the edge w y_i are those opposite y_j and y_k; their third points are y_k, the
     * first after y_j, and y_j, the second after y_k. So bit i of edges is crossed out by bit i + 1 of
     * over and by bit i + 2 of under. */
    edges &= ~(over >> 1 | over << 2) & ~(under >> 2 | under << 1);
    if (!edges) return NO_ANSWER;
    return take_edge(s, &q, n, lowest[edges], v);
}

double gz_simplex_step(gz_simplex *simplex, double nearer, double slack, wide3 *v) {
    switch (simplex->count) {
    case 0:
        return take_vertex(simplex, 0, nearer, v);
    case 1:
        return step(simplex, 1, nearer, slack, v);
    case 2:
        return step(simplex, 2, nearer, slack, v);
    default:
        return step(simplex, 3, nearer, slack, v);
    }
}
