/* SPDX-License-Identifier: MIT
 * One GJK step on a simplex, the quick way: the region of the simplex nearest to the origin, among
 * those that have the newest point w.
 *
 * With a_i = y_i - w and o = -w, the origin seen from w, all that is asked for follows from the dot
 * products d_i = o . a_i and g_ij = a_i . a_j:
 *   - edge w y_i: the foot of the perpendicular is w + t a_i, t = d_i / g_ii;
 *   - triangle w y_j y_k with normal n = a_j x a_k: the foot has the weight (o x a_k) . n / n . n at
 *     y_j, where by Lagrange (o x a_k) . (a_j x a_k) = d_j g_kk - d_k g_jk;
 *   - tetrahedron: the triangle opposite y_i has the normal c_i = a_j x a_k, and the origin the weight
 *     o . c_i / a_i . c_i at y_i (Cramer's rule).
 * The signs of these weights tell the regions apart (Voronoi's diagram of the simplex).
 *
 * All of it is inline: what a call stores and its caller loads again, or the other way round, takes
 * longer to come back than most of these sums. */
#ifndef GZ_CONVEX_SIMPLEX_STEP_H
#define GZ_CONVEX_SIMPLEX_STEP_H

#include "base/tolerance.h"
#include "convex/simplex.h"

/* The newest point, with what goes along with it. */
typedef struct gz_newcomer {
    wide3 y, a;
    uint32_t hint_a, hint_b;
} gz_newcomer;

/* Where a step leads. */
typedef struct gz_step {
    double length; /* of v; negative: no answer */
    wide3 v;       /* the closest point */
    wide3 toward;  /* some positive multiple of v, known before v is */
} gz_step;

typedef struct gz_step_view {
    wide3 w, a[3];     /* the newest point, and the others seen from it */
    double d[3], g[3]; /* o . a_i, a_i . a_i */
    double nearer, slack;
} gz_step_view;

static inline gz_step gz_step_refused(void) { return (gz_step){-1, {0, 0, 0}, {0, 0, 0}}; }

static inline void gz_step_put(gz_simplex *s, int to, const gz_newcomer *n) {
    s->y[to] = wide3_fresh(n->y);
    s->a[to] = wide3_fresh(n->a);
    s->hint_a[to] = n->hint_a;
    s->hint_b[to] = n->hint_b;
}

static inline void gz_step_move(gz_simplex *s, int from, int to) {
    if (from == to) return;
    s->y[to] = s->y[from];
    s->a[to] = s->a[from];
    s->hint_a[to] = s->hint_a[from];
    s->hint_b[to] = s->hint_b[from];
}

GZ_INLINE gz_step gz_step_vertex(gz_simplex *s, const gz_newcomer *n, double nearer) {
    double length = wide3_length(n->y);
    if (!(length < nearer)) return gz_step_refused();
    gz_step_put(s, 0, n);
    s->weight[0] = 1;
    s->count = 1;
    return (gz_step){length, n->y, n->y};
}

GZ_INLINE gz_step gz_step_edge(gz_simplex *s, const gz_newcomer *n, const gz_step_view *q, int i) {
    double t = q->d[i] / q->g[i];
    wide3 foot = wide3_add_scaled(q->w, t, wide3_fresh(q->a[i]));
    double length = wide3_length(foot);
    if (!(t < 1 && length < q->nearer)) return gz_step_refused();
    gz_step_move(s, i, 0);
    gz_step_put(s, 1, n);
    s->weight[0] = t;
    s->weight[1] = 1 - t;
    s->count = 2;
    return (gz_step){length, foot, foot};
}

/* The triangle opposite y_i (i = 2 if there are but three points) by its normal and the numerators of
 * the weights of the next two points. The newest takes the place of y_i. */
GZ_INLINE gz_step gz_step_triangle(gz_simplex *s, const gz_newcomer *n, const gz_step_view *q, int i,
                                   const wide3 *normals, const double part[2]) {
    wide3 normal = wide3_fresh(normals[i]), w = q->w;
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double height = wide3_dot(w, normal), over = 1 / wide3_length_squared(normal);
    double tj = part[0] * over, tk = part[1] * over, rest = 1 - tj - tk;
    wide3 foot = wide3_scale(normal, height * over);
    wide3 sum = wide3_add_scaled(w, tj, wide3_fresh(q->a[j]));
    sum = wide3_add_scaled(sum, tk, wide3_fresh(q->a[k]));
    double length = wide3_length(foot), most = length + q->slack;
    bool sound = wide3_dot(sum, foot) >= (length - q->slack) * length &&
                 wide3_length_squared(sum) <= most * most;
    if (!(sound && rest > 0 && length < q->nearer)) return gz_step_refused();
    gz_step_put(s, i, n);
    s->weight[i] = rest;
    s->weight[j] = tj;
    s->weight[k] = tk;
    s->count = 3;
    return (gz_step){length, foot, wide3_scale(normal, height < 0 ? -1 : 1)};
}

