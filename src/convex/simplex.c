/* SPDX-License-Identifier: MIT
 * Closest point of a simplex by signed volumes (Montanari et al. 2017, in place of B:2831-2921).
 *
 * The origin's projection onto the affine hull of the points has barycentric coordinates that are
 * quotients of signed lengths, areas or volumes. If all are positive the projection is the answer,
 * otherwise the answer lies on a face opposite to a point whose coordinate is not positive. We try
 * those faces and keep the nearest. Where the hull is degenerate all faces are tried, so a wrong sign
 * costs time, not truth. */
#include "convex/simplex.h"

/* One candidate: which points (indices into the original simplex), their weights, the point. */
typedef struct face {
    int index[4];
    real weight[4];
    int count;
    vec3 v;
    real squared;
} face;

static face vertex_face(const vec3 *y, int i) {
    return (face){{i}, {1}, 1, y[i], vec3_length_squared(y[i])};
}

/* v without its component along the edge: what is left stands at right angles to a few eps. */
static vec3 across(vec3 v, vec3 edge) {
    return vec3_add_scaled(v, -vec3_dot(v, edge) / vec3_length_squared(edge), edge);
}

static vec3 longest(vec3 a, vec3 b, vec3 c) {
    real aa = vec3_length_squared(a), bb = vec3_length_squared(b), cc = vec3_length_squared(c);
    return aa >= bb ? (aa >= cc ? a : c) : (bb >= cc ? b : c);
}

static face nearer(face a, face b) { return b.squared < a.squared ? b : a; }

/* y(t) = a + t (b - a) is nearest where t = -a.(b - a) / |b - a|^2. */
static face segment_face(const vec3 *y, int i, int j) {
    vec3 edge = vec3_sub(y[j], y[i]);
    real squared = vec3_length_squared(edge);
    real t = -vec3_dot(y[i], edge);
    real s = vec3_dot(y[j], edge);
    if (!(t > 0) || !(s > 0) || squared == 0) return nearer(vertex_face(y, i), vertex_face(y, j));
    real u = t / squared, w = s / squared; /* each from its own dot product: small ones stay exact */
    /* Start from the endpoint that carries more, so the rounding is that of the shorter step. */
    vec3 v = u < w ? vec3_add_scaled(y[i], u, edge) : vec3_add_scaled(y[j], -w, edge);
    v = across(v, edge);
    return (face){{i, j}, {w, u}, 2, v, vec3_length_squared(v)};
}

/* Twice the signed area of (b, c) seen from p, on the coordinate plane without the given axis. */
static real area(vec3 p, vec3 b, vec3 c, int axis) {
    vec3 u = vec3_sub(b, p), w = vec3_sub(c, p);
    int i = axis == 0 ? 1 : axis == 1 ? 2 : 0;
    int j = axis == 0 ? 2 : axis == 1 ? 0 : 1;
    return graze_vec3_get(u, i) * graze_vec3_get(w, j) - graze_vec3_get(u, j) * graze_vec3_get(w, i);
}

static bool same_sign(real a, real b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

static face triangle_face(const vec3 *y, int i, int j, int k) {
    vec3 a = y[i], b = y[j], c = y[k];
    vec3 ab = vec3_sub(b, a), bc = vec3_sub(c, b), ca = vec3_sub(a, c);
    vec3 normal = vec3_cross(ca, ab);
    if (vec3_length_squared(normal) > 0) {
        normal = across(normal, longest(ab, bc, ca));
        real squared = vec3_length_squared(normal);
        vec3 p = vec3_scale(normal, vec3_dot(a, normal) / squared);
        int axis = graze_vec3_closest_axis(normal);
        real whole = graze_vec3_get(normal, axis);
        real wa = area(p, b, c, axis), wb = area(p, c, a, axis), wc = area(p, a, b, axis);
        if (same_sign(wa, whole) && same_sign(wb, whole) && same_sign(wc, whole)) {
            real sum = wa + wb + wc;
            return (face){{i, j, k}, {wa / sum, wb / sum, wc / sum}, 3, p, vec3_length_squared(p)};
        }
    }
    return nearer(nearer(segment_face(y, i, j), segment_face(y, j, k)), segment_face(y, k, i));
}

/* Volume of the tetrahedron y with point i replaced by the origin, times six. */
static real volume_without(const vec3 *y, int i) {
    static const int others[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    const int *o = others[i];
    return vec3_triple(y[o[0]], y[o[1]], y[o[2]]);
}

static face tetrahedron_face(const vec3 *y) {
    static const int faces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    real whole = vec3_triple(vec3_sub(y[1], y[0]), vec3_sub(y[3], y[0]), vec3_sub(y[2], y[0]));
    real part[4], sum = 0;
    bool inside = true;
    for (int i = 0; i < 4; ++i) {
        part[i] = volume_without(y, i);
        sum += part[i];
        inside = inside && same_sign(part[i], whole);
    }
    if (inside)
        return (face){{0, 1, 2, 3},
                      {part[0] / sum, part[1] / sum, part[2] / sum, part[3] / sum},
                      4,
                      vec3_zero(),
                      0};
    bool all = true; /* no face opposite to a point of wrong sign: degenerate, try every face */
    for (int i = 0; i < 4; ++i) all = all && (part[i] == 0 || same_sign(part[i], whole));
    face best = {.squared = GRAZE_REAL_MAX};
    for (int i = 0; i < 4; ++i)
        if (all || whole == 0 || !same_sign(part[i], whole))
            best = nearer(best, triangle_face(y, faces[i][0], faces[i][1], faces[i][2]));
    return best;
}

static face closest_face(const gz_simplex *simplex) {
    switch (simplex->count) {
    case 1:
        return vertex_face(simplex->y, 0);
    case 2:
        return segment_face(simplex->y, 0, 1);
    case 3:
        return triangle_face(simplex->y, 0, 1, 2);
    default:
        return tetrahedron_face(simplex->y);
    }
}

vec3 gz_simplex_reduce(gz_simplex *simplex) {
    face best = closest_face(simplex);
    gz_simplex reduced = {.count = best.count};
    for (int i = 0; i < best.count; ++i) {
        reduced.y[i] = simplex->y[best.index[i]];
        reduced.weight[i] = best.weight[i];
    }
    *simplex = reduced;
    return best.v;
}