/* The origin inside, with these weights at the old points times the whole volume. */
static inline gz_step gz_step_inside(gz_simplex *s, const gz_newcomer *n, const gz_step_view *q,
                                     const double part[3], double whole) {
    double weight[3], rest = 1;
    wide3 sum = q->w;
    for (int i = 0; i < 3; ++i) {
        weight[i] = part[i] / whole;
        rest -= weight[i];
        sum = wide3_add_scaled(sum, weight[i], q->a[i]);
    }
    if (!(rest > 0 && wide3_max_abs(sum) <= q->slack / 2)) return gz_step_refused();
    gz_step_put(s, 3, n);
    for (int i = 0; i < 3; ++i) s->weight[i] = weight[i];
    s->weight[3] = rest;
    s->count = 4;
    return (gz_step){0, {0, 0, 0}, {0, 0, 0}};
}

static inline unsigned gz_step_bits(bool a, bool b, bool c) {
    return (unsigned)a | (unsigned)b << 1 | (unsigned)c << 2;
}
/* Which bit of three is the lowest that is set. */
static inline int gz_step_lowest(unsigned bits) {
    return (int)((2 - (bits >> 1 & 1)) & ((bits & 1) - 1));
}

/* n points and the newest: a view of them, then the regions from the inside out. Inlined for each n.
 * Nobody could predict in which region the origin is, so the conditions are gathered as bits, and there
 * are branches for the kinds of regions only. */
GZ_INLINE gz_step gz_step_from(gz_simplex *s, const int n, const gz_newcomer *newest, double nearer,
                               double slack) {
    gz_step_view q;
    q.w = wide3_fresh(newest->y);
    q.nearer = nearer;
    q.slack = slack;
    bool ahead[3] = {false, false, false}; /* the origin, along the edge from w to y_i */
    for (int i = 0; i < n; ++i) {
        q.a[i] = wide3_sub(s->y[i], q.w);
        q.d[i] = -wide3_dot(q.w, q.a[i]);
        q.g[i] = wide3_length_squared(q.a[i]);
        ahead[i] = q.d[i] > 0;
    }
    unsigned edges = gz_step_bits(ahead[0], ahead[1], ahead[2]);
    if (!edges) return gz_step_vertex(s, newest, nearer);
    if (n == 1) return gz_step_edge(s, newest, &q, 0);
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
        seen = gz_step_bits(!(side[0] > 0), !(side[1] > 0), !(side[2] > 0));
        if (!seen) return gz_step_inside(s, newest, &q, weight, whole);
    }
    unsigned over = gz_step_bits(after[0], after[1], after[2]);
    unsigned under = gz_step_bits(before[0], before[1], before[2]);
    unsigned triangles = seen & over & under;
    if (triangles) {
        int i = n == 2 ? 2 : gz_step_lowest(triangles);
        return gz_step_triangle(s, newest, &q, i, normal, part[i]);
    }
    /* The triangles at the edge w y_i are those opposite y_j and y_k; their third points are y_k, the
     * first after y_j, and y_j, the second after y_k. So bit i of edges is crossed out by bit i + 1 of
     * over and by bit i + 2 of under. */
    edges &= ~(over >> 1 | over << 2) & ~(under >> 2 | under << 1);
    if (!edges) return gz_step_refused();
    return gz_step_edge(s, newest, &q, n == 2 ? !(edges & 1) : gz_step_lowest(edges));
}

/* The closest point of a reduced simplex (0 to 3 points) and one point more. Reduces the simplex to the
 * face that carries it, which has the new point. Or refuses and leaves the simplex as it was: the
 * answer does not have the new point, or is not nearer than `nearer`, or rounding spoils it: the
 * weighted sum of the points, which is in the simplex whatever v is worth, would be more than `slack`
 * farther from the origin than v. gz_simplex_reduce is for those. */
GZ_INLINE gz_step gz_simplex_step(gz_simplex *simplex, const gz_newcomer *newest, double nearer,
                                  double slack) {
    switch (simplex->count) {
    case 0:
        return gz_step_vertex(simplex, newest, nearer);
    case 1:
        return gz_step_from(simplex, 1, newest, nearer, slack);
    case 2:
        return gz_step_from(simplex, 2, newest, nearer, slack);
    default:
        return gz_step_from(simplex, 3, newest, nearer, slack);
    }
}

#endif
